"""Pages: numbers, running heads and form feeds between lines, even within a URI that the end of a page breaks."""

import re
from collections.abc import Sequence
from random import Random

from fitting.broken_text.document import Paragraph, Setting, Source
from fitting.broken_text.line_filling import Breaker, filled, links_by
from fitting.broken_text.typesetters.family import Family, lines_of, text_of
from fitting.broken_text.typesetters.formatters import xml2rfc_everywhere
from fitting.broken_text.typesetters.tex import texinfo, url_sty_hyphens

URL_STY: Breaker = links_by(url_sty_hyphens)


def paged(lines: Sequence[str], height: int, foot: Sequence[str], head: Sequence[str]) -> Setting:
    """Lines, with a foot and a head after every `height` lines, in which "{n}" is the page's number."""
    pages = [lines[at : at + height] for at in range(0, len(lines), height)]
    text: list[str] = []
    for number, page in enumerate(pages, 1):
        text += page
        if number < len(pages):
            text += [line.replace("{n}", str(number)) for line in foot]
            text += [line.replace("{n}", str(number + 1)) for line in head]
    between = "\n".join([*foot, *head])
    furniture = re.escape(between).replace(re.escape("{n}"), r"\d+")
    return Setting(text_of(text), rf"[ \t]*\n(?:{furniture}\n)?[ \t]*")


def rfc(source: Source, random: Random) -> Setting:
    """An RFC as published: 58 lines per page, a foot with the author, a form feed, and a head (RFC 7322, 3.1)."""
    year = random.randint(1994, 2018)
    foot = ["", "", f"{'Miller':<28}{'Informational':<36}[Page {{n}}]"]
    head = [f"\fRFC {random.randint(1000, 8999):<12}{source.title[:40]:<45}March {year}", "", ""]
    lines = lines_of(source, lambda paragraph: fill(paragraph, 72, xml2rfc_everywhere, "   "), indent="   ")
    return paged(lines, random.choice([14, 17, 23]), foot, head)


def fill(paragraph: Paragraph, width: int, rule: Breaker, left: str) -> list[str]:
    """A paragraph at the left margin of a page."""
    return filled(paragraph.words, width, rule, first=left + paragraph.mark, later=left + " " * paragraph.hang)


def numbers_alone(source: Source, random: Random) -> Setting:
    """A PDF's pages: a number on a line of its own, with blank lines around it, before a form feed."""
    lines = lines_of(source, lambda paragraph: fill(paragraph, random.choice([66, 80]), URL_STY, ""))
    foot = random.choice([["", "{n}", ""], ["", "", "{n}"], ["", "— {n} —", ""], ["", "Page {n} of 42", ""]])
    return paged(lines, random.choice([11, 16, 21]), foot, random.choice([["\f"], ["\f" + source.title, ""], ["\f"]]))


def running_heads(source: Source, random: Random) -> Setting:
    """A manual's pages: the chapter and number at the head of each page, after a form feed."""
    lines = lines_of(source, lambda paragraph: fill(paragraph, 72, links_by(texinfo), ""))
    return paged(lines, random.choice([12, 17, 22]), [""], [f"\fChapter 3: {source.title}          {{n}}", ""])


FAMILIES = (Family("pages.rfc", rfc), Family("pages.numbers", numbers_alone), Family("pages.heads", running_heads))
