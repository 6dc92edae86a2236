"""Python's textwrap with each of its options."""

import textwrap
from random import Random

from fitting.broken_text.document import Paragraph, Setting, Source
from fitting.broken_text.typesetters.family import GAP, Family, lines_of, running, text_of


def plain(source: Source, random: Random) -> Setting:
    """The defaults: words are broken after hyphens, and long words at the width."""
    return wrapped(source, textwrap.TextWrapper(random.choice([50, 60, 66, 70, 72, 78, 80])))


def without_hyphens(source: Source, random: Random) -> Setting:
    """`break_on_hyphens=False`: only long words are broken, at the width."""
    return wrapped(source, textwrap.TextWrapper(random.choice([50, 66, 72, 78]), break_on_hyphens=False))


def hyphens_only(source: Source, random: Random) -> Setting:
    """`break_long_words=False`: words are broken only after hyphens."""
    return wrapped(source, textwrap.TextWrapper(random.choice([50, 66, 72, 78]), break_long_words=False))


def indented(source: Source, random: Random) -> Setting:
    """`initial_indent` and `subsequent_indent`, as in the help texts of commands."""
    indent = " " * random.randint(2, 24)
    wrapper = textwrap.TextWrapper(random.choice([72, 78, 80]), initial_indent=indent[2:], subsequent_indent=indent)
    return wrapped(source, wrapper)


def wrapped(source: Source, wrapper: textwrap.TextWrapper) -> Setting:
    """A source as set by a wrapper, without the space with which Python before 3.14 ends some full lines."""

    def fill(paragraph: Paragraph) -> list[str]:
        return [line.rstrip() for line in wrapper.wrap(running(paragraph))]

    return Setting(text_of(lines_of(source, fill)), GAP)


FAMILIES = (
    Family("textwrap.plain", plain),
    Family("textwrap.without_hyphens", without_hyphens),
    Family("textwrap.hyphens_only", hyphens_only),
    Family("textwrap.indented", indented),
)
