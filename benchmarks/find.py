"""Times finding against other finders, as installed, in one interleaved run.

    python benchmarks/find.py                      # ../shared/bench/{sparse,mail,dense}.txt
    python benchmarks/find.py --rounds 9 --tools linksift,django my.txt

README.md beside this file says what the columns mean.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from interleave import Timing, Tool, installed, interleave, times_as_fast

BENCH = Path(__file__).resolve().parents[2] / "shared" / "bench"
DEFAULT_TEXTS = [BENCH / name for name in ("sparse.txt", "mail.txt", "dense.txt")]
OURS = "linksift"

Find = Callable[[str], int]
"""Finds all there is in a piece of text, reads what each match says, and counts the matches."""


# ---- The finders: each is imported when asked for, so that one that is not installed can be left out -----------------


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


TOOLS = {
    OURS: Tool("linksift", linksift),
    "linkify-it-py": Tool("linkify-it-py", linkify_it),
    "urlextract": Tool("urlextract", urlextract),
    "django": Tool("django", django),
}


# ---- The texts -------------------------------------------------------------------------------------------------------


class Text(NamedTuple):
    """A text cut into pieces, and its size in bytes of UTF-8."""

    name: str
    pieces: list[str]
    size: int


def cut(text: str, length: int) -> Iterator[str]:
    """Cuts a text at line ends into pieces of at most `length` characters, or of one line where that is longer."""
    piece: list[str] = []
    room = length
    for line in text.splitlines(keepends=True):
        if len(line) > room and piece:
            yield "".join(piece)
            piece, room = [], length
        piece.append(line)
        room -= len(line)
    if piece:
        yield "".join(piece)


def spread(pieces: list[str], size: int) -> list[str]:
    """Pieces that make up `size` bytes or a little more, evenly spread: a text may change on its way."""
    share = max(1, sum(len(piece.encode()) for piece in pieces) // size)
    return pieces[::share]


def read(path: Path, piece: int, size: int | None) -> Text:
    """A file as pieces of `piece` characters, `size` bytes of it in all (None for the whole)."""
    pieces = list(cut(path.read_text(encoding="utf-8"), piece))
    if size is not None:
        pieces = spread(pieces, size)
    return Text(path.stem, pieces, sum(len(piece.encode()) for piece in pieces))


# ---- The run ---------------------------------------------------------------------------------------------------------


def count_matches(find: Find, text: Text) -> int:
    return sum(map(find, text.pieces))


def report(text: Text, timings: dict[str, Timing]) -> dict[str, float]:
    """Prints the rows of one text, and gives the ratio to each other finder."""
    ratios = {name: times_as_fast(timings[OURS], timing) for name, timing in timings.items() if OURS in timings}
    for name, (matches, seconds) in timings.items():
        speeds = sorted(text.size / each / 1e6 for each in seconds)
        ratio = f"{ratios[name]:9.1f}" if name in ratios else ""
        print(
            f"{text.name:12} {name:14} {median(speeds):9.2f} {speeds[0]:9.2f} {speeds[-1]:9.2f} {matches:9}{ratio}",
            flush=True,
        )
    return ratios


def report_worst(ratios: dict[str, dict[str, float]]) -> None:
    """Prints, for each other finder, the text on which ours does worst against it."""
    for name in next(iter(ratios.values())):
        if name != OURS:
            text = min(ratios, key=lambda text: ratios[text][name])
            print(f"worst against {name}: {ratios[text][name]:.1f} times as fast, on {text}")


# ---- The command line ------------------------------------------------------------------------------------------------


def tool_names(argument: str) -> list[str]:
    """`linksift,django` as a list; a name that is none raises argparse's error."""
    wanted = argument.split(",")
    for name in wanted:
        if name not in TOOLS:
            raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(TOOLS)}")
    return wanted


def options() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description="Times finding against other finders, in one interleaved run.")
    parser.add_argument("texts", nargs="*", type=Path, default=DEFAULT_TEXTS, help="files in UTF-8")
    parser.add_argument("--rounds", type=int, default=5, help="rounds that count (5)")
    parser.add_argument("--tools", type=tool_names, default=list(TOOLS), help="names with commas between (all)")
    parser.add_argument("--profile", default="text", help="what linksift finds (text)")
    parser.add_argument("--kinds", help="kinds that linksift looks for, with commas between (the profile's)")
    parser.add_argument("--size", type=int, default=1000, help="kB of each text, evenly spread; 0 for all (1000)")
    parser.add_argument("--piece", type=int, default=16384, help="characters in one call (16384)")
    return parser.parse_args()


def main() -> None:
    asked = options()
    missing = [str(path) for path in asked.texts if not path.is_file()]
    if missing:
        sys.exit(f"no such text: {', '.join(missing)}")
    kinds = asked.kinds.split(",") if asked.kinds else None
    tools = TOOLS | {OURS: Tool("linksift", partial(linksift, profile=asked.profile, kinds=kinds))}
    finders = installed({name: tools[name] for name in asked.tools})
    size = asked.size * 1000 or None
    print(f"\n{'text':12} {'tool':14} {'MB/s':>9} {'least':>9} {'most':>9} {'matches':>9} {'ratio':>8}")
    ratios = {}
    for path in asked.texts:
        text = read(path, asked.piece, size)
        jobs = {name: partial(count_matches, find, text) for name, find in finders.items()}
        ratios[text.name] = report(text, interleave(jobs, asked.rounds))
    print()
    report_worst(ratios)


if __name__ == "__main__":
    main()
