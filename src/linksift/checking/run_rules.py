"""Checks the pieces that a document reader yields: finds the links in each piece and applies the selected rules.

A mark exempts a line from all rules (`linksift: ignore`) or some of them (`linksift: ignore[rule, ...]`).
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, groupby

from linksift.checking import deceptive, invalid, wrapped
from linksift.checking.link_problem import Fault, LinkProblem
from linksift.checking.mistyped_links import Unfound, is_markdown, unfound, unlinked
from linksift.documents import (
    MEBI,
    Chunks,
    LinkInContext,
    Location,
    Piece,
    Problem,
    Source,
    StatedReference,
    Text,
    extract_links,
)
from linksift.finding import Finder

# ---- Marks that exempt lines -----------------------------------------------------------------------------------------

_MARK = re.compile(r"\blinksift: ?ignore\b(?:\[([^\[\]\n]*+)\])?(?![\w-])")

EVERY = "every rule"
"""Takes the place of the rule names in a mark that lists none."""


IgnoreMarks = dict[int, set[str]]
"""The names of the rules and groups in the marks of a source, by line number."""


def ignore_marks(source: Source) -> IgnoreMarks:
    """The marks in a source.

    >>> ignore_marks(Source("# linksift: ignore[a, b.c]")) == {1: {"a", "b.c"}}
    True
    """
    names: IgnoreMarks = {}
    for found in _MARK.finditer(source.text):
        line, _ = source.line_and_column(found.start())
        names.setdefault(line, set()).update([EVERY] if found[1] is None else re.split(r"[\s,]+", found[1]))
    return names


def is_exempt(problem: LinkProblem, marks: IgnoreMarks) -> bool:
    """Whether a mark on any line of the link exempts it from the rule.

    >>> from linksift.checking.link_problem import Fault
    >>> from linksift.documents import Location, Locator
    >>> marks = ignore_marks(Source("a\\n# linksift: ignore[invalid.host]"))
    >>> problem = LinkProblem(Fault("invalid.host", ""), "", "http://a..b", Location(None, Locator(), None, 1, 1), 2)
    >>> is_exempt(problem, marks), is_exempt(problem._replace(end_line=1), marks)
    (True, False)
    >>> is_exempt(problem._replace(fault=Fault("invalid.port", "")), marks)
    False
    """
    first, last, rule = problem.location.line, problem.end_line, problem.fault.rule
    wanted = {rule, rule.partition(".")[0], EVERY}
    return first is not None and last is not None and any(marks.get(n, set()) & wanted for n in range(first, last + 1))


# ---- Checking --------------------------------------------------------------------------------------------------------

LONGEST = 256 * MEBI
"""The maximum number of characters of plain text that are checked, since all of them are kept in memory."""


@cache
def checking_finder() -> Finder:
    """The finder for checking, which reads placeholders as part of a URI so that they can be recognized."""
    return Finder(profile="document", kinds={"uri", "suffix"}, templates={"{}", "{{}}", "${}", "%()s"})


OnProblem = Callable[[Problem], object]
"""Called for each part that could not be read."""


def check_pieces(
    pieces: Iterable[Piece], finder: Finder, path: str | None, on_problem: OnProblem, names: frozenset[str]
) -> Iterator[list[LinkProblem]]:
    """The problems that the rules with these names find in a document, ordered by piece and, within a source, by
    location; all problems of one source are yielded together."""
    counts = Counter[tuple[str, str]]()
    whole = (_whole(piece, on_problem) for piece in pieces)
    for source, together in groupby(whole, key=lambda piece: getattr(piece, "source", None)):
        found = chain.from_iterable(_in_piece(piece, finder, path, on_problem) for piece in together)
        reported = _distinct(problem for problem in found if problem.fault.rule in names)
        marks = ignore_marks(source) if source is not None and reported else {}
        numbered = []
        for problem in reported:
            if not is_exempt(problem, marks):
                counts[problem.fault.rule, problem.text] += 1
                numbered.append(problem._replace(number=counts[problem.fault.rule, problem.text]))
        yield numbered


def _whole(piece: Piece, on_problem: OnProblem) -> Piece:
    """The piece, with text that comes in chunks joined into a single text of at most about `LONGEST` characters."""
    if not isinstance(piece, Chunks):
        return piece
    parts: list[str] = []
    size = 0
    for chunk in piece.chunks:
        parts.append(chunk)
        size += len(chunk)
        if size > LONGEST:
            on_problem(Problem(f"only the first {LONGEST // MEBI} MiB were read", piece.locator))
            break
    text = "".join(parts)
    return Text(text, Source(text), locator=piece.locator)


def _in_piece(piece: Piece, finder: Finder, path: str | None, on_problem: OnProblem) -> Iterator[LinkProblem]:
    if isinstance(piece, StatedReference):
        yield from _in_reference(piece, finder, path)
        return
    for link in extract_links([piece], finder, path, on_problem):
        yield from _of_link(link, getattr(piece, "source", None))
    if isinstance(piece, Text):
        for start, end, fault in chain(unfound(piece.text), _unlinked(piece) if is_markdown(path) else ()):
            first, last = piece.origin(start), piece.origin_of_end(end)
            yield _problem(fault, "", piece.text[start:end], Location(path, piece.locator), piece.source, first, last)


def _unlinked(piece: Text) -> Iterator[Unfound]:
    """The links in Markdown text that contain a space, except those in code and HTML that the reader leaves out."""
    ends = [end for _, end in sorted(piece.skip)]
    starts = [start for start, _ in sorted(piece.skip)]
    for found in unlinked(piece.text):
        after = bisect_right(ends, found.start)
        if after == len(starts) or starts[after] >= found.end:
            yield found


def _in_reference(stated: StatedReference, finder: Finder, path: str | None) -> Iterator[LinkProblem]:
    refused: list[Problem] = []
    for link in extract_links([stated], finder, path, refused.append):
        yield from _of_link(link, stated.source)
    for fault in chain.from_iterable(invalid.faults_of_refused(stated) for _ in refused):
        place = Location(path, stated.locator, stated.stated_by)
        yield _problem(fault, "", stated.reference, place, stated.source, stated.start, stated.end)


def _of_link(link: LinkInContext, source: Source | None) -> Iterator[LinkProblem]:
    match, place = link.found.match, link.found.location
    first, last = match.start, match.end
    if source is not None and match.kind != "stated":
        first, last = (place.start or 0) - source.start, (place.end or 0) - source.start
    for fault in chain(wrapped.faults(link), invalid.faults(link), deceptive.faults(link)):
        if source is not None and source.text[first:last] != match.text:
            fault = fault._replace(replacement=None)
        yield _problem(fault, match.uri, match.text, place, source, first, last)


def _problem(
    fault: Fault, uri: str, text: str, place: Location, source: Source | None, start: int, end: int
) -> LinkProblem:
    """The problem for a fault; `start` and `end` are offsets in the text of the source."""
    if source is None:
        return LinkProblem(fault._replace(replacement=None), uri, text, place)
    line, column = source.line_and_column(start)
    place = place._replace(line=line, column=column, start=source.start + start, end=source.start + end)
    return LinkProblem(fault, uri, text, place, *source.line_and_column(end))


def _distinct(problems: Iterable[LinkProblem]) -> list[LinkProblem]:
    """The problems in the order of their source, with at most one problem per rule at each location."""
    found: dict[tuple[int, str], LinkProblem] = {}
    unplaced: list[LinkProblem] = []
    for problem in problems:
        if problem.location.start is None:
            unplaced.append(problem)
        else:
            found.setdefault((problem.location.start, problem.fault.rule), problem)
    return unplaced + sorted(found.values(), key=lambda problem: problem.location.start or 0)
