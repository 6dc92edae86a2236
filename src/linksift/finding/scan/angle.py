"""Angle brackets, and angle brackets with `URL:` (Appendix C; RFC 1738, appendix).

An enclosure begins at `<` with a URI at once, `URL:` before it or not; it ends at the next `>` that is no line's quote
prefix, at `|` (chat labels) or at `\\>` (Markdown's escape). Another `<`, an empty line, or too great a length void it.
"""

import re

from linksift.finding.match import Candidate, Step
from linksift.finding.scan.enclosures import STRING_QUOTES
from linksift.finding.scan.line_breaks import gap_end, line_prefix
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import LONGEST_SCHEME
from linksift.notes import rule

MOST_BREAKS = 1024
"""What white space breaks more often than this is no URI."""

_URL = r"[Uu][Rr][Ll]:\s*"
_URL_PREFIX = re.compile(rf"<{_URL}\Z")
_URL_LABEL = re.compile(_URL)
_LONGEST_URL_PREFIX = 40
_BROKEN_SCHEME = re.compile(rf"<(?:{_URL})?([A-Za-z][A-Za-z0-9+.\-\s]*+)\Z")
_WHOLE = re.compile(r"[^\s<>|\\]++")
_TWO_WORDS = re.compile(r"\s*[^\W\d_]+\s+[^\W\d_]+(?=[\s>|.,;:!?]|\\>)")
_DESIGNATOR = re.compile(r"[A-Za-z]:.*|[\w.\-:]*+[/*&]?", re.DOTALL)
_GLUE = re.compile(r"[\w$]")


def is_in_angles(source: ScannedText, start: int) -> bool:
    """Whether an angle bracket, or one with `URL:`, opens directly before `start`.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> [is_in_angles(ScannedText(text, Schemes(None)), text.index("http")) for text in ("<URL: http://a>", "URL: http://a")]
    [True, False]
    """
    opener = source.last_angle(start)
    if opener < 0 or opener < start - _LONGEST_URL_PREFIX:
        return False
    return opener == start - 1 or _URL_PREFIX.match(source.text, opener, start) is not None


def scheme_start(text: str, opener: int) -> int:
    """Where the scheme begins behind the angle bracket at `opener`, or behind its `URL:`."""
    prefix = _URL_LABEL.match(text, opener + 1)
    return prefix.end() if prefix else opener + 1


def broken_scheme_before(source: ScannedText, colon: int) -> int:
    """Where a known scheme with white space in it begins, behind an angle bracket and before `colon`; or -1.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> broken_scheme_before(ScannedText("<ht\\ntp://a>", Schemes(None)), 6)
    1
    """
    opener = source.angle_before(colon)
    if opener < 0 or opener < colon - 2 * LONGEST_SCHEME:
        return -1
    head = _BROKEN_SCHEME.match(source.text, opener, colon)
    return head.start(1) if head and source.schemes.known("".join(head[1].split())) else -1


def candidate_in_angles(source: ScannedText, start: int, joins: bool) -> Candidate | None:
    """The URI in the angle brackets that open directly before `start`; None where they enclose none.

    What was read in vain is not read again.
    """
    if source.refused == (start, joins):
        return None
    source.refused = start, joins
    return content(source, start, joins)


def content(source: ScannedText, start: int, joins: bool) -> Candidate | None:
    """What stands in angle brackets from `start` on, up to where they close; None where they are void."""
    text = source.text
    marks = None
    gaps: list[tuple[int, int]] = []
    position = begun = start
    limit = source.limit(start)
    while position < limit:
        whole = _WHOLE.match(text, position, limit)
        if whole:
            position = whole.end()
        elif text[position] == "\\" and not text.startswith(">", position + 1):
            position += 1
        elif text[position] in "<>|\\" or (text[position] in " \t" and label(text, position)):
            break
        else:
            marks = line_prefix(source, start) if marks is None else marks
            gap, marks = gap_end(text, position, marks)
            if gap < 0 or not joins or len(gaps) == MOST_BREAKS:
                return None
            if position > begun and text[position - 1] in STRING_QUOTES:
                position, gap = with_string_quotes(text, position, gap)
            gaps.append((position - start, gap - start))
            position = begun = gap
    return enclosed_candidate(text, start, position, gaps) if position < limit else None


def with_string_quotes(text: str, start: int, end: int) -> tuple[int, int]:
    """A break from `start` to `end`, behind a quote, with the quotes where source code closes and opens a string."""
    if text.startswith(text[start - 1], end):
        return start - 1, end + 1
    return start, end


@rule
def label(text: str, position: int) -> bool:
    """A space and two words of letters alone are a label behind the URI, and end it (chat and wiki labels).

    >>> found("<http://a/foo for more> <http://a/b c>")
    ['http://a/foo', 'http://a/bc']
    """
    return _TWO_WORDS.match(text, position) is not None


def enclosed_candidate(text: str, start: int, end: int, gaps: list[tuple[int, int]]) -> Candidate | None:
    """The candidate of an enclosure that runs to `end`, white space at its end left out."""
    if text[end] == "<":
        return None
    remarks = (Step(label, end, end + 1, None),) if text[end].isspace() else ()
    while gaps and gaps[-1][1] == end - start:
        end = start + gaps.pop()[0]
    return Candidate(start, text[start:end], "angle", tuple(gaps), no_trim=True, remarks=remarks)


def is_designator(candidate: Candidate) -> bool:
    """What an unknown scheme begins in angle brackets may be a name: an XML tag, `std::string`, `main.c:10`, `C:/x`.

    It makes no match, so that no note tells of it; `<acme:a/b>` is a URI.
    """
    return _DESIGNATOR.fullmatch(candidate.text) is not None


def is_glued(text: str, opener: int) -> bool:
    """Whether an angle bracket is glued to a name, as in `L<File::Spec>`, `cast<a::B*>`, `$<AND:a,b>`."""
    return opener > 0 and _GLUE.match(text, opener - 1) is not None
