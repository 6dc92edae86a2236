"""Suffix references: `www.` and `ftp.` names without a scheme, as people write them (RFC 3986, 4.5)."""

import re
from collections.abc import Iterator

from linksift.finding.match import Candidate
from linksift.finding.scan.authority import completes_name
from linksift.finding.scan.plain import candidate_up_to, read_hierarchical, run_from
from linksift.finding.scan.schemes import Schemes

NOT_BEHIND = r"\w.\-@/\\"
"""What no name without a scheme stands behind: it would be a part of something else."""

TRIGGERS = tuple(
    rf"{last}\.(?<=(?<![{NOT_BEHIND}]){first}\.)(?=[^\W_])"
    for last, first in (("w", "[Ww][Ww]w"), ("W", "[Ww][Ww]W"), ("p", "[Ff][Tt]p"), ("P", "[Ff][Tt]P"))
)
"""One for each last letter: a pattern with a literal prefix is searched many times faster than one with a class."""

_AUTHORITY = re.compile(r"([^/?#:)\]}]*+)[^/?#]*+")


def suffix_references(
    text: str, hit: re.Match[str], schemes: Schemes, max_length: int, default_scheme: str
) -> Iterator[Candidate]:
    """The suffix reference whose first dot a trigger hit: `www.` has the default scheme, `ftp.` has ftp."""
    scheme = "ftp" if text[hit.start()] in "pP" else default_scheme
    candidate = named(text, hit.start() - 2, schemes, max_length) if schemes.may_give(scheme) else None
    if candidate is not None:
        yield candidate._replace(kind="suffix", prefix=f"{scheme}://")


def named(text: str, start: int, schemes: Schemes, max_length: int) -> Candidate | None:
    """The name that begins at `start`, with what follows it, when it stands under a known top-level domain.

    >>> named("www.a.example:80/b.", 0, Schemes(None), 99).text
    'www.a.example:80/b.'
    >>> named("www.a.unknown", 0, Schemes(None), 99), named("www.a.example:80@b.example", 0, Schemes(None), 99)
    (None, None)
    """
    run = run_from(text, start, schemes)
    end = read_hierarchical(run, start, min(len(text), start + max_length + 1), needs_host=True)
    candidate = candidate_up_to(run, end, max_length) if end >= 0 else None
    if not isinstance(candidate, Candidate):
        return None
    authority = _AUTHORITY.match(candidate.text)
    return candidate if authority and "@" not in authority[0] and completes_name(authority[1]) else None
