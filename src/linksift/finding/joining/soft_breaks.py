"""URIs in undecoded quoted-printable, in which `=` at a line end means that the line continues (RFC 2045, 6.7)."""

import re

from linksift.finding.joining.chain import MOST_BREAKS, Chain, Verdict
from linksift.finding.joining.layout import REACH, Layout
from linksift.finding.joining.seam import LONGEST_PIECE, NO_PIECE
from linksift.finding.joining.weights import PROOF_SCORE
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

LONGEST_ENCODED, SHORTEST_FULL = 76, 73
"""The maximum length of a line, and the minimum of one that the next character, which may be an octet, would exceed."""

_PARAMETERS = frozenset("?#;")
"""The characters before parameters, which a value may follow on the next line."""

_RUN = lazy_pattern(rf"[^{NO_PIECE}]{{0,{LONGEST_PIECE}}}")
_ENDS_LINE = lazy_pattern(rf"[^{NO_PIECE}]{{1,{LONGEST_PIECE}}}+(?<==)(?=\r?\n)")
_ENCODED = lazy_pattern(
    rf"=3D | =20\r?$ | =[CDE][0-9A-F]=[89AB][0-9A-F] | ^[^\n]{{{SHORTEST_FULL - 1},{LONGEST_ENCODED - 1}}}=\r?$",
    re.MULTILINE | re.VERBOSE,
)
"""An octet in quoted-printable, or another line that continues."""


def soft_breaks(layout: Layout, start: int) -> Chain | None:
    r"""The chain of a URI across soft line breaks; None if there is none.

    >>> soft_breaks(Layout(f"{'a' * 56} http://a.example/b=\nc for more", frozenset()), 57).uri
    'http://a.example/bc'
    """
    first = _ENDS_LINE.match(layout.text, start)
    chain = Chain.begun(layout, *first.span()) if first else None
    if chain is None:
        return None
    while len(chain.gaps) < MOST_BREAKS and soft_line_break(chain):
        following = layout.after(chain.line)
        if following is None or not following.stripped:
            break
        begin = following.text_end - len(following.stripped)
        piece = _RUN.match(layout.text, begin)[0]  # type: ignore[index]
        if "://" in piece:
            break
        verdict = Verdict(PROOF_SCORE, ((soft_line_break, PROOF_SCORE),))
        chain = chain._replace(uri=chain.uri[:-1]).appended(following, (chain.end - 1, begin), piece, verdict)
    return chain if chain.gaps else None


@rule
def soft_line_break(chain: Chain) -> bool:
    r"""The `=` in which a line of 76 characters ends is a soft line break, unless a parameter may end in it.

    Other octets or soft line breaks nearby show the same, also for a line that is a little shorter.

    >>> linksift.find(f"{'a' * 56} http://a.example/b=\nc for more", rejoin="auto")[0].uri
    'http://a.example/bc'
    """
    text, line, width = chain.layout.text, chain.line, chain.end - chain.line.start
    if not chain.uri.endswith("=") or chain.end != line.text_end or not SHORTEST_FULL <= width <= LONGEST_ENCODED:
        return False
    if width == LONGEST_ENCODED and _PARAMETERS.isdisjoint(chain.uri):
        return True
    around = (max(0, line.start - REACH), chain.end - 1), (chain.end, chain.end + REACH)
    return any(_ENCODED.search(text, *span) for span in around)
