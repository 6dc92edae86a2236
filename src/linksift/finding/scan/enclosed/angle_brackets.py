"""URIs in angle brackets, with or without `URL:` (Appendix C; RFC 1738, appendix).

The enclosure begins at `<`, directly before the URI or its `URL:`. It ends at the next `>` that is not a line's quote
prefix, at `|` (chat labels) or at `\\>` (Markdown's escape). Another `<`, an empty line, excessive length, or a border
of a table or box after white space voids it.
"""

import re

from linksift.delimiters import STOPS
from linksift.finding.line_prefixes import BORDERS, LAST_BORDER
from linksift.finding.match import Candidate, Step
from linksift.finding.scan.enclosed.line_breaks import (
    MOST_BREAKS,
    PLAIN_BREAK_IN_ANGLES,
    LineBreaks,
    with_marks,
)
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import LONGEST_SCHEME
from linksift.finding.scan.triggers import LONGEST_URL_PREFIX, URL_LABEL
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

URL_PREFIX = lazy_pattern(rf"<{URL_LABEL}\Z")
_URL_LABEL = lazy_pattern(URL_LABEL)
LOOKBACK = 4
"""How many characters before a URI are examined first; `<URL:` can precede them only if all are white space."""

BROKEN_SCHEME = lazy_pattern(rf"<(?:{URL_LABEL})?([A-Za-z](?:[A-Za-z0-9+.\-\s]|=(?=\r?\n))*+)\Z")
_TWO_WORDS = rf"[ \t]\s*[^\W\d_]+\s+[^\W\d_]+(?=[\s>|{STOPS}]|\\>)"
_LABEL = lazy_pattern(_TWO_WORDS)
_BORDER = rf"(?!\|[^\n<>]{{0,256}}>)[{BORDERS}]|{LAST_BORDER}"
_AT_BORDER = lazy_pattern(_BORDER)
"""A border, after which the text of another cell or line begins: the URI ends, or continues in its own column. If the
brackets close on the same line, `|` begins a chat label."""

_PIECE = r"[^\s<>|\\]++"
_WHOLE = lazy_pattern(_PIECE)
_AFTER_BREAK = rf"(?!{_TWO_WORDS})(?:{PLAIN_BREAK_IN_ANGLES}|[ \t]++(?!{_BORDER})){_PIECE}"
PLAIN_CONTENT = lazy_pattern(rf"(?>{_PIECE}(?:{_AFTER_BREAK}){{0,{MOST_BREAKS}}})(?:>|{_TWO_WORDS})")
"""The content of angle brackets, if all breaks in it are plain, so that nothing around them matters."""

CONTENT_AND_CLOSER = r"(?>(?:[^<>|\\\n]++|\n[\s>]*+)*)>"
"""The text up to the first `>` that is not a quote mark. Whatever `PLAIN_CONTENT` matches there, it also matches in the
whole text."""

_DRIVE, _NAME = "[A-Za-z]:", r"[\w.\-:]*+[/*&]?"
_ANY_DESIGNATOR = rf"{_DRIVE}|{_NAME}(?:[\s<>|]|\\>|\Z)"
_DESIGNATOR = lazy_pattern(_ANY_DESIGNATOR)
DESIGNATOR = rf"<(?>(?:{URL_LABEL})?)(?:{_ANY_DESIGNATOR})"
"""An angle bracket before a designator (see `is_designator`)."""

_GLUE = lazy_pattern(r"[\w$]")
_NAME_WITH_PORT = lazy_pattern(r"(?:www|ftp)\.[^:]*+:[0-9]", re.IGNORECASE)


def is_in_angles(source: ScannedText, start: int) -> bool:
    """Whether an angle bracket, or one with `URL:`, opens directly before `start`.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> [is_in_angles(ScannedText(text, Schemes(None)), text.index("http")) for text in ("<URL: http://a>", "URL: http://a")]
    [True, False]
    """
    text = source.text
    if text[start - 1 : start] == "<":
        return True
    if (before := text[max(0, start - LOOKBACK) : start].rstrip()) and before[-1] != ":":
        return False
    opener = source.last_angle(start)
    if opener < 0 or opener < start - LONGEST_URL_PREFIX:
        return False
    return URL_PREFIX.match(text, opener, start) is not None


def opened_at(source: ScannedText, hit: re.Match[str]) -> tuple[int, bool] | None:
    """The start of the URI in the angle brackets that open at a hit, and whether breaks in it may be joined; None if
    they open none. A URI with an unknown scheme may be broken only if it has `//`."""
    text, schemes = source.text, source.schemes
    start, colon = scheme_start(text, hit.start()), hit.end() - 1
    name = text[start:colon]
    known = schemes.known(name)
    if is_glued(text, hit.start()) and not (schemes.can_go_on(text, start, colon) or name.lower() in schemes.opaque):
        return None
    if not known and (is_designator(text, start) or not schemes.allows(name) or is_name_with_port(text, start, colon)):
        return None
    return start, source.joins and (known or text.startswith("//", colon + 1))


