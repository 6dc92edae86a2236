"""Splits markup into tags and text (HTML, 13.2.5), with the spans of both.

The standard library's `html.parser` gives no spans of attributes, and takes quadratic time on hostile pages. This
module is the tokenizer of the HTML standard, which never looks back: each part of the markup is read once. turbohtml's
tokenizer, which `linking` uses because it also needs turbohtml's tree, gives no spans of attributes, and does not treat
CDATA sections in feeds and `<title>` in SVG as text.

Most tags on a page state no reference. Therefore, the tokenizer first matches whole stretches of text and such tags
with a single pattern, and reads a stretch tag by tag only for a caller that needs its tags.
"""

import re
from collections.abc import Generator, Iterable, Iterator
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from linksift.documents.html.character_references import decoded
from linksift.documents.html.tag_reader import HOLDERS, REGULAR_TAG, SPACE, Tag, absolute_value, regular_tag, tag_at
from linksift.text_across_tags import BLOCKS, CODE, HIDDEN, KEPT

_OPENING = re.compile(rf"<(?:{REGULAR_TAG}|/?[A-Za-z]|[!?]|/(?!\Z))")
"""A tag as most tags are written, with any values in double quotes; otherwise, the beginning of a tag or a declaration.

Any other `<` is text.
"""

_COMMENT_END = re.compile(r"--!?>|(?<=<!--)-?>")
"""The end of a comment, after its `<!--`; `<!-->` and `<!--->` are whole comments (13.2.5.43)."""
_SCRIPT_STEP = re.compile(rf"(?ai)<!(?=--)|-->|<(/?)script(?=[{SPACE}/>])")
_RAW = frozenset({"script", "style", "xmp", "iframe", "textarea", "title", "plaintext"})
"""Elements that contain no tags and, except for `title` and `textarea`, no character references.

`noscript`, `noembed` and `noframes` are read with tags, as they are by browsers that need these elements.
"""

_END_TAG = {name: re.compile(rf"(?ai)</{name}(?=[{SPACE}/>])") for name in _RAW}
_WITH_REFERENCES = frozenset({"textarea", "title"})
_FOREIGN = frozenset({"svg", "math"})
_HTML_NAMES = (
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta "
    "nobr ol p pre ruby s small span strong strike sub sup table tt u ul var"
)
_BACK_TO_HTML = frozenset(_HTML_NAMES.split())
"""Tags that end SVG and MathML at any depth (13.2.6.5)."""

_SPECIAL = _RAW | _FOREIGN | HIDDEN | {"base", "meta"}
"""Elements that are never in a stretch, since they change how the markup after their tags is read, or hide its text."""

_PLAIN_VALUE = rf"""(?:"[^"<]*+"|'[^'<]*+'|[^{SPACE}"'=<>`]++)"""
_VALUE_WITHOUT_SCHEME = rf"""(?:"[^"<:&]*+"|'[^'<:&]*+'|[^{SPACE}"'=<>`:&]++)"""

_DATA_WITH_URI = rf"""(?:(?i:data-)[A-Za-z0-9_:.\-]*+|(?i:value))=["']?+[{SPACE}]*+[A-Za-z][A-Za-z0-9+.\-]*+[:&]"""
"""An attribute for scripts or forms whose value begins like a URI, or might once its character references are
decoded."""

_REST_OF_TAG = r"""(?:[^"'>]++|"[^"]*+"|'[^']*+')*+>"""
TAG = re.compile(rf"<(/?)([A-Za-z][^{SPACE}/>]*+){_REST_OF_TAG}")
"""A tag in a stretch, with groups for the slash of an end tag and for the name."""


def one_of(names: Iterable[str]) -> str:
    """A pattern that matches any of the names in any case, grouped by first letter so that `re` tries only a few.

    >>> one_of(["td", "p", "tr"])
    '(?:[Pp](?i:)|[Tt](?i:d|r))'
    """
    by_letter = groupby(sorted(names), itemgetter(0))
    return (
        f"(?:{'|'.join(f'[{c.upper()}{c}](?i:{chr(124).join(name[1:] for name in of_c)})' for c, of_c in by_letter)})"
    )


