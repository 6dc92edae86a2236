"""Shared by the benchmarks over texts: texts in pieces, the table of speeds, and the command line."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from interleaved_timing import Timing, Tool, installed, interleave, times_as_fast

BENCH = Path(__file__).resolve().parents[2] / "shared" / "bench"
DEFAULT_TEXTS = [BENCH / name for name in ("sparse.txt", "mail.txt", "dense.txt", "prose.txt")]
OURS = "linksift"


class Text(NamedTuple):
    """A text cut into pieces, and its size in bytes of UTF-8."""

    name: str
    pieces: list[str]
    size: int


def parser_of(description: str, rounds: int, size: int) -> argparse.ArgumentParser:
    """A parser for the arguments that benchmarks over the beginnings of texts share, with these defaults."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("texts", nargs="*", type=Path, default=DEFAULT_TEXTS, help="files in UTF-8")
    parser.add_argument("--rounds", type=int, default=rounds, help=f"rounds after the warm-up ({rounds})")
    parser.add_argument("--size", type=int, default=size, help=f"thousands of characters of each text ({size})")
    return parser


def cut(text: str, length: int) -> Iterator[str]:
    """Pieces of a text, cut at line ends, of at most `length` characters or one longer line."""
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
    """Evenly spread pieces of at least `size` bytes in total, since a text may vary from beginning to end."""
    share = max(1, sum(len(piece.encode()) for piece in pieces) // size)
    return pieces[::share]


def read(path: Path, piece: int, size: int | None) -> Text:
    """A file in pieces of `piece` characters, with `size` bytes in total (None for the whole file)."""
    pieces = list(cut(path.read_text(encoding="utf-8"), piece))
    if size is not None:
        pieces = spread(pieces, size)
    return Text(path.stem, pieces, sum(len(piece.encode()) for piece in pieces))


def report(text: Text, timings: dict[str, Timing]) -> dict[str, float]:
    """Print the rows for one text, and return the ratio to each other tool."""
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
    """Print, for each other tool, the text on which ours does worst in comparison."""
    for name in next(iter(ratios.values())):
        if name != OURS:
            text = min(ratios, key=lambda text: ratios[text][name])
            print(f"worst against {name}: {ratios[text][name]:.1f} times as fast, on {text}")


def command_line(description: str, tools: Mapping[str, Tool[Any]]) -> argparse.ArgumentParser:
    """A parser for the options that all benchmarks over texts share."""

    def names(argument: str) -> list[str]:
        wanted = argument.split(",")
        for name in wanted:
            if name not in tools:
                raise argparse.ArgumentTypeError(f"{name!r} is not one of {', '.join(tools)}")
        return wanted

    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("texts", nargs="*", type=Path, default=DEFAULT_TEXTS, help="files in UTF-8")
    parser.add_argument("--rounds", type=int, default=5, help="rounds after the warm-up (5)")
    parser.add_argument("--tools", type=names, default=list(tools), help="names separated by commas (all)")
    parser.add_argument("--size", type=int, default=1000, help="kB of each text, evenly spread; 0 for all (1000)")
    parser.add_argument("--piece", type=int, default=16384, help="characters in one call (16384)")
    return parser


def compare(arguments: argparse.Namespace, tools: Mapping[str, Tool[Callable[[str], int]]], counted: str) -> None:
    """Time every tool on every text, in turns, and print the results. A tool returns a count for each piece."""
    missing = [str(path) for path in arguments.texts if not path.is_file()]
    if missing:
        sys.exit(f"no such text: {', '.join(missing)}")
    available = installed({name: tools[name] for name in arguments.tools})
    print(f"\n{'text':12} {'tool':15} {'MB/s':>9} {'least':>9} {'most':>9} {counted:>9} {'ratio':>8}")
    ratios = {}
    for path in arguments.texts:
        text = read(path, arguments.piece, arguments.size * 1000 or None)
        jobs = {name: partial(count, tool, text) for name, tool in available.items()}
        ratios[text.name] = report(text, interleave(jobs, arguments.rounds))
    print()
    report_worst(ratios)


def count(tool: Callable[[str], int], text: Text) -> int:
    return sum(map(tool, text.pieces))
