"""`Linkify`, an object that markdown-it-py accepts as `md.linkify`, in place of linkify-it-py's.

markdown-it-py's inline rule calls `match_at_start`, and its core rule calls `pretest`, `test` and `match`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from linksift.arguments import instance_of
from linksift.finding import BUILT_IN_KINDS, Finder
from linksift.linking import Link, Linker, text_and_links

_MAX_LENGTH = 512
"""The maximum number of characters searched, kept small because markdown-it-py calls again at each `://`."""

_START = re.compile(rf"[^\s<>]{{0,{_MAX_LENGTH}}}+")

_HOST_AND_MARK = re.compile(r"[^/?#]*+//[^/?#]*+(?<=_)")
"""A URI that ends with its host and `_`. No host name ends that way, so the `_` marks emphasis."""


@dataclass(frozen=True, slots=True)
class LinkifyMatch:
    """A link as markdown-it-py reads it: its URL, text, span (code points, half-open), and scheme with the colon (""
    for a name without a scheme)."""

    url: str
    text: str
    index: int
    last_index: int
    schema: str


class Linkify:
    """Finds links for markdown-it-py with a linker, whose policy only decides which matches are links.

    >>> Linkify().match("See www.a.example.")
    [LinkifyMatch(url='http://www.a.example', text='www.a.example', index=4, last_index=17, schema='')]
    """

    __slots__ = ("_at_start", "linker")

    linker: Linker
    _at_start: Linker

    def __init__(self, linker: Linker | None = None) -> None:
        self.linker = Linker() if linker is None else instance_of("linker", Linker, linker)
        self._at_start = Linker(_of_uris(self.linker.finder), self.linker.policy)

    def pretest(self, text: str) -> bool:
        """Whether text may contain a link.

        >>> Linkify().pretest("See the manual")
        False
        """
        return ":" in text or "@" in text or "." in text or bool(self.linker.finder.matchers)

    def test(self, text: str) -> bool:
        """Whether text contains a link."""
        return next(_matches(text, self.linker), None) is not None

    def match(self, text: str) -> list[LinkifyMatch] | None:
        """The links in a text, in order, or None."""
        return list(_matches(text, self.linker)) or None

    def match_at_start(self, text: str) -> LinkifyMatch | None:
        """The link at the beginning of a text, if its URI needs no encoding and is not overly long.

        markdown-it-py continues after as many characters as `url` has, so IRIs are left to `match`.

        >>> Linkify().match_at_start("http://a.example/__init__.py *b*").url
        'http://a.example/__init__.py'
        >>> Linkify().match_at_start("http://a.example_ b").url
        'http://a.example'
        """
        start = _START.match(text)
        if start is None or len(start[0]) == _MAX_LENGTH:
            return None
        first = next(_matches(start[0], self._at_start), None)
        if first and _HOST_AND_MARK.fullmatch(first.text):
            first = next(_matches(first.text.rstrip("_"), self._at_start), None)
        return first if first and first.index == 0 and first.url == first.text else None


def _of_uris(finder: Finder) -> Finder:
    """The finder, limited to URIs with a scheme."""
    return Finder(
        finder.profile,
        kinds={"uri"},
        schemes=finder.schemes,
        rejoin="never",
        default_scheme=finder.default_scheme,
        top_level_domains=finder.top_level_domains,
        templates=finder.templates,
        max_length=finder.max_length,
    )


def _matches(text: str, linker: Linker) -> Iterator[LinkifyMatch]:
    found = text_and_links(text, linker.finder.find(text), linker.policy, on_page=False, finder=linker.finder)
    return (_match(part) for part in found if isinstance(part, Link))


def _match(link: Link) -> LinkifyMatch:
    match = link.match
    scheme = link.href.partition(":")[0] + ":"
    own = match.kind not in BUILT_IN_KINDS
    named = own or match.kind == "email" or match.text.lower().startswith(scheme.lower())
    return LinkifyMatch(link.href, match.text, match.start, match.end, scheme.lower() if named else "")
