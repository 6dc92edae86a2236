"""`python -m linksift.integrations.spark PATHS OUTPUT`: the links of web archives, in batches that can be resumed."""

import logging
from typing import TextIO

import click

from linksift import frames
from linksift.integrations.spark.web_archives import write_batches


@click.command()
@click.argument("paths", type=click.File())
@click.argument("output")
@click.option("--batch", type=click.IntRange(1), default=500, show_default=True, help="Files in a batch.")
@click.option(
    "--fields", default=",".join(frames.EDGES.names), show_default=True, help="Columns of the edges, with commas."
)
def main(paths: TextIO, output: str, batch: int, fields: str) -> None:
    """Write the links of web archives (WARC, WET) to the folder OUTPUT, as Parquet.

    PATHS is a file with a path or URI in each line, or - for standard input. Each batch of them is a folder
    OUTPUT/batch=..., its problems are in OUTPUT/_problems. If the job dies, the same command resumes it. Spark takes
    its configuration from SPARK_CONF_DIR or PYSPARK_SUBMIT_ARGS.
    """
    logging.basicConfig(format="%(message)s")
    logging.getLogger("linksift").setLevel(logging.INFO)
    from pyspark.sql import SparkSession

    session = SparkSession.builder.appName("linksift").getOrCreate()
    given = [line.strip() for line in paths if line.strip()]
    try:
        counts = write_batches(session, given, output, batch=batch, fields=fields.split(","))
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    click.echo("\n".join(f"{name}: {count:,}" for name, count in counts._asdict().items()))


if __name__ == "__main__":
    main(prog_name="python -m linksift.integrations.spark")
