"""Compares two checkouts of linksift: whether their answers are equal, and how their times relate.

    python benchmarks/compare_checkouts.py OLD NEW [TEXT]... [--pure] [--only JOB,JOB] [--rounds N] [--size KB]

Each checkout runs in a process of its own and answers one question at a time, so the two take turns. README.md in this
folder explains the columns.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from statistics import median
from typing import Any

from text_benchmark import DEFAULT_TEXTS, read

Answers = list[Any]
"""The answers for a piece of text: everything that a user can read in them, in a form that JSON can represent."""

Work = Callable[[str], object]
"""A call of a checkout on a piece: the timed one, or one that returns the checkout's answers."""

PIECE = 16_384
"""The number of characters in one call."""

LEAST_SECONDS = 0.1
"""Shorter times are mostly noise, so the pieces are repeated until a round takes about this long."""


# ---- In the process of a checkout ------------------------------------------------------------------------------------


def jobs() -> dict[str, tuple[Work, Callable[[str], Answers]]]:
    """The jobs by name, each with the call that is timed and the one whose answers are compared."""
    from linksift import Finder, Linker

    finders = {
        "find": Finder(),
        "every kind": Finder(kinds=["uri", "suffix", "email", "domain", "ip"]),
        "document": Finder("document"),
        "refang": Finder("indicators"),
    }
    linker = Linker()
    return {
        **{name: (finder.find, partial(matches, finder)) for name, finder in finders.items()},
        "linkify": (linker.linkify, lambda piece: [linker.linkify(piece)]),
        "clean": (cleaned, cleaned),
    }


def matches(finder: Any, piece: str) -> Answers:
    """Everything that can be read in each match and its alternatives, including the notes of both."""
    return [[*fields(match), [fields(other) for other in match.alternatives]] for match in finder.find(piece)]


def fields(match: Any) -> Answers:
    places = [match.start, match.end, match.text, match.raw, match.uri, match.iri, match.host]
    return [*places, match.kind, match.enclosure, match.confidence, list(map(list, match.notes))]


def cleaned(piece: str) -> Answers:
    """The result of `clean` for each line, or the message of its refusal."""
    from linksift import NotAURI, clean

    answers: Answers = []
    for line in filter(str.strip, piece.splitlines()):
        try:
            uri, notes = clean(line)
            answers.append([line, uri, list(map(list, notes))])
        except NotAURI as refusal:
            answers.append([line, str(refusal)])
    return answers


def work() -> None:
    """Answer the questions on standard input, one per line, until it ends."""
    import linksift

    pieces: dict[str, list[str]] = json.loads(sys.stdin.readline())
    available = jobs()
    print(json.dumps(str(Path(linksift.__file__).resolve())), flush=True)
    for line in sys.stdin:
        question, name, text, number = json.loads(line)
        timed, answered = available[name]
        if question == "digests":
            reply: Any = [digest(answered(piece)) for piece in pieces[text]]
        elif question == "answers":
            reply = answered(pieces[text][number])
        else:
            reply = seconds(timed, pieces[text] * number)
        print(json.dumps(reply), flush=True)


def seconds(call: Work, pieces: list[str]) -> float:
    """The CPU time of a call on each piece."""
    start = time.process_time()
    for piece in pieces:
        call(piece)
    return time.process_time() - start


def digest(answers: Answers) -> str:
    return sha256(json.dumps(answers).encode()).hexdigest()


# ---- In the process that compares ------------------------------------------------------------------------------------


