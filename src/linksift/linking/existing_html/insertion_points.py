"""Where in markup a link may be: what the tree says that an HTML5 parser makes of it, whatever tags were left open or
closed in a wrong order.

Here belongs where. What becomes a link is for the finder and the policy.
"""

import re
from collections.abc import Iterator, Set
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from linksift.linking.existing_html.edits import Edit, edited

_TABLE = re.compile(r"(?i)<table(?=[\t\n\f />])")
_TAG = re.compile("<[A-Za-z]")

_SENTINELS = (range(0xE000, 0xF900), range(0xF0000, 0xFFFFE), range(0x100000, 0x10FFFE))
"""What the sentinel in marks is taken from: characters for private use, which no reference by name stands for."""

_NUMBERED = re.compile("(?i)&#(?:x0*([0-9a-f]{1,6})|0*([0-9]{1,7}))")

_TABLE_MARK = re.compile("linksift-([0-9]{1,9})")
"""What is put in the tag of a table. Whoever forges it gets fewer links."""

_BODY = "<!doctype html><body>"
"""What markup is read in: what stands in a `noscript` at its beginning is no page's head. Where the markup has these
itself, they say nothing new."""


class InsertionPoint(NamedTuple):
    """A place in the markup that has to be seen in the tree: of a match, or in a `table` tag (where `text` is None)."""

    offset: int
    text: str | None


def linkable_points(markup: str, points: list[InsertionPoint], names: Set[str]) -> set[int]:
    """Where, of some points in order, a link may be: not in the elements of these names.

    A mark is put at each point and in each `table` tag, and looked for in the tree: text beside text, or an attribute
    in a tag, changes nothing else there. The tokenizer reads what is in a `noscript` as text, the parser does not: so a
    point that would be a tag's name is none.

    >>> points = [InsertionPoint(3, "c"), InsertionPoint(11, "d"), InsertionPoint(26, "e"), InsertionPoint(31, "f")]
    >>> sorted(linkable_points("<b>c<code>,d</code><table>e<td>f", points, {"code"}))
    [3, 31]
    """
    tables = [InsertionPoint(table.end(), None) for table in _TABLE.finditer(markup)]
    points = sorted(
        [*(point for point in points if not _TAG.match(markup, point.offset - 1)), *tables], key=attrgetter("offset")
    )
    sentinel = unused_sentinel(markup)
    if sentinel is None:
        return set()
    marks = enumerate(" linksift-{}" if point.text is None else f"{sentinel}{{}}{sentinel}" for point in points)
    edits = [
        Edit(point.offset, point.offset, mark.format(number))
        for point, (number, mark) in zip(points, marks, strict=True)
    ]
    mark = re.compile(f"{sentinel}([0-9]+){sentinel}")
    return {points[number].offset for number in linkable_numbers(edited(markup, edits), mark, points, names)}


def unused_sentinel(markup: str) -> str | None:
    r"""A character that the markup has not, nor by a character reference, so that nobody can forge a mark made of it;
    None for markup that has all there are.

    >>> unused_sentinel("a\ue000&#xe001; &#57346")
    '\ue003'
    """
    used = set(markup)
    told = {int(digits16, 16) if digits16 else int(digits10) for digits16, digits10 in _NUMBERED.findall(markup)}
    return next(
        (sentinel for code in chain(*_SENTINELS) if code not in told and (sentinel := chr(code)) not in used), None
    )


def linkable_numbers(marked: str, mark: re.Pattern[str], points: list[InsertionPoint], names: Set[str]) -> list[int]:
    """The numbers of the points, by their marks, where a link may be."""
    from turbohtml.saxparse import Characters, EndElement, StartElement, iter_events

    free: list[int] = []
    inside = 0
    for event in iter_events(_BODY + marked):
        match event:
            case Characters(data) if not inside:
                free += points_in_text(data, mark, points)
            case StartElement(tag, attributes):
                inside += tag in names
                for name, _ in attributes if tag == "table" else ():
                    drop_foster_parented(free, _TABLE_MARK.fullmatch(name))
            case EndElement(tag):
                inside -= tag in names
    return free


def points_in_text(data: str, mark: re.Pattern[str], points: list[InsertionPoint]) -> Iterator[int]:
    """The numbers of the marks in a text that stand before the texts they were put before."""
    for found in mark.finditer(data):
        text = points[int(found[1])].text
        if text is not None and data.startswith(text, found.end()):
            yield int(found[1])


def drop_foster_parented(free: list[int], table: re.Match[str] | None) -> None:
    """Take back the points that come behind a table in the markup, but in front of it in the tree.

    That is text in no cell, which the parser moves out of the table ("foster parenting"). It leaves there what is white
    space alone, so that no link can be cut out of it.
    """
    while table and free and free[-1] > int(table[1]):
        free.pop()
