"""Measures everything for which docs/speed.md gives figures, and writes its tables.

    python benchmarks/everything.py [--write] [--quick] [--rounds N] [--size KB]

Tools and texts take turns in one run. `--write` puts the tables into docs/speed.md; without it they are printed.
`--quick` takes a minute or two and shows whether everything runs; its ratios are rough, and its figures are not
measurements.
"""

import argparse
import mailbox
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from datetime import date
from functools import partial
from pathlib import Path
from statistics import median
from textwrap import fill

import command_start
import find
import linkify
import readers
import small_costs
from generated_mail import messages
from interleaved_timing import Job, Timing, Tool, installed, interleave, times_as_fast, version_of
from text_benchmark import DEFAULT_TEXTS, OURS, Text, count, read

Key = tuple[str, str, str]
"""The table, the row and the column of a timing."""

Rows = Iterator[list[str]]

PAGE = Path(__file__).resolve().parents[1] / "docs" / "speed.md"
BEGIN, END = "<!-- figures: python benchmarks/everything.py --write -->", "<!-- end of the figures -->"

ALL_KINDS = ["uri", "suffix", "email", "domain"]
FINDERS = ["linkify-it-py", "django", "tornado", "bleach", "cmark-gfm", "turbohtml"]
LINKERS = ["django", "bleach", "turbohtml"]
PIECE = 16_384
"""The number of characters in one call."""


# ---- What is timed ---------------------------------------------------------------------------------------------------


def text_jobs(texts: list[Text]) -> dict[Key, Job]:
    """Jobs that find and link in each text, for all tools."""
    ours = {
        "default": Tool("linksift", find.linksift),
        "every kind": Tool("linksift", partial(find.linksift, kinds=ALL_KINDS)),
    }
    others = installed({name: find.TOOLS[name] for name in FINDERS})
    linkers = installed({name: linkify.TOOLS[name] for name in [OURS, *LINKERS]})
    jobs: dict[Key, Job] = {}
    for text in texts:
        for name, tool in {**{name: made.make() for name, made in ours.items()}, **others}.items():
            jobs["find", text.name, name] = partial(count, tool, text)
        for name, tool in linkers.items():
            jobs["linkify", text.name, name] = partial(count, tool, text)
    return jobs


def small_jobs() -> tuple[dict[Key, Job], dict[Key, int]]:
    """Jobs for shapes of links, rows and calls, and the number of repetitions of each."""
    jobs: dict[Key, Job] = {}
    repeated: dict[Key, int] = {}
    for (what, name), job, times in [*small_costs.shapes(), *small_costs.rows(), *small_costs.calls()]:
        group, _, column = what.partition(", ")
        key = (group, name, column) if group in ("shape", "row") else ("call", f"{what}, {name}".strip(", "), "")
        jobs[key], repeated[key] = job, times
    return jobs, repeated


def reader_jobs(kilobytes: int) -> tuple[dict[Key, Job], dict[str, float]]:
    """Jobs for each reader on the documents that it reads, and the size of those documents in megabytes."""
    kinds = readers.kinds_of(readers.generated(kilobytes))
    available = installed(readers.TOOLS)
    jobs: dict[Key, Job] = {}
    for kind, documents in kinds.items():
        for name, tool in available.items():
            if any(tool(*document) for document in documents[:5]):
                jobs["reader", kind, name] = partial(readers.all_read, tool, documents)
    return jobs, {kind: readers.megabytes(documents) for kind, documents in kinds.items()}


# ---- The tables ------------------------------------------------------------------------------------------------------


def table(head: list[str], rows: Rows) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def rate(megabytes: float, timing: Timing) -> str:
    """The megabytes per second of CPU time in the median round."""
    return f"{megabytes / median(timing.seconds):.1f}"


def ratio(ours: Timing, theirs: Timing | None) -> str:
    """Our speed as a multiple of theirs, or a dash for a tool that is not installed."""
    if theirs is None:
        return "–"
    times = times_as_fast(ours, theirs)
    return f"{times:.2f}" if times < 1 else f"{times:.1f}" if times < 10 else f"{times:.0f}"


def find_rows(texts: list[Text], timings: Mapping[Key, Timing]) -> Rows:
    """A row for each text: our rates, and the ratios to other tools with every kind of link enabled."""
    for text in texts:
        ours = timings["find", text.name, "every kind"]
        rates = [rate(text.size / 1e6, timings["find", text.name, name]) for name in ("default", "every kind")]
        yield [text.name, *rates, *(ratio(ours, timings.get(("find", text.name, name))) for name in FINDERS)]


def linkify_rows(texts: list[Text], timings: Mapping[Key, Timing]) -> Rows:
    """A row for each text: our rate, and the ratios to other linkers."""
    for text in texts:
        ours = timings["linkify", text.name, OURS]
        ratios = (ratio(ours, timings.get(("linkify", text.name, name))) for name in LINKERS)
        yield [text.name, rate(text.size / 1e6, ours), *ratios]


def microseconds(key: Key, timings: Mapping[Key, Timing], repeated: Mapping[Key, int]) -> str:
    """The microseconds for one item; for a shape in prose, those for the prose alone are subtracted."""
    seconds = median(timings[key].seconds)
    prose = (key[0], "prose", key[2])
    if key[0] == "shape" and key != prose:
        seconds -= median(timings[prose].seconds)
    return f"{max(0.0, seconds) / repeated[key] * 1e6:.1f}"


