"""URIs in undecoded quoted-printable, in which `=` at a line end means that the line continues (RFC 2045, 6.7)."""

from linksift.delimiters import NAMED_BY_DNS
from linksift.finding.joining.joined_uri import MOST_BREAKS, Chain, settled
from linksift.finding.joining.seam import LONGEST_PIECE, NO_PIECE
from linksift.finding.joining.text_layout import Layout
from linksift.finding.line_prefixes import REACH
from linksift.finding.scan.enclosed.line_breaks import is_soft_break
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

_RUN = lazy_pattern(rf"[^{NO_PIECE}]{{0,{LONGEST_PIECE}}}")
_ENDS_LINE = lazy_pattern(rf"[^{NO_PIECE}]{{1,{LONGEST_PIECE}}}+(?<==)(?=\r?\n)")


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
        if following is None or not following.stripped or layout.text[following.start] in " \t":
            break
        begin = following.text_end - len(following.stripped)
        piece = _RUN.match(layout.text, begin)[0]  # type: ignore[index]
        before_slashes, slashes, _ = piece.partition("://")
        if slashes and (chain.uri[:-1] + before_slashes).lower() not in NAMED_BY_DNS:
            break
        gap = chain.end - 1, begin
        chain = chain._replace(uri=chain.uri[:-1]).appended(following, gap, piece, settled(soft_line_break))
    return chain if chain.gaps else None


@rule
def soft_line_break(chain: Chain) -> bool:
    r"""The `=` in which a line of 76 characters ends is a soft line break, unless a parameter may end in it.

    Other octets or soft line breaks nearby show the same, also for a line that is a little shorter.

    >>> linksift.find(f"{'a' * 56} http://a.example/b=\nc for more", rejoin="auto")[0].uri
    'http://a.example/bc'
    """
    line, end = chain.line, chain.end
    return end == line.text_end and is_soft_break(chain.layout.text, chain.uri, end, line.start - REACH, end + REACH)
