"""Spark finds what a plain loop finds, whatever the size of its batches, and raises before a query runs."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")
pyspark = pytest.importorskip("pyspark", reason="needs pyspark (the extra spark)")

from linksift import Finder, frames  # noqa: E402 - after the checks
from linksift.integrations import spark as links  # noqa: E402
from linksift.integrations.spark.web_archives import largest_first  # noqa: E402
from tests.frames.code_on_pages import CODE  # noqa: E402
from tests.frames.columns import PIECES  # noqa: E402
from tests.integrations.spark_session import spark_session  # noqa: E402
from tests.integrations.web_archives import wet_file  # noqa: E402

pytestmark = [pytest.mark.spark, pytest.mark.filterwarnings("ignore")]  # PySpark's own

HAS_ARROW_UDF = tuple(map(int, pyspark.__version__.split(".")[:2])) >= (4, 1)
needs_arrow_udf = pytest.mark.skipif(not HAS_ARROW_UDF, reason="needs Spark 4.1")

CHANCE = Random(1)
OCTETS = [
    None,
    b"",
    b"http://a.example/\xff b",
    b"\xed\xa0\x80 www.b.example",
    *(" ".join(CHANCE.choices(PIECES, k=CHANCE.randrange(6))).encode() for _ in range(200)),
]
TEXTS = [None if octets is None else octets.decode("utf-8", "surrogateescape") for octets in OCTETS]


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    """A session with two threads."""
    with spark_session("local[2]") as session:
        yield session


@pytest.fixture(scope="module")
def frame(session: Any) -> Any:
    """The octets, with the number of each row."""
    return session.createDataFrame(list(enumerate(OCTETS)), "id int, body binary")


def plain(finder: Finder) -> list[tuple[object, ...]]:
    """Number of the row, number of the link, URI, span and kind of each link."""
    return [
        (row, number, match.uri, match.start, match.end, match.kind)
        for row, text in enumerate(TEXTS)
        for number, match in enumerate(finder.find(text or ""))
    ]


@pytest.mark.parametrize("size", [1, 7, 10_000])
@pytest.mark.parametrize("kind", ["binary", "string"])
def test_rows_are_those_of_a_plain_loop(session: Any, frame: Any, kind: str, size: int) -> None:
    session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", size)
    found = links.rows(frame, frame.body.cast(kind), keep=["id"], profile="document")
    assert sorted(map(tuple, found.collect())) == plain(Finder("document"))


def test_rows_keep_columns_of_any_type(session: Any) -> None:
    fields = ["uri", "rules", "confidence"]
    query = "SELECT map('a', array(1.5)) AS kept, named_struct('text', 'www.a.example') AS mail, now() AS time"
    found = links.rows(
        session.sql(query), "mail.text", keep=["kept", "time"], fields=fields, unit="utf-16", max_row_bytes=99
    )
    [row] = found.collect()
    assert (row.kept, row.number, row.uri, row.confidence) == ({"a": [1.5]}, 0, "http://www.a.example", 1.0)
    assert row.rules == ["encode.scheme_added"]


def test_a_kept_column_may_be_named_row(session: Any) -> None:
    found = links.rows(session.sql("SELECT 7 AS row, 'www.a.example' AS body"), "body", keep="row", fields="uri")
    assert [row.asDict() for row in found.collect()] == [{"row": 7, "number": 0, "uri": "http://www.a.example"}]


def test_no_rows_give_no_rows(session: Any, frame: Any) -> None:
    assert links.rows(frame.where("id < 0"), "body").collect() == []
    assert links.rows(session.sql("SELECT NULL AS body"), "body").collect() == []


def test_wrong_columns_and_options_raise_before_the_query_runs(frame: Any) -> None:
    with pytest.raises(TypeError, match="rows takes a column of strings or bytes, not of int"):
        links.rows(frame, "id")
    with pytest.raises(ValueError, match="two columns would have the name 'id'"):
        links.rows(frame, "body", keep=["id", "id"])
    with pytest.raises(ValueError, match="fields must be some of"):
        links.rows(frame, "body", fields=["url"])
    with pytest.raises(ValueError, match="did you mean 'document'"):
        links.rows(frame, "body", profile="docment")
    with pytest.raises(TypeError, match="pass a finder or options"):
        links.rows(frame, "body", finder=Finder(), profile="document")


def test_workers_of_another_environment_are_named(session: Any, frame: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session.sparkContext, "pythonExec", "/elsewhere/bin/python3")
    sentence = "Spark's workers run /elsewhere/bin/python3, which has no linksift .* set PYSPARK_PYTHON"
    with pytest.raises(RuntimeError, match=sentence):
        links.rows(frame, "body")
    with pytest.raises(RuntimeError, match=sentence):
        links.warc(session, [])
    monkeypatch.undo()
    links.rows(frame, "body")


# ---- Columns and SQL -------------------------------------------------------------------------------------------------


@needs_arrow_udf
@pytest.mark.parametrize("size", [1, 10_000])
@pytest.mark.parametrize("kind", ["binary", "string"])
def test_a_column_of_links_is_that_of_a_plain_loop(session: Any, frame: Any, kind: str, size: int) -> None:
    session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", size)
    found = frame.select("id", links.find(frame.body.cast(kind), fields=["uri", "start"], unit="bytes").alias("links"))
    rows = [row.asDict(recursive=True)["links"] for row in found.orderBy("id").collect()]
    assert rows == frames.find(pa.array(OCTETS, pa.binary()), fields=["uri", "start"], unit="bytes").to_pylist()


@needs_arrow_udf
def test_a_column_of_another_type_raises_when_spark_analyzes_the_query(frame: Any) -> None:
    with pytest.raises(Exception, match="cannot cast"):
        frame.select(links.find("id"))
    with pytest.raises(ValueError, match="did you mean 'document'"):
        links.find("body", profile="docment")


@needs_arrow_udf
def test_functions_of_sql(session: Any) -> None:
    links.register(session, rejoin="auto")
    query = "SELECT inline(find_links(body)) FROM VALUES ('www.a.example'), (NULL), ('none') AS mail(body)"
    assert session.sql(query).collect() == [("http://www.a.example", 0, 13, "suffix")]
    query = (
        "SELECT clean_uri('htp://a.example').uri, normalize_uri('HTTP://A.example'), uri_parts('//a.example:8').port"
    )
    assert session.sql(query).collect() == [("http://a.example", "http://a.example/", "8")]


@needs_arrow_udf
def test_functions_of_sql_have_the_options_that_apply_to_them(session: Any) -> None:
    links.register(session, fields=["uri"], default_scheme="https", intranet=True)
    query = "SELECT find_links('www.a.example')[0] AS link, clean_uri('a.example').uri, clean_uri('nas/photo').uri"
    assert session.sql(query).collect() == [(("https://www.a.example",), "https://a.example", "https://nas/photo")]
    with pytest.raises(TypeError, match="register has no option 'defaultscheme': did you mean 'default_scheme'"):
        links.register(session, defaultscheme="https")  # type: ignore[call-arg]


@pytest.mark.skipif(HAS_ARROW_UDF, reason="this Spark has what older ones lack")
def test_an_older_spark_raises_a_sentence_that_names_rows(session: Any) -> None:
    sentence = r"needs Spark 4\.1 or later, and this is 3\.5\.\d+: use rows\(frame, column\)"
    with pytest.raises(RuntimeError, match=sentence):
        links.find("body")
    with pytest.raises(RuntimeError, match=sentence):
        links.register(session)


@pytest.mark.parametrize("block", CODE["pyspark"])
def test_the_code_on_the_pages_runs(session: Any, block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if "import find" in block and not HAS_ARROW_UDF:
        pytest.skip("needs Spark 4.1")
    monkeypatch.chdir(tmp_path)
    wet_file(tmp_path / "a.warc.wet.gz", 1)
    exec(block.replace('"edges"', repr(str(tmp_path / "edges"))), {})  # Spark writes where its JVM was started


# ---- Web archives ----------------------------------------------------------------------------------------------------


def test_archives_give_the_edges_of_a_plain_loop(session: Any, tmp_path: Path) -> None:
    paths = [wet_file(tmp_path / f"{number}.warc.wet.gz", number) for number in range(5)]
    plain = sorted(tuple(edge.values()) for path in paths for batch in frames.edges(path) for edge in batch.to_pylist())
    assert len(plain) > 100
    found = links.warc(session, [*paths[:3], *(path.as_uri() for path in paths[3:])])
    assert found.rdd.getNumPartitions() == len(paths)
    assert sorted(map(tuple, found.collect())) == plain


def test_no_archives_give_no_edges(session: Any) -> None:
    assert links.warc(session, []).collect() == []


def test_what_cannot_be_read_is_a_problem_and_fails_only_on_request(session: Any, tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\0\1\2")
    good = wet_file(tmp_path / "a.warc.wet.gz", 1)
    assert links.warc(session, [binary, good]).count() == links.warc(session, [good]).count()
    with pytest.raises(Exception, match=r"missing\.warc"):
        links.warc(session, [good, tmp_path / "missing.warc"], on_error="raise").count()
    fields = ["source", "target", "file", "problem"]
    found = links.warc(session, [binary, tmp_path / "missing.warc", good], fields=fields).collect()
    told = {Path(row.file).name: row.problem for row in found if row.problem}
    assert told.keys() == {"binary", "missing.warc", "a.warc.wet.gz"}
    assert "No such file" in told["missing.warc"]
    assert all(row.target is None for row in found if row.problem)
    assert sum(row.target is not None for row in found) == links.warc(session, [good]).count()


def test_wrong_arguments_of_warc_raise_before_a_task_runs(session: Any) -> None:
    with pytest.raises(TypeError, match="warc takes paths, not one of them, not str"):
        links.warc(session, "a.warc.gz")
    with pytest.raises(TypeError, match="pass a finder or options"):
        links.warc(session, ["a"], finder=Finder(), profile="text")
    with pytest.raises(ValueError, match="did you mean 'document'"):
        links.warc(session, ["a"], profile="docment")  # type: ignore[arg-type]


# ---- In batches ------------------------------------------------------------------------------------------------------


def test_batches_are_written_once(session: Any, tmp_path: Path) -> None:
    paths = [wet_file(tmp_path / f"{number}.warc.wet.gz", number, 40 + 20 * number) for number in range(4)]
    output, given = str(tmp_path / "edges"), [*paths, paths[0], tmp_path / "missing.warc"]
    first = links.write_batches(session, given, output, batch=2)
    assert first[:3] == (5, 3, 0)
    again = links.write_batches(session, given, output, batch=2)
    assert again == first._replace(skipped=3)
    written = session.read.parquet(output)
    plain = sorted(tuple(edge.values()) for path in paths for batch in frames.edges(path) for edge in batch.to_pylist())
    assert sorted((row.source, row.target, row.text) for row in written.collect()) == plain
    assert written.schema["target"].metadata == {"linksift.edges": frames.EDGES_VERSION}
    problems = session.read.parquet(output + "/_problems").collect()
    assert (again.edges, again.problems) == (len(plain), len(problems)) == (written.count(), 5)
    assert {Path(row.file).name for row in problems if "No such file" in row.problem} == {"missing.warc"}


def test_a_batch_that_is_not_complete_is_written_again(session: Any, tmp_path: Path) -> None:
    paths = [wet_file(tmp_path / f"{number}.warc.wet.gz", number) for number in range(3)]
    output = tmp_path / "edges"
    first = links.write_batches(session, paths, str(output), batch=1)
    success, *_ = output.glob("batch=*/_SUCCESS")
    success.unlink()
    assert links.write_batches(session, paths, str(output), batch=1) == first._replace(skipped=2)


def test_a_resume_with_other_paths_fields_or_versions_is_refused(
    session: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [wet_file(tmp_path / f"{number}.warc.wet.gz", number) for number in range(3)]
    output = str(tmp_path / "edges")
    links.write_batches(session, paths, output, batch=2, fields=["target"])
    with pytest.raises(ValueError, match="of other paths, or of another size of batches"):
        links.write_batches(session, paths, output, batch=3, fields=["target"])
    with pytest.raises(ValueError, match=r"has the fields target \(version 1\), not target, file \(version 1\)"):
        links.write_batches(session, paths, output, batch=2, fields=["target", "file"])
    with pytest.raises(ValueError, match="fields must be some of"):
        links.write_batches(session, paths, output, batch=2, fields=["target", "problem"])
    monkeypatch.setattr(frames, "EDGES_VERSION", "2")
    with pytest.raises(ValueError, match=r"has the fields target \(version 1\), not target \(version 2\)"):
        links.write_batches(session, paths, output, batch=2, fields=["target"])


def test_no_paths_are_no_batches(session: Any, tmp_path: Path) -> None:
    assert links.write_batches(session, [], str(tmp_path / "edges")) == (0, 0, 0, 0, 0)


def test_the_largest_file_of_a_batch_is_read_first(tmp_path: Path) -> None:
    paths = [str(wet_file(tmp_path / f"{number}.warc.wet.gz", number, 10 + 20 * number)) for number in range(3)]
    assert largest_first([str(tmp_path / "missing"), *paths, "none://a"]) == [
        *paths[::-1],
        str(tmp_path / "missing"),
        "none://a",
    ]
