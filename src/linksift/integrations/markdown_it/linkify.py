"""The object that markdown-it-py expects as `md.linkify`, in the place of linkify-it-py's.

Here belongs what its two rules ask: `match_at_start` the one in lines, `pretest`, `test` and `match` the one over all
text. What it does with the answers is its own.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from linksift.finding import Finder
from linksift.linking import Link, Linker, text_and_links

_LONGEST = 512
"""How much of a line is looked at: at each `://` it is asked again, so that it should not be much."""

_START = re.compile(rf"[^\s<>]{{0,{_LONGEST}}}+")

_HOST_AND_MARK = re.compile(r"[^/?#]*+//[^/?#]*+(?<=_)")
"""A URI that ends in its host and `_`, which is emphasis: no name of a host ends so."""


@dataclass(frozen=True, slots=True)
class LinkifyMatch:
    """A link as markdown-it-py reads it: where it leads, its text, its span (code points, half-open), and its scheme
    with the colon, which is empty for a name without one."""

    url: str
    text: str
    index: int
    last_index: int
    schema: str


class Linkify:
    """Finds links for markdown-it-py by a linker; what else its policy says than which links there are is not asked.

    >>> Linkify().match("See www.a.example.")
    [LinkifyMatch(url='http://www.a.example', text='www.a.example', index=4, last_index=17, schema='')]
    """

    __slots__ = ("_at_start", "linker")

    linker: Linker
    _at_start: Linker

    def __init__(self, linker: Linker | None = None) -> None:
        self.linker = linker or Linker()
        self._at_start = Linker(_of_uris(self.linker.finder), self.linker.policy)

    def pretest(self, text: str) -> bool:
        """Whether there may be a link.

        >>> Linkify().pretest("See the manual")
        False
        """
        return ":" in text or "@" in text or "." in text

    def test(self, text: str) -> bool:
        """Whether there is a link."""
        return next(_matches(text, self.linker), None) is not None

    def match(self, text: str) -> list[LinkifyMatch] | None:
        """The links in a text, in order; None for none."""
        return list(_matches(text, self.linker)) or None

    def match_at_start(self, text: str) -> LinkifyMatch | None:
        """The link by a URI that a text begins with, when it is written as it stands and not overly long.

        markdown-it-py goes on behind as many characters as `url` has, so that IRIs are left to `match`.

        >>> Linkify().match_at_start("http://a.example/__init__.py *b*").url
        'http://a.example/__init__.py'
        >>> Linkify().match_at_start("http://a.example_ b").url
        'http://a.example'
        """
        start = _START.match(text)
        if start is None or len(start[0]) == _LONGEST:
            return None
        first = next(_matches(start[0], self._at_start), None)
        if first and _HOST_AND_MARK.fullmatch(first.text):
            first = next(_matches(first.text.rstrip("_"), self._at_start), None)
        return first if first and first.index == 0 and first.url == first.text else None


def _of_uris(finder: Finder) -> Finder:
    """The finder, for URIs alone."""
    return Finder(
        finder.profile,
        kinds={"uri"},
        schemes=finder.schemes,
        rejoin="never",
        default_scheme=finder.default_scheme,
        max_length=finder.max_length,
    )


def _matches(text: str, linker: Linker) -> Iterator[LinkifyMatch]:
    found = text_and_links(text, linker.finder.finditer(text), linker.policy, marks_hazards=False)
    return (_match(part) for part in found if isinstance(part, Link))


def _match(link: Link) -> LinkifyMatch:
    match = link.match
    scheme = link.href.partition(":")[0] + ":"
    named = match.kind == "email" or match.text.lower().startswith(scheme.lower())
    return LinkifyMatch(link.href, match.text, match.start, match.end, scheme.lower() if named else "")