def grid(name: str, timings: Mapping[Key, Timing], repeated: Mapping[Key, int]) -> str:
    """The table with this name, with a row for each row and a column for each column in its keys."""
    keys = [key for key in repeated if key[0] == name]
    rows = list(dict.fromkeys(row for _, row, _ in keys))
    columns = list(dict.fromkeys(column for _, _, column in keys))
    cells = ([row, *(microseconds((name, row, column), timings, repeated) for column in columns)] for row in rows)
    return table([name, *(column or "µs" for column in columns)], iter(cells))


def reader_rows(megabytes: dict[str, float], timings: Mapping[Key, Timing]) -> Rows:
    """A row for each kind of document and reader."""
    for name, kind, tool in timings:
        if name == "reader":
            ours = timings["reader", kind, OURS]
            theirs = timings["reader", kind, tool]
            yield [kind, tool, rate(megabytes[kind], theirs), "" if tool == OURS else ratio(ours, theirs)]


def command_rows(rounds: int) -> Rows:
    """A row for each start of the command and of the processes with which it is compared."""
    spent = command_start.measured(rounds)
    floor = spent[command_start.FLOOR_NAME]
    for name, times in spent.items():
        over = median(one - least for one, least in zip(times, floor, strict=True))
        yield [name, f"{median(times):.0f}", f"{over:+.0f}"]


def job_rows(count_of_messages: int, rounds: int) -> Rows:
    """A row for one job and a row for two jobs over a generated mailbox."""
    with tempfile.TemporaryDirectory() as folder:
        path, output = Path(folder) / "list.mbox", Path(folder) / "output"
        with path.open("w", encoding="utf-8") as file:
            file.writelines(messages(count_of_messages))
        runs = {jobs: [mailbox.run(path, jobs, output) for _ in range(rounds)] for jobs in (1, 2)}
    alone = median(one.cpu for one in runs[1])
    for jobs, measured in runs.items():
        cpu, seconds = median(one.cpu for one in measured), median(one.seconds for one in measured)
        yield [str(jobs), f"{seconds:.1f}", f"{cpu:.1f}", f"{cpu / alone:.2f}"]


# ---- The page --------------------------------------------------------------------------------------------------------


def machine() -> str:
    """The machine, the software on it, and the date."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.is_file() else []
    processor = next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine())
    ours = subprocess.run([sys.executable, "-m", "linksift", "--version"], capture_output=True, text=True, check=True)
    tools = ", ".join(f"{name} {version_of(find.TOOLS[name].package)}" for name in FINDERS)
    return (
        f"Measured on {date.today()}, on {os.cpu_count()} cores ({processor}) at a load of {os.getloadavg()[0]:.1f}, "
        f"with {platform.python_implementation()} {platform.python_version()}: "
        f"{' '.join(ours.stdout.split())}; {tools}."
    )


def tables(arguments: argparse.Namespace) -> Iterator[str]:
    """All tables, with the sentences between them."""
    began = machine()
    texts = [read(path, PIECE, arguments.size * 1000) for path in DEFAULT_TEXTS if path.is_file()]
    small, repeated = small_jobs()
    of_readers, megabytes = reader_jobs(arguments.size)
    timings = interleave({**text_jobs(texts), **small, **of_readers}, arguments.rounds)
    yield began
    yield (
        "The speed of finding with the default options and with every kind of link enabled, in MB of UTF-8 per second"
        " of CPU time. The other columns are the speed with every kind enabled, divided by the speed of each tool:"
    )
    yield table(["text", "default", "every kind", *FINDERS], find_rows(texts, timings))
    yield "The speed of `linkify` to HTML, and that speed divided by the speed of each tool:"
    yield table(["text", "MB/s", *LINKERS], linkify_rows(texts, timings))
    yield (
        "The speed of readers, and of libraries that only parse, in MB of documents per second; the ratio is the"
        " speed of linksift's reader divided by the speed in that row:"
    )
    yield table(["documents", "reader", "MB/s", "ratio"], reader_rows(megabytes, timings))
    yield (
        "The time for one link of each shape in prose, in µs, minus the time for the prose; the columns differ in the"
        " kinds of links that are searched for:"
    )
    yield grid("shape", timings, repeated)
    yield "The time for one short row, in µs:"
    yield grid("row", timings, repeated)
    yield "The time for one call:"
    yield grid("call", timings, repeated)
    yield "The CPU time of the command in ms, and the difference from that of `import click` and a first `find`:"
    yield table(["what", "ms", "over"], command_rows(arguments.rounds * 3))
    yield f"The time of `linksift find --jobs` for a mailbox of {arguments.messages:,} messages, in seconds:"
    yield table(["jobs", "time", "CPU time", "times as much"], job_rows(arguments.messages, min(3, arguments.rounds)))


def with_figures(page: str, figures: str) -> str:
    """The page with the figures between its two marks replaced."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{figures}\n\n{END}{after}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures all that docs/speed.md has figures of.")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/speed.md")
    parser.add_argument("--quick", action="store_true", help="see that it runs, without figures that mean much")
    parser.add_argument("--rounds", type=int, default=5, help="rounds after the warm-up (5)")
    parser.add_argument("--size", type=int, default=300, help="kB of each text and generated document (300)")
    parser.add_argument(
        "--messages",
        type=int,
        default=80_000,
        help="messages in the mailbox (80000), enough for worker processes to start",
    )
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.rounds, arguments.size, arguments.messages = 1, 50, 500
    figures = "\n\n".join(part if part.startswith("|") else fill(part, 120) for part in tables(arguments))
    if arguments.write:
        PAGE.write_text(with_figures(PAGE.read_text(encoding="utf-8"), figures), encoding="utf-8")
    else:
        print(figures)


if __name__ == "__main__":
    main()
