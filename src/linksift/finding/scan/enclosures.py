"""The delimiters and emphasis marks directly before a URI.

Line breaks in quotes are joined (Appendix C); brackets and backticks only delimit.
"""

from linksift.finding.match import Step
from linksift.finding.scan.delimiter_table import EMPHASIS
from linksift.finding.scan.lookback import run_of
from linksift.marks import PAIRS, Pair
from linksift.notes import rule

ENCLOSURES: dict[str, Pair] = {pair.opener: pair for pair in PAIRS}
"""The enclosures by their openers."""

IN_URI_TOO = "＂″〞〟＇′´＞"
"""Closers that may be part of a URI elsewhere (UTS #58, Link_Term=Include): another reading has them in it."""

_JOINING = [enclosure for enclosure in ENCLOSURES.values() if enclosure.joins]
_CLOSERS = {closer for quotes in _JOINING for closer in quotes.closers if closer > "\x7f"}
CLOSING_QUOTES = "".join(sorted(_CLOSERS.difference(IN_URI_TOO)))
"""Those beyond ASCII that end every reading."""

STRING_QUOTES = "'\""
LONGEST_EMPHASIS = 4


def underscores_before(text: str, start: int) -> str:
    """The underscores directly before `start` that may open emphasis.

    They follow the text's start, white space, an opener, or other emphasis.

    >>> [underscores_before(text, text.index("w")) for text in ("see __www.a", "(_www.a", "a_www.a", "www.a")]
    ['__', '_', '', '']
    """
    run = run_of(text, start, LONGEST_EMPHASIS + 1, "_")
    before = text[start - len(run) - 1 : start - len(run)] if start > len(run) else ""
    opens = not before or before.isspace() or before in ENCLOSURES or before in EMPHASIS
    return run if opens and len(run) <= LONGEST_EMPHASIS else ""


def underscores_close(text: str, position: int, marks: str) -> bool:
    """Whether exactly these underscores are at `position`, before no letter or digit.

    >>> [underscores_close(text, 1, "_") for text in ("a_", "a_.", "a__", "a_b")]
    [True, True, False, False]
    """
    end = position + len(marks)
    after = text[end : end + 1]
    return text.startswith(marks, position) and not (after == "_" or after.isalnum())


@rule
def closing_underscores(position: int, marks: str) -> Step:
    """Underscores around a name or an address are emphasis, so the closing ones end it (CommonMark, 6.2).

    >>> found("_www.a.example_ __joe@a.example__ _www.a.example")
    ['http://www.a.example', 'mailto:joe@a.example']
    """
    return Step(closing_underscores, position, position + len(marks), None)


def emphasis_before(text: str, start: int) -> str:
    """The emphasis marks directly before `start`: `**` of `**http://a/**`."""
    if start == 0 or text[start - 1] not in EMPHASIS:
        return ""
    before = text[max(0, start - LONGEST_EMPHASIS) : start]
    return before[len(before.rstrip(EMPHASIS)) :]
