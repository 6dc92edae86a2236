"""A Spark session for tests, or a skip that says what is missing."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

CONFIGURATION = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "1g",
    "spark.executor.memory": "512m",
}


@contextmanager
def spark_session(master: str) -> Iterator[Any]:
    """A session that runs on a master and is stopped afterwards."""
    pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")
    sql = pytest.importorskip("pyspark.sql", reason="needs pyspark (the extra spark)")
    if not shutil.which("java"):
        pytest.skip("needs Java 17")
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    builder = sql.SparkSession.builder.master(master)
    for name, value in CONFIGURATION.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    try:
        yield session
    finally:
        session.stop()
