"""The code on the pages about columns and clusters runs. That for Spark is run with the tests of Spark."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.frames.code_on_pages import CODE
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
