"""The attributes that hold references, and how each holds them.

Here belongs what in a start tag is a reference. What it is resolved against never does.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from linksift.documents.html.character_references import attribute_value
from linksift.documents.html.tokenizer import SPACE, SPACES, Tag


class AttributeReference(NamedTuple):
    """A reference that an attribute holds: `by` as in "a href", and its span in the markup."""

    by: str
    reference: str
    start: int
    end: int


class AttributeValue(NamedTuple):
    """The value of an attribute, its character references undone, and where it stands in the markup."""

    text: str
    start: int
    end: int

    def held(self, by: str, start: int, end: int) -> Iterator[AttributeReference]:
        """A part of the value as a reference, without the white space around it, unless nothing is left.

        Where character references make places in the value others than in the markup, its span is the whole value's.
        """
        text = self.text[start:end].lstrip(SPACES)
        start = self.start + end - len(text)
        text = text.rstrip(SPACES)
        if text and len(self.text) == self.end - self.start:
            yield AttributeReference(by, text, start, start + len(text))
        elif text:
            yield AttributeReference(by, text, self.start, self.end)


Holder = Callable[[str, AttributeValue], Iterator[AttributeReference]]
"""From "img src" and the attribute's value to the references in it."""

_WORD = re.compile(rf"[^{SPACE}]++")
_IMAGE_CANDIDATE = re.compile(rf"[{SPACE},]*+([^{SPACE}]++)")
_PARENTHESIS_OR_COMMA = re.compile(r"[(),]")
_REFRESH = re.compile(r"""(?i)[\s\d.]*+[\s;,]*+(?:url\s*+=\s*+)?(?:"([^"]*+)|'([^']*+)|([^"'].*+))""", re.DOTALL)
_CSS_URL = re.compile(r"""(?i)(?<![\w-])(?:url\(\s*+|@import\s++(?=["']))(?:"([^"\n]*+)"|'([^'\n]*+)'|([^\s"'()]++))""")
_ABSOLUTE = re.compile(r"\s*+[A-Za-z][A-Za-z0-9+.-]*+://\S++\s*+\Z")


def one(by: str, value: AttributeValue) -> Iterator[AttributeReference]:
    """A value that is a reference."""
    return value.held(by, 0, len(value.text))


def words(by: str, value: AttributeValue) -> Iterator[AttributeReference]:
    """A list of references, such as `ping` (HTML, 4.6.2)."""
    for word in _WORD.finditer(value.text):
        yield from value.held(by, *word.span())


def image_candidates(by: str, value: AttributeValue) -> Iterator[AttributeReference]:
    """The images of a `srcset`: a reference each, then its width or density up to a comma (HTML, 4.8.4.2.1).

    >>> [held.reference for held in image_candidates("img srcset", AttributeValue("a,b.png 2x, c.png, d.png", 0, 24))]
    ['a,b.png', 'c.png', 'd.png']
    """
    position = 0
    while (candidate := _IMAGE_CANDIDATE.match(value.text, position)) is not None:
        reference = candidate[1].rstrip(",")
        yield from value.held(by, candidate.start(1), candidate.start(1) + len(reference))
        position = candidate.end()
        if len(reference) == len(candidate[1]):
            position = descriptors_end(value.text, position)


def descriptors_end(text: str, position: int) -> int:
    """Where the descriptors behind an image end: at a comma that stands in no parentheses."""
    inside = False
    for mark in _PARENTHESIS_OR_COMMA.finditer(text, position):
        if mark[0] == "," and not inside:
            return mark.end()
        inside = mark[0] == "(" or (inside and mark[0] != ")")
    return len(text)


def css_urls(by: str, value: AttributeValue) -> Iterator[AttributeReference]:
    """The references in a style (CSS Values, 4.5).

    >>> [held.reference for held in css_urls("style", AttributeValue("a{b:url( 'c' )} @import \\"d\\";", 0, 28))]
    ['c', 'd']
    """
    for written in _CSS_URL.finditer(value.text):
        yield from value.held(by, *written.span(written.lastindex or 0))


