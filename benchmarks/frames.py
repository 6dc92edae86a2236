"""Times finding in a column of texts: linksift in each engine, a plain loop, and the tools that people use today.

    python benchmarks/frames.py                      # ../shared/bench/{sparse,mail,dense,prose}.txt
    python benchmarks/frames.py --rounds 9 --rows 20000 --row 5000 my.txt

README.md in this folder explains the columns.
"""

import argparse
import gc
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from interleaved_timing import Clock, Timing, Tool, installed, interleave
from process_cpu import cpu_of
from text_benchmark import DEFAULT_TEXTS, cut

PATTERN = r'https?://[^\s<>"\])]+'
"""The pattern that people write if they have no finder."""

LOOP = "plain loop"
SEED = 16

Rows = list[str]


class Search(NamedTuple):
    """A search over a column: `run` is timed, and from its result `texts` gets the text of each match in each row.

    `rows` are the rows to search: a slow tool gets only some. `clock` counts the CPU time of all its processes.
    """

    run: Callable[[], Any]
    texts: Callable[[Any], list[list[str]]]
    rows: Rows
    clock: Clock = time.process_time


Make = Callable[[Rows], Search]


# ---- linksift in each engine, imported when used, so that missing ones can be left out -------------------------------


def plain_loop() -> Make:
    from linksift import Finder

    finder = Finder()

    def make(rows: Rows) -> Search:
        run = partial(lambda find: [find(row) for row in rows], finder.find)
        return Search(run, lambda found: [[match.text for match in matches] for matches in found], rows)

    return make


def find_all() -> Make:
    from linksift import Finder

    finder = Finder()

    def make(rows: Rows) -> Search:
        run = partial(lambda find: list(find(rows)), finder.find_all)
        return Search(run, lambda found: [[match.text for match in matches] for matches in found], rows)

    return make


def arrow(**options: Any) -> Make:
    import pyarrow

    from linksift import frames

    def make(rows: Rows) -> Search:
        column = pyarrow.array(rows)
        texts = partial(cut_texts, rows)
        return Search(partial(frames.find, column, **options), lambda found: texts(found.to_pylist()), rows)

    return make


def pandas() -> Make:
    import pandas

    import linksift.integrations.pandas  # noqa: F401

    def make(rows: Rows) -> Search:
        series: Any = pandas.Series(rows)
        texts = partial(cut_texts, rows)
        return Search(lambda: series.links.find(), lambda found: texts(found.tolist()), rows)

    return make


def polars(engine: str) -> Make:
    import polars

    import linksift.integrations.polars  # noqa: F401

    def make(rows: Rows) -> Search:
        column: Any = polars.col("body")
        query = polars.DataFrame({"body": rows}).lazy().select(column.links.find())
        texts = partial(cut_texts, rows)
        return Search(partial(query.collect, engine=engine), lambda found: texts(found["body"].to_list()), rows)

    return make


def duckdb() -> Make:
    import duckdb

    from linksift.integrations.duckdb import register

    def make(rows: Rows) -> Search:
        connection = duckdb_table(duckdb.connect(), rows)
        register(connection)
        texts = partial(cut_texts, rows)
        run = partial(arrow_result, connection, "SELECT find_links(body) AS found FROM mail")
        return Search(run, lambda found: texts(found["found"].to_pylist()), rows)

    return make


def duckdb_table(connection: Any, rows: Rows) -> Any:
    """The connection, after adding a table of the rows to its database."""
    import pyarrow

    connection.register("given", pyarrow.table({"body": rows}))
    connection.execute("CREATE TABLE mail AS SELECT body FROM given")
    return connection


def arrow_result(connection: Any, query: str) -> Any:
    """The result of a query as an Arrow table."""
    return connection.sql(query).to_arrow_table()


