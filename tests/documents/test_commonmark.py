"""The links of CommonMark's own examples, where its specification is at hand.

A definition is stated where it stands, used or not.

The specification is CC-BY-SA 4.0 and no part of this project: `npm pack commonmark-spec` has it as spec.txt.
COMMONMARK_SPEC names the file.
"""

import io
import os
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import pytest

from linksift import Finder, read
from linksift.documents.stated_match import uri_of

BASE = "http://base.example/"
SPEC = Path(os.environ.get("COMMONMARK_SPEC", "spec.txt"))
FEWEST = 600
"""The specification has 655 examples in version 0.31.2."""

_EXAMPLE = re.compile(r"^`{32} example\n(.*?)^\.\n(.*?)^`{32}$", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\A(?:a href|img src)\Z")


class Example(NamedTuple):
    """Markdown, and the HTML that it becomes."""

    markdown: str
    html: str


class References(HTMLParser):
    """The references of the links and images in HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the `href` of a link, the `src` of an image."""
        self.found += [value or "" for name, value in attrs if _LINK.match(f"{tag} {name}")]


def uris(references: list[str]) -> set[str]:
    """The URIs of references; empty ones, fragments and those that are no links have none."""
    return {uri for reference in references if (uri := uri_of(reference, BASE))}


def examples() -> list[Example]:
    if not SPEC.is_file():
        return []
    text = SPEC.read_text(encoding="utf-8").replace("\u2192", "\t")
    return [Example(*found) for found in _EXAMPLE.findall(text)]


KNOWN = {
    20: "a backslash in an autolink: text, in which it ends a URI",
    202: "a backslash in a path: a slash, as browsers read it",
    502: "the same",
    520: "a link in the description of an image, which it states too",
    574: "the same",
    575: "the same",
    603: "a backslash in an autolink",
    617: "the `src` of an element that HTML does not have",
}
"""The examples in which we differ on purpose, with the reason."""


@pytest.mark.skipif(not SPEC.is_file(), reason="needs COMMONMARK_SPEC, the spec.txt of `npm pack commonmark-spec`")
def test_the_links_of_each_example_are_those_of_its_html() -> None:
    finder = Finder(schemes="any")
    different = set()
    for number, example in enumerate(all_of_them := examples(), 1):
        file = io.BytesIO(example.markdown.encode())
        file.name = "example.md"
        found = list(read(file, finder=finder, base=BASE))
        stated = {link.match.uri for link in found if link.location.stated_by not in (None, "definition")}
        wanted = uris(References(example.html).found)
        if not (stated <= wanted <= {link.match.uri for link in found}):
            different.add(number)
    assert len(all_of_them) > FEWEST
    assert different == {*KNOWN}
