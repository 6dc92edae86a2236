"""Reads the tables in docs/migrating, renders HTML as they do, and removes links from HTML."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

PAGES = Path(__file__).parents[2] / "docs" / "migrating"


class Row(NamedTuple):
    """A row of a table: the input, their output and ours, the reason, and the numbers of the tests that it covers."""

    text: str
    theirs: str
    ours: str
    why: str
    cases: frozenset[str]


def rows(page: str, heading: str) -> list[Row]:
    """The rows of the table under a heading."""
    section = (PAGES / page).read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    return [row(re.split(r" (?<!\\)\| ", line.strip("| "))) for line in lines]


def row(cells: list[str]) -> Row:
    text, theirs, ours, why, *cases = cells
    return Row(code(text), code(theirs), code(ours), why, frozenset(cases[0].split(", ")) if cases else frozenset())


def code(cell: str) -> str:
    r"""The code in a cell, with `\n` and `\u200c` decoded.

    >>> code("`a\\nb`"), code("`` a`b ``")
    ('a\nb', 'a`b')
    """
    inner = re.fullmatch(r"(`+)( ?)(.*?)\2\1", cell)
    assert inner, cell
    text = inner[3].replace(r"\|", "|").replace(r"\n", "\n")
    return re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), text)


class Drawing(HTMLParser):
    """HTML as the tables render it: `⟪text → target⟫` for a link, and the rest as people read it."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn: list[str] = []
        self.href = ""
        self.link_text: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.href, self.link_text = dict(attrs).get("href") or "", []

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self.link_text is not None:
            text = "".join(self.link_text)
            self.link_text = None
            self.drawn.append(f"⟪{text}⟫" if text == self.href else f"⟪{text} → {self.href}⟫")

    def handle_data(self, data: str) -> None:
        (self.drawn if self.link_text is None else self.link_text).append(data)


def drawn(html: str) -> str:
    """HTML as rendered by `Drawing`.

    >>> drawn('<p>See <a href="http://a.example">a.example</a> &amp; b')
    'See ⟪a.example → http://a.example⟫ & b'
    """
    drawing = Drawing()
    drawing.feed(html)
    drawing.close()
    return "".join(drawing.drawn)


def without_links(html: str) -> str:
    """HTML without the tags of links that the filters write.

    >>> without_links('<b> <a href="http://a.example" rel="noopener">a.example</a>')
    '<b> a.example'
    """
    return re.sub(r'<a href="[^"<>]*"(?: rel="[a-z]+")?>|</a>', "", html)
