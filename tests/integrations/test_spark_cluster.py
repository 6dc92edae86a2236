"""A cluster of two executors writes the edges of archives once each, though a worker and an executor are killed.

The damaged record in the middle of two files is where the first attempt of a task waits to be killed. LINKSIFT_KILLS
sets how many jobs are run.
"""

import os
import signal
import subprocess
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
from tests.integrations.spark_session import spark_session
from tests.integrations.web_archives import wet_file

pytestmark = [pytest.mark.spark, pytest.mark.filterwarnings("ignore")]  # PySpark's own

PATIENCE = 120
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
    plain = sorted(tuple(edge.values()) for path in paths for batch in frames.edges(path) for edge in batch.to_pylist())
    assert sorted(map(tuple, session.read.parquet(str(output)).collect())) == plain
    assert {path.name.partition("-")[0] for path in output.iterdir() if path.name[0] != "."} == {"_SUCCESS", "part"}
    assert len(list(output.glob("part-*"))) == len(paths)
