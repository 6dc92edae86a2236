"""A cluster of two executors writes the edges of archives once each, though a worker, an executor and the driver are
killed.

The damaged record in the middle of two files is where the first attempt of a task waits to be killed. LINKSIFT_KILLS
sets how many jobs are run.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")
pytest.importorskip("pyspark", reason="needs pyspark (the extra spark)")

from linksift import Problem, frames
from linksift.integrations import spark as links
from tests.integrations.spark_session import CONFIGURATION, spark_session
from tests.integrations.web_archives import wet_file

pytestmark = [pytest.mark.spark, pytest.mark.filterwarnings("ignore")]  # PySpark's own

PATIENCE = 300
"""Seconds after which a test gives up; nothing takes so long unless it failed."""


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    """A session with two executors of one core each."""
    with spark_session("local-cluster[2,1,1024]") as session:
        yield session


def waiting(folder: Path, names: tuple[str, ...]) -> Callable[[str, Problem], None]:
    """A function for `on_problem` that writes its process into a folder and waits to be killed, once for each name.

    It is made here, not on its own, because a worker does not have this module.
    """

    def wait(path: str, problem: Problem) -> None:
        mark = folder / Path(path).name
        if mark.name in names and not mark.exists():
            mark.with_suffix(".new").write_text(str(os.getpid()))
            mark.with_suffix(".new").rename(mark)
            time.sleep(PATIENCE)

    return wait


def parent_of(process: int) -> int:
    """The process that started another one."""
    return int(subprocess.run(["ps", "-o", "ppid=", "-p", str(process)], capture_output=True, check=True).stdout)


def kill(killed: list[str], what: str, mark: Path, generations: int) -> None:
    """Kill the process that writes a mark, or one that it descends from, as soon as it has written it."""
    for _ in range(PATIENCE * 10):
        if mark.exists():
            process = int(mark.read_text())
            for _ in range(generations):
                process = parent_of(process)
            os.kill(process, signal.SIGKILL)
            killed.append(what)
            return
        time.sleep(0.1)


def edges_of(paths: list[Path]) -> list[tuple[str, ...]]:
    """The edges that the plain loop finds."""
    return sorted(tuple(edge.values()) for path in paths for batch in frames.edges(path) for edge in batch.to_pylist())


@pytest.mark.parametrize("run", range(int(os.environ.get("LINKSIFT_KILLS", "1"))))
def test_edges_are_written_once_though_processes_are_killed(session: Any, tmp_path: Path, run: int) -> None:
    paths = [wet_file(tmp_path / f"{number}.warc.wet.gz", number) for number in range(8)]
    marks, killed = tmp_path / "marks", list[str]()
    marks.mkdir()
    worker, executor = paths[run].name, paths[run + 4].name
    # A worker is a child of PySpark's daemon, which is a child of the executor.
    killers = [
        Thread(target=kill, args=(killed, "worker", marks / worker, 0)),
        Thread(target=kill, args=(killed, "executor", marks / executor, 2)),
    ]
    for killer in killers:
        killer.start()
    found = links.warc(session, paths, on_problem=waiting(marks, (worker, executor)))
    output = tmp_path / "edges"
    found.write.parquet(str(output))
    for killer in killers:
        killer.join()
    assert sorted(killed) == ["executor", "worker"]
    assert sorted(map(tuple, session.read.parquet(str(output)).collect())) == edges_of(paths)
    assert {path.name.partition("-")[0] for path in output.iterdir() if path.name[0] != "."} == {"_SUCCESS", "part"}
    assert len(list(output.glob("part-*"))) == len(paths)


# ---- The job in batches, with a driver that is killed too ------------------------------------------------------------

ROOT = Path(__file__).parents[2]
CLUSTER = " ".join(f"--conf {name}={value}" for name, value in CONFIGURATION.items())
ENVIRONMENT = os.environ | {
    "PYSPARK_PYTHON": sys.executable,
    "PYSPARK_SUBMIT_ARGS": f"--master local-cluster[2,1,1024] {CLUSTER} pyspark-shell",
    "PYTHONPATH": str(ROOT),
}
DRIVER = """
import sys
from pathlib import Path
from pyspark.sql import SparkSession
from linksift.integrations import spark
from tests.integrations.test_spark_cluster import waiting

folder, output, *paths = sys.argv[1:]
marks = waiting(Path(folder), tuple(Path(path).name for path in (paths[0], paths[4], paths[8])))
spark.write_batches(SparkSession.builder.getOrCreate(), paths, output, batch=3, on_problem=marks)
"""
"""A driver of four batches: in each of the first three, a task waits to be killed."""


@pytest.mark.parametrize("run", range(int(os.environ.get("LINKSIFT_KILLS", "1"))))
def test_a_job_of_batches_is_resumed_after_a_worker_an_executor_and_the_driver_are_killed(
    tmp_path: Path, run: int
) -> None:
    import pyarrow.parquet

    good = [wet_file(tmp_path / f"{number}.warc.wet.gz", number) for number in range(10)]
    paths = [*good, tmp_path / "missing.warc.gz"]
    marks, output, killed = tmp_path / "marks", tmp_path / "edges", list[str]()
    marks.mkdir()
    command = [sys.executable, "-c", DRIVER, str(marks), str(output), *map(str, paths)]
    with subprocess.Popen(command, env=ENVIRONMENT, start_new_session=True, stderr=subprocess.DEVNULL) as driver:
        kill(killed, "worker", marks / paths[0].name, 0)
        kill(killed, "executor", marks / paths[4].name, 2)
        for _ in range(PATIENCE * 10):
            if (marks / paths[8].name).exists():
                os.killpg(driver.pid, signal.SIGKILL)
                killed.append("driver")
                break
            time.sleep(0.1)
        driver.kill()
    assert killed == ["worker", "executor", "driver"]
    assert len(list(output.glob("batch=*/_SUCCESS"))) == 2

    (tmp_path / "paths").write_text("\n".join(map(str, paths)))
    command = [sys.executable, "-m", "linksift.integrations.spark", str(tmp_path / "paths"), str(output), "--batch=3"]
    resumed = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=PATIENCE * 3)
    plain = edges_of(good)
    counts = f"files: 11\nbatches: 4\nskipped: 2\nedges: {len(plain):,}\nproblems: 11\n"
    assert resumed.stdout == counts, resumed.stderr
    written = pyarrow.parquet.read_table(output).drop_columns(["batch"]).to_pylist()
    assert sorted(tuple(edge.values()) for edge in written) == plain
    problems = pyarrow.parquet.read_table(output / "_problems").to_pylist()
    assert sorted(problem["file"] for problem in problems) == sorted(map(str, paths))
    assert {path.name.partition("=")[0] for path in output.iterdir()} == {"batch", "_problems"}
