"""What the benchmarks over texts share: the texts, cut into pieces, the table of speeds, and the command line."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from interleave import Timing, Tool, installed, interleave, times_as_fast

BENCH = Path(__file__).resolve().parents[2] / "shared" / "bench"
DEFAULT_TEXTS = [BENCH / name for name in ("sparse.txt", "mail.txt", "dense.txt")]
OURS = "linksift"


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


def report(text: Text, timings: dict[str, Timing]) -> dict[str, float]:
    """Prints the rows of one text, and gives the ratio to each other finder."""
    ratios = {name: times_as_fast(timings[OURS], timing) for name, timing in timings.items() if OURS in timings}
    for name, (matches, seconds) in timings.items():
        speeds = sorted(text.size / each / 1e6 for each in seconds)
        ratio = f"{ratios[name]:9.1f}" if name in ratios else ""
        print(
            f"{text.name:12} {name:15} {median(speeds):9.2f} {speeds[0]:9.2f} {speeds[-1]:9.2f} {matches:9}{ratio}",
            flush=True,
        )
    return ratios


def report_worst(ratios: dict[str, dict[str, float]]) -> None:
    """Prints, for each other finder, the text on which ours does worst against it."""
    for name in next(iter(ratios.values())):
        if name != OURS:
            text = min(ratios, key=lambda text: ratios[text][name])
            print(f"worst against {name}: {ratios[text][name]:.1f} times as fast, on {text}")


def command_line(description: str, tools: Mapping[str, Tool[Any]]) -> argparse.ArgumentParser:
    """The options of every benchmark over texts."""

    def names(argument: str) -> list[str]:
        wanted = argument.split(",")
        for name in wanted:
            if name not in tools:
                raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(tools)}")
        return wanted

    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("texts", nargs="*", type=Path, default=DEFAULT_TEXTS, help="files in UTF-8")
    parser.add_argument("--rounds", type=int, default=5, help="rounds that count (5)")
    parser.add_argument("--tools", type=names, default=list(tools), help="names with commas between (all)")
    parser.add_argument("--size", type=int, default=1000, help="kB of each text, evenly spread; 0 for all (1000)")
    parser.add_argument("--piece", type=int, default=16384, help="characters in one call (16384)")
    return parser


def compare(asked: argparse.Namespace, tools: Mapping[str, Tool[Callable[[str], int]]], counted: str) -> None:
    """Times every tool on every text, in turns, and prints what came out; a tool counts something in each piece."""
    missing = [str(path) for path in asked.texts if not path.is_file()]
    if missing:
        sys.exit(f"no such text: {', '.join(missing)}")
    made = installed({name: tools[name] for name in asked.tools})
    print(f"\n{'text':12} {'tool':15} {'MB/s':>9} {'least':>9} {'most':>9} {counted:>9} {'ratio':>8}")
    ratios = {}
    for path in asked.texts:
        text = read(path, asked.piece, asked.size * 1000 or None)
        jobs = {name: partial(count, tool, text) for name, tool in made.items()}
        ratios[text.name] = report(text, interleave(jobs, asked.rounds))
    print()
    report_worst(ratios)


def count(tool: Callable[[str], int], text: Text) -> int:
    return sum(map(tool, text.pieces))
