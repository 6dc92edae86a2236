"""Asks a tool in Python for the links of each case: python run.py CASES.jsonl [--show] TOOL.

To test your own tool, add a function to TOOLS that takes a text and gives the spans of its links, in code points.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from html.parser import HTMLParser
from typing import Any

Spans = list[tuple[int, int]]


def linksift(text: str) -> Spans:
    import linksift

    return [(match.start, match.end) for match in linksift.find(text)]


def linksift_uts58(text: str) -> Spans:
    import linksift

    return [(match.start, match.end) for match in linksift.find(text, profile="uts58")]


def linkify_it_py(text: str) -> Spans:
    from linkify_it import LinkifyIt

    matches: Iterable[Any] = LinkifyIt(options={"fuzzy_link": True, "fuzzy_email": True}).match(text) or []
    return [(match.index, match.last_index) for match in matches if not is_bare(match.raw)]


def urlextract(text: str) -> Spans:
    from urlextract import URLExtract

    extractor = URLExtract(extract_email=True)
    return [span for url, span in extractor.find_urls(text, get_indices=True) if not is_bare(url)]


def bleach(text: str) -> Spans:
    from bleach.linkifier import Linker

    return in_html(text, Linker(parse_email=True).linkify(escaped(text)))


def django(text: str) -> Spans:
    from django.conf import settings
    from django.utils.html import urlize

    if not settings.configured:
        settings.configure()
    return in_html(text, urlize(text, autoescape=True))


def jinja(text: str) -> Spans:
    from jinja2.utils import urlize

    return in_html(text, str(urlize(text)))


TOOLS: dict[str, Callable[[str], Spans]] = {
    "linksift": linksift,
    "linksift-uts58": linksift_uts58,
    "linkify-it-py": linkify_it_py,
    "urlextract": urlextract,
    "bleach": bleach,
    "django": django,
    "jinja": jinja,
}


def is_bare(link: str) -> bool:
    """Whether a link is a domain alone, which no case with default options has."""
    return not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//|www\.|ftp\.|[^/]*@", link, re.IGNORECASE)


def escaped(text: str) -> str:
    """The text as HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


class Anchors(HTMLParser):
    """The texts of a page: those in links are in `links`, by their place in the whole text."""

    def __init__(self) -> None:
        super().__init__()
        self.length = 0
        self.opened: int | None = None
        self.links: Spans = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag == "a":
            self.opened = self.length

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self.opened is not None:
            self.links.append((self.opened, self.length))
            self.opened = None

    def handle_data(self, data: str) -> None:
        self.length += len(data)


def in_html(text: str, page: str) -> Spans:
    """The spans of a page's links in the text of which it was made."""
    anchors = Anchors()
    anchors.feed(page)
    anchors.close()
    return [(start, end) for start, end in anchors.links if not is_bare(text[start:end])]


def asked(path: str) -> Iterator[dict[str, Any]]:
    """The cases that a tool is asked about."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            case = json.loads(line)
            case["text"] = case["text"].replace(".example", ".network")  # as long, and in tools' lists of domains
            if not case["options"] or case["authority"] == "UTS #58":
                yield case


def main(path: str, *arguments: str) -> None:
    """Print how many cases a tool answers as expected, and those that differ, if they are to be shown."""
    find = TOOLS[arguments[-1]]
    right: Counter[str] = Counter()
    count: Counter[str] = Counter()
    for case in asked(path):
        expected = [(link["start"], link["end"]) for link in case["links"]]
        try:
            found = find(case["text"])
        except Exception as error:  # a tool that raises has no answer
            found = [(-1, -1)]
            print(f"{case['id']}: {type(error).__name__}", file=sys.stderr)
        count[case["authority"]] += 1
        right[case["authority"]] += found == expected
        if "--show" in arguments and found != expected:
            print(json.dumps({"id": case["id"], "text": case["text"], "expected": expected, "found": found}))
    for authority in sorted(count):
        print(f"{arguments[-1]}\t{authority}\t{right[authority]}\t{count[authority]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