def spark(query: Callable[[Any], Any], clock: Clock) -> Make:
    """A query over a data frame with the columns `row` and `body`. Its result has the columns `row` and `found`."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false").config("spark.driver.host", "127.0.0.1")
    try:
        session = builder.config("spark.driver.memory", "2g").getOrCreate()
        session.sparkContext.setLogLevel("OFF")
        query(session.createDataFrame([(0, "")], "row int, body string"))
    except RuntimeError as missing:  # Java is missing, or a function that this version of Spark lacks
        raise ImportError(str(missing)) from missing

    def make(rows: Rows) -> Search:
        found = query(session.createDataFrame(list(enumerate(rows)), "row int, body string").cache())
        run = found.write.format("noop").mode("overwrite").save
        return Search(run, lambda _: spark_texts(rows, found.select("row", "found").collect()), rows, clock)

    return make


def spark_texts(rows: Rows, found: list[Any]) -> list[list[str]]:
    """The texts of links or matches, by row."""
    by_row: list[list[str]] = [[] for _ in rows]
    for row, links in found:
        for link in links if isinstance(links, list) else [links]:
            by_row[row].append(link if isinstance(link, str) else rows[row][link.start : link.end])
    return by_row


def spark_rows(frame: Any) -> Any:
    """A row for each link, by `mapInArrow`."""
    from linksift.integrations.spark import rows

    return rows(frame, "body", keep="row").selectExpr("row", "struct(uri, start, end, kind) AS found")


def spark_find(frame: Any) -> Any:
    """A column of lists of links, by `arrow_udf`."""
    from linksift.integrations.spark import find

    return frame.select("row", find("body").alias("found"))


def spark_extract_all(frame: Any) -> Any:
    """A column of lists of the texts that the pattern matches."""
    from pyspark.sql import functions

    found = functions.regexp_extract_all("body", functions.lit(PATTERN), functions.lit(0))
    return frame.select("row", found.alias("found"))


def all_of_spark() -> float:
    """The CPU time of this process, of Spark's Python workers and of its JVM."""
    return time.process_time() + cpu_of("pyspark.daemon") + cpu_of("org.apache.spark")


def workers_of_spark() -> float:
    """The CPU time of Spark's Python workers."""
    return cpu_of("pyspark.daemon")


def cut_texts(rows: Rows, found: list[list[dict[str, Any]]]) -> list[list[str]]:
    """The texts of links, cut out of their rows."""
    return [[row[link["start"] : link["end"]] for link in links] for row, links in zip(rows, found, strict=True)]


# ---- What people use today -------------------------------------------------------------------------------------------


def as_they_are(found: Any) -> list[list[str]]:
    """Lists of texts, already in the form of the other results."""
    return [list(texts) for texts in found]


def re_findall() -> Make:
    pattern = re.compile(PATTERN)
    return lambda rows: Search(lambda: [pattern.findall(row) for row in rows], as_they_are, rows)


def pandas_extractall() -> Make:
    import pandas

    def make(rows: Rows) -> Search:
        series: Any = pandas.Series(rows)

        def texts(found: Any) -> list[list[str]]:
            by_row: list[list[str]] = [[] for _ in rows]
            for (row, _), text in found[0].items():
                by_row[row].append(text)
            return by_row

        return Search(lambda: series.str.extractall(f"({PATTERN})"), texts, rows)

    return make


def polars_extract_all() -> Make:
    import polars

    def make(rows: Rows) -> Search:
        query = polars.DataFrame({"body": rows}).lazy().select(polars.col("body").str.extract_all(PATTERN))
        return Search(query.collect, lambda found: as_they_are(found["body"].to_list()), rows)

    return make


def duckdb_extract_all() -> Make:
    import duckdb

    def make(rows: Rows) -> Search:
        connection = duckdb_table(duckdb.connect(), rows)
        query = f"SELECT regexp_extract_all(body, '{PATTERN}') AS found FROM mail"
        return Search(partial(arrow_result, connection, query), lambda found: found["found"].to_pylist(), rows)

    return make


def urlextract() -> Make:
    from urlextract import URLExtract

    finder = URLExtract()

    def make(rows: Rows) -> Search:
        some = rows[::50]
        return Search(lambda: [finder.find_urls(row) for row in some], as_they_are, some)

    return make


