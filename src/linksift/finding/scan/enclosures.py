"""The delimiters and emphasis marks directly before a URI.

Line breaks in quotes are joined (Appendix C); brackets and backticks only delimit.
"""

from typing import NamedTuple

from linksift.finding.scan.table_of_ends import EMPHASIS


class Enclosure(NamedTuple):
    """A kind of enclosure: its name in a match, the closers that end it, and whether line breaks in it are joined."""

    name: str
    closers: str
    joins: bool


ENCLOSURES: dict[str, Enclosure] = {
    "<": Enclosure("angle", ">", True),
    '"': Enclosure("double-quote", '"', True),
    "'": Enclosure("single-quote", "'", True),
    "“": Enclosure("double-quote", "”", True),
    "”": Enclosure("double-quote", "”", True),
    "„": Enclosure("double-quote", "“”", True),
    "‘": Enclosure("single-quote", "’", True),
    "’": Enclosure("single-quote", "’", True),
    "‚": Enclosure("single-quote", "‘’", True),
    "«": Enclosure("guillemets", "»", True),
    "»": Enclosure("guillemets", "«»", True),
    "‹": Enclosure("guillemets", "›", True),
    "›": Enclosure("guillemets", "‹›", True),
    "「": Enclosure("corner-brackets", "」", True),
    "『": Enclosure("corner-brackets", "』", True),
    "｢": Enclosure("corner-brackets", "｣", True),
    "《": Enclosure("title-marks", "》", True),
    "〈": Enclosure("title-marks", "〉", True),
    "(": Enclosure("parentheses", ")", False),
    "[": Enclosure("brackets", "]", False),
    "{": Enclosure("braces", "}", False),
    "（": Enclosure("parentheses", "）", False),
    "［": Enclosure("brackets", "］", False),
    "｛": Enclosure("braces", "｝", False),
    "【": Enclosure("lenticular-brackets", "】", False),
    "〔": Enclosure("tortoise-shell-brackets", "〕", False),
    "`": Enclosure("backticks", "`", False),
}

STRING_QUOTES = "'\""
LONGEST_EMPHASIS = 4


def emphasis_before(text: str, start: int) -> str:
    """The emphasis marks directly before `start`: `**` of `**http://a/**`."""
    before = text[max(0, start - LONGEST_EMPHASIS) : start]
    return before[len(before.rstrip(EMPHASIS)) :]
