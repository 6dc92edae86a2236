"""A URI that is joined across line ends, one break at a time, as long as the evidence supports it."""

import math
import re
from collections.abc import Callable
from typing import NamedTuple

from linksift.finding.joining.break_facts import facts_of
from linksift.finding.joining.certain_ends import ENDS_FOR_SURE
from linksift.finding.joining.evidence.proofs import query_goes_on
from linksift.finding.joining.evidence.vetoes import VETOES
from linksift.finding.joining.seam import Seam, ends_in_closer, ends_in_typeset_hyphen, joined
from linksift.finding.joining.text_layout import Layout, Line
from linksift.finding.joining.weights import PRIOR, PROOF_SCORE, VETO_SCORE, possible_weights
from linksift.finding.match import Step
from linksift.finding.scan.host_names import completes_name
from linksift.finding.scan.names.www_names import SUFFIXES
from linksift.lazy_pattern import lazy_pattern

MOST_BREAKS = 16
"""The maximum number of line ends across which a URI is joined."""

LONGEST_CHAIN = 4096
"""A URI longer than this, including its breaks, is not joined any further."""

ALTERNATIVE_THRESHOLD = -4.0
"""A join is chosen if its evidence sums to more than 0; otherwise it becomes an alternative if the sum exceeds this.

A URI that ends before a chosen join is an alternative if the evidence for the join sums to less than the negative of
this value; a URI that ends before the first join is always an alternative.
"""


_NUMBER = lazy_pattern(r"\n\s*(\d{1,4})\s*\n")
_NAME = lazy_pattern(r"([\w\-]+(?:\.[\w\-]+)+)([^\w\-]?)")
"""A name with dots at the start of a line, and the character after it."""

_OTHER_ENTRY = lazy_pattern(r"(?:\A|[,;:=(|])(?:www|ftp)\.|://|(?<!/)@\w", re.IGNORECASE)
"""A name, URI or address, perhaps in a later field of the same row."""

_TELEPHONE_NUMBER = lazy_pattern(r"(?=.*[+()/.\-])[+(]?[0-9][0-9()/.\-]{5,}")


class Verdict(NamedTuple):
    """The sum of the evidence about one break, and the contribution of each feature to it."""

    total: float
    contributions: tuple[tuple[Callable[..., object], float], ...]

    @property
    def chance(self) -> float:
        """The probability that the URI continues after the break: the sum is its log odds.

        >>> Verdict(0.0, ()).chance
        0.5
        """
        return 1 / (1 + math.exp(-self.total))

    def remarks(self, gap: tuple[int, int]) -> tuple[Step, ...]:
        """The evidence for the decision, as remarks on the break."""
        side, (start, end) = 1 if self.total > 0 else -1, gap
        return tuple([Step(by, start, end, None) for by, score in self.contributions if score * side > 0])


def settled(by: Callable[..., object], score: float = PROOF_SCORE) -> Verdict:
    """The verdict of one rule that needs no other evidence: a proof, or a veto."""
    return Verdict(score, ((by, score),))


def weigh(seam: Seam) -> Verdict:
    """The verdict on one break: a veto, a proof, or the sum of all evidence."""
    for veto in VETOES:
        if veto(seam):
            return settled(veto, VETO_SCORE)
    if query_goes_on(seam):
        return settled(query_goes_on)
    total, found = PRIOR, []
    for by, score, _ in possible_weights(facts_of(seam)):
        if strength := by(seam):
            total += score * strength
            found.append((by, score * strength))
    return Verdict(total, tuple(found))


