"""The delimiters and emphasis marks around a URI, and which of the marks at its end close something opened before it.

Line breaks in quotes are joined (Appendix C); brackets and backticks only delimit.
"""

from linksift.delimiters import PAIRS, STOPS, Pair
from linksift.finding.match import Step
from linksift.finding.scan.character_roles import CLOSERS, EMPHASIS, PUNCTUATION
from linksift.finding.scan.lookback import run_of
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

ENCLOSURES: dict[str, Pair] = {pair.opener: pair for pair in PAIRS}
"""The enclosures by their openers."""

IN_URI_TOO = "＂″〞〟＇′´＞"
"""Closers that may be part of a URI elsewhere (UTS #58, Link_Term=Include): an alternative reading includes them."""

_JOINING = [enclosure for enclosure in ENCLOSURES.values() if enclosure.joins]
_CLOSERS = {closer for quotes in _JOINING for closer in quotes.closers if closer > "\x7f"}
CLOSING_QUOTES = "".join(sorted(_CLOSERS.difference(IN_URI_TOO)))
"""The closers beyond ASCII that end every reading."""

STRING_QUOTES = "'\""
LINE_CONTINUATION = "\\"
"""What source code puts at the end of a line that continues on the next (C, Python, shell, reStructuredText)."""
LONGEST_EMPHASIS = 4

FARTHEST_OPENER = 1_024
"""The maximum distance, in code points, from the opening of emphasis or a comment to a URI at whose end it closes."""

FARTHEST_CLOSER = 32
"""How many code points at the end of a URI are searched for punctuation and marks."""

MOST_MARKS, MOST_RUNS = 3, 4
"""The maximum number of marks in a run, and of runs that are checked as possible openers of emphasis."""

COMMENT_START, COMMENT_END = "/*", "*/"
"""The marks of a comment in C and the languages after it."""

IN_GLOBS = ("/", "=", ".")
_BEFORE_GLOB = ("/", "*", ".", "_", "-", ":", "~")
"""Characters after which `/*` is part of a path or pattern and opens no comment."""

_MARKS = frozenset(EMPHASIS)
_AFTER_EMPHASIS = PUNCTUATION + CLOSERS + "\"'"
_BEGINS_EMPHASIS = "\"'([{“‘«"
_BEGINS_SENTENCE = lazy_pattern(rf"(?:\A|\n[ \t>]*|[{STOPS}—–-]\s+|[(\[{{\"'“‘«*~])\Z")
_PARAMETER = lazy_pattern(r"(?:kwargs|kwds|kw|args)\b")
_BLANK_LINE = lazy_pattern(r"\n[ \t>]*\n")


def underscores_before(text: str, start: int) -> str:
    """The underscores directly before `start` that may open emphasis.

    They follow the start of the text, white space, an opener, or other emphasis.

    >>> [underscores_before(text, text.index("w")) for text in ("see __www.a", "(_www.a", "a_www.a", "www.a")]
    ['__', '_', '', '']
    """
    run = run_of(text, start, LONGEST_EMPHASIS + 1, "_")
    before = text[start - len(run) - 1 : start - len(run)] if start > len(run) else ""
    opens = not before or before.isspace() or before in ENCLOSURES or before in EMPHASIS
    return run if opens and len(run) <= LONGEST_EMPHASIS else ""


def underscores_around(text: str, start: int, end: int) -> str:
    """The underscores that may open emphasis directly before `start`, or earlier if the same ones are at `end`.

    >>> underscores_around("_a.example_", 1, 10), underscores_around("_see a.example_", 5, 14)
    ('_', '_')
    """
    closing = len(text[end : end + LONGEST_EMPHASIS]) - len(text[end : end + LONGEST_EMPHASIS].lstrip("_"))
    return underscores_before(text, start) or emphasis_opened_earlier(text, start, end + closing)


def underscores_close(text: str, position: int, marks: str) -> bool:
    """Whether exactly these underscores are at `position`, with no letter or digit after them.

    >>> [underscores_close(text, 1, "_") for text in ("a_", "a_.", "a__", "a_b")]
    [True, True, False, False]
    """
    end = position + len(marks)
    after = text[end : end + 1]
    return text.startswith(marks, position) and not (after == "_" or after.isalnum())


@rule
def closing_underscores(position: int, marks: str) -> Step:
    """A name or an address between underscores is emphasized, so it ends before the closing ones (CommonMark, 6.2).

    >>> found("_www.a.example_ __joe@a.example__ _www.a.example")
    ['http://www.a.example', 'mailto:joe@a.example']
    """
    return Step(closing_underscores, position, position + len(marks), None)


def emphasis_around(text: str, start: int, end: int) -> str:
    """The marks of the emphasis that may close at the end of `text[start:end]`, as written where it opens.

    The emphasis opens directly before `start` or earlier. `/*` opens a comment, if the text ends in `*/`, perhaps
    before punctuation.

    >>> emphasis_around("**http://a/**", 2, 13), emphasis_around("**see http://a/x** now", 6, 18)
    ('**', '**')
    >>> emphasis_around("/* see http://a/x*/", 7, 19)
    '/*'
    """
    in_word = text[end - 1 : end].isalnum()  # nothing closes after a letter or digit
    if not in_word and closes_comment(text, start, end):
        return COMMENT_START
    if start and text[start - 1] in EMPHASIS:
        before = text[max(0, start - LONGEST_EMPHASIS) : start]
        return before[len(before.rstrip(EMPHASIS)) :]
    return "" if in_word else emphasis_opened_earlier(text, start, end)


