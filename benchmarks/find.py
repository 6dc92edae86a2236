"""Times finding, in linksift and other installed finders, in one interleaved run.

    python benchmarks/find.py                      # ../shared/bench/{sparse,mail,dense,prose}.txt
    python benchmarks/find.py --rounds 9 --tools linksift,django my.txt

README.md in this folder explains the columns.
"""

import html
from collections.abc import Callable
from functools import partial
from typing import Any

from interleaved_timing import Tool
from text_benchmark import OURS, command_line, compare

Find = Callable[[str], int]
"""Finds all matches in a piece of text, reads the URI and span of each, and counts them."""


# ---- The finders, imported when used, so that missing ones can be left out -------------------------------------------


def linksift(**options: Any) -> Find:
    from linksift import Finder

    finder = Finder(**options)

    def find(piece: str) -> int:
        return len([(match.uri, match.start, match.end) for match in finder.find(piece)])

    return find


def linkify_it() -> Find:
    from linkify_it import LinkifyIt

    finder = LinkifyIt()

    def find(piece: str) -> int:
        return len([(match.url, match.index, match.last_index) for match in finder.match(piece) or ()])

    return find


def urlextract() -> Find:
    from urlextract import URLExtract

    finder = URLExtract()

    def find(piece: str) -> int:
        return len([(url, start, end) for url, (start, end) in finder.find_urls(piece, get_indices=True)])

    return find


def django() -> Find:
    from django.utils.html import urlize

    def find(piece: str) -> int:
        linked: str = urlize(piece)
        return linked.count('<a href="')

    return find


def tornado() -> Find:
    from tornado.escape import linkify

    return lambda piece: linkify(piece).count("<a href=")


def bleach() -> Find:
    from bleach.linkifier import Linker

    linker = Linker(parse_email=True)
    return lambda piece: str(linker.linkify(html.escape(piece))).count("<a href=")


def cmark() -> Find:
    from cmarkgfm import cmark

    return lambda piece: cmark.markdown_to_html_with_extensions(piece, extensions=["autolink"]).count("<a href=")


def turbohtml() -> Find:
    from turbohtml.clean import Linker, Linkify

    linker = Linker(Linkify())
    return lambda piece: str(linker.linkify(html.escape(piece))).count("<a href=")


TOOLS = {
    OURS: Tool("linksift", linksift),
    "linkify-it-py": Tool("linkify-it-py", linkify_it),
    "urlextract": Tool("urlextract", urlextract),
    "django": Tool("django", django),
    "tornado": Tool("tornado", tornado),
    "bleach": Tool("bleach", bleach),
    "cmark-gfm": Tool("cmarkgfm", cmark),
    "turbohtml": Tool("turbohtml", turbohtml),
}


# ---- The run ---------------------------------------------------------------------------------------------------------


def main() -> None:
    parser = command_line("Times finding against other finders, in one interleaved run.", TOOLS)
    parser.add_argument("--profile", default="text", help="profile of linksift (text)")
    parser.add_argument("--kinds", help="kinds that linksift looks for, separated by commas (the profile's)")
    arguments = parser.parse_args()
    kinds = arguments.kinds.split(",") if arguments.kinds else None
    compare(
        arguments,
        TOOLS | {OURS: Tool("linksift", partial(linksift, profile=arguments.profile, kinds=kinds))},
        "matches",
    )


if __name__ == "__main__":
    main()