def holders(tag: Tag) -> Iterator[tuple[str, Holder]]:
    """The attributes of a tag that hold references, and how."""
    names = tag.attributes.keys() & _HOLDERS.keys()
    for name in tag.attributes if names else ():
        elements, holder = _HOLDERS.get(name, (frozenset(), one))
        if name in names and (not elements or tag.name in elements):
            yield name, holder


def references(markup: str, tag: Tag) -> Iterator[AttributeReference]:
    """All references that a start tag holds, in order.

    >>> markup = '<img alt=a src="b.png?c&amp;d">'
    >>> from linksift.documents.html.tokenizer import tag_at
    >>> list(references(markup, tag_at(markup, 0)))
    [AttributeReference(stated_by='img src', reference='b.png?c&d', start=16, end=29)]
    """
    for name, holder in holders(tag):
        yield from holder(f"{tag.name} {name}", value_of(markup, tag, name))
    if tag.name == "meta" and "content" in tag.attributes:
        yield from meta_content(markup, tag)


def value_of(markup: str, tag: Tag, name: str) -> AttributeValue:
    """The value of an attribute that a tag has."""
    start, end = tag.attributes[name]
    return AttributeValue(attribute_value(markup, start, end), start, end)


def attribute_text(markup: str, tag: Tag, name: str) -> str:
    """The value of an attribute as text, "" if there is none."""
    return value_of(markup, tag, name).text if name in tag.attributes else ""


def meta_content(markup: str, tag: Tag) -> Iterator[AttributeReference]:
    """What a `meta` refers to: where a page goes by itself (`http-equiv=refresh`), or what one is told about it when
    that is a URI and nothing else (`og:image`, ...)."""
    content = value_of(markup, tag, "content")
    if attribute_text(markup, tag, "http-equiv").strip().lower() == "refresh":
        yield from refresh("meta refresh", content)
        return
    names = (attribute_text(markup, tag, name).strip() for name in ("property", "name", "itemprop"))
    name = next(filter(None, names), "")
    if name and _ABSOLUTE.match(content.text):
        yield from one(f"meta {name}", content)


def refresh(by: str, value: AttributeValue) -> Iterator[AttributeReference]:
    """Where `5; url=...` leads (HTML, 4.2.5.3).

    >>> [held.reference for held in refresh("meta refresh", AttributeValue("5; url='a'", 0, 10))]
    ['a']
    """
    written = _REFRESH.match(value.text)
    if written is not None:
        yield from value.held(by, *written.span(written.lastindex or 0))


_ANYWHERE: frozenset[str] = frozenset()

_HOLDERS: dict[str, tuple[frozenset[str], Holder]] = {
    "href": (_ANYWHERE, one),
    "src": (_ANYWHERE, one),
    "srcset": (frozenset({"img", "source"}), image_candidates),
    "imagesrcset": (frozenset({"link"}), image_candidates),
    "action": (frozenset({"form"}), one),
    "formaction": (frozenset({"button", "input"}), one),
    "background": (_ANYWHERE, one),
    "cite": (frozenset({"blockquote", "q", "ins", "del"}), one),
    "codebase": (frozenset({"applet", "object"}), one),
    "data": (frozenset({"object"}), one),
    "htmlurl": (frozenset({"outline"}), one),
    "itemid": (_ANYWHERE, one),
    "longdesc": (frozenset({"img", "frame", "iframe"}), one),
    "lowsrc": (frozenset({"img"}), one),
    "manifest": (frozenset({"html"}), one),
    "ping": (frozenset({"a", "area"}), words),
    "poster": (frozenset({"video"}), one),
    "profile": (frozenset({"head"}), words),
    "rdf:about": (_ANYWHERE, one),
    "rdf:resource": (_ANYWHERE, one),
    "style": (_ANYWHERE, css_urls),
    "url": (frozenset({"enclosure", "media:content", "media:thumbnail"}), one),
    "xlink:href": (_ANYWHERE, one),
    "xmlurl": (frozenset({"outline"}), one),
}
"""How an attribute holds references, and in which elements ("Attributes" in HTML's index, its obsolete features,
SVG, OPML, RSS and RDF)."""
