"""Two columns of narrow lines, one after the other, or side by side as `pdftotext -layout` prints them."""

from random import Random

from fitting.broken_text.document import Paragraph, Setting, Source
from fitting.broken_text.line_filling import filled, links_by, unbroken, wide_columns
from fitting.broken_text.typesetters.family import GAP, Family, lines_of, text_of
from fitting.broken_text.typesetters.tex import url_sty_hyphens


def narrow(source: Source, random: Random) -> Setting:
    """Columns one after the other, 34 to 48 characters wide: most URIs are broken, often more than once."""
    width = random.choice([34, 38, 42, 48])
    rule = links_by(url_sty_hyphens)
    between = [""] if random.random() < 0.5 else []
    lines = lines_of(source, lambda paragraph: filled(paragraph.words, width, rule, first=paragraph.mark), "", between)
    return Setting(text_of(lines), GAP)


def side_by_side(source: Source, random: Random) -> Setting:
    """Prose on the left and the source to its right, as in a table or in the output of `pdftotext -layout`.

    No URI is broken: the end of a line in the left column is not part of a URI on the right.
    """
    width = random.choice([24, 30, 36])
    prose = [
        word for block in source.blocks if isinstance(block, Paragraph) for word in block.words if isinstance(word, str)
    ]
    left = filled(prose, width, unbroken)
    right = lines_of(source, lambda paragraph: filled(paragraph.words, 60, unbroken, first=paragraph.mark))
    left += [""] * (len(right) - len(left))
    rows = [
        f"{line}{' ' * (width + 3 - wide_columns(line))}{other}".rstrip()
        for line, other in zip(left, right, strict=False)
    ]
    return Setting(text_of(rows), GAP)


FAMILIES = (Family("columns.narrow", narrow), Family("columns.side_by_side", side_by_side))
