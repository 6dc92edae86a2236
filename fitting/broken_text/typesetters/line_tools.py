"""Tools that fill or cut plain text: fold and fmt (GNU coreutils), par, Perl's Text::Wrap. The real programs are run.

They were run on Debian 12: coreutils 9.1, par 1.53, Text::Wrap 2021.0814. None of them treats Han and Kana specially: a
source in Japanese or Chinese is set like any other, character by character.
"""

import re
from random import Random

from fitting.broken_text.document import Paragraph, Setting, Source
from fitting.broken_text.line_filling import filled
from fitting.broken_text.typesetters.family import GAP, Family, lines_of, running, text_of
from fitting.broken_text.typesetters.run import output

TEXT_WRAP = (
    "use open qw(:std :utf8); use Text::Wrap; $Text::Wrap::columns = shift; print wrap('', '', $_) while <STDIN>"
)
_ASIDE = re.compile(r"^\x01(\d+)$", re.MULTILINE)


def by_lines(source: Source, *command: str) -> Setting:
    """A source with one line per paragraph, passed through a program."""
    text = text_of(lines_of(source, lambda paragraph: [running(paragraph)]))
    return Setting(output(command, text), GAP)


def columns(random: Random) -> str:
    """A commonly used width."""
    return str(random.choice([60, 65, 70, 72, 75, 78, 80]))


def folded(source: Source, *command: str) -> Setting:
    """A source passed through fold, which counts bytes: lines that are not ASCII are kept out of it."""
    lines = lines_of(source, lambda paragraph: [running(paragraph)])
    text = text_of([line if line.isascii() else f"\x01{number}" for number, line in enumerate(lines)])
    return Setting(_ASIDE.sub(lambda found: lines[int(found[1])], output(command, text)), GAP)


def fold(source: Source, random: Random) -> Setting:
    """`fold -s`: lines are cut at spaces, and long words at the width (POSIX, fold)."""
    return folded(source, "fold", "-s", "-w", columns(random))


def fold_anywhere(source: Source, random: Random) -> Setting:
    """`fold`: lines are cut at the width, in the middle of any word."""
    return folded(source, "fold", "-w", columns(random))


def fmt(source: Source, random: Random) -> Setting:
    """`fmt`: words stay whole, however long (GNU coreutils manual, fmt), so there are only traps."""
    return by_lines(source, "fmt", "-s", "-w", columns(random))


def par(source: Source, random: Random) -> Setting:
    """`par`: words that are longer than the line are cut (par(1), "Long words").

    Only paragraphs are filled, and only those in ASCII, since `par` cuts between bytes.
    """
    width = columns(random)

    def fill(paragraph: Paragraph) -> list[str]:
        text = running(paragraph)
        if not text.isascii():
            return filled(paragraph.words, int(width), first=paragraph.mark)
        return output(["par", f"w{width}", "p0", "s0"], text).splitlines()

    return Setting(text_of(lines_of(source, fill)), GAP)


def text_wrap(source: Source, random: Random) -> Setting:
    """Perl's Text::Wrap, with `$huge` set to "wrap", so that long words are cut at the width (its manual)."""
    return by_lines(source, "perl", "-e", TEXT_WRAP, columns(random))


FAMILIES = (
    Family("fold.at_spaces", fold, "fold"),
    Family("fold.anywhere", fold_anywhere, "fold"),
    Family("fmt", fmt, "fmt"),
    Family("par", par, "par"),
    Family("text_wrap", text_wrap, "perl"),
)
