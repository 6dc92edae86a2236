"""Joining without an enclosure: the candidates at a hit, with and without the text after the line end."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from linksift.finding.fast_path.whole_uris import fast_match
from linksift.finding.joining.certain_ends import ENDS_FOR_SURE
from linksift.finding.joining.evidence.line_end_hyphens import LONGEST_STEM, Hyphen
from linksift.finding.joining.evidence.proofs import (
    AT_CODE_BREAK,
    is_concatenated,
    line_goes_on,
    scheme_goes_on,
    string_goes_on,
)
from linksift.finding.joining.joined_uri import MOST_BREAKS, Chain, Extension, extend, settled, with_page_number
from linksift.finding.joining.seam import LONGEST_PIECE, NO_PIECE, Seam, is_common_word, trimmed
from linksift.finding.joining.soft_breaks import soft_breaks
from linksift.finding.joining.spaced_out import AT_SPACE, SPACED_COLON, spaced_out
from linksift.finding.joining.text_layout import LINE_END, Layout
from linksift.finding.joining.weights import HYPHEN_MAX_REMAINING, HYPHEN_PRIOR, HYPHEN_WEIGHTS
from linksift.finding.line_prefixes import IN_PREFIX, LONGEST_PREFIX
from linksift.finding.match import Candidate, Match, SkipTo, Step, left_over
from linksift.finding.readings.trim import emphasis
from linksift.finding.scan.character_roles import HYPHENS_BEYOND_ASCII, PUNCTUATION
from linksift.finding.scan.enclosures import LONGEST_EMPHASIS, emphasis_around
from linksift.finding.scan.names.bare_domains import reads_otherwise
from linksift.finding.scan.names.www_names import SUFFIXES, TRIGGERS, begins_with_name, candidate_of_name, scheme_of
from linksift.finding.scan.running_text import candidate_in_text
from linksift.finding.scan.scanned_text import ScannedText
from linksift.lazy_pattern import lazy_pattern

LOOKAHEAD = 64
"""How many code points after a joined URI are read to find its end."""

LAST_MARKS = rf"(?:-\w{{1,40}}+)?+[.\-{HYPHENS_BEYOND_ASCII}]{{0,8}}"
"""What may be trimmed from a URI that the next line continues: `https://a.example-st` may be a host with a suffix, or
the beginning of a longer host."""

LINE_ENDS = lazy_pattern(rf"{LAST_MARKS}{LINE_END}")
AT_PROVEN_BREAK = rf"(?:{AT_CODE_BREAK}|{AT_SPACE}|=\r?\n)"
"""The text after a URI that `proven` may continue; `=` after a host is not part of the URI."""

_AT_PROVEN_BREAK = lazy_pattern(AT_PROVEN_BREAK)
_PLACEHOLDER = r"\{[\w.\[\]()]{0,64}+\}"
"""A variable in a string, or in a script: `{path}`, `${PATH}`."""

_IN_STRING = lazy_pattern(rf"(?:[^{NO_PIECE}'{{}}]|{_PLACEHOLDER}){{0,{LONGEST_PIECE}}}")
_SELDOM_LAST = "/-_=&?#%"
"""After these, code may divide a URI before a common word; after others, the space before prose was forgotten."""

_TO_CODE_BREAK = lazy_pattern(rf"((?:[^{NO_PIECE}'{{}}]|{_PLACEHOLDER}){{1,{LONGEST_PIECE}}}+)(?={AT_CODE_BREAK})")
_LINE_END = lazy_pattern(LINE_END)
_AFTER_DELIMITER = lazy_pattern(r"[/?&.#]-")
_BETWEEN_LETTERS = lazy_pattern("[A-Za-z]{2}-")
_LETTERS = lazy_pattern("[a-z]{2}")
_PIECE = lazy_pattern(f"[^{NO_PIECE}]{{1,{LONGEST_PIECE}}}")
MOST_OF_SCHEME = 4
_REST_OF_SCHEME = lazy_pattern(rf"([A-Za-z]{{0,{MOST_OF_SCHEME}}})://")
_BEGUN_SCHEME = lazy_pattern(r"(?<![A-Za-z0-9+.\-])[A-Za-z]{1,5}(?P<soft>=)?\Z")
_HEAD = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.\-]*:(?://|/?[ \t]*\r?$)|(?i:doi|urn):", re.MULTILINE)
"""The beginning of a URI that may be joined: a scheme with slashes or at a line end, `doi:` or `urn:`."""

_JOINED = ("uri", "suffix")
"""The kinds that are joined; nothing is joined to addresses, bare domains and IP addresses."""

_BEGUN_NAME = lazy_pattern(r"(?i:www|ftp)\.(?:[A-Za-z0-9\-]{1,63}\.){0,8}[A-Za-z0-9\-]{0,63}[ \t]{0,9}+\r?\n")
"""A name at a line end that may lack labels."""


class Joiner:
    """Joins URIs across the line ends of one text."""

    trigger = lazy_pattern(SPACED_COLON)
    line_ends = LINE_ENDS
    ends_for_sure = ENDS_FOR_SURE

    @classmethod
    def fast_match(cls, text: str, colon: int, end: int, group: int) -> Match | None:
        """The match of `fast_match` at a hit, unless its URI ends its line and the next line may continue it."""
        ends_line = cls.line_ends.match(text, end) is not None and cls.ends_for_sure.match(text, end) is None
        return None if ends_line or _AT_PROVEN_BREAK.match(text, end) else fast_match(text, colon, end, group)

    @classmethod
    def kernel_pattern(cls) -> str:
        """For the kernel: the text after a URI that the next line may continue."""
        return rf"(?:(?!{cls.ends_for_sure.pattern}){cls.line_ends.pattern}|{AT_PROVEN_BREAK})"

    def __init__(self, source: ScannedText, typefaces: Mapping[int, bool]) -> None:
        self.source = source
        self.layout = Layout(source.text, source.schemes.top_level_domains, typefaces)

    def with_joined(self, hit: re.Match[str], found: Iterable[Candidate | SkipTo]) -> Iterator[Candidate | SkipTo]:
        """The candidates at a hit; if evidence supports joining one that ends its line, the joined version precedes it.

        >>> text = "http://a.example/?b=\\nc"
        >>> [match.uri for match in linksift.find(text, rejoin="auto")]
        ['http://a.example/?b=c']
        """
        colon = hit.start()
        unfinished = self.source.text[colon] == ":"
        for candidate in found:
            if isinstance(candidate, Candidate) and (candidate.no_trim or candidate.gaps):
                yield with_typeset_hyphens(self.layout, candidate)
                continue
            unfinished = False
            chain = self._chain_of(candidate, colon)
            if chain is None:
                yield candidate
            else:
                yield from self._joined_and_unjoined(chain, candidate)
        chain = None
        if unfinished:
            chain = self._chain_of(None, colon) or cut_in_scheme(self.layout, colon)
        elif hit.re.pattern in TRIGGERS:
            chain = self.begun_name(colon - 2)
        if chain:
            yield from self._joined_and_unjoined(chain, None)

    def _joined_and_unjoined(self, chain: Chain, candidate: Candidate | SkipTo | None) -> Iterator[Candidate | SkipTo]:
        """A candidate that ends its line, preceded by its joined version, if any; each is an alternative to the other.

        Without a candidate (a scheme broken before its `//`), or with SkipTo, there is only the joined version.
        """
        is_proven = bool(chain.gaps)
        chain, near_miss, against, chance_of_end, shorter = self.extension(chain)
        join = self.candidate(chain, chance_of_end)
        near = self.candidate(near_miss) if near_miss else None
        cut = self.candidate(*shorter) if shorter else None
        others = [other for other in (near, cut) if other]
        if join is not None:
            remarks = join.remarks + against
            if isinstance(candidate, Candidate):
                candidate = candidate._replace(confidence=1 - chain.chances[0])
                others.append(candidate)
            if (numbered := with_page_number(chain)) and (kept := self.candidate(numbered)):
                others.append(kept._replace(confidence=left_over((join, *others))))
            yield join._replace(remarks=remarks, variants=tuple(others))
        elif isinstance(candidate, Candidate):
            confidence = 1.0 if chain.gaps else chance_of_end
            remarks = candidate.remarks + (() if is_proven else against)  # else it ends before the breaks
            candidate = candidate._replace(remarks=remarks, variants=tuple(others), confidence=confidence)
        if candidate is not None:
            yield candidate

    def _chain_of(self, candidate: Candidate | SkipTo | None, colon: int) -> Chain | None:
        """The chain of a URI across concatenated strings or the end of its line; of the scheme ending at `colon` if
        there is no candidate."""
        source, text = self.source, self.source.text
        if isinstance(candidate, Candidate):
            start = candidate.start if candidate.kind in _JOINED else -1
            ends_line = start >= 0 and self._ends_line(candidate)
        else:
            scheme_end = colon - text[colon - 1 : colon].isspace()
            start = source.schemes.start_before(text, scheme_end) if text[colon] == ":" else -1
            end = source.last_piece_end(colon + 1) if start >= 0 else -1
            ends_line = 0 <= end <= colon + LONGEST_PIECE and _LINE_END.match(text, end) is not None
            if end == colon + 1 and is_common_word(text[start:colon]) and not source.schemes.only_named:
                ends_line = False  # a label, as in `Example:`, before a path or comment that begins with `//`
        return proven(self.layout, start) or (self.new_chain(start) if ends_line else None)

    def begun_name(self, start: int) -> Chain | None:
        r"""The chain of a `www.` or `ftp.` name whose last labels are on the next line: `www.\na.example`.

        A word after `www.` is prose (`it begins with www.` and `In` on the next line), and so is what looks like a file
        name; `ftp.` alone is a word that ends a sentence.
        """
        chain = self.new_chain(start) if _BEGUN_NAME.match(self.source.text, start) else None
        seam = chain.seam() if chain else None
        if chain is None or seam is None or chain.uri.lower() == "ftp.":
            return None
        if not begins_with_name(chain.uri + seam.word, self.source.schemes):
            return None
        host = seam.word.partition("/")[0].rstrip(".")
        is_word = chain.uri.lower() == "www." and ("." not in host or reads_otherwise(host))
        return None if is_word else chain

    def _ends_line(self, candidate: Candidate) -> bool:
        """Whether a URI in running text is at the end of its line and no emphasis or bracket around it ends there."""
        end = candidate.start + len(candidate.text)
        if candidate.ends_in_closing_bracket or self.line_ends.match(self.source.text, end) is None:
            return False
        stem = candidate.text.rstrip(PUNCTUATION)
        return emphasis(candidate, stem, len(stem)) == len(stem)

    def new_chain(self, start: int) -> Chain | None:
        """The chain from `start` to the end of its line, unless something in it or after it rules out a join."""
        return chain_to_line_end(self.layout, start)

    def extension(self, chain: Chain) -> Extension:
        """The extension of a chain by the evidence."""
        return extend(chain)

    def candidate(self, chain: Chain, chance_of_end: float = 1.0) -> Candidate | None:
        """The candidate of a chain, ended by the rules for running text; None if it ends before its first break.

        `chance_of_end` is the probability that the chain does not continue.
        """
        text, source = chain.layout.text, self.source
        if not chain.gaps or chain.end - chain.start > source.max_length:
            return None
        before = text[max(0, chain.start - LONGEST_EMPHASIS) : chain.start]
        read = before + chain.uri + text[chain.end : chain.end + LOOKAHEAD]
        alone = ScannedText(read, source.schemes, source.max_length)
        if chain.is_name:
            found = candidate_of_name(alone, len(before), "suffix", scheme_of(chain.uri, source))
        else:
            found = candidate_in_text(alone, len(before), len(before) + chain.uri.index(":"))
        if not isinstance(found, Candidate):
            return None
        gaps, end = source_gaps(chain, min(len(found.text), len(chain.uri)))
        if not gaps:
            return None
        remarks = chain.remarks + tuple(Step(step.rule, end, end + 1, None) for step in found.remarks)
        made = Candidate(
            chain.start,
            text[chain.start : end],
            found.enclosure,
            gaps,
            emphasis_around(text, chain.start, end),
            found.ends_in_closing_bracket,
            remarks=remarks,
            typeset_hyphens=tuple([start - chain.start for start in chain.dropped if text[start - 1] == "-"]),
            continuation=source.continuation(end) if found.continuation else None,
            kind=found.kind,
            prefix=found.prefix,
            confidence=math.prod(chain.chances[: len(gaps)]) * (chance_of_end if len(gaps) == len(chain.gaps) else 1),
        )
        return with_typeset_hyphens(chain.layout, made)


def chain_to_line_end(layout: Layout, start: int) -> Chain | None:
    """The chain from `start` to the end of its line, unless something in it or after it rules out a join."""
    text, line = layout.text, layout.line_of(start)
    if line is None or not line.body <= start < line.text_end:
        return None
    uri = text[start : line.text_end]
    if not _HEAD.match(text, start) and uri[:4].lower() not in SUFFIXES:
        return None
    if not _PIECE.fullmatch(uri):
        return None
    return Chain(layout, start, line, line, uri, line.text_end)


def cut_in_scheme(layout: Layout, colon: int) -> Chain | None:
    r"""The chain of a URI whose scheme was cut at a line end; the rest of the scheme, which ends at `colon`, is not a
    scheme itself.

    >>> cut_in_scheme(Layout("> See ht\n> tps://a.example/b now", frozenset()), 14).uri
    'https://a.example/b'
    """
    text, following = layout.text, layout.line_of(colon)
    rest = _REST_OF_SCHEME.match(following.stripped) if following else None
    line = layout.before(following) if following and rest else None
    begun = _BEGUN_SCHEME.search(line.text) if line else None
    if line is None or following is None or begun is None:
        return None
    begin = following.text_end - len(following.stripped)
    prefix = text[following.start : begin]
    if colon != begin + rest.end(1) or len(prefix) > LONGEST_PREFIX or prefix.strip(IN_PREFIX):  # type: ignore[union-attr]
        return None
    start = line.body + begun.start()
    if begun["soft"]:
        return soft_breaks(layout, start)
    seam = Seam(layout, start, begun[0], (line, line, following), 0)
    chain = Chain(layout, start, line, line, begun[0], line.text_end)
    return chain.joined_at(seam, settled(scheme_goes_on)) if scheme_goes_on(seam) else None


def proven(layout: Layout, start: int) -> Chain | None:
    """The chain of a URI across breaks that only code, a typesetter or the coding of mail explains, if any."""
    if start < 0:
        return None
    return in_code(layout, start) or spaced_out(layout, start) or soft_breaks(layout, start)


def in_code(layout: Layout, start: int) -> Chain | None:
    r"""The chain of a URI across strings that the code concatenates, or lines that a backslash continues; None if there
    is no such break.

    >>> in_code(Layout('f("see http://a.example/b/"\n  "c")', frozenset()), 7).uri
    'http://a.example/b/c'
    """
    text = layout.text
    quoted = _TO_CODE_BREAK.match(text, start)
    chain = Chain.begun(layout, *quoted.span(1)) if quoted else None
    if chain is None or ("{" in chain.uri and "://" not in chain.uri):  # an option: `-DNAME:STRING=${NAME}`
        return None
    while (following := layout.after(chain.line)) is not None and len(chain.gaps) < MOST_BREAKS:
        gap, proof = string_goes_on(chain.line, following), string_goes_on
        if gap is None:
            gap, proof = line_goes_on(chain.line, following), line_goes_on
        if gap is None or gap.start != chain.end:
            break
        piece = _IN_STRING.match(text, gap.end)[0]  # type: ignore[index]
        if not piece or (_HEAD.match(piece) and chain.uri[-1] != "="):
            break
        after_piece = gap.end + len(piece)
        if is_common_word(trimmed(piece)) and chain.uri[-1] not in _SELDOM_LAST and text[after_piece].isspace():
            break
        if proof is string_goes_on and not is_concatenated(layout, chain.first, gap, start):
            break
        chain = chain.appended(following, (gap.start, gap.end), piece, settled(proof))
    return chain if chain.gaps else None


def source_gaps(chain: Chain, length: int) -> tuple[tuple[tuple[int, int], ...], int]:
    """The gaps inside a URI of this length, as offsets in the candidate, and the URI's end in the source."""
    gaps: list[tuple[int, int]] = []
    position = chain.start
    for start, end in chain.gaps:
        before = start - (start in chain.dropped)
        if length <= before - position:
            break
        length -= before - position
        gaps.append((start - chain.start, end - chain.start))
        position = end
    return tuple(gaps), position + length


