"""The code on the pages about columns and clusters runs. That for Spark is run with the tests of Spark."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import linksift
from tests.frames.code_on_pages import CODE, DOCS
from tests.integrations.web_archives import wet_file

IN_PROCESS = ("pyarrow", "pandas", "polars", "duckdb", "daft", "dask")


def test_each_engine_has_code() -> None:
    assert set(CODE) == {*IN_PROCESS, "ray", "pyspark"}


@pytest.mark.parametrize("engine", IN_PROCESS)
@pytest.mark.filterwarnings("ignore")  # the engines' own
def test_the_code_runs(engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")
    pytest.importorskip(engine, reason=f"needs {engine}")
    monkeypatch.chdir(tmp_path)
    wet_file(tmp_path / "a.warc.wet.gz", 1)
    for block in CODE[engine]:
        exec(block, {})


def run_commands(commands: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run commands of a page in a folder, with the linksift that is tested."""
    return subprocess.run(
        ["bash", "-ec", f'linksift() {{ "$PYTHON" -m linksift "$@"; }}\n{commands}'],
        cwd=folder,
        env={**os.environ, "PYTHON": sys.executable, "PYTHONPATH": str(Path(linksift.__file__).parents[1])},
        capture_output=True,
        encoding="utf-8",
    )


COMMANDS = re.findall(r"^```sh\n(.*?)^```", (DOCS / "frames.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
(COLUMN,) = re.findall(
    r"^```text\n(.*?)^```", (DOCS / "frames.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
)
PEOPLE = 'id,website\n7,"www.A.example,"\n8,n/a\n9,"b.example/x,y"\n'


def test_the_commands_run(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")
    zstd = pytest.importorskip("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
    from pyarrow import parquet

    parquet.write_table(pyarrow.table({"id": ["1"], "body": ["http://a.example/"]}), tmp_path / "mail.parquet")
    (tmp_path / "mail.jsonl.zst").write_bytes(zstd.compress(b'{"id": 1, "body": "http://b.example/"}\n'))
    (tmp_path / "pages.csv").write_text("url,text\nhttp://c.example/,see http://d.example/\n")
    (tmp_path / "typed.txt").write_text("www.e.example,\n")
    (tmp_path / "people.csv").write_text(PEOPLE)
    run = run_commands(COMMANDS[0], tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines() == [
        "mail.parquet:row 1:id 1:body:1:1:http://a.example/",
        "source\ttarget\tlinks",
        "c.example\td.example\t1",
        "http://www.e.example",
        *COLUMN.splitlines(),
    ]
    assert parquet.read_table(tmp_path / "links.parquet")["uri"].to_pylist() == ["http://b.example/"]


@pytest.mark.skipif(not shutil.which("jq"), reason="needs jq")
def test_the_hosts_of_rows(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text(PEOPLE)
    run = run_commands(COMMANDS[1], tmp_path)
    assert (run.returncode, run.stdout, run.stderr) == (0, "www.a.example\n\nb.example\n", "")


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_the_code_for_ray_runs() -> None:
    pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")
    pytest.importorskip("ray.data", reason="needs ray[data]")
    with ray_with_one_worker():
        for block in CODE["ray"]:
            exec(block, {})


@contextmanager
def ray_with_one_worker() -> Iterator[None]:
    """Ray, without its dashboard."""
    import ray

    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    try:
        yield
    finally:
        ray.shutdown()
