"""Markup with links: the finder looks at its text, and links are put into the source where the parser lets them be.

Here belongs the order in which that is done.
"""

import re
from collections.abc import Iterable, Iterator

from linksift.finding import Finder, Match
from linksift.linking.elements import LEFT_ALONE
from linksift.linking.html import escaped, start_tag
from linksift.linking.link import Part
from linksift.linking.markup.edits import Edit, edited, in_source
from linksift.linking.markup.runs import Run, end_of, runs_of, start_of
from linksift.linking.markup.spots import Spot, free_places
from linksift.linking.parts import parts
from linksift.linking.policy import Policy

_SURROGATE = re.compile("[\ud800-\udfff]")


def markup_with_links(markup: str, finder: Finder, policy: Policy, skip: Iterable[str]) -> str:
    """Markup with links in its text, as `linkify_html` has it.

    >>> markup_with_links("<h1>http://a.example</h1>www.b.example", Finder(), Policy(rel=None), ["h1"])
    '<h1>http://a.example</h1><a href="http://www.b.example">www.b.example</a>'
    """
    names = LEFT_ALONE.union(name.lower() for name in ([skip] if isinstance(skip, str) else skip))
    unix = _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", re.sub(r"\r\n?", "\n", markup))
    found = [(run, list(finder.finditer(run.text))) for run in runs_of(unix)]
    spots = [spot for run, matches in found for spot in spots_of(unix, run, matches)]
    if not spots:
        return markup
    free = free_places(unix, spots, names)
    edits: list[Edit] = []
    for run, matches in found:
        allowed = [match for match in matches if start_of(run, match.start) in free]
        for part in parts(run.text, allowed, policy, marks=True):
            edits += edits_of(run, part)
    return edited(markup, in_source(markup, edits))


def spots_of(markup: str, run: Run, matches: Iterable[Match]) -> Iterator[Spot]:
    """Where the matches of a run are, but for those with a tag in them."""
    for match in matches:
        start = start_of(run, match.start)
        if "<" not in markup[start : end_of(run, match.end)]:
            yield Spot(start, match.text)


def edits_of(run: Run, part: Part) -> list[Edit]:
    """What a part of a run changes in the markup; a text that is shown as it stands there stays as it is written."""
    if isinstance(part, str):
        return []
    start, end = start_of(run, part.match.start), end_of(run, part.match.end)
    if part.text == part.match.text:
        return [Edit(start, start, start_tag(part)), Edit(end, end, "</a>")]
    return [Edit(start, end, f"{start_tag(part)}{escaped(part.text)}</a>")]
