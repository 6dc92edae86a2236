"""Proofs: cases in which only a URI explains the text on both sides of a break. A single proof decides."""

from linksift.finding.joining.concatenated_strings import string_break
from linksift.finding.joining.seam import Seam, joined
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

_SCHEME = lazy_pattern(r"(?i:https?|ftp)://")


@rule
def scheme_goes_on(seam: Seam) -> float:
    r"""The line ends in part of http, https or ftp, and the next line starts with the rest and `://`.

    >>> [linksift.find(f"See ht\n{rest}://a.example", rejoin="auto")[0].uri for rest in ("tp", "tps")]
    ['http://a.example', 'https://a.example']
    """
    return float("://" not in seam.uri and _SCHEME.match(joined(seam.uri, seam.piece)) is not None)


@rule
def string_goes_on(seam: Seam) -> float:
    r"""The line ends in a string in source code, and the next line starts with another that the code appends to it.

    >>> linksift.find('f("See http://a.example/b/"\n  "c.html")', rejoin="auto")[0].uri
    'http://a.example/b/c.html'
    """
    return float(string_break(seam.layout, seam.line, seam.next) is not None)
