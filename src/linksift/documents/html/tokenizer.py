"""Splits markup into tags and text (HTML, 13.2.5), with the spans of both.

The standard library's `html.parser` gives no spans of attributes, and takes quadratic time on hostile pages. This is
the tokenizer of the HTML standard, which never looks back: each part of the markup is read once. turbohtml's, which
`linking` uses because it needs turbohtml's tree as well, gives no spans of attributes, and CDATA sections of feeds and
`<title>` in SVG are not text to it.
"""

import re
from collections.abc import Generator, Iterator
from typing import NamedTuple

SPACES = " \t\n\f\r"
"""ASCII white space, the only separators in markup."""

SPACE = r" \t\n\f\r"
_REGULAR_TAG = rf"""(/?)([A-Za-z][A-Za-z0-9]*+)((?:[{SPACE}]++[A-Za-z][A-Za-z0-9_:.\-]*+="[^"]*+")*)[{SPACE}]*+(/?)>"""
_OPENING = re.compile(rf"<(?:{_REGULAR_TAG}|/?[A-Za-z]|[!?]|/(?!\Z))")
"""A tag as most are written, with values in double quotes if any; or else the beginning of a tag or a declaration.

Any other `<` is text.
"""

_REGULAR_ATTRIBUTE = re.compile(r"""([A-Za-z][A-Za-z0-9_:.\-]*+)="([^"]*+)\"""")

MOST_ATTRIBUTES = 1_000
"""How many attributes of a tag are kept."""

_NAME = re.compile(rf"</?([^{SPACE}/>]++)")
_ATTRIBUTE = re.compile(
    rf"""[{SPACE}/]*+(=?[^{SPACE}/>=]*+)[{SPACE}]*+"""
    rf"""(?:=[{SPACE}]*+(?:"([^"]*+)"?|'([^']*+)'?|([^{SPACE}>"'][^{SPACE}>]*+)?))?"""
)

_TAG_END = re.compile(rf"[{SPACE}/]*+>")
_COMMENT_END = re.compile(r"--!?>")
_SCRIPT_STEP = re.compile(rf"(?i)<!(?=--)|-->|<(/?)script(?=[{SPACE}/>])")
_RAW = frozenset({"script", "style", "xmp", "iframe", "textarea", "title", "plaintext"})
"""Elements without tags in them, and without character references except in `title` and `textarea`.

`noscript`, `noembed` and `noframes` are read as browsers that need them read them: with tags.
"""

_END_TAG = {name: re.compile(rf"(?i)</{name}(?=[{SPACE}/>])") for name in _RAW}
_WITH_REFERENCES = frozenset({"textarea", "title"})
_FOREIGN = frozenset({"svg", "math"})
_HTML_NAMES = (
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta "
    "nobr ol p pre ruby s small span strong strike sub sup table tt u ul var"
)
_BACK_TO_HTML = frozenset(_HTML_NAMES.split())
"""Tags that end SVG and MathML, however deep (13.2.6.5)."""


class Dialect(NamedTuple):
    """The kind of markup: whether it has the elements of HTML, and whether it has the syntax of XML (CDATA sections,
    and
    `/>` that closes). A page is HTML, a feed is XML, XHTML is both."""

    html: bool
    xml: bool


class Tag(NamedTuple):
    """A tag at `start` to `end` (code points, half-open): its name in lower case, and the first attribute of each name
    with the span of its value without quotes. `closes` is True for `</a>`, `closed` for `<a/>`."""

    start: int
    end: int
    name: str
    closes: bool
    closed: bool
    attributes: dict[str, tuple[int, int]]


class Characters(NamedTuple):
    """Text between tags; if it is `raw`, `&` begins no character reference."""

    start: int
    end: int
    raw: bool = False


Token = Tag | Characters


def tokens(markup: str, dialect: Dialect) -> Iterator[Token]:
    """All tags and all text, in order, without comments and declarations. An unfinished tag at the end is dropped, as
    in the standard.

    >>> [token.start for token in tokens("a<b>c<!-- <d> --></b", Dialect(html=True, xml=False))]
    [0, 1, 4]
    """
    position, foreign = 0, 0
    while (opening := _OPENING.search(markup, position)) is not None:
        start = opening.start()
        if position < start:
            yield Characters(position, start)
        if not (opening.lastindex or opening[0][-1].isalpha()):
            in_xml = dialect.xml or foreign > 0
            position = yield from declaration(markup, start, in_xml)
            continue
        tag = regular_tag(markup, opening) if opening.lastindex else tag_at(markup, start)
        if tag is None:
            return
        yield tag
        position = tag.end
        foreign = depth_after(tag, foreign)
        if tag.name in _RAW and is_raw(tag, dialect, foreign):
            position = end_of_raw(markup, tag)
            if tag.end < position:
                yield Characters(tag.end, position, raw=tag.name not in _WITH_REFERENCES)
    if position < len(markup):
        yield Characters(position, len(markup))


