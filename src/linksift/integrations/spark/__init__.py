"""Spark: links in columns of data frames, and in web archives that the Python workers read.

    from linksift.integrations import spark
    spark.rows(frame, "body", keep=["id"])
    spark.warc(session, paths).write.parquet("edges")
    spark.write_batches(session, paths, "edges")

`rows`, `warc` and `write_batches` run in Spark 3.5 and later; `find` and `register` need Spark 4.1. Each executor needs
linksift and pyarrow. In the workers, linksift imports nothing from Spark, so Spark is imported only when a function is
called. `python -m linksift.integrations.spark PATHS OUTPUT` is `write_batches` as a command.
"""

from linksift.integrations.spark.columns import find, register, rows
from linksift.integrations.spark.web_archives import Counts, warc, write_batches

__all__ = ["Counts", "find", "register", "rows", "warc", "write_batches"]