_TAG_OF_BLOCK = rf"</?{one_of(BLOCKS - _SPECIAL)}(?=[{SPACE}/>]){_REST_OF_TAG}"
_BOUNDARY = re.compile(rf"(?a){_TAG_OF_BLOCK}(?:[{SPACE}]*+{_TAG_OF_BLOCK})*+")
"""Tags in a stretch that interrupt running text, with the white space between them."""

COUNTED = CODE | KEPT
"""The elements that are counted, while they are open, as text is read."""

_COUNTED_NAME = rf"{one_of(COUNTED)}(?=[{SPACE}/>])"
_UNCOUNTED = rf"[^<]*+(?:<(?!/?{_COUNTED_NAME})[^<]*+)*+"
_INNERMOST = rf"<({_COUNTED_NAME})[^<>]*+(?<!/)>{_UNCOUNTED}</\2[{SPACE}]*+>"
COUNTED_CHANGE = re.compile(
    rf"(?a)<({_COUNTED_NAME})[^<>]*+(?<!/)>{_UNCOUNTED}(?:{_INNERMOST}{_UNCOUNTED})*+</\1[{SPACE}]*+>"
    rf"|<(?P<closes>/?)(?P<name>{_COUNTED_NAME})"
)
"""A whole element of this kind in a stretch, which leaves all counts as they are and has no `name`; or a tag of one."""


class Dialect(NamedTuple):
    """The kind of markup: whether it has the elements of HTML, and whether it has the syntax of XML (CDATA sections,
    and a closing `/>`). A page is HTML, a feed is XML, and XHTML is both."""

    html: bool
    xml: bool


class Characters(NamedTuple):
    """Text between tags; if it is `raw`, `&` does not begin a character reference."""

    start: int
    end: int
    raw: bool = False

    def shown_text(self, markup: str) -> str:
        """The text, with its character references decoded."""
        return markup[self.start : self.end] if self.raw else decoded(markup, self.start, self.end)


class Stretch(NamedTuple):
    """A stretch of text and tags in which no tag states a reference or changes how the markup is read."""

    start: int
    end: int

    def tokens(self, markup: str) -> "Iterator[Token]":
        """The tags and the text.

        >>> [type(token).__name__ for token in Stretch(0, 12).tokens("a <i><b> < c")]
        ['Characters', 'Tag', 'Tag', 'Characters']
        """
        position = self.start
        for written in TAG.finditer(markup, self.start, self.end):
            if position < written.start():
                yield Characters(position, written.start())
            if (tag := tag_at(markup, written.start())) is not None:
                yield tag
            position = written.end()
        if position < self.end:
            yield Characters(position, self.end)

    def parts(self, markup: str) -> "Iterator[Stretch]":
        """The parts that each end with tags that interrupt running text.

        >>> [(part.start, part.end) for part in Stretch(0, 21).parts("a<b>c</b><p> <p>d<p>e")]
        [(0, 16), (16, 20)]
        """
        position = self.start
        for boundary in _BOUNDARY.finditer(markup, self.start, self.end):
            yield Stretch(position, boundary.end())
            position = boundary.end()

    def last_part(self, markup: str) -> "Stretch":
        """The part after the last tag that interrupts running text.

        >>> Stretch(0, 9).last_part("a<p>b<p>c")
        Stretch(start=8, end=9)
        """
        start = self.end
        while (start := markup.rfind("<", self.start, start)) >= 0:
            if last := _BOUNDARY.match(markup, start, self.end):
                return Stretch(last.end(), self.end)
        return self

    def shown_text(self, markup: str) -> str:
        """The text, with its character references decoded.

        >>> Stretch(0, 16).shown_text("a<i>b</i> &lt; c")
        'ab < c'
        """
        text = markup[self.start : self.end]
        text = TAG.sub("", text) if "<" in text else text
        return decoded(text, 0, len(text))


Token = Tag | Characters


