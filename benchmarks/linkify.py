"""Times making HTML with links from text, in linksift and other installed linkers, in one interleaved run.

    python benchmarks/linkify.py                      # ../shared/bench/{sparse,mail,dense}.txt
    python benchmarks/linkify.py --rounds 9 --tools linksift,django my.txt

README.md in this folder explains the columns.
"""

import html
from collections.abc import Callable
from functools import partial

from interleaved_timing import Tool
from text_benchmark import OURS, command_line, compare

Linkify = Callable[[str], str]
"""Takes text and returns HTML with links. Linkers that take HTML get the text escaped, since their users must do so."""


def linksift() -> Linkify:
    from linksift import Linker

    return Linker().linkify


def linksift_with_callback() -> Linkify:
    from linksift import Linker, Policy

    return Linker(None, Policy(callback=lambda link: link)).linkify


def django() -> Linkify:
    from django.utils.html import urlize

    return partial(urlize, nofollow=True, autoescape=True)


def bleach() -> Linkify:
    from bleach.linkifier import Linker

    linker = Linker(parse_email=True)
    return lambda text: str(linker.linkify(html.escape(text)))


def turbohtml() -> Linkify:
    from turbohtml.clean import Linker, Linkify

    linker = Linker(Linkify())
    return lambda text: str(linker.linkify(html.escape(text)))


def counting(make: Callable[[], Linkify]) -> Callable[[str], int]:
    """A linker that returns the number of links in its output."""
    linkify = make()
    return lambda piece: linkify(piece).count("<a href=")


TOOLS = {
    OURS: Tool("linksift", partial(counting, linksift)),
    "with a callback": Tool("linksift", partial(counting, linksift_with_callback)),
    "django": Tool("django", partial(counting, django)),
    "bleach": Tool("bleach", partial(counting, bleach)),
    "turbohtml": Tool("turbohtml", partial(counting, turbohtml)),
}


def main() -> None:
    parser = command_line("Times making links in text against other linkers, in one interleaved run.", TOOLS)
    compare(parser.parse_args(), TOOLS, "links")


if __name__ == "__main__":
    main()
