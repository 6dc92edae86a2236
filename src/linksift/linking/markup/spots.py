"""Where in markup a link may be: what the tree says that an HTML5 parser makes of it, whatever tags were left open or
closed in a wrong order.

Here belongs where. What becomes a link is for the finder and the policy.
"""

import re
from collections.abc import Iterator, Set
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from linksift.linking.markup.edits import Edit, edited

_TABLE = re.compile(r"(?i)<table(?=[\t\n\f />])")
_TAG = re.compile("<[A-Za-z]")

_SIGNS = (range(0xE000, 0xF900), range(0xF0000, 0xFFFFE), range(0x100000, 0x10FFFE))
"""What the sign in marks is taken from: characters for private use, which no reference by name stands for."""

_NUMBERED = re.compile("(?i)&#(?:x0*([0-9a-f]{1,6})|0*([0-9]{1,7}))")

_TABLE_MARK = re.compile("linksift-([0-9]{1,9})")
"""What is put in the tag of a table. Whoever forges it gets fewer links."""

_BODY = "<!doctype html><body>"
"""What markup is read in: what stands in a `noscript` at its beginning is no page's head. Where the markup has these
itself, they say nothing new."""


class Spot(NamedTuple):
    """A place in the markup that has to be seen in the tree: of a match, or in a `table` tag (where `text` is None)."""

    at: int
    text: str | None


def free_places(markup: str, spots: list[Spot], names: Set[str]) -> set[int]:
    """Where, of some spots in order, a link may be: not in the elements of these names.

    A mark is put at each spot and in each `table` tag, and looked for in the tree: text beside text, or an attribute
    in a tag, changes nothing else there. The tokenizer reads what is in a `noscript` as text, the parser does not: so a
    spot that would be a tag's name is none.

    >>> spots = [Spot(3, "c"), Spot(11, "d"), Spot(26, "e"), Spot(31, "f")]
    >>> sorted(free_places("<b>c<code>,d</code><table>e<td>f", spots, {"code"}))
    [3, 31]
    """
    tables = [Spot(table.end(), None) for table in _TABLE.finditer(markup)]
    spots = sorted([*(spot for spot in spots if not _TAG.match(markup, spot.at - 1)), *tables], key=attrgetter("at"))
    sign = unused_sign(markup)
    if sign is None:
        return set()
    marks = enumerate(" linksift-{}" if spot.text is None else f"{sign}{{}}{sign}" for spot in spots)
    edits = [Edit(spot.at, spot.at, mark.format(number)) for spot, (number, mark) in zip(spots, marks, strict=True)]
    mark = re.compile(f"{sign}([0-9]+){sign}")
    return {spots[number].at for number in free_numbers(edited(markup, edits), mark, spots, names)}


def unused_sign(markup: str) -> str | None:
    r"""A character that the markup has not, nor by a character reference, so that nobody can forge a mark made of it;
    None for markup that has all there are.

    >>> unused_sign("a\ue000&#xe001; &#57346")
    '\ue003'
    """
    used = set(markup)
    told = {int(digits16, 16) if digits16 else int(digits10) for digits16, digits10 in _NUMBERED.findall(markup)}
    return next((sign for code in chain(*_SIGNS) if code not in told and (sign := chr(code)) not in used), None)


def free_numbers(marked: str, mark: re.Pattern[str], spots: list[Spot], names: Set[str]) -> list[int]:
    """The numbers of the spots, by their marks, where a link may be."""
    from turbohtml.saxparse import Characters, EndElement, StartElement, iter_events

    free: list[int] = []
    inside = 0
    for event in iter_events(_BODY + marked):
        match event:
            case Characters(data) if not inside:
                free += text_spots(data, mark, spots)
            case StartElement(tag, attributes):
                inside += tag in names
                for name, _ in attributes if tag == "table" else ():
                    take_back(free, _TABLE_MARK.fullmatch(name))
            case EndElement(tag):
                inside -= tag in names
    return free


def text_spots(data: str, mark: re.Pattern[str], spots: list[Spot]) -> Iterator[int]:
    """The numbers of the marks in a text that stand before the texts they were put before."""
    for found in mark.finditer(data):
        text = spots[int(found[1])].text
        if text is not None and data.startswith(text, found.end()):
            yield int(found[1])


def take_back(free: list[int], table: re.Match[str] | None) -> None:
    """Take back the spots that come behind a table in the markup, but in front of it in the tree.

    That is text in no cell, which the parser moves out of the table ("foster parenting"). It leaves there what is white
    space alone, so that no link can be cut out of it.
    """
    while table and free and free[-1] > int(table[1]):
        free.pop()
