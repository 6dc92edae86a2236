"""Undoing breaks: the readings of a candidate, likeliest first (Appendix C), and the text of each with a map back.

A URI may be broken by white space, together with the next line's prefix or with the text that separates two pages. All
of that is dropped. A line break right after a hyphen leaves two readings: the hyphen belongs to the URI, or a
typesetter added it. A hyphen that only typesetters print may also represent an ASCII hyphen.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from linksift.delimiters import LINE_BREAKS
from linksift.finding.match import MOST_ALTERNATIVES, Candidate, Step
from linksift.finding.scan.character_roles import NON_BREAKING_HYPHEN, PRINTED_HYPHEN, SOFT_HYPHEN
from linksift.finding.scan.enclosures import LINE_CONTINUATION, STRING_QUOTES
from linksift.finding.scan.escaped_characters import NO_WIDTH
from linksift.finding.scan.uri_end import ESCAPED_AMPERSAND
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule


class EditedText:
    """A text to which steps, in order and disjoint, were applied, and a map back to its source. `starts` and `ends` are
    the offsets in the text between which each step's replacement lies.

    >>> edited = EditedText("a[.]b", [Step(print, 1, 4, ".")])
    >>> edited.text, edited.in_source(Step(repr, 1, 3, None))[1:3]
    ('a.b', (1, 5))
    """

    def __init__(self, source: str, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.starts: list[int] = []
        self.ends: list[int] = []
        pieces: list[str] = []
        position = length = 0
        for _, start, end, replacement in steps:
            made = replacement or ""
            pieces += (source[position:start], made)
            length += start - position
            self.starts.append(length)
            length += len(made)
            self.ends.append(length)
            position = end
        self.text = "".join((*pieces, source[position:]))

    def source_start(self, offset: int) -> int:
        """The position in the source of the character at an offset, or of the start of the text it replaced."""
        before = bisect_right(self.starts, offset) - 1
        if before < 0:
            return offset
        step, end = self.steps[before], self.ends[before]
        return step.start if offset < end else step.end + offset - end

    def source_end(self, offset: int) -> int:
        """The position in the source right after the character before an offset, or after the text it replaced."""
        before = bisect_left(self.starts, offset) - 1
        return offset if before < 0 else self.steps[before].end + max(0, offset - self.ends[before])

    def in_source(self, step: Step) -> Step:
        """A step in the edited text, as a step in the source."""
        start = self.source_start(step.start)
        return step._replace(start=start, end=self.source_end(step.end) if step.end > step.start else start)


_HYPHENS = ("-", PRINTED_HYPHEN, NON_BREAKING_HYPHEN)
_LINE_BREAK = lazy_pattern(f"[{LINE_BREAKS}]")
_PREFIX_ALONE = lazy_pattern(
    rf"[^\S{LINE_BREAKS}]*+(?:\r\n|[{LINE_BREAKS}])[ \t>|#/*\-;%]*[>|#/*\-;%][ \t]*(?:\r\n|[{LINE_BREAKS}])"
)
r"""A line with only a prefix, between two line ends: `\n> \n`."""

UP_TO_HOST_END = lazy_pattern(r"(?:[A-Za-z][A-Za-z0-9+.\-]*+://)?[^/?#]*+")
_SOFT_HYPHEN = lazy_pattern(SOFT_HYPHEN)
_BESIDE, _WORDS = lazy_pattern(r"[ \t]*\S"), lazy_pattern(r"\w{4}|\w\W+\w")
"""The text of another column after a piece of a URI, and before one: no prefix has that many letters."""

_OCTET = lazy_pattern(r"=(3[ADF]|2[3-9A-F]|5F|7E)")
"""An octet in quoted-printable that is punctuation of URIs."""

_QUERY = lazy_pattern(r"\?[^#]*+")
_ESCAPE = lazy_pattern(rf"{NO_WIDTH}|\\(?=[!-/:-@\[-`{{-~])|(?<=\\~)\{{\}}")


class Reading(NamedTuple):
    """One way to read a candidate: its text without the cuts, and a map back to the candidate's text.

    `kept` lists the positions of the breaks after doubtful hyphens that the reading keeps. `share` is its part of the
    candidate's confidence, which is divided among the ways to read doubtful hyphens.
    """

    candidate: Candidate
    edited: EditedText
    kept: tuple[int, ...] = ()
    share: float = 1.0

    @property
    def text(self) -> str:
        """The text without the cuts."""
        return self.edited.text

    @property
    def confidence(self) -> float:
        """The probability that the decisions at white space are right, including those at hyphens if evidence joined
        the lines."""
        return 1.0 if self.candidate.confidence == 1 else self.candidate.confidence * self.share

    @property
    def remarks(self) -> list[Step]:
        """The remarks on the hyphens that the reading keeps."""
        at = self.candidate.start
        return [Step(hyphen_kept, at + place - 1, at + place, None) for place in self.kept]

    def source_end(self, offset: int) -> int:
        """The position in the source right after the character before `offset`."""
        return self.candidate.start + self.edited.source_end(offset)

    def in_source(self, steps: Iterable[Step]) -> list[Step]:
        """The steps that changed or trimmed the text of the reading, as steps in the source."""
        return [self.edited.in_source(step).shifted(self.candidate.start) for step in steps]


# The rules by which a reading differs from the text of its candidate: a reading makes the steps that name them.


@rule
def white_space() -> None:
    """Spaces and tabs inside an enclosure, or that a typesetter left in a URI, are dropped (Appendix C).

    >>> found("<ftp://ds.internic.net/ rfc/rfc1436.txt>")
    ['ftp://ds.internic.net/rfc/rfc1436.txt']
    """


@rule
def line_break() -> None:
    """A line break in an enclosure, or bridged on evidence, is dropped with the next line's indentation (Appendix C).

    >>> found("<ftp://foo.example.\\n   com/rfc/>")
    ['ftp://foo.example.com/rfc/']
    """


@rule
def line_prefix() -> None:
    """A line break in an enclosure, or bridged on evidence, is dropped with the next line's prefix, such as > or #.

    >>> found("> <http://a/b\\n> c>")
    ['http://a/bc']
    """


@rule
def prefix_alone() -> None:
    """A line with only a prefix is skipped once: a program that rewrapped a quotation split the prefix off.

    >>> found("> <http://a/b\\n>\\nc>")
    ['http://a/bc']
    """


@rule
def page_break() -> None:
    r"""Whatever separates two pages is dropped with the break: form feed, blank lines, page number or running header.

    >>> linksift.find("http://a.example/b?c=\n\n12\n\nd-e/f", rejoin="auto")[0].uri
    'http://a.example/b?c=d-e/f'
    """


@rule
def other_column() -> None:
    r"""A line break inside a column is dropped with the text beside the column, and with the border of a table.

    >>> linksift.find("│ http://a.example/b- │\n│ c-d/e.html          │\n│\n│", rejoin="columns")[0].uri
    'http://a.example/b-c-d/e.html'
    """


@rule
def blank_line() -> None:
    r"""A blank line that is only a line break, as in the text of some PDFs, is dropped as one: no page ends there.

    >>> linksift.find("1 See http://a.example/b/\n\nc-d/e.html", rejoin="auto")[0].uri
    'http://a.example/b/c-d/e.html'
    """


@rule
def string_literal() -> None:
    """If source code ends a string and starts another inside a URI, the quotes are dropped with the break.

    >>> found("'<http://a/b'\\n    '/c>'")
    ['http://a/b/c']
    """


@rule
def line_continuation() -> None:
    r"""A backslash at a line end in an enclosure continues the line in source code, so it is dropped with the break.

    >>> found('"http://a/b\\\n    /c"')
    ['http://a/b/c']
    """


@rule
def soft_line_break() -> None:
    """The `=` of a soft line break in quoted-printable is dropped with the break (RFC 2045, 6.7).

    >>> linksift.find(f"{'a' * 56} http://a.example/b=\\nc for more", rejoin="auto")[0].uri
    'http://a.example/bc'
    """


@rule
def octet() -> None:
    """After a soft line break, an octet in quoted-printable is the character that it encodes (RFC 2045, 6.7).

    >>> linksift.find(f"{'a' * 56} http://a.example/b=\\nc?d=3De", rejoin="auto")[0].uri
    'http://a.example/bc?d=e'
    """


@rule
def hyphen_kept() -> None:
    """The hyphen before a line break may be the URI's own, so it is kept; an alternative drops it (Appendix C).

    >>> found("<http://a/b-\\nc>")
    ['http://a/b-c']
    """


@rule
def hyphen_dropped() -> None:
    """The hyphen before a line break may be a typesetter's, so it is dropped with the break (Appendix C).

    >>> [a.uri for m in linksift.find("<http://a/b-\\nc>") for a in m.alternatives]
    ['http://a/bc', 'http://a/b-']
    """


@rule
def hyphen_as_ascii() -> None:
    """A typesetter may have printed the URI's own `-` as another hyphen at a line break (groff_char(7), Unicode 6.2).

    >>> found("<http://a/b\\u2011\\nc>")
    ['http://a/b-c']
    """


@rule
def soft_hyphen() -> None:
    """A soft hyphen only marks where a word may be broken, so it is dropped (Unicode, 23.2).

    >>> found("http://a/b\\u00adc")
    ['http://a/bc']
    """


@rule
def markdown_escape() -> None:
    r"""A backslash before punctuation is an escape of Markdown, LaTeX or a shell, so it is dropped (CommonMark, 2.4).

    In running text, that is true only if the URI continues after it (python-discord#3154; `scan.uri_end.backslash`).
    In the source of a manual page, `\&` before a dot is dropped, too, in a host as elsewhere (groff(7)).

    >>> found(r"<http://a/b\_c> curl http://a/\?b\=c\&d \fBhttp://www\&.a\-b\&.example/c\&.html\fR")
    ['http://a/b_c', 'http://a/?b=c&d', 'http://www.a-b.example/c.html']
    """


@rule
def command_escape() -> None:
    """A caret before an ampersand in a query is an escape of Windows' command prompt, so it is dropped (cmd /?).

    >>> found("start http://a/?b=1^&c=2")
    ['http://a/?b=1&c=2']
    """


class Way(Enum):
    """A way to read a hyphen before a line break."""

    KEPT = "the URI's own"
    DROPPED = "a typesetter's"
    AS_ASCII = "the URI's own, which is a hyphen of ASCII"


LIKELIEST = 0.95
"""The probability that the likeliest way to read a hyphen is right; the others share the rest.

In real documents, 328 of 346 hyphens before a break were the URI's own.
"""

Ways = dict[int, tuple[Way, ...]]
"""The ways to read each doubtful hyphen, likeliest first, by the position of the break after it."""


def readings(candidate: Candidate) -> Iterator[Reading]:
    """The readings of a candidate: the likeliest; then, for each doubtful hyphen, one in which only that hyphen is read
    in its next way; and then one in which all of them are.

    The likeliest reading keeps all hyphens except those that the candidate attributes to a typesetter and those that
    only typesetters print.
    """
    breaks = _breaks(candidate)
    ways = _ways(candidate, breaks)
    for chosen in islice(_choices(ways), MOST_ALTERNATIVES + 1):
        yield _reading(candidate, breaks, ways, chosen)


def _ways(candidate: Candidate, breaks: list[Step]) -> Ways:
    """The ways to read each doubtful hyphen of a candidate."""
    text = candidate.text
    doubtful = [start for by, start, _, _ in breaks if text[start - 1] in _HYPHENS and by in _AFTER_HYPHENS]
    if not doubtful:
        return {}
    # As programs such as `man` print it, the URI is ASCII except for the hyphens before its breaks.
    dropped = dict.fromkeys(doubtful, Way.DROPPED)
    printed = PRINTED_HYPHEN in text and EditedText(text, _cuts(breaks, dropped)).text.isascii()
    return {place: ways_to_read(candidate, place, printed) for place in doubtful}


def ways_to_read(candidate: Candidate, place: int, printed: bool) -> tuple[Way, ...]:
    """The ways to read the hyphen before the break at `place`, likeliest first.

    `printed` says that in this URI, U+2010 was added by a typesetter. In a host it always was (RFC 5892, 2).
    """
    hyphen = candidate.text[place - 1]
    if hyphen == NON_BREAKING_HYPHEN:
        return Way.AS_ASCII, Way.DROPPED
    if hyphen == PRINTED_HYPHEN:
        printed = printed or UP_TO_HOST_END.match(candidate.text, 0, place).end() == place  # type: ignore[union-attr]
        return (Way.DROPPED, Way.AS_ASCII, Way.KEPT) if printed else (Way.KEPT, Way.DROPPED, Way.AS_ASCII)
    return (Way.DROPPED, Way.KEPT) if place in candidate.typeset_hyphens else (Way.KEPT, Way.DROPPED)


def _choices(ways: Ways) -> Iterator[dict[int, Way]]:
    """The ways to read all hyphens: first the likeliest, then the next way for each hyphen alone, then the next way for
    all of them, and so on."""
    likeliest = {place: first for place, (first, *_) in ways.items()}
    yield likeliest
    for step in range(1, len(Way)):
        others = {place: some[step] for place, some in ways.items() if step < len(some)}
        yield from ({**likeliest, place: way} for place, way in others.items())
        if len(others) > 1:
            yield {**likeliest, **others}


def _breaks(candidate: Candidate) -> list[Step]:
    """The cuts of every reading, in order: the gaps, soft hyphens, and the marks of escapes."""
    text = candidate.text
    if candidate.is_delimited_by_standard:
        return []
    cuts = [Step(_break(text[start:end]), start, end, "") for start, end in candidate.gaps]
    marks = [Step(soft_hyphen, *mark.span(), "") for mark in _SOFT_HYPHEN.finditer(text)] if SOFT_HYPHEN in text else []
    if "\\" in text:
        ends = [*(start for start, _ in candidate.gaps), len(text)]
        pieces = zip([0, *(end for _, end in candidate.gaps)], ends, strict=True)
        escapes = (escape for piece in pieces for escape in _ESCAPE.finditer(text, *piece))
        marks += [Step(markdown_escape, *escape.span(), "") for escape in escapes]
    if "^&" in text and not candidate.no_trim and (query := _QUERY.search(text)):
        carets = ESCAPED_AMPERSAND.finditer(text, *query.span())
        marks += [Step(command_escape, *caret.span(), "") for caret in carets]
    if any(cut.rule is soft_line_break for cut in cuts):
        marks += [Step(octet, *found.span(), chr(int(found[1], 16))) for found in _OCTET.finditer(text)]
    return sorted([*cuts, *marks], key=itemgetter(1)) if marks else cuts


_BY_FIRST = {LINE_CONTINUATION: line_continuation, "=": soft_line_break, **dict.fromkeys(STRING_QUOTES, string_literal)}
"""The rules for breaks that begin with a character of their own."""


def _break(gap: str) -> Callable[[], None]:
    """The rule for a break, chosen by the text in it."""
    if gap == "\n":
        return line_break
    if gap[0] in _BY_FIRST:
        return _BY_FIRST[gap[0]]
    if _BESIDE.match(gap) or _WORDS.search(gap.rpartition("\n")[2]):
        return other_column
    breaks = len(_LINE_BREAK.findall(gap.replace("\r\n", "\n")))
    if not breaks:
        return white_space
    if breaks > 1 and not gap.strip(" \t\r\n"):
        return blank_line
    if breaks > 1:
        return prefix_alone if breaks == 2 and _PREFIX_ALONE.match(gap) else page_break
    return line_prefix if gap.strip() else line_break


_AFTER_HYPHENS = (line_break, other_column, line_prefix, prefix_alone, blank_line, page_break)
"""The breaks that make a hyphen before them doubtful: the URI's own, or a typesetter's."""


def _reading(candidate: Candidate, breaks: list[Step], ways: Ways, chosen: dict[int, Way]) -> Reading:
    """The reading with these ways to read the doubtful hyphens."""
    kept = tuple(place for place, way in chosen.items() if way is Way.KEPT)
    share = math.prod(
        LIKELIEST if way is ways[place][0] else (1 - LIKELIEST) / (len(ways[place]) - 1)
        for place, way in chosen.items()
    )
    return Reading(candidate, EditedText(candidate.text, _cuts(breaks, chosen) if chosen else breaks), kept, share)


def _cuts(breaks: list[Step], chosen: dict[int, Way]) -> list[Step]:
    """The cuts of the reading with these ways to read the doubtful hyphens, and the hyphens that become `-`."""
    cuts: list[Step] = []
    for cut in breaks:
        _, start, end, _ = cut
        way = chosen.get(start)
        if way is Way.AS_ASCII:
            cuts.append(Step(hyphen_as_ascii, start - 1, start, "-"))
        cuts.append(Step(hyphen_dropped, start - 1, end, "") if way is Way.DROPPED else cut)
    return cuts