def with_typeset_hyphens(layout: Layout, candidate: Candidate) -> Candidate:
    """A candidate that records the hyphens that a typesetter added before its breaks, and the evidence for them."""
    typeset = list(candidate.typeset_hyphens)
    remarks: list[Step] = []
    for gap in candidate.gaps:
        places = candidate.start + gap[0], candidate.start + gap[1]
        between_letters = _BETWEEN_LETTERS.match(layout.text, places[0] - 3) and _LETTERS.match(layout.text, places[1])
        if not between_letters and not _AFTER_DELIMITER.match(layout.text, places[0] - 2):
            continue  # there is no hyphen, or no evidence could be strong enough to drop it
        hyphen = hyphen_before(layout, places, candidate)
        if hyphen is None or hyphen.in_comment or hyphen.is_silent:
            continue
        contributions = weigh_hyphen(hyphen)
        dropped = HYPHEN_PRIOR + sum(score for _, score in contributions) > 0
        remarks += [Step(by, places[0] - 1, places[1], None) for by, score in contributions if (score > 0) == dropped]
        typeset += [gap[0]] if dropped else []
    if not remarks:  # without evidence, every hyphen is the URI's own
        return candidate
    return candidate._replace(typeset_hyphens=tuple(typeset), remarks=(*candidate.remarks, *remarks))


def weigh_hyphen(hyphen: Hyphen) -> list[tuple[Callable[[Hyphen], float], float]]:
    """The contribution of each feature of a hyphen, until the rest could no longer change the decision."""
    total, found = HYPHEN_PRIOR, []
    for (by, score, _), remaining in zip(HYPHEN_WEIGHTS, HYPHEN_MAX_REMAINING, strict=True):
        if total + remaining <= 0:
            break
        if strength := by(hyphen):
            total += score * strength
            found.append((by, score * strength))
    return found


def hyphen_before(layout: Layout, gap: tuple[int, int], candidate: Candidate) -> Hyphen | None:
    """The hyphen before a gap, if the lines on both sides are not too long."""
    line, following = layout.line_of(gap[0]), layout.line_of(gap[1])
    if line is None or following is None or line is following:
        return None
    start = max(candidate.start, line.body, gap[0] - LONGEST_STEM - 1)
    return Hyphen(layout, layout.text[start : gap[0]], line, following)
