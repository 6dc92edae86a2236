"""Times making links in text, as HTML, against other linkers, as installed, in one interleaved run.

    python benchmarks/linkify.py                      # ../shared/bench/{sparse,mail,dense}.txt
    python benchmarks/linkify.py --rounds 9 --tools linksift,django my.txt

README.md beside this file says what the columns mean.
"""

import html
from collections.abc import Callable
from functools import partial

from interleave import Tool
from texts import OURS, command_line, compare

Linkify = Callable[[str], str]
"""Text in, HTML with links out; those that take HTML get the text escaped, as who has text has to give it."""


def linksift() -> Linkify:
    from linksift import Linker

    return Linker().linkify


def linksift_asked() -> Linkify:
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
    """A linker that counts the links in what it wrote of a piece."""
    linkify = make()
    return lambda piece: linkify(piece).count("<a href=")


TOOLS = {
    OURS: Tool("linksift", partial(counting, linksift)),
    "with a callback": Tool("linksift", partial(counting, linksift_asked)),
    "django": Tool("django", partial(counting, django)),
    "bleach": Tool("bleach", partial(counting, bleach)),
    "turbohtml": Tool("turbohtml", partial(counting, turbohtml)),
}


def main() -> None:
    parser = command_line("Times making links in text against other linkers, in one interleaved run.", TOOLS)
    compare(parser.parse_args(), TOOLS, "links")


if __name__ == "__main__":
    main()
