"""Suffix references: `www.` and `ftp.` names without a scheme, as people write them (RFC 3986, 4.5)."""

import re
from collections.abc import Iterator

from linksift.finding.match import Candidate
from linksift.finding.scan.authority import host, is_complete_name, with_port
from linksift.finding.scan.running_text import candidate_up_to, read_hierarchical, start_scan
from linksift.finding.scan.scanned_text import ScannedText

NOT_AFTER = r"\w.\-@/\\\u00ad\u200c\u200d"
"""What no name without a scheme stands behind: it would be a part of something else."""

TRIGGERS = tuple(
    rf"{last}\.(?<=(?<![{NOT_AFTER}]){first}\.)(?=[^\W_]|[^\x00-\x7f])"
    for last, first in (("w", "[Ww][Ww]w"), ("W", "[Ww][Ww]W"), ("p", "[Ff][Tt]p"), ("P", "[Ff][Tt]P"))
)
"""One for each last letter: a pattern with a literal prefix is searched many times faster than one with a class."""


def suffix_references(source: ScannedText, hit: re.Match[str]) -> Iterator[Candidate]:
    """The suffix reference whose first dot a trigger hit: `www.` has the default scheme, `ftp.` has ftp."""
    scheme = "ftp" if source.text[hit.start()] in "pP" else source.default_scheme
    candidate = candidate_of_name(source, hit.start() - 2) if source.schemes.may_default_to(scheme) else None
    if candidate is not None:
        yield candidate._replace(kind="suffix", prefix=f"{scheme}://")


def candidate_of_name(source: ScannedText, start: int) -> Candidate | None:
    """The name that begins at `start`, with what follows it, when it stands under a known top-level domain.

    What goes on to an `@` as a user or an address does is no name.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> candidate_of_name(ScannedText("www.a.example:80/b.", Schemes(None)), 0).text
    'www.a.example:80/b.'
    >>> others = ("www.a.unknown", "www.a.example:b@c", "www.a.example+b@c")
    >>> [candidate_of_name(ScannedText(text, Schemes(None)), 0) for text in others]
    [None, None, None]
    """
    if start < source.position:
        return None
    state = start_scan(source, start)
    end = host(state, start)
    if end < 0 or not is_complete_name(source.text, start, end) or source.at_sign_after_user(end) >= 0:
        return None
    end = read_hierarchical(state, with_port(state, start, end), start, source.limit(start))
    candidate = candidate_up_to(state, end) if end >= 0 else None
    return candidate._replace(variants=()) if isinstance(candidate, Candidate) else None