def regular_tag(markup: str, written: re.Match[str]) -> Tag:
    """The tag that `_OPENING` matched whole, as `tag_at` gives it.

    >>> regular_tag('<A HREF="b">', _OPENING.match('<A HREF="b">')) == tag_at('<A HREF="b">', 0)
    True
    """
    slash, name, attributes_written, closed = written.groups()
    attributes: dict[str, tuple[int, int]] = {}
    if attributes_written:
        for attribute in _REGULAR_ATTRIBUTE.finditer(markup, *written.span(3)):
            if len(attributes) < MOST_ATTRIBUTES:
                attributes.setdefault(attribute[1].lower(), attribute.span(2))
    start, end = written.span()
    return Tag(start, end, name.lower(), slash == "/", closed == "/", attributes)


def tag_at(markup: str, start: int) -> Tag | None:
    """The tag that begins at `<`; None if the markup ends in it.

    >>> tag_at('<A HREF="b" c=d>', 0).attributes
    {'href': (9, 10), 'c': (14, 15)}
    """
    named = _NAME.match(markup, start)
    assert named is not None
    position, attributes = attributes_at(markup, named.end())
    ending = _TAG_END.match(markup, position)
    if ending is None:
        return None
    closes = markup.startswith("/", start + 1)
    return Tag(start, ending.end(), named[1].lower(), closes, ending[0].endswith("/>"), attributes)


def attributes_at(markup: str, position: int) -> tuple[int, dict[str, tuple[int, int]]]:
    """The attributes of a tag, read from after its name, and their end."""
    attributes: dict[str, tuple[int, int]] = {}
    while (attribute := _ATTRIBUTE.match(markup, position)) is not None and attribute[1]:
        value = attribute.lastindex or 1
        span = attribute.span(value) if value > 1 else (attribute.end(), attribute.end())
        if len(attributes) < MOST_ATTRIBUTES:
            attributes.setdefault(attribute[1].lower(), span)
        position = attribute.end()
    return position, attributes


def depth_after(tag: Tag, foreign: int) -> int:
    """How deep in SVG or MathML the markup is after a tag."""
    if tag.name in _FOREIGN:
        return max(0, foreign - 1) if tag.closes else foreign + (not tag.closed)
    return 0 if foreign and tag.name in _BACK_TO_HTML else foreign


def is_raw(tag: Tag, dialect: Dialect, foreign: int) -> bool:
    """Whether the content of a tag of `_RAW` has no tags; in SVG, `title` and `style` are like other elements."""
    return dialect.html and not (tag.closes or foreign or (tag.closed and dialect.xml))


def end_of_raw(markup: str, tag: Tag) -> int:
    """The end of the text of an element without tags: its own end tag, or the end of the markup."""
    if tag.name == "script":
        return end_of_script(markup, tag.end)
    if tag.name == "plaintext":
        return len(markup)
    ending = _END_TAG[tag.name].search(markup, tag.end)
    return len(markup) if ending is None else ending.start()


def end_of_script(markup: str, position: int) -> int:
    """The end of a script: its own `</script`, not that of a `<!-- <script` in it (13.2.5.15-31).

    >>> end_of_script("a<!--<script></script>b--></script>", 0)
    26
    """
    escaped = inner = False
    for step in _SCRIPT_STEP.finditer(markup, position):
        if step[1] == "/" and not inner:
            return step.start()
        if step[1] is None:
            escaped = step[0] == "<!" or (escaped and step[0] != "-->")
            inner = inner and escaped
        else:
            inner = escaped and not step[1]
    return len(markup)


def declaration(markup: str, start: int, in_xml: bool) -> Generator[Characters, None, int]:
    """The end of a comment, a declaration or an instruction; the content of a CDATA section in XML is text.

    >>> "".join("b<!--c-->d<!e>f"[token.start : token.end] for token in tokens("b<!--c-->d<!e>f", Dialect(True, False)))
    'bdf'
    """
    if markup.startswith("<!--", start):
        return comment_end(markup, start + 4)
    if in_xml and markup.startswith("<![CDATA[", start):
        end = or_end(markup.find("]]>", start), markup)
        yield Characters(start + 9, end, raw=True)
        return min(end + 3, len(markup))
    return min(or_end(markup.find(">", start + 2), markup) + 1, len(markup))


def comment_end(markup: str, position: int) -> int:
    """The end of the comment whose text begins at a position; `<!-->` and `<!--->` are whole comments (13.2.5.43)."""
    if markup.startswith((">", "->"), position):
        return markup.index(">", position) + 1
    ending = _COMMENT_END.search(markup, position)
    return len(markup) if ending is None else ending.end()


def or_end(position: int, markup: str) -> int:
    """A position from `find`, or the end of the markup if it found nothing."""
    return len(markup) if position < 0 else position
