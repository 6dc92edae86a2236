"""Inserts links into the text of existing HTML and leaves the rest unchanged.

The finder searches the text of the markup. Where a link is allowed is decided by the tree that an HTML5 parser builds
from it, even if tags are left open or closed in the wrong order.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from linksift.finding import Finder, Match, link_filter
from linksift.linking.html_output import anchor, start_tag
from linksift.linking.html_text_runs import TextRun, pieces, run_without_tags, text_runs
from linksift.linking.link_and_output_format import Part
from linksift.linking.policy import Policy
from linksift.linking.skipped_elements import SKIPPED_ELEMENTS, ElementsToSkip, elements_to_skip
from linksift.linking.text_and_links import text_and_links
from linksift.notes import edited
from linksift.text_across_tags import find_over_seams, repeats_too_much

# ---- Edits of the markup ---------------------------------------------------------------------------------------------


Edit = tuple[int, int, str]
"""The start and end of a span of the markup, and the text that replaces it."""


def edits_in_source(markup: str, edits: Iterable[Edit]) -> Iterator[Edit]:
    r"""Edits of markup without carriage returns, converted to the offsets of the source that has them.

    >>> list(edits_in_source("\r\na\rb", [(0, 1, ""), (2, 4, "")]))
    [(0, 2, ''), (3, 5, '')]
    """
    pairs = [pair.start() - number for number, pair in enumerate(re.finditer("\r\n", markup))]
    for start, end, text in edits:
        yield start + bisect_left(pairs, start), end + bisect_left(pairs, end), text


# ---- Where a link is allowed -----------------------------------------------------------------------------------------

_TABLE = re.compile(r"(?i)<table(?=[\t\n\f />])")
_TAG = re.compile("<[A-Za-z]")

_SENTINELS = (range(0xE000, 0xF900), range(0xF0000, 0xFFFFE), range(0x100000, 0x10FFFE))
"""The candidates for the sentinel of marks: private-use characters, which no named reference represents."""

_NUMBERED = re.compile("(?i)&#(?:x0*([0-9a-f]{1,6})|0*([0-9]{1,7}))")

_TABLE_MARK = re.compile("linksift-([0-9]{1,9})")
"""An attribute that marks the tag of a table. A forged attribute can only reduce the number of links."""

_BODY = "<!doctype html><body>"
"""Precedes the markup, so that a `noscript` at its beginning is not in a page's head. If the markup itself begins with
these tags, they change nothing."""


class InsertionPoint(NamedTuple):
    """An offset in the markup to look up in the tree: that of a match, or one in a `table` tag (if `text` is None)."""

    offset: int
    text: str | None


def linkable_points(markup: str, points: list[InsertionPoint], skipped: ElementsToSkip) -> set[int]:
    """The offsets of those points, given in order, at which a link is allowed: outside the elements to skip.

    A mark is put at each point and in each `table` tag, and then looked up in the tree. A mark is text next to text, or
    an attribute in a tag, so it changes nothing else there. The tokenizer reads the content of a `noscript` as text,
    but the parser does not, so a point that would fall into the name of a tag is skipped.

    >>> points = [InsertionPoint(3, "c"), InsertionPoint(11, "d"), InsertionPoint(26, "e"), InsertionPoint(31, "f")]
    >>> skipped = ElementsToSkip(frozenset({"code"}))
    >>> sorted(linkable_points("<b>c<code>,d</code><table>e<td>f", points, skipped))
    [3, 31]
    """
    tables = [InsertionPoint(table.end(), None) for table in _TABLE.finditer(markup)]
    in_text = (point for point in points if not _TAG.match(markup, point.offset - 1))
    points = sorted([*in_text, *tables], key=attrgetter("offset"))
    sentinel = unused_sentinel(markup)
    if sentinel is None:
        return set()
    edits: list[Edit] = []
    for number, point in enumerate(points):
        written = f" linksift-{number}" if point.text is None else f"{sentinel}{number}{sentinel}"
        edits.append((point.offset, point.offset, written))
    mark = re.compile(f"{sentinel}([0-9]+){sentinel}")
    return {points[number].offset for number in linkable_numbers(edited(markup, edits), mark, points, skipped)}


def unused_sentinel(markup: str) -> str | None:
    r"""A character that does not occur in the markup, not even as a character reference, so that nobody can forge a
    mark made with it; None if the markup contains all candidates.

    >>> unused_sentinel("a\ue000&#xe001; &#57346")
    '\ue003'
    """
    used = set(markup)
    referenced = {int(digits16, 16) if digits16 else int(digits10) for digits16, digits10 in _NUMBERED.findall(markup)}
    candidates = (chr(code) for code in chain(*_SENTINELS) if code not in referenced)
    return next((sentinel for sentinel in candidates if sentinel not in used), None)


def linkable_numbers(
    marked: str, mark: re.Pattern[str], points: list[InsertionPoint], skipped: ElementsToSkip
) -> list[int]:
    """The numbers of the points where a link is allowed, read from their marks in the tree."""
    from turbohtml.saxparse import SaxHandler, sax_parse

    free: list[int] = []
    inside = 0

    class Tree(SaxHandler):
        """Follows the parser as it walks the tree."""

        def characters(self, data: str) -> None:
            """Collect the points in a text outside the elements to skip."""
            if not inside:
                free.extend(points_in_text(data, mark, points))

        def start_element(self, tag: str, attrs: tuple[tuple[str, str | None], ...]) -> None:
            """Enter an element."""
            nonlocal inside
            inside += inside > 0 or skipped.has(tag, attrs)
            for name, _ in attrs if tag == "table" else ():
                drop_foster_parented(free, _TABLE_MARK.fullmatch(name))

        def end_element(self, tag: str) -> None:
            """Leave an element."""
            nonlocal inside
            inside -= inside > 0

    sax_parse(_BODY + marked, Tree())
    return free


def points_in_text(data: str, mark: re.Pattern[str], points: list[InsertionPoint]) -> Iterator[int]:
    """The numbers of the marks in a text that still precede the text of their points."""
    for found in mark.finditer(data):
        if (text := points[int(found[1])].text) is not None and data.startswith(text, found.end()):
            yield int(found[1])


def drop_foster_parented(free: list[int], table: re.Match[str] | None) -> None:
    """Drop the points that come after a table's tag in the markup, but before the table in the tree.

    They are in text outside all cells, which the parser moves out of the table ("foster parenting"). It leaves white
    space in the table, so that no link can be extracted from that text.
    """
    while table and free and free[-1] > int(table[1]):
        free.pop()


# ---- The links -------------------------------------------------------------------------------------------------------

_SURROGATE = re.compile("[\ud800-\udfff]")
_NONCHARACTER = "\uffff"
"""A character that ends a URI, as a lone surrogate does, and that the parser takes."""


def insert_links(markup: str, finder: Finder, policy: Policy, skip: Iterable[str]) -> str:
    """The markup with links in its text, as `linkify_html` returns it.

    >>> insert_links("<h1>http://a.example</h1>www.b.example", Finder(), Policy(rel=None), ["h1"])
    '<h1>http://a.example</h1><a href="http://www.b.example">www.b.example</a>'
    """
    skipped = elements_to_skip(skip, SKIPPED_ELEMENTS)
    unix = _SURROGATE.sub(_NONCHARACTER, re.sub(r"\r\n?", "\n", markup))
    has_tags = "<" in unix
    searched = unix.removesuffix("</")  # text only because nothing follows; before the tag of a link, a comment
    runs = text_runs(searched, link_filter(finder)) if has_tags else [run_without_tags(unix)]
    found = [(run, linkable_matches(unix, run, finder)) for run in runs]
    points = [point for _, matches in found for _, its_points in matches for point in its_points]
    if not points:
        return markup
    free = linkable_points(unix, points, skipped) if has_tags else {point.offset for point in points}
    edits: list[Edit] = []
    for run, matches in found:
        allowed = [match for match, its_points in matches if all(point.offset in free for point in its_points)]
        for part in text_and_links(run.text, allowed, policy, on_page=True, finder=finder):
            edits += link_edits(unix, run, part)
    return edited(markup, edits_in_source(markup, edits))


def linkable_matches(markup: str, run: TextRun, finder: Finder) -> list[tuple[Match, list[InsertionPoint]]]:
    """The matches in a run, except those whose links would repeat their URI too often, and their insertion points."""
    found = find_over_seams(finder, run.text, run.seams)
    with_points = ((match, insertion_points(markup, run, match)) for match in found)
    return [(match, points) for match, points in with_points if not repeats_too_much(match, len(points))]


def insertion_points(markup: str, run: TextRun, match: Match) -> list[InsertionPoint]:
    """The insertion points for a match: one for each of its pieces between tags."""
    return [
        InsertionPoint(piece.source_start, run.text[piece.start : piece.end])
        for piece in pieces(markup, run, match.start, match.end)
    ]


def link_edits(markup: str, run: TextRun, part: Part) -> Iterator[Edit]:
    """The edits for a part of a run. Each piece of a match between tags becomes a separate link, so that no tag is
    moved. A link text that equals the match keeps the spelling of the markup; any other replaces the first piece."""
    if isinstance(part, str):
        return
    first, *others = pieces(markup, run, part.match.start, part.match.end)
    if part.text != part.match.text or part.hidden:
        yield first.source_start, first.source_end, anchor(part)
        yield from ((piece.source_start, piece.source_end, "") for piece in others)
        return
    for piece in (first, *others):
        yield piece.source_start, piece.source_start, start_tag(part)
        yield piece.source_end, piece.source_end, "</a>"
