"""Times making links in text, as HTML, against other linkers, as installed, in one interleaved run.

    python benchmarks/linkify.py                      # ../shared/bench/{sparse,mail,dense}.txt
    python benchmarks/linkify.py --rounds 9 --tools linksift,django my.txt

README.md beside this file says what the columns mean.
"""

import argparse
import html
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from find import DEFAULT_TEXTS, OURS, Text, read, report, report_worst
from interleave import Tool, installed, interleave

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


TOOLS = {
    OURS: Tool("linksift", linksift),
    "with a callback": Tool("linksift", linksift_asked),
    "django": Tool("django", django),
    "bleach": Tool("bleach", bleach),
    "turbohtml": Tool("turbohtml", turbohtml),
}


def count_links(linkify: Linkify, text: Text) -> int:
    return sum(linkify(piece).count("<a href=") for piece in text.pieces)


def tool_names(argument: str) -> list[str]:
    """`linksift,django` as a list; a name that is none raises argparse's error."""
    wanted = argument.split(",")
    for name in wanted:
        if name not in TOOLS:
            raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(TOOLS)}")
    return wanted


def options() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description="Times making links in text against other linkers.")
    parser.add_argument("texts", nargs="*", type=Path, default=DEFAULT_TEXTS, help="files in UTF-8")
    parser.add_argument("--rounds", type=int, default=5, help="rounds that count (5)")
    parser.add_argument("--tools", type=tool_names, default=list(TOOLS), help="names with commas between (all)")
    parser.add_argument("--size", type=int, default=1000, help="kB of each text, evenly spread; 0 for all (1000)")
    parser.add_argument("--piece", type=int, default=16384, help="characters in one call (16384)")
    return parser.parse_args()


def main() -> None:
    asked = options()
    missing = [str(path) for path in asked.texts if not path.is_file()]
    if missing:
        sys.exit(f"no such text: {', '.join(missing)}")
    linkers = installed({name: TOOLS[name] for name in asked.tools})
    print(f"\n{'text':12} {'tool':14} {'MB/s':>9} {'least':>9} {'most':>9} {'links':>9} {'ratio':>8}")
    ratios = {}
    for path in asked.texts:
        text = read(path, asked.piece, asked.size * 1000 or None)
        jobs = {name: partial(count_links, linkify, text) for name, linkify in linkers.items()}
        ratios[text.name] = report(text, interleave(jobs, asked.rounds))
    print()
    report_worst(ratios)


if __name__ == "__main__":
    main()
