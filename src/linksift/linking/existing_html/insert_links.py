"""Inserts links into markup: the finder searches its text, and the parser decides where links are allowed."""

import re
from collections.abc import Iterable, Iterator

from linksift.finding import Finder, Match, link_filter
from linksift.inline_boundaries import find_over_seams
from linksift.linking.existing_html.edits import Edit, edited, edits_in_source
from linksift.linking.existing_html.linkable_points import InsertionPoint, linkable_points
from linksift.linking.existing_html.text_runs import TextRun, pieces, run_without_tags, text_runs
from linksift.linking.html_output import anchor, start_tag
from linksift.linking.link_record import Part
from linksift.linking.policy import Policy
from linksift.linking.segments import text_and_links
from linksift.linking.skipped_elements import SKIPPED_ELEMENTS, elements_to_skip

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
    found = [(run, list(find_over_seams(finder, run.text, run.seams))) for run in runs]
    points = [point for run, matches in found for match in matches for point in insertion_points(unix, run, match)]
    if not points:
        return markup
    free = linkable_points(unix, points, skipped) if has_tags else {point.offset for point in points}
    edits: list[Edit] = []
    for run, matches in found:
        allowed = [
            match for match in matches if all(point.offset in free for point in insertion_points(unix, run, match))
        ]
        for part in text_and_links(run.text, allowed, policy, on_page=True, finder=finder):
            edits += link_edits(unix, run, part)
    return edited(markup, edits_in_source(markup, edits))


def insertion_points(markup: str, run: TextRun, match: Match) -> Iterator[InsertionPoint]:
    """The insertion points for a match: one for each of its pieces between tags."""
    for piece in pieces(markup, run, match.start, match.end):
        yield InsertionPoint(piece.source_start, run.text[piece.start : piece.end])


def link_edits(markup: str, run: TextRun, part: Part) -> Iterator[Edit]:
    """The edits for a part of a run. Each piece of a match between tags becomes a separate link, so that no tag is
    moved. A link text that equals the match keeps the spelling of the markup; any other replaces the first piece."""
    if isinstance(part, str):
        return
    first, *others = pieces(markup, run, part.match.start, part.match.end)
    if part.text != part.match.text or part.hidden:
        yield Edit(first.source_start, first.source_end, anchor(part))
        yield from (Edit(piece.source_start, piece.source_end, "") for piece in others)
        return
    for piece in (first, *others):
        yield Edit(piece.source_start, piece.source_start, start_tag(part))
        yield Edit(piece.source_end, piece.source_end, "</a>")
