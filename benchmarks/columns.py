"""Times `linksift.frames.find` over columns of rows of several lengths, beside a regular expression in each engine.

    python benchmarks/columns.py [TEXT]... [--rounds N] [--size KB] [--rows LENGTH,LENGTH]

README.md in this folder explains the columns.
"""

import gc
import re
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

from frames import PATTERN, arrow_result, duckdb_table
from interleaved_timing import Job, Tool, installed, interleave, times_as_fast
from text_benchmark import cut, parser_of

OURS = "frames.find"

Rows = list[str]
Make = Callable[[Rows], Callable[[], object]]
"""Takes rows and returns a search over a column of them."""


def linksift() -> Make:
    import pyarrow

    from linksift import frames

    return lambda rows: partial(frames.find, pyarrow.array(rows))


def duckdb() -> Make:
    import duckdb

    def make(rows: Rows) -> Callable[[], object]:
        connection = duckdb_table(duckdb.connect(), rows)
        connection.execute("SET threads = 1")
        query = f"SELECT regexp_extract_all(body, '{PATTERN}') AS found FROM mail"
        return partial(arrow_result, connection, query)

    return make


def polars() -> Make:
    import polars

    def make(rows: Rows) -> Callable[[], object]:
        query = polars.DataFrame({"body": rows}).lazy().select(polars.col("body").str.extract_all(PATTERN))
        return partial(query.collect, engine="streaming")

    return make


def pandas() -> Make:
    import pandas

    def make(rows: Rows) -> Callable[[], object]:
        series: Any = pandas.Series(rows)
        return lambda: series.str.findall(PATTERN)

    return make


def re_findall() -> Make:
    pattern = re.compile(PATTERN)
    return lambda rows: lambda: [pattern.findall(row) for row in rows]


TOOLS = {
    OURS: Tool("pyarrow", linksift),
    "DuckDB": Tool("duckdb", duckdb),
    "Polars": Tool("polars", polars),
    "pandas": Tool("pandas", pandas),
    "re": Tool("python", re_findall),
}


def timed(search: Callable[[], object], rows: int) -> int:
    search()
    return rows


def main() -> None:
    parser = parser_of("Times finding in columns beside the engines' regular expressions.", rounds=5, size=1000)
    parser.add_argument("--rows", default="25,60,200,1000,4000,16000", help="lengths of rows, separated by commas")
    arguments = parser.parse_args()
    tools = installed(TOOLS)
    others = [name for name in tools if name != OURS]
    print(f"{'text':8} {'row':>6} {'rows':>7} {'us a row':>9} {'MB/s':>7}" + "".join(f"{name:>8}" for name in others))
    for path in arguments.texts:
        text = path.read_text(encoding="utf-8")[: arguments.size * 1000]
        for length in map(int, arguments.rows.split(",")):
            rows = list(cut(text, length))
            jobs: dict[str, Job] = {name: partial(timed, tool(rows), len(rows)) for name, tool in tools.items()}
            gc.collect()
            gc.freeze()  # otherwise the collector walks all that the engines loaded whenever a loop makes many lists
            timings = interleave(jobs, arguments.rounds)
            seconds = median(timings[OURS].seconds)
            ratios = "".join(f"{1 / times_as_fast(timings[OURS], timings[name]):8.2f}" for name in others)
            rate = len(text.encode()) / seconds / 1e6
            print(
                f"{path.stem:8} {length:6} {len(rows):7} {seconds / len(rows) * 1e6:9.2f} {rate:7.1f}{ratios}",
                flush=True,
            )


if __name__ == "__main__":
    main()