def closes_comment(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` ends in `*/`, perhaps before punctuation, and `/*` opens a comment before it.

    In a path or a pattern, as in `src/*`, it opens none. If the text ends in `/*/`, it may be a pattern, too; the
    comment then begins its line, or directly before the text.

    >>> texts = "a; /* see http://a/b*/", "/* a */ http://a/b*/", "src/* http://a/b*/", "at /* http://a/*/", "/*http://a/*/"
    >>> [closes_comment(text, text.index("http"), len(text)) for text in texts]
    [True, False, False, False, True]
    """
    closed = text.rfind(COMMENT_END, max(start, end - FARTHEST_CLOSER), end)
    if closed < 0 or text[closed + len(COMMENT_END) : end].strip(_AFTER_EMPHASIS):
        return False
    low = max(0, start - FARTHEST_OPENER)
    opened = text.rfind(COMMENT_START, low, start)
    if opened <= text.rfind(COMMENT_END, low, start):
        return False
    before = text[max(low, text.rfind("\n", low, opened) + 1) : opened]
    if text[closed - 1] == "/":
        return not before.strip(" \t{") or not text[opened:start].strip("/*")
    return not (before[-1:].isalnum() or before[-1:] in _BEFORE_GLOB)


def emphasis_opened_earlier(text: str, start: int, end: int) -> str:
    """The marks at the end of `text[start:end]`, before punctuation, if they open emphasis earlier in the paragraph.

    They do so if the nearest run of the same marks opens emphasis (CommonMark, 6.2). A single tilde is part of the URI
    (`~5` means about five), and so are globs: a single mark after `/`, `=` or `.`, as in `http://a.example/*`, or more
    before a quotation mark. Emphasis that opens outside quotation marks does not close directly inside them.

    >>> emphasis_opened_earlier("_see http://a/x_.", 5, 17), emphasis_opened_earlier("_a_ http://a/x_", 4, 15)
    ('_', '')
    """
    marks, before = closing_marks(text, start, end)
    if not marks or len(marks) > MOST_MARKS or marks == "~":
        return ""
    quote = text[end : end + 1] if text.startswith(("'", '"'), end) else ""
    if (before in IN_GLOBS and (quote or len(marks) == 1)) or (quote and text[start - 1] == quote):
        return ""
    opener = _nearest_run(text, start, marks)
    return marks if opener >= 0 and _opens_emphasis(text, opener, marks, start) else ""


def closing_marks(text: str, start: int, end: int) -> tuple[str, str]:
    """The run of one emphasis mark at the end of `text[start:end]`, before punctuation, and the character before it.

    >>> closing_marks("http://a/x**.", 0, 13), closing_marks("http://a/x", 0, 10)
    (('**', 'x'), ('', ''))
    """
    written = text[max(start, end - FARTHEST_CLOSER) : end].rstrip(_AFTER_EMPHASIS)
    if written[-1:] not in _MARKS:
        return "", ""
    stem = written.rstrip(written[-1])
    return written[len(stem) :], stem[-1:]


def _nearest_run(text: str, start: int, marks: str) -> int:
    """The start of the last run of exactly these marks before `start` that is not in another URI; -1 if there is
    none."""
    low, place = max(0, start - FARTHEST_OPENER), start
    for _ in range(MOST_RUNS):
        place = text.rfind(marks, low, place)
        if place < 0:
            return -1
        run = run_of(text, place + len(marks), MOST_MARKS + 1, marks[0])
        place += len(marks) - len(run)
        if len(run) == len(marks):
            before = text[max(low, place - FARTHEST_CLOSER) : place]
            if "://" not in before[max(map(before.rfind, " \n\t")) + 1 :]:
                return place
    return -1


def _opens_emphasis(text: str, opener: int, marks: str, start: int) -> bool:
    r"""Whether marks open emphasis that is still open at `start`: a letter, digit, quote or bracket follows them.

    Code, escapes and Python's parameters (`**kwargs`) do not open emphasis, and emphasis ends with its surroundings: a
    paragraph, or brackets. An underscore opens emphasis at the beginning of a sentence; elsewhere, it begins a private
    name.

    >>> texts = ("*see ", "a*b ", r"\*see ", "(*see) ", "`*a` ")
    >>> [_opens_emphasis(text, text.index("*"), "*", len(text)) for text in texts]
    [True, False, False, False, False]
    """
    before, after = text[opener - 1 : opener] if opener else "", text[opener + len(marks)]
    between = text[opener + len(marks) : start]
    if before.isalnum() or before == "\\" or not (after.isalnum() or after in _BEGINS_EMPHASIS):
        return False
    if marks[0] == "_" and not _BEGINS_SENTENCE.search(text, max(0, opener - FARTHEST_CLOSER), opener):
        return False
    if between.count("`") % 2 or _PARAMETER.match(between) or _BLANK_LINE.search(between):
        return False
    return all(between.count(closer) <= between.count(opening) for opening, closer in ("()", "[]", "{}"))