@cache
def stretch_pattern(relative: bool) -> re.Pattern[str]:
    """The pattern for a stretch (see `stretches_and_tokens`)."""
    special = one_of(_SPECIAL)
    holder = one_of(name for name, (_, references) in HOLDERS.items() if references is not absolute_value)
    attribute = rf"(?!{holder}[{SPACE}/>=]|{_DATA_WITH_URI})[A-Za-z][A-Za-z0-9_:.\-]*+(?:={_PLAIN_VALUE})?+"
    fragment = r"#[A-Za-z0-9_.\-]*+"
    attribute += rf"""|{holder}=(?:"{fragment}"|'{fragment}'|{fragment})|(?i:style)="[^"<(@&]*+\""""
    is_encoded = "(?i:data-cfemail)="  # an address, without its scheme
    attribute += "" if relative else f"|(?!{is_encoded}){holder}={_VALUE_WITHOUT_SCHEME}"
    tag = rf"</?(?!{special}[{SPACE}/>])[A-Za-z][A-Za-z0-9_:.\-]*+(?:[{SPACE}]++(?:{attribute})(?=[{SPACE}/>]))*+"
    return re.compile(rf"(?a)(?:[^<]++|<(?![A-Za-z/!?])|{tag}[{SPACE}]*+/?>)*+")


def tokens(markup: str, dialect: Dialect) -> Iterator[Token]:
    """All tags and all text, in order, but no comments or declarations. An unfinished tag at the end is dropped, as in
    the standard.

    >>> [token.start for token in tokens("a<b>c<!-- <d> --></b", Dialect(html=True, xml=False))]
    [0, 1, 4]
    """
    for token in stretches_and_tokens(markup, dialect):
        if isinstance(token, Stretch):
            yield from token.tokens(markup)
        else:
            yield token


def stretches_and_tokens(markup: str, dialect: Dialect, relative: bool = True) -> Iterator[Token | Stretch]:
    """The tokens, with each stretch left whole. `relative` says whether relative references, which lead nowhere without
    a base, count.

    >>> page = Dialect(html=True, xml=False)
    >>> [(one.start, one.end) for one in stretches_and_tokens("a<b>c<a href=d>e", page)]
    [(0, 5), (5, 15), (15, 16)]
    """
    stretch = stretch_pattern(relative)
    position, foreign = 0, 0
    while True:
        if dialect.html and not foreign and (end := stretch.match(markup, position).end()) > position:  # type: ignore[union-attr] # it matches any text
            yield Stretch(position, end)
            position = end
        opening = _OPENING.search(markup, position)
        if opening is None:
            break
        start = opening.start()
        if position < start:
            yield Characters(position, start)
        if not (opening.lastindex or opening[0][-1].isalpha()):
            position = yield from declaration(markup, start, dialect.xml or foreign > 0)
            continue
        tag = regular_tag(markup, opening) if opening.lastindex else tag_at(markup, start)
        if tag is None:
            return
        yield tag
        foreign = depth_after(tag, foreign)
        position = (yield from raw_text(markup, tag, dialect, foreign)) if tag.name in _RAW else tag.end
    if position < len(markup):
        yield Characters(position, len(markup))


def raw_text(markup: str, tag: Tag, dialect: Dialect, foreign: int) -> Generator[Characters, None, int]:
    """The text after a tag if it begins an element that cannot contain tags, and the position after the text or tag."""
    if not dialect.html or tag.closes or foreign or (tag.closed and dialect.xml):
        return tag.end  # in SVG, `title` and `style` are like other elements
    if tag.name == "script":
        end = end_of_script(markup, tag.end)
    else:
        ending = None if tag.name == "plaintext" else _END_TAG[tag.name].search(markup, tag.end)
        end = len(markup) if ending is None else ending.start()
    if tag.end < end:
        yield Characters(tag.end, end, raw=tag.name not in _WITH_REFERENCES)
    return end


def depth_after(tag: Tag, foreign: int) -> int:
    """The depth in SVG or MathML after a tag."""
    if tag.name in _FOREIGN:
        return max(0, foreign - 1) if tag.closes else foreign + (not tag.closed)
    return 0 if foreign and tag.name in _BACK_TO_HTML else foreign


def end_of_script(markup: str, position: int) -> int:
    """The end of a script: its own `</script`, not that of a `<!-- <script` inside it (13.2.5.15-31).

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
        ending = _COMMENT_END.search(markup, start + 4)
        return len(markup) if ending is None else ending.end()
    if in_xml and markup.startswith("<![CDATA[", start):
        end = or_end(markup.find("]]>", start), markup)
        if start + 9 < end:
            yield Characters(start + 9, end, raw=True)
        return min(end + 3, len(markup))
    return min(or_end(markup.find(">", start + 2), markup) + 1, len(markup))


def or_end(position: int, markup: str) -> int:
    """A position from `find`, or the end of the markup if it found nothing."""
    return len(markup) if position < 0 else position
