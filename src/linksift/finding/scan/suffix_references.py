"""Suffix references: `www.` and `ftp.` names without a scheme (RFC 3986, 4.5)."""

import re
from collections.abc import Iterator

from linksift.finding.match import Candidate
from linksift.finding.scan.authority import host, is_complete_name, with_port
from linksift.finding.scan.running_text import candidate_up_to, read_hierarchical, start_scan
from linksift.finding.scan.scanned_text import ScannedText

NOT_AFTER = r"\w.\-@/\\\u00ad\u200c\u200d"
"""Characters after which a name without a scheme is part of something else."""

TRIGGERS = tuple(
    rf"{last}\.(?<=(?<![{NOT_AFTER}]){first}\.)(?=[^\W_]|[^\x00-\x7f])"
    for last, first in (("w", "[Ww][Ww]w"), ("W", "[Ww][Ww]W"), ("p", "[Ff][Tt]p"), ("P", "[Ff][Tt]P"))
)
"""One for each last letter: a pattern with a literal prefix is searched many times faster than one with a class."""


def suffix_references(source: ScannedText, hit: re.Match[str]) -> Iterator[Candidate]:
    """The suffix reference whose first dot a trigger hit: `www.` gets the default scheme, `ftp.` gets ftp."""
    scheme = "ftp" if source.text[hit.start()] in "pP" else source.default_scheme
    candidate = candidate_of_name(source, hit.start() - 2, "suffix", scheme)
    if candidate is not None:
        yield candidate


def candidate_of_name(source: ScannedText, start: int, kind: str, scheme: str) -> Candidate | None:
    """The name at `start` with its port, path and so on, if it is under a known top-level domain.

    It gets the scheme, if that may be added. A user or local part, which goes on to an `@`, is not a name.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> texts = ("www.a.example:80/b.", "www.a.unknown", "www.a.example:b@c", "www.a.example+b@c")
    >>> found = [candidate_of_name(ScannedText(text, Schemes(None)), 0, "suffix", "http") for text in texts]
    >>> [candidate and candidate.text for candidate in found]
    ['www.a.example:80/b.', None, None, None]
    """
    if start < source.position or not source.schemes.may_default_to(scheme):
        return None
    state = start_scan(source, start)
    end = host(state, start)
    if end < 0 or not is_complete_name(source.text, start, end, source.schemes.top_level_domains):
        return None
    if source.at_sign_after_user(end) >= 0:
        return None
    end = read_hierarchical(state, with_port(state, start, end), start, source.limit(start))
    candidate = candidate_up_to(state, end, kind, f"{scheme}://") if end >= 0 else None
    return candidate if isinstance(candidate, Candidate) else None
