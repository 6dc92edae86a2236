"""Reads single tags of markup (HTML, 13.2.5.6-13.2.5.40): their names, and attributes with the spans of the values."""

import re
from typing import NamedTuple

SPACES = " \t\n\f\r"
"""The ASCII white space characters, which are the only separators in markup."""

SPACE = r" \t\n\f\r"
"""`SPACES`, escaped for a character class in a pattern."""

REGULAR_TAG = rf"""(/?)([A-Za-z][A-Za-z0-9]*+)((?:[{SPACE}]++[A-Za-z][A-Za-z0-9_:.\-]*+="[^"]*+")*)[{SPACE}]*+(/?)>"""
"""A tag without its `<`, as most tags are written: with any values in double quotes."""

_REGULAR_ATTRIBUTE = re.compile(r"""([A-Za-z][A-Za-z0-9_:.\-]*+)="([^"]*+)\"""")

MOST_ATTRIBUTES = 1_000
"""The maximum number of attributes kept for a tag."""

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


def regular_tag(markup: str, written: re.Match[str]) -> Tag:
    """The tag that `REGULAR_TAG` matched (without its `<`), as `tag_at` would return it.

    >>> regular_tag('<A HREF="b">', re.match("<" + REGULAR_TAG, '<A HREF="b">')) == tag_at('<A HREF="b">', 0)
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
        if len(attributes) < MOST_ATTRIBUTES:
            attributes.setdefault(attribute[1].lower(), span)
        position = attribute.end()
    return position, attributes
