"""Reads single tags of markup: names, attributes, and the references in these (HTML, 13.2.5.6-13.2.5.40).

Each attribute has the span of its value. References are in `href`, `srcset`, `style`, `content` of `meta`, and so on.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from linksift.documents.html.character_references import references_in_attribute, with_texts
from linksift.documents.text_files.text_without_escapes import Escape
from linksift.uri import unprotected_address

SPACES = " \t\n\f\r"
"""The ASCII white space characters, which are the only separators in markup."""

SPACE = r" \t\n\f\r"
"""`SPACES`, escaped for a character class in a pattern."""


# ---- References in attributes ----------------------------------------------------------------------------------------


class AttributeReference(NamedTuple):
    """A reference in an attribute, with its span in the markup; `stated_by` is the element and attribute ("a href")."""

    stated_by: str
    reference: str
    start: int
    end: int


class AttributeValue(NamedTuple):
    """The value of an attribute, with the character references in it decoded, and its span in the markup."""

    text: str
    start: int
    end: int
    decoded: Sequence[Escape] = ()

    def whole(self, stated_by: str) -> Iterable[AttributeReference]:
        """The whole value, trimmed of white space, as a reference; no reference if nothing is left."""
        if self.text and self.text.strip(SPACES) == self.text:
            return (AttributeReference(stated_by, self.text, self.start, self.end),)
        return self.parts(stated_by, [(0, len(self.text))])

    def parts(self, stated_by: str, spans: Iterable[tuple[int, int]]) -> Iterator[AttributeReference]:
        """Parts of the value, each trimmed of white space, as references; no reference if nothing is left of a part.

        >>> value = AttributeValue("a&b c", 0, 9, [Escape(1, 6, "&")])
        >>> [(part.reference, part.start, part.end) for part in value.parts("a ping", [(0, 3), (4, 5)])]
        [('a&b', 0, 7), ('c', 8, 9)]
        """
        lost = list(accumulate((one.end - one.start - len(one.text) for one in self.decoded), initial=0))
        ends = [one.end - self.start - less for one, less in zip(self.decoded, lost[1:], strict=True)]
        for start, end in spans:
            text = self.text[start:end].lstrip(SPACES)
            start = end - len(text)
            text = text.rstrip(SPACES)
            end = start + len(text)
            if text:
                places = (self.start + offset + lost[bisect_right(ends, offset)] for offset in (start, end))
                yield AttributeReference(stated_by, text, *places)


Holder = Callable[[AttributeValue, str], Iterable[AttributeReference]]
"""A function that takes a name like "img src" and the value of that attribute and returns the references in it."""

_WORD = re.compile(rf"[^{SPACE}]++")
_IMAGE_CANDIDATE = re.compile(rf"[{SPACE},]*+([^{SPACE}]++)(?:(?<!,)(?:[^(,]++|\([^)]*+\)?)*+,?)?")
"""An image in a `srcset`: its reference, and its descriptors up to a comma outside parentheses, unless a comma ends the
reference itself."""
_REFRESH = re.compile(r"""(?i)[\s\d.]*+[\s;,]*+(?:url\s*+=\s*+)?(?:"([^"]*+)|'([^']*+)|([^"'].*+))""", re.DOTALL)
"""The content of `<meta http-equiv=refresh>`: the seconds, then the URL in one of three groups, quoted or not."""

_CSS_URL = re.compile(
    r"""
    /\*[^*]*+ (?:\*(?!/)[^*]*+)*+ (?:\*/)?  # a comment
    | @namespace\s [^;]*+
    | (?<![\w-]) (?: url\(\s*+ | @import\s++(?=["']) )
      (?: "((?:[^"\\\n]|\\.)*+)" | '((?:[^'\\\n]|\\.)*+)' | ((?:[^\s"'()\\]|\\[0-9a-f]{1,6}[ \t\n\r\f]?+|\\[^\n])++) )
    | " (?:[^"\\\n]|\\.)*+ "? | ' (?:[^'\\\n]|\\.)*+ '?  # a string
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
"""A URL in CSS, in `url(...)` or after `@import`, captured by one of three groups, quoted or unquoted; or, without a
group, text that states no URL: a comment, the name of a namespace, or a string."""

_CSS_ESCAPE = re.compile(r"\\(?:([0-9A-Fa-f]{1,6})(?:\r\n|[ \t\n\r\f])?|\r?\n|(.))", re.DOTALL)
"""An escape in CSS (CSS Syntax, 4.3.7): the number of a character, a line end, which is left out, or a character."""

_ABSOLUTE = re.compile(r"\s*+[A-Za-z][A-Za-z0-9+.-]*+://\S++\s*+\Z")


def absolute_value(value: AttributeValue, stated_by: str) -> Iterable[AttributeReference]:
    """The whole value, if it is a URI and nothing else.

    >>> [[*absolute_value(AttributeValue(text, 0, 8), "img data-src")] != [] for text in ("http://a", "lazy", "a b://c")]
    [True, False, False]
    """
    return value.whole(stated_by) if _ABSOLUTE.match(value.text) else ()


def space_separated(value: AttributeValue, stated_by: str) -> Iterator[AttributeReference]:
    """The references in a list separated by spaces, such as `ping` (HTML, 4.6.2)."""
    return value.parts(stated_by, (word.span() for word in _WORD.finditer(value.text)))


def image_candidates(value: AttributeValue, stated_by: str) -> Iterator[AttributeReference]:
    """The images in a `srcset`, separated by commas: references, possibly with a width or density (HTML, 4.8.4.2.1).

    >>> [found.reference for found in image_candidates(AttributeValue("a,b.png 2x, c.png, d.png", 0, 24), "img srcset")]
    ['a,b.png', 'c.png', 'd.png']
    """
    return value.parts(stated_by, _image_spans(value.text))


def _image_spans(srcset: str) -> Iterator[tuple[int, int]]:
    position = 0
    while (candidate := _IMAGE_CANDIDATE.match(srcset, position)) is not None:
        yield candidate.start(1), candidate.start(1) + len(candidate[1].rstrip(","))
        position = candidate.end()


def css_urls(value: AttributeValue, stated_by: str) -> Iterator[AttributeReference]:
    r"""The references in a style (CSS Values, 4.5), with escapes undone; those in comments and strings load nothing.

    >>> style = r"a{b:url( 'https\3a //c.example' )} @import 'd\'';"
    >>> [found.reference for found in css_urls(AttributeValue(style, 0, len(style)), "style")]
    ['https://c.example', "d'"]
    """
    found = _CSS_URL.finditer(value.text)
    for part in value.parts(stated_by, (written.span(written.lastindex) for written in found if written.lastindex)):
        yield part._replace(reference=_CSS_ESCAPE.sub(_escaped_in_css, part.reference))


def _escaped_in_css(escape: re.Match[str]) -> str:
    r"""What an escape in CSS represents: a character, U+FFFD if there is none with that number, or nothing.

    >>> _CSS_ESCAPE.sub(_escaped_in_css, "\\26 b\\\n\\(\\D800")
    '&b(\ufffd'
    """
    if escape[1] is None:
        return escape[2] or ""
    number = int(escape[1], 16)
    return chr(number) if 0 < number < 0xD800 or 0xE000 <= number <= 0x10FFFF else "\ufffd"


def refresh(value: AttributeValue, stated_by: str) -> Iterator[AttributeReference]:
    """The target of `5; url=...` (HTML, 4.2.5.3).

    >>> [found.reference for found in refresh(AttributeValue("5; url='a'", 0, 10), "meta refresh")]
    ['a']
    """
    written = _REFRESH.match(value.text)
    return value.parts(stated_by, [written.span(written.lastindex or 0)] if written else [])


def protected_address(value: AttributeValue, stated_by: str) -> Iterator[AttributeReference]:
    """The address that Cloudflare has encoded, in place of "[email protected]" ("Email Address Obfuscation").

    >>> encoded = AttributeValue("2a40454f6a4b044f524b475a464f", 0, 28)
    >>> [found.reference for found in protected_address(encoded, "span data-cfemail")]
    ['mailto:joe@a.example']
    """
    if (address := unprotected_address(value.text)) is not None:
        yield AttributeReference(stated_by, address, value.start, value.end)


_ANYWHERE: frozenset[str] = frozenset()
_NO_HOLDER: tuple[frozenset[str], None] = (_ANYWHERE, None)
_DATA: tuple[frozenset[str], Holder] = (_ANYWHERE, absolute_value)
"""Attributes for scripts, which load images lazily (`data-src`) or follow links."""

HOLDERS: dict[str, tuple[frozenset[str], Holder]] = {
    **dict.fromkeys(
        ("background", "href", "itemid", "rdf:about", "rdf:resource", "src", "xlink:href"),
        (_ANYWHERE, AttributeValue.whole),
    ),
    "srcset": (frozenset({"img", "source"}), image_candidates),
    "imagesrcset": (frozenset({"link"}), image_candidates),
    "action": (frozenset({"form"}), AttributeValue.whole),
    "formaction": (frozenset({"button", "input"}), AttributeValue.whole),
    "cite": (frozenset({"blockquote", "q", "ins", "del"}), AttributeValue.whole),
    "codebase": (frozenset({"applet", "object"}), AttributeValue.whole),
    "data": (frozenset({"object"}), AttributeValue.whole),
    "data-cfemail": (_ANYWHERE, protected_address),
    "data-srcset": (frozenset({"img", "source"}), image_candidates),
    "htmlurl": (frozenset({"outline"}), AttributeValue.whole),
    "longdesc": (frozenset({"img", "frame", "iframe"}), AttributeValue.whole),
    "lowsrc": (frozenset({"img"}), AttributeValue.whole),
    "manifest": (frozenset({"html"}), AttributeValue.whole),
    "ping": (frozenset({"a", "area"}), space_separated),
    "poster": (frozenset({"video"}), AttributeValue.whole),
    "profile": (frozenset({"head"}), space_separated),
    "style": (_ANYWHERE, css_urls),
    "url": (frozenset({"enclosure", "media:content", "media:thumbnail"}), AttributeValue.whole),
    "value": (frozenset({"input", "option", "param"}), absolute_value),
    "xmlurl": (frozenset({"outline"}), AttributeValue.whole),
}
"""For each attribute, the elements in which it contains references, and the function that reads it ("Attributes" in
HTML's index, its obsolete features, SVG, OPML, RSS and RDF)."""


def holder_of(attribute: str, element: str) -> Holder | None:
    """The function that reads the references in an attribute of an element; None if it contains none.

    >>> holder_of("data-src", "img") is absolute_value, holder_of("cite", "p")
    (True, None)
    """
    elements, holder = HOLDERS.get(attribute, _DATA if attribute.startswith("data-") else _NO_HOLDER)
    return holder if not elements or element in elements else None


# ---- Tags ------------------------------------------------------------------------------------------------------------


REGULAR_TAG = rf"""(/?)([A-Za-z][A-Za-z0-9]*+)((?:[{SPACE}]++[A-Za-z][A-Za-z0-9_:.\-]*+="[^"]*+")*)[{SPACE}]*+(/?)>"""
"""A tag without its `<`, as most tags are written: with any values in double quotes."""

_REGULAR_ATTRIBUTE = re.compile(r"""([A-Za-z][A-Za-z0-9_:.\-]*+)="([^"]*+)\"""")

MOST_ATTRIBUTES = 1_000
"""The maximum number of attributes kept for a tag, not counting those that are always kept."""

_ALWAYS_KEPT = frozenset({*HOLDERS, "content", "http-equiv", "srcdoc", "xml:base"})
"""The attributes that are always kept, so that no number of meaningless attributes can hide a link."""

_NAME = re.compile(rf"</?([^{SPACE}/>]++)")
_ATTRIBUTE = re.compile(
    rf"""[{SPACE}/]*+(=?[^{SPACE}/>=]*+)[{SPACE}]*+"""
    rf"""(?:=[{SPACE}]*+(?:"([^"]*+)"?|'([^']*+)'?|([^{SPACE}>"'][^{SPACE}>]*+)?))?"""
)
"""An attribute in a tag as browsers read it (HTML, 13.2.5.32 to 39): its name, and its value in one of three groups."""

_TAG_END = re.compile(rf"[{SPACE}/]*+>")


class Tag(NamedTuple):
    """A tag from `start` to `end` (code points, half-open): its name in lowercase, and the first attribute of each name
    with the span of its value, excluding quotes. `closes` is True for `</a>`, and `closed` for `<a/>`."""

    start: int
    end: int
    name: str
    closes: bool
    closed: bool
    attributes: dict[str, tuple[int, int]]

    def references(self, markup: str) -> Iterator[AttributeReference]:
        """All references in the attributes of a start tag, in order.

        >>> markup = '<img alt=a src="b.png?c&amp;d">'
        >>> list(tag_at(markup, 0).references(markup))
        [AttributeReference(stated_by='img src', reference='b.png?c&d', start=16, end=29)]
        """
        for name in self.attributes:
            if holder := holder_of(name, self.name):
                yield from holder(self.value(markup, name), f"{self.name} {name}")
        if self.name == "meta" and "content" in self.attributes:
            yield from self._meta_content(markup)

    def value(self, markup: str, name: str) -> AttributeValue:
        """The value of an attribute, which the tag must have."""
        start, end = self.attributes[name]
        found = references_in_attribute(markup, start, end)
        return AttributeValue(with_texts(markup, start, end, found), start, end, found)

    def text(self, markup: str, name: str) -> str:
        """The value of an attribute as text, or "" if there is none."""
        return self.value(markup, name).text if name in self.attributes else ""

    def _meta_content(self, markup: str) -> Iterator[AttributeReference]:
        """The reference in a `meta` element: the target of `http-equiv=refresh`, or the value of a property
        (`og:image`, ...) if it is a URI and nothing else."""
        content = self.value(markup, "content")
        if self.text(markup, "http-equiv").strip().lower() == "refresh":
            yield from refresh(content, "meta refresh")
            return
        names = (self.text(markup, name).strip() for name in ("property", "name", "itemprop"))
        name = next(filter(None, names), "")
        if name:
            yield from absolute_value(content, f"meta {name}")


def regular_tag(markup: str, written: re.Match[str]) -> Tag:
    """The tag that `REGULAR_TAG` matched (without its `<`), as `tag_at` would return it.

    >>> regular_tag('<A HREF="b">', re.match("<" + REGULAR_TAG, '<A HREF="b">')) == tag_at('<A HREF="b">', 0)
    True
    """
    slash, name, attributes_written, closed = written.groups()
    attributes: dict[str, tuple[int, int]] = {}
    if attributes_written:
        for attribute in _REGULAR_ATTRIBUTE.finditer(markup, *written.span(3)):
            if len(attributes) < MOST_ATTRIBUTES or attribute[1].lower() in _ALWAYS_KEPT:
                attributes.setdefault(attribute[1].lower(), attribute.span(2))
    start, end = written.span()
    return Tag(start, end, name.lower(), slash == "/", closed == "/", attributes)


def tag_at(markup: str, start: int) -> Tag | None:
    """The tag that begins at `<`; None if the markup ends inside it.

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
    """The end of a tag's attributes, and the attributes themselves, which are read starting after the tag's name."""
    attributes: dict[str, tuple[int, int]] = {}
    while (attribute := _ATTRIBUTE.match(markup, position)) is not None and attribute[1]:
        value = attribute.lastindex or 1
        span = attribute.span(value) if value > 1 else (attribute.end(), attribute.end())
        if len(attributes) < MOST_ATTRIBUTES or attribute[1].lower() in _ALWAYS_KEPT:
            attributes.setdefault(attribute[1].lower(), span)
        position = attribute.end()
    return position, attributes
