"""Comments of source code and configuration: filled at 72 to 100 columns, with a mark before every line."""

from collections.abc import Sequence
from random import Random

from fitting.broken_text.document import Paragraph, Setting, Source
from fitting.broken_text.line_filling import Breaker, filled, links_by
from fitting.broken_text.typesetters.family import Family, lines_of, text_of
from fitting.broken_text.typesetters.tex import url_sty_hyphens

COMMON: Sequence[tuple[str, str, str]] = (
    ("# ", "", ""), ("// ", "", ""), (" * ", "/*", " */"), (";; ", "", ""), ("-- ", "", ""), ("  # ", "", ""),
    ("    // ", "", ""), ("     * ", "    /**", "     */"), ("## ", "", ""), ("/// ", "", ""),
)  # fmt: skip
RARE: Sequence[tuple[str, str, str]] = (
    ("% ", "", ""),
    ("! ", "", ""),
    ("dnl ", "", ""),
    ("REM ", "", ""),
    (".. ", "", ""),
)
"""The mark before each line, and the lines before the first one and after the last one."""
GAP = r"[ \t]*\n[ \t]*(?:##?|///?|\*|;;|--|%|dnl|!|REM|\.\.)?[ \t]*"


def at_the_margin(text: str, at: int) -> bool:
    """The rule of editors that break long words anywhere."""
    return True


RULES: Sequence[Breaker] = (
    links_by(url_sty_hyphens),
    links_by(at_the_margin),
    links_by(lambda text, at: text[at - 1] in "/-"),
)


def comment(source: Source, random: Random, marks: Sequence[tuple[str, str, str]]) -> Setting:
    """A source as one comment, with its URIs broken at the margin, at delimiters, or after `/` and `-`."""
    mark, opening, closing = random.choice(marks)
    width = random.choice([72, 76, 78, 80, 100]) - len(mark)
    rule = random.choice(RULES)

    def fill(paragraph: Paragraph) -> list[str]:
        return filled(paragraph.words, width, rule, first=paragraph.mark, later=" " * paragraph.hang)

    lines = [(mark + line).rstrip() for line in lines_of(source, fill)]
    return Setting(text_of([line for line in (opening, *lines, closing) if line]), GAP)


FAMILIES = (
    Family("comments.common", lambda source, random: comment(source, random, COMMON)),
    Family("comments.rare", lambda source, random: comment(source, random, RARE)),
)
