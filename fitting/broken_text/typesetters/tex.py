"""TeX: the break rules of url.sty, xurl and Texinfo, in fixed-width or proportional type, as PDF readers print text.

A PDF's text has no line breaks of its own. pdftotext prints one line for each line of the page; pdfminer.six often
leaves a blank line after each; `pdftotext -layout` keeps the indentation.
"""

from collections.abc import Sequence
from random import Random

from fitting.broken_text.document import Link, Paragraph, Setting, Source, Word
from fitting.broken_text.line_filling import Breaker, Measure, Unit, cut_after, filled, links_by, wide_columns
from fitting.broken_text.type_widths import HELVETICA, TIMES, Type
from fitting.broken_text.typesetters.family import Family, lines_of, text_of

BREAKS = r".@\/!_|;>]),?&'+=#:"
BLANK_LINES = r"[ \t]*\n(?:[ \t]*\n)?[ \t]*"


# ---- Where each package breaks a URL ---------------------------------------------------------------------------------


def url_sty(text: str, at: int) -> bool:
    r"""url.sty: `\UrlBreaks` after ``. @ \ / ! _ | ; > ] ) , ? & ' + = #``, and `\UrlBigBreaks` after `:`.

    There is never a break between two of them in a row: of two adjacent binary signs, TeX's mathematics takes one as a
    letter, so `//` stays with the colon or with the text that follows (url.sty 3.4, "Line breaks").
    """
    after, together = text[at - 1] in BREAKS, text[at] in BREAKS
    return (after and not together and text[at] != "-") or text[at - 1] == ":"


def url_sty_hyphens(text: str, at: int) -> bool:
    """url.sty with the option `hyphens`: also after `-`."""
    return url_sty(text, at) or (text[at - 1] == "-" and text[at] != "-")


def xurl(text: str, at: int) -> bool:
    """xurl: also after every letter and digit, and after ``= / . : * - ~ ' "`` (its manual's first page)."""
    return text[at - 1].isalnum() or url_sty_hyphens(text, at)


def texinfo(text: str, at: int) -> bool:
    """Texinfo's TeX: after `& . # ? /`, but not between two slashes (manual, "URL Line Breaking")."""
    return text[at - 1] in "&.#?/" and text[at] != "/"


def texinfo_before(text: str, at: int) -> bool:
    """Texinfo with `@urefbreakstyle before`: before the same characters."""
    return text[at] in "&.#?/" and text[at - 1] != "/"


def after_the_colon(rule: Breaker) -> Breaker:
    r"""A rule that puts the rest of a short URL on the next line: TeX takes the cheaper break if it has a choice.

    (url.sty: `\UrlBigBreakPenalty`, for `:`, is 100, and `\UrlBreakPenalty` is 200.)
    """

    def units(word: Word) -> Sequence[Unit]:
        if not isinstance(word, Link) or len(word.uri) > 45:
            return rule(word)
        return cut_after(str(word), lambda text, at: text.startswith("://", at - 1))

    return units


# ---- Type and page ---------------------------------------------------------------------------------------------------


def measured(random: Random) -> tuple[Measure, float]:
    """A measure, and a line's width in it: 42 to 90 columns of fixed width, or the equivalent in Times or Helvetica."""
    columns = random.choice([42, 60, 66, 72, 80, 90])
    if random.random() < 0.3:
        return wide_columns, columns
    return Type(random.choice([TIMES, HELVETICA])), columns * 470


def printed(lines: Sequence[str], random: Random) -> Setting:
    """The lines as a PDF reader prints them: as they are, indented, or each followed by a blank line."""
    way = random.choice(["plain", "plain", "indented", "blank lines"])
    if way == "indented":
        left = " " * random.randint(2, 12)
        lines = [left + line if line else line for line in lines]
    if way == "blank lines":
        return Setting("\n\n".join(line for line in lines if line) + "\n", BLANK_LINES)
    return Setting(text_of(lines), BLANK_LINES)


def set_by(rule: Breaker, source: Source, random: Random) -> Setting:
    """A source set with a rule for URIs, in some type on some page."""
    measure, width = measured(random)
    parted = [""] if random.random() < 0.7 else []

    def fill(paragraph: Paragraph) -> list[str]:
        return filled(paragraph.words, width, rule, measure, paragraph.mark)

    return printed(lines_of(source, fill, between=parted), random)


def by_url_sty(rule: Breaker, source: Source, random: Random) -> Setting:
    """A source set by url.sty, which now and then has the option of breaking at the colon."""
    return set_by(after_the_colon(rule) if random.random() < 0.3 else rule, source, random)


FAMILIES = (
    Family("tex.url_sty", lambda source, random: by_url_sty(links_by(url_sty), source, random)),
    Family("tex.url_sty_hyphens", lambda source, random: by_url_sty(links_by(url_sty_hyphens), source, random)),
    Family("tex.xurl", lambda source, random: set_by(links_by(xurl), source, random)),
    Family("tex.texinfo", lambda source, random: set_by(links_by(texinfo), source, random)),
    Family("tex.texinfo_before", lambda source, random: set_by(links_by(texinfo_before), source, random)),
)