class Checkout:
    """A checkout at work in a process of its own."""

    def __init__(self, folder: Path, pure: bool, pieces: dict[str, list[str]]) -> None:
        own = folder / ".venv" / "bin" / "python"
        python = str(own) if own.exists() else sys.executable
        environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "PYTHONHASHSEED": "0"}
        if pure:
            environment["LINKSIFT_PURE"] = "1"
        version = subprocess.run(
            [python, "-m", "linksift", "--version"], env=environment, capture_output=True, text=True
        )
        print(folder, *version.stdout.split())
        self.process = subprocess.Popen(
            [python, __file__, "--work"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        imported = self.told(pieces)
        if not Path(imported).is_relative_to(folder):
            sys.exit(f"{folder} imports {imported}")

    def told(self, question: object) -> Any:
        """The reply to a question."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(question), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline() or sys.exit("a checkout ended; its message is above"))


def first_difference(old: Checkout, new: Checkout, name: str, text: str, piece: int) -> str:
    """The first answer for a piece on which the checkouts differ."""
    before, after = (checkout.told(["answers", name, text, piece]) for checkout in (old, new))
    index = next(index for index, (one, other) in enumerate(zip_longest(before, after)) if one != other)
    lines = [json.dumps(each[index : index + 1], ensure_ascii=False)[:2000] for each in (before, after)]
    return f"  piece {piece}, answer {index}:\n  old {lines[0]}\n  new {lines[1]}"


def rounds_of(old: Checkout, new: Checkout, name: str, text: str, rounds: int) -> Iterator[tuple[float, float]]:
    """The seconds of both in each round, over all pieces once; the one that begins is chosen at random."""
    once = max(checkout.told(["seconds", name, text, 1]) for checkout in (old, new))
    repeated = max(1, round(LEAST_SECONDS / once))
    for _ in range(rounds):
        order = random.sample([old, new], 2)
        spent = {checkout: checkout.told(["seconds", name, text, repeated]) / repeated for checkout in order}
        yield spent[old], spent[new]


def corpora(folder: Path) -> list[str]:
    """The texts of a checkout's corpora, each as one piece, without the marks that show the answers."""
    files = sorted((folder / "corpora").rglob("*.txt"))
    return [re.sub("[⟪⟫]", "", file.read_text(encoding="utf-8")) for file in files]


def compare(arguments: argparse.Namespace) -> bool:
    """Print a row for each job and text, and return whether all answers are equal."""
    texts = {path.stem: read(path, PIECE, arguments.size * 1000).pieces for path in arguments.texts if path.is_file()}
    texts["corpora"] = corpora(arguments.new)
    old, new = (Checkout(folder, arguments.pure, texts) for folder in (arguments.old, arguments.new))
    equal = True
    print(f"{'job':12} {'text':10} {'answers':>9} {'old ms':>9} {'new ms':>9} {'new/old':>8} {'least':>7} {'most':>7}")
    for name in arguments.only.split(","):
        for text in texts:
            before, after = (checkout.told(["digests", name, text, 0]) for checkout in (old, new))
            differing = [piece for piece, pair in enumerate(zip(before, after, strict=True)) if len(set(pair)) > 1]
            spent = list(rounds_of(old, new, name, text, arguments.rounds))
            ratios = sorted(ours / theirs for theirs, ours in spent)
            milliseconds = [median(each) * 1000 for each in zip(*spent, strict=True)]
            print(
                f"{name:12} {text:10} {'DIFFER' if differing else 'equal':>9} {milliseconds[0]:9.1f}"
                f" {milliseconds[1]:9.1f} {median(ratios):8.3f} {ratios[0]:7.3f} {ratios[-1]:7.3f}",
                flush=True,
            )
            if differing:
                equal = False
                print(f"  {len(differing)} of {len(before)} pieces differ; the first:")
                print(first_difference(old, new, name, text, differing[0]))
    return equal


def folder(argument: str) -> Path:
    path = Path(argument).resolve()
    if not (path / "src" / "linksift").is_dir():
        raise argparse.ArgumentTypeError(f"{argument} is not a checkout of linksift")
    return path


JOBS = "find,every kind,document,refang,linkify,clean"


def main() -> None:
    parser = argparse.ArgumentParser(description="Compares the answers and times of two checkouts.")
    parser.add_argument("old", type=folder, help="folder of the checkout to compare with")
    parser.add_argument("new", type=folder, help="folder of the changed checkout")
    parser.add_argument("texts", nargs="*", type=Path, default=DEFAULT_TEXTS, help="files in UTF-8")
    parser.add_argument("--pure", action="store_true", help="without the compiled kernel")
    parser.add_argument("--only", default=JOBS, help=f"jobs separated by commas ({JOBS})")
    parser.add_argument("--rounds", type=int, default=9, help="timed rounds (9)")
    parser.add_argument("--size", type=int, default=300, help="kB of each text, evenly spread (300)")
    with suppress(KeyboardInterrupt):
        sys.exit(0 if compare(parser.parse_args()) else 1)


if __name__ == "__main__":
    if sys.argv[1:] == ["--work"]:
        work()
    else:
        main()
