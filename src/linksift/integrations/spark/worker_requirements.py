"""What every function requires: workers with linksift, Spark's types, and folders on the cluster's file systems."""

import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class Folder:
    """A folder in the file system to which Spark writes: a local one, that of a cluster, or an object store."""

    def __init__(self, spark: "SparkSession", path: str) -> None:
        context: Any = spark.sparkContext
        self._path = context._jvm.org.apache.hadoop.fs.Path
        self._folder = self._path(path)
        self._system = self._folder.getFileSystem(context._jsc.hadoopConfiguration())

    def names(self) -> list[str]:
        """The names in the folder; an empty list if the folder does not exist."""
        if not self._system.exists(self._folder):
            return []
        return [status.getPath().getName() for status in self._system.listStatus(self._folder)]

    def has(self, name: str) -> bool:
        """Whether the folder contains a file or folder with this name."""
        return bool(self._system.exists(self._path(self._folder, name)))

    def remove(self, name: str) -> None:
        """Remove the subfolder with this name, if there is one, and all its contents."""
        self._system.delete(self._path(self._folder, name), True)


def refuse_another_python(spark: "SparkSession") -> None:
    """Raise RuntimeError if the workers of a local Spark run a Python that has no linksift.

    The workers run `PYSPARK_PYTHON`, or the `python3` on the path. On a cluster, the driver does not know which one
    that is.
    """
    try:
        context = spark.sparkContext
    except (AttributeError, NotImplementedError):  # a session of Spark Connect has no context
        return
    if context.master.startswith("local") and not has_linksift(context.pythonExec):
        raise RuntimeError(
            f"Spark's workers run {context.pythonExec}, which has no linksift with pyarrow: set PYSPARK_PYTHON to "
            f"{sys.executable} before the session starts"
        )


@lru_cache
def has_linksift(python: str) -> bool:
    """Whether a Python interpreter, which is run if it is in another folder, can import linksift and pyarrow."""
    found = shutil.which(python)
    if found is None or Path(found).absolute().parent == Path(sys.executable).absolute().parent:
        return found is not None
    return subprocess.run([found, "-c", "import linksift.frames"], capture_output=True).returncode == 0


def spark_type(kind: "pyarrow.DataType") -> Any:
    """An Arrow type as a Spark type.

    >>> from linksift import frames
    >>> spark_type(frames.list_of_links(("uri", "start"))).simpleString()
    'array<struct<uri:string,start:bigint>>'
    """
    from pyspark.sql import types

    if pyarrow.types.is_list(kind):
        return types.ArrayType(spark_type(kind.value_type))
    if pyarrow.types.is_struct(kind):
        return types.StructType([types.StructField(part.name, spark_type(part.type), part.nullable) for part in kind])
    if pyarrow.types.is_int64(kind):
        return types.LongType()
    return types.DoubleType() if pyarrow.types.is_float64(kind) else types.StringType()
