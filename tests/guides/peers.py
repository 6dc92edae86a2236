"""Shows what other tools find, for the table in docs/why.md: `python -m tests.guides.peers 'see http://a.com.'`.

Each tool runs with its default options and e-mail addresses enabled. Tools that take HTML get the text escaped.
"""

import html
import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from html.parser import HTMLParser
from importlib.util import find_spec
from typing import Any, NamedTuple

Find = Callable[[str], list[str]]
"""Finds the URIs in a text."""


class Peer(NamedTuple):
    """A tool: the module from which it is imported, and its finding function."""

    module: str
    find: Find


class Hrefs(HTMLParser):
    """Collects the targets of links in HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if (tag, name) == ("a", "href")]


def hrefs(document: str) -> list[str]:
    """The targets of links in HTML.

    >>> hrefs('<p><a href="http://a.example/?b&amp;c">x</a>')
    ['http://a.example/?b&c']
    """
    parser = Hrefs()
    parser.feed(document)
    parser.close()
    return parser.found


def with_schemes(found: Iterable[str]) -> list[str]:
    """URIs, with `http` for names and `mailto` for addresses, from a tool that returns the text of the link.

    >>> with_schemes(["www.a.example", "joe@a.example", "http://a.example/b@c"])
    ['http://www.a.example', 'mailto:joe@a.example', 'http://a.example/b@c']
    """
    return [
        text if re.match(r"\w+:", text) else f"mailto:{text}" if "@" in text else f"http://{text}" for text in found
    ]


def linksift(text: str) -> list[str]:
    from linksift import find

    return [match.uri for match in find(text, profile="document")]


def linkify_it(text: str) -> list[str]:
    from linkify_it import LinkifyIt

    return [match.url for match in LinkifyIt().match(text) or ()]


def bleach(text: str) -> list[str]:
    from bleach.linkifier import Linker

    return hrefs(Linker(parse_email=True).linkify(html.escape(text, quote=False)))


@cache
def url_extractor() -> Any:
    """A URLExtract, which reads its list of top-level domains from a file whenever it is created."""
    from urlextract import URLExtract

    return URLExtract(extract_email=True)


def urlextract(text: str) -> list[str]:
    return with_schemes(url_extractor().find_urls(text))


def cmark_gfm(text: str) -> list[str]:
    from cmarkgfm import cmark

    return hrefs(cmark.markdown_to_html_with_extensions(text, extensions=["autolink"]))


def turbohtml(text: str) -> list[str]:
    from turbohtml.clean import Linker, Linkify

    return hrefs(str(Linker(Linkify(parse_email=True)).linkify(html.escape(text, quote=False))))


PEERS = {
    "linksift": Peer("linksift", linksift),
    "linkify-it-py": Peer("linkify_it", linkify_it),
    "bleach": Peer("bleach", bleach),
    "URLExtract": Peer("urlextract", urlextract),
    "cmark-gfm": Peer("cmarkgfm", cmark_gfm),
    "turbohtml": Peer("turbohtml", turbohtml),
}
"""The tools, by their names in the table's header."""


def main() -> None:
    text = " ".join(sys.argv[1:]).replace(r"\n", "\n")
    for name, peer in PEERS.items():
        found = peer.find(text) if find_spec(peer.module) else "not installed"
        sys.stdout.write(f"{name:14} {found}\n")


if __name__ == "__main__":
    main()