def scheme_start(text: str, opener: int) -> int:
    """The start of the scheme after the angle bracket at `opener`, or after its `URL:`."""
    prefix = _URL_LABEL.match(text, opener + 1)
    return prefix.end() if prefix else opener + 1


def broken_scheme_before(source: ScannedText, colon: int) -> int:
    """The start of a known scheme with white space or soft line breaks in it, between an angle bracket and `colon`; -1
    if there is none.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> broken_scheme_before(ScannedText("<ht\\ntp://a>", Schemes(None)), 6)
    1
    """
    opener = source.last_angle(colon)
    if opener < 0 or opener < colon - 2 * LONGEST_SCHEME:
        return -1
    head = BROKEN_SCHEME.match(source.text, opener, colon)
    return head.start(1) if head and source.schemes.known("".join(head[1].replace("=", "").split())) else -1


def candidate_in_angles(source: ScannedText, start: int, joins: bool) -> Candidate | None:
    """The URI in the angle brackets that open directly before `start`; None if they do not enclose one.

    Angle brackets that were read without success are not read again.
    """
    return content(source, start, joins) if source.is_first_reading(start, joins) else None


def content(source: ScannedText, start: int, joins: bool) -> Candidate | None:
    """The content of angle brackets, from `start` to where they close; None if they are void."""
    text = source.text
    breaks = LineBreaks(source, start, in_angles=True)
    gaps: list[tuple[int, int]] = []
    position = begun = start
    spaced = skipped = False
    limit = source.limit(start)
    while position < limit:
        whole = _WHOLE.match(text, position, limit)
        if whole:
            position = whole.end()
        elif text[position] == "\\" and not text.startswith(">", position + 1):
            position += 1
        elif text[position] in "<>|\\" or label(text, position):
            break
        else:
            gap, ends_line, skips_line = breaks.at(position)
            if (
                gap < 0
                or not joins
                or len(gaps) == MOST_BREAKS
                or (spaced and skips_line)
                or (skipped and not ends_line)
                or _AT_BORDER.match(text, gap)
            ):
                return None
            spaced, skipped = not ends_line, skips_line
            position, gap = with_marks(text, start, begun, position, gap)
            gaps.append((position - start, gap - start))
            position = begun = gap
    candidate = enclosed_candidate(text, start, position, gaps) if position < limit else None
    if candidate is None or text[position] != "|" or start + len(candidate.text) < position:
        return candidate
    return candidate._replace(continuation=source.continuation(position))


@rule
def label(text: str, position: int) -> bool:
    """A space and two words made only of letters form a label that ends the URI (chat and wiki labels).

    >>> found("<http://a/foo for more> <http://a/b c>")
    ['http://a/foo', 'http://a/bc']
    """
    return _LABEL.match(text, position) is not None


def enclosed_candidate(text: str, start: int, end: int, gaps: list[tuple[int, int]]) -> Candidate | None:
    """The candidate of an enclosure that ends at `end`, excluding final white space."""
    if text[end] == "<":
        return None
    remarks = (Step(label, end, end + 1, None),) if text[end].isspace() else ()
    while gaps and gaps[-1][1] == end - start:
        end = start + gaps.pop()[0]
    return Candidate(start, text[start:end], "angle", tuple(gaps), "", False, True, remarks)


def is_designator(text: str, start: int) -> bool:
    """Whether an unknown scheme in angle brackets is the start of a name: an XML tag, `std::string`, `main.c:10`,
    `C:/x`.

    A name is not matched, so there is no note. `<acme:a/b>` is a URI.

    >>> is_designator("<acme:tag b='c'>", 1), is_designator("<acme:a/b>", 1)
    (True, False)
    """
    return _DESIGNATOR.match(text, start) is not None


def is_name_with_port(text: str, start: int, colon: int) -> bool:
    """Whether the text that ends at `colon` is a `www.` or `ftp.` name before a port, and so not a scheme.

    >>> is_name_with_port("<www.a.example:80/b>", 1, 14), is_name_with_port("<www.a:b>", 1, 6)
    (True, False)
    """
    return _NAME_WITH_PORT.match(text, start, colon + 2) is not None


def is_glued(text: str, opener: int) -> bool:
    """Whether an angle bracket is directly after a name, as in `L<File::Spec>`, `cast<a::B*>` or `$<AND:a,b>`."""
    return opener > 0 and _GLUE.match(text, opener - 1) is not None
