"""Mail written at 72 to 78 columns, quoted, and wrapped again by programs that break lines in the middle of a word."""

import re
from collections.abc import Callable, Sequence
from random import Random

from fitting.broken_text.document import Setting, Source
from fitting.broken_text.line_filling import filled
from fitting.broken_text.typesetters.family import Family, lines_of, text_of

GAP = r"[ \t]*(?:\n[ \t>|]*)+"
_PREFIX = re.compile(r"(?:[ \t]?[>|])*[ \t]?")


# ---- Quoting ---------------------------------------------------------------------------------------------------------


def quoted(lines: Sequence[str], mark: str) -> list[str]:
    """The lines, each preceded by a mark; before another `>`, RFC 3676, section 4.5, puts no space.

    >>> quoted(["> a", "b"], "> ")
    ['>> a', '> b']
    """
    return [mark.rstrip() + line if line.startswith(">") or not line else mark + line for line in lines]


def quoted_with_spaces(lines: Sequence[str], mark: str) -> list[str]:
    """The lines as quoted by programs that put a space after every mark: `> > a`."""
    return [mark + line for line in lines]


# ---- Wrapping again --------------------------------------------------------------------------------------------------


def same_prefix(prefix: str) -> str:
    """The overflow keeps the line's prefix."""
    return prefix


def no_prefix(prefix: str) -> str:
    """The overflow loses the prefix, as when a program unaware of quoting wraps it: `> http://a.ex` + `ample`."""
    return ""


def shorter_prefix(prefix: str) -> str:
    """The overflow has one mark fewer: `> > http://a.ex` + `> ample`."""
    return re.sub(r"[>|][ \t]?\Z", "", prefix)


def longer_prefix(prefix: str) -> str:
    """The overflow has one mark more."""
    return ">" + prefix if prefix else prefix


PrefixRule = Callable[[str], str]
"""Makes the prefix of the overflow from the prefix of the line that was too wide."""
OVERFLOW: Sequence[PrefixRule] = (
    same_prefix,
    same_prefix,
    no_prefix,
    no_prefix,
    shorter_prefix,
    longer_prefix,
)


def at_width(line: str, least: int, width: int) -> int:
    """The offset at which a line is cut: at its last space that fits, otherwise in the middle of the word."""
    space = line.rfind(" ", least + 1, width + 1)
    return space if space > 0 else max(width, least + 1)


_UAX14 = re.compile(r"[ ]|(?<=[-/])(?=[^\W\d_])")


def at_break_opportunity(line: str, least: int, width: int) -> int:
    """Like `at_width`, but also after `-` and `/` before a letter (UAX #14, classes HY and SY), as browsers break."""
    places = [found.start() for found in _UAX14.finditer(line, least + 1, width + 1)]
    return places[-1] if places else max(width, least + 1)


Cut = Callable[[str, int, int], int]
CUTS: Sequence[Cut] = (at_width, at_width, at_break_opportunity)


def wrapped_again(lines: Sequence[str], width: int, prefix_of_rest: PrefixRule, cut_at: Cut = at_width) -> list[str]:
    """Lines wider than `width`, split in two or more at a space or, if there is none, in the middle of a word.

    >>> wrapped_again(["> http://a.example/x"], 16, same_prefix)
    ['> http://a.examp', '> le/x']
    """
    done = []
    for line in lines:
        while len(line) > width:
            prefix = _PREFIX.match(line)[0]  # type: ignore[index]
            cut = cut_at(line, len(prefix), width)
            done.append(line[:cut].rstrip())
            rest = line[cut:].lstrip()
            shorter = prefix_of_rest(prefix) + rest
            line = shorter if len(shorter) < len(line) else rest
        done.append(line)
    return done


# ---- Letters ---------------------------------------------------------------------------------------------------------


def composed(source: Source, width: int) -> list[str]:
    """A letter as its writer's program sets it: filled, with long URIs sticking out."""
    return lines_of(
        source, lambda paragraph: filled(paragraph.words, width, first=paragraph.mark, later=" " * paragraph.hang)
    )


def unfilled(source: Source) -> list[str]:
    """A letter with each paragraph on one line."""
    return composed(source, 10_000)


def attribution(random: Random) -> list[str]:
    """The line before a quotation."""
    return [
        random.choice(
            ["On Mon, 2 Mar 2019, Jane Miller wrote:", "* R. T. Novak <novak@lids.example>:", "J. Okafor wrote:"]
        )
    ]


def cut_at_margin(source: Source, random: Random) -> Setting:
    """A letter with one line per paragraph, cut at the margin by a program that breaks long words."""
    return Setting(
        text_of(wrapped_again(unfilled(source), random.choice([64, 70, 72, 74, 76, 78, 80]), same_prefix)), GAP
    )


def quoted_once(source: Source, random: Random) -> Setting:
    """A quotation whose lines were wrapped after they were marked."""
    mark = random.choice(["> ", "> ", ">", "| "])
    lines = quoted(composed(source, random.choice([65, 70, 72, 76])), mark)
    lines = wrapped_again(
        lines, random.choice([65, 70, 72, 74, 76, 78, 80]), random.choice(OVERFLOW), random.choice(CUTS)
    )
    return Setting(text_of([*attribution(random), *lines]), GAP)


def quoted_often(source: Source, random: Random) -> Setting:
    """A quotation of a quotation, each wrapped again at another width, with slivers between long pieces."""
    lines = unfilled(source) if random.random() < 0.4 else composed(source, 72)
    quote = random.choice([quoted, quoted_with_spaces])
    for _ in range(random.choice([2, 2, 3])):
        width = random.choice([66, 68, 70, 72, 74, 76, 78])
        lines = wrapped_again(lines, width, random.choice(OVERFLOW), random.choice(CUTS))
        lines = [*attribution(random), *quote(lines, "> ")]
    return Setting(text_of(lines[1:]), GAP)


def flowed(source: Source, random: Random) -> Setting:
    """format=flowed with DelSp=yes (RFC 3676, section 4.2): a soft break is a space at a line's end, even in a URI."""
    width = random.choice([66, 72, 76])
    lines = wrapped_again(unfilled(source), width, same_prefix, random.choice(CUTS))
    soft = [line + " " if len(line) > width - 12 else line for line in lines]
    return Setting(text_of(quoted(soft, "> ") if random.random() < 0.4 else soft), GAP)


FAMILIES = (
    Family("mail.cut_at_margin", cut_at_margin),
    Family("mail.quoted_once", quoted_once),
    Family("mail.quoted_often", quoted_often),
    Family("mail.flowed", flowed),
)
