"""Inserts links into markup: the finder searches its text, and the parser decides where links may be."""

import re
from collections.abc import Iterable, Iterator

from linksift.finding import Finder, Match
from linksift.linking.existing_html.edits import Edit, edited, edits_in_source
from linksift.linking.existing_html.insertion_points import InsertionPoint, linkable_points
from linksift.linking.existing_html.text_runs import TextRun, source_end, source_start, text_runs
from linksift.linking.html_output import escape_html, start_tag
from linksift.linking.link import Part
from linksift.linking.policy import Policy
from linksift.linking.skipped_elements import SKIPPED_ELEMENTS
from linksift.linking.text_and_links import text_and_links

_SURROGATE = re.compile("[\ud800-\udfff]")


def insert_links(markup: str, finder: Finder, policy: Policy, skip: Iterable[str]) -> str:
    """Markup with links in its text, as `linkify_html` returns it.

    >>> insert_links("<h1>http://a.example</h1>www.b.example", Finder(), Policy(rel=None), ["h1"])
    '<h1>http://a.example</h1><a href="http://www.b.example">www.b.example</a>'
    """
    names = SKIPPED_ELEMENTS.union(name.lower() for name in ([skip] if isinstance(skip, str) else skip))
    unix = _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", re.sub(r"\r\n?", "\n", markup))
    found = [(run, list(finder.finditer(run.text))) for run in text_runs(unix)]
    points = [point for run, matches in found for point in insertion_points(unix, run, matches)]
    if not points:
        return markup
    free = linkable_points(unix, points, names)
    edits: list[Edit] = []
    for run, matches in found:
        allowed = [match for match in matches if source_start(run, match.start) in free]
        for part in text_and_links(run.text, allowed, policy, marks_hazards=True):
            edits += link_edits(run, part)
    return edited(markup, edits_in_source(markup, edits))


def insertion_points(markup: str, run: TextRun, matches: Iterable[Match]) -> Iterator[InsertionPoint]:
    """The insertion points of a run's matches, except those with a tag in them."""
    for match in matches:
        start = source_start(run, match.start)
        if "<" not in markup[start : source_end(run, match.end)]:
            yield InsertionPoint(start, match.text)


def link_edits(run: TextRun, part: Part) -> list[Edit]:
    """The edits for a part of a run. A link text that equals the match keeps the spelling of the markup."""
    if isinstance(part, str):
        return []
    start, end = source_start(run, part.match.start), source_end(run, part.match.end)
    if part.text == part.match.text:
        return [Edit(start, start, start_tag(part)), Edit(end, end, "</a>")]
    return [Edit(start, end, f"{start_tag(part)}{escape_html(part.text)}</a>")]
