"""Quotation marks and brackets around links, in one table: `finding` and `cleaning` are both made of it."""

from typing import NamedTuple


class Pair(NamedTuple):
    """An opening mark, and those that close it.

    `name` is that of the enclosure of a match. `joins` says whether a URI in it may be broken over lines (Appendix C):
    that is so for quotation marks, and not for brackets and backticks. `in_uri` says whether a URI may contain the pair
    itself, so that the closer is that of the opener, with balanced pairs between them.
    """

    opener: str
    closers: str
    name: str
    joins: bool = True
    in_uri: bool = False


PAIRS = (
    Pair("<", ">", "angle"),
    Pair('"', '"', "double-quote"),
    Pair("'", "'", "single-quote"),
    Pair("“", "”", "double-quote"),
    Pair("”", "”", "double-quote"),
    Pair("„", "“”", "double-quote"),
    Pair("‟", "”", "double-quote"),
    Pair("＂", "＂", "double-quote"),
    Pair("″", "″", "double-quote"),  # primes and acute accents stand for quotes where a keyboard has no others
    Pair("〝", "〞〟", "double-quote"),
    Pair("‘", "’", "single-quote"),
    Pair("’", "’", "single-quote"),
    Pair("‚", "‘’", "single-quote"),
    Pair("‛", "’", "single-quote"),
    Pair("＇", "＇", "single-quote"),
    Pair("′", "′", "single-quote"),
    Pair("´", "´", "single-quote"),
    Pair("«", "»", "guillemets"),
    Pair("»", "«»", "guillemets"),
    Pair("‹", "›", "guillemets"),
    Pair("›", "‹›", "guillemets"),
    Pair("「", "」", "corner-brackets"),
    Pair("『", "』", "corner-brackets"),
    Pair("｢", "｣", "corner-brackets"),
    Pair("《", "》", "title-marks"),
    Pair("〈", "〉", "title-marks"),
    Pair("⟨", "⟩", "title-marks"),
    Pair("\u2329", "\u232a", "title-marks"),  # the same in appearance; NFC makes U+3008 and U+3009 of them
    Pair("＜", "＞", "title-marks"),
    Pair("`", "`", "backticks", joins=False),
    Pair("(", ")", "parentheses", joins=False, in_uri=True),
    Pair("[", "]", "brackets", joins=False, in_uri=True),
    Pair("{", "}", "braces", joins=False, in_uri=True),
    Pair("（", "）", "parentheses", joins=False, in_uri=True),
    Pair("［", "］", "brackets", joins=False, in_uri=True),
    Pair("｛", "｝", "braces", joins=False, in_uri=True),
    Pair("【", "】", "lenticular-brackets", joins=False, in_uri=True),
    Pair("〔", "〕", "tortoise-shell-brackets", joins=False, in_uri=True),
    Pair("⟦", "⟧", "white-square-brackets", joins=False, in_uri=True),
)
"""A new pair needs no other change: the fast path, the kernel, joining and `clean` read this table."""