TOOLS = {
    LOOP: Tool("linksift", plain_loop),
    "find_all": Tool("linksift", find_all),
    "frames.find": Tool("pyarrow", arrow),
    "frames.find uri": Tool("pyarrow", partial(arrow, fields=["start", "end", "uri"])),
    "frames.find host": Tool("pyarrow", partial(arrow, fields=["start", "end", "host"])),
    "pandas links": Tool("pandas", pandas),
    "Polars links": Tool("polars", partial(polars, "in-memory")),
    "Polars streaming": Tool("polars", partial(polars, "streaming")),
    "DuckDB find_links": Tool("duckdb", duckdb),
    "Spark rows": Tool("pyspark", partial(spark, spark_rows, all_of_spark)),
    "Spark rows Python": Tool("pyspark", partial(spark, spark_rows, workers_of_spark)),
    "Spark find": Tool("pyspark", partial(spark, spark_find, all_of_spark)),
    "Spark find Python": Tool("pyspark", partial(spark, spark_find, workers_of_spark)),
    "re.findall": Tool("python", re_findall),
    "pandas extractall": Tool("pandas", pandas_extractall),
    "Polars extract_all": Tool("polars", polars_extract_all),
    "DuckDB extract_all": Tool("duckdb", duckdb_extract_all),
    "Spark extract_all": Tool("pyspark", partial(spark, spark_extract_all, all_of_spark)),
    "urlextract": Tool("urlextract", urlextract),
}


# ---- The run ---------------------------------------------------------------------------------------------------------


def timed(search: Search) -> int:
    search.run()
    return len(search.rows)


def report(searches: dict[str, Search], timings: dict[str, Timing]) -> None:
    """Print a row for each tool."""
    loop = searches[LOOP]
    links = dict(zip(loop.rows, map(Counter, loop.texts(loop.run())), strict=True))
    for name, search in searches.items():
        found = search.texts(search.run())
        same = sum((links[row] & Counter(texts)).total() for row, texts in zip(search.rows, found, strict=True))
        ours = sum(links[row].total() for row in search.rows)
        each = [seconds * 1e6 / len(search.rows) for seconds in timings[name].seconds]
        base = [seconds * 1e6 / len(loop.rows) for seconds in timings[LOOP].seconds]
        over = median(one - other for one, other in zip(each, base, strict=True))
        ratio = median(one / other for one, other in zip(each, base, strict=True))
        speeds = sorted(1e6 / one for one in each)
        print(
            f"{name:19} {median(speeds):10,.0f} {speeds[0]:10,.0f} {speeds[-1]:10,.0f} {over:9.2f} {ratio:7.2f} "
            f"{sum(map(len, found)):8} {same:8} {ours - same:8}",
            flush=True,
        )


def main() -> None:
    def names(argument: str) -> list[str]:
        wanted = argument.split(",")
        for name in wanted:
            if name not in TOOLS:
                raise argparse.ArgumentTypeError(f"{name!r} is not one of {', '.join(TOOLS)}")
        return wanted

    parser = argparse.ArgumentParser(description="Times finding in a column of texts, in one interleaved run.")
    parser.add_argument("texts", nargs="*", type=Path, default=DEFAULT_TEXTS, help="files in UTF-8")
    parser.add_argument("--rounds", type=int, default=5, help="rounds after the warm-up (5)")
    parser.add_argument("--rows", type=int, default=10_000, help="the most rows, evenly spread over all texts (10000)")
    parser.add_argument("--row", type=int, default=200, help="characters in a row (200)")
    parser.add_argument("--tools", type=names, default=list(TOOLS), help="names separated by commas (all)")
    arguments = parser.parse_args()
    if missing := [str(path) for path in arguments.texts if not path.is_file()]:
        sys.exit(f"no such text: {', '.join(missing)}")
    available = installed({name: TOOLS[name] for name in dict.fromkeys([LOOP, *arguments.tools])})
    pieces = chain.from_iterable(cut(path.read_text(encoding="utf-8"), arguments.row) for path in arguments.texts)
    every = list(dict.fromkeys(pieces))
    rows = random.Random(SEED).sample(every, min(arguments.rows, len(every)))
    searches = {name: make(rows) for name, make in available.items()}
    print(f"\n{len(rows):,} rows of {sum(map(len, rows)) / len(rows):.0f} characters")
    print(
        f"\n{'tool':19} {'rows/s':>10} {'least':>10} {'most':>10} {'us over':>9} {'ratio':>7} {'matches':>8} "
        f"{'same':>8} {'missed':>8}"
    )
    jobs = {name: partial(timed, search) for name, search in searches.items()}
    clocks = {name: search.clock for name, search in searches.items()}
    gc.collect()
    gc.freeze()  # otherwise the collector walks all that the engines loaded whenever a loop makes many matches
    report(searches, interleave(jobs, arguments.rounds, clocks))


if __name__ == "__main__":
    main()