class Chain(NamedTuple):
    """A URI with the breaks joined in it so far: `uri` is its text without `gaps`, which are spans in the source.

    `dropped` lists the starts of the gaps before which `uri` also leaves out a hyphen that no URI can contain.
    `chances` contains, for each gap, the probability that the URI continues after it.
    """

    layout: Layout
    start: int
    first: Line
    line: Line
    uri: str
    end: int
    gaps: tuple[tuple[int, int], ...] = ()
    chances: tuple[float, ...] = ()
    dropped: tuple[int, ...] = ()
    remarks: tuple[Step, ...] = ()

    @classmethod
    def begun(cls, layout: Layout, start: int, end: int) -> "Chain | None":
        """The chain of a text on one line, without breaks; None if the line is too long."""
        line = layout.line_of(start)
        return cls(layout, start, line, line, layout.text[start:end], end) if line else None

    @property
    def is_name(self) -> bool:
        """Whether this is a `www.` or `ftp.` name, to which a scheme is added (RFC 3986, 4.5)."""
        return self.uri[:4].lower() in SUFFIXES

    def seam(self) -> Seam | None:
        """The break after the URI so far, if the URI may continue there. The evidence reads a name as the URI that it
        stands for."""
        if self.end < self.line.text_end or ends_in_closer(self.uri):
            return None
        if ENDS_FOR_SURE.match(self.layout.text, self.end):
            return None
        if len(self.gaps) == MOST_BREAKS or self.end - self.start > LONGEST_CHAIN:
            return None
        following = self.layout.continuation_of(self.line)
        if following is None or not following.stripped:
            return None
        uri = f"http://{self.uri}" if self.is_name else self.uri
        seam = Seam(self.layout, self.start, uri, (self.first, self.line, following), len(self.gaps))
        return seam if seam.word and not (self.is_name and is_another_entry(self.uri, seam)) else None

    def gap(self, seam: Seam) -> tuple[int, int]:
        """The break as a span in the source, including the prefix and the indentation of the next line."""
        return self.end, seam.next.text_end - len(seam.next.stripped)

    def joined_at(self, seam: Seam, verdict: Verdict) -> "Chain":
        """This chain, continued across a break."""
        return self.appended(seam.next, self.gap(seam), seam.piece, verdict)

    def appended(self, line: Line, gap: tuple[int, int], piece: str, verdict: Verdict) -> "Chain":
        """This chain, extended by a piece that begins after a gap, on a line."""
        return Chain(
            self.layout,
            self.start,
            self.first,
            line=line,
            uri=joined(self.uri, piece),
            end=gap[1] + len(piece),
            gaps=(*self.gaps, gap),
            chances=(*self.chances, verdict.chance),
            dropped=(*self.dropped, gap[0]) if ends_in_typeset_hyphen(self.uri) else self.dropped,
            remarks=self.remarks + verdict.remarks(gap),
        )


def is_another_entry(name: str, seam: Seam) -> bool:
    r"""Whether the line after a name without a scheme has a name, an address or a telephone number of its own, as in
    signatures and tables.

    >>> texts = "github.example/joe", "b,www.b.example/", "+1-555-0199", "c.html", "/@joe/tea"
    >>> [is_another_entry("www.a.example", Seam.in_text(f"http://www.a.example\n{text}")) for text in texts]
    [True, True, True, False, False]
    """
    host, slash, _ = name.partition("/")
    following, known = _NAME.match(seam.word), seam.layout.top_level_domains
    may_be_other = following and (following[2] or not slash)  # a path may continue with the name of a file
    if following and may_be_other and completes_name(host, known) and completes_name(following[1], known):
        return True
    return _OTHER_ENTRY.search(seam.word) is not None or _TELEPHONE_NUMBER.fullmatch(seam.word) is not None


class Extension(NamedTuple):
    """A chain extended according to the evidence, its close alternatives, and the evidence against the next join.

    `near_miss` continues across the next break, and `shorter` ends at the last break (except the first) that was joined
    despite doubt. `chance_of_end` is the probability that the URI does not continue at the next break, or 1 if there is
    none. The same probability for `shorter` is stored next to it.
    """

    chain: Chain
    near_miss: Chain | None = None
    against: tuple[Step, ...] = ()
    chance_of_end: float = 1.0
    shorter: tuple[Chain, float] | None = None


def extend(chain: Chain) -> Extension:
    """Join a URI across line ends as long as the evidence supports it."""
    shorter = None
    while (seam := chain.seam()) is not None:
        verdict = weigh(seam)
        if verdict.total <= 0:
            near_miss = chain.joined_at(seam, verdict) if verdict.total > ALTERNATIVE_THRESHOLD else None
            return Extension(chain, near_miss, verdict.remarks(chain.gap(seam)), 1 - verdict.chance, shorter)
        if chain.gaps and verdict.total < -ALTERNATIVE_THRESHOLD:
            shorter = chain, 1 - verdict.chance
        chain = chain.joined_at(seam, verdict)
        if seam.rest:
            break
    return Extension(chain, shorter=shorter)


def with_page_number(chain: Chain) -> Chain | None:
    """The reading of a chain in which the URI includes the first number that was skipped as a page number."""
    text, place = chain.layout.text, chain.start
    uri = ""
    for gap, (start, end) in enumerate(chain.gaps):
        uri += text[place:start]
        place = end
        if (number := _NUMBER.search(text, start, end)) is not None and chain.uri.startswith(uri):
            gaps = (*chain.gaps[:gap], (start, number.start(1)), (number.end(1), end), *chain.gaps[gap + 1 :])
            return chain._replace(uri=uri + number[1] + chain.uri[len(uri) :], gaps=gaps)
    return None
