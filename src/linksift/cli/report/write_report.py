"""From the tasks to the page: what `--report` does.

Here belongs the order of it. The page takes its place when it is whole; an interrupt leaves a page of what was found.
"""

import io
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial

from linksift.cli.open_input import reason
from linksift.cli.output import TROUBLE, complain, standard_output
from linksift.cli.report import page
from linksift.cli.report.atomic_file import check, written
from linksift.cli.report.collector import Report
from linksift.cli.report.link_entry import packed
from linksift.cli.running import listing
from linksift.cli.running.run_tasks import Run, run
from linksift.cli.running.task import Job, Task
from linksift.cli.terminal_safe import told_of

STANDARD_OUTPUT = "-"
"""The name of standard output."""


def reported(path: str, tasks: Iterator[Task], job: Job, jobs: int, unique: bool, total: Callable[[], int]) -> Run:
    """Do all tasks, write a page of what comes of them, and tell how it went. Raises KeyboardInterrupt, when the page
    is written, and SystemExit when it cannot be."""
    job = job._replace(render=packed)
    try:
        if path != STANDARD_OUTPUT:
            check(path, page.BEGIN.encode())
        with closing(Report(path)) as report:
            take = partial(listing.unique, report.take) if unique else report.take
            went = run(report.inputs(tasks), job, jobs, take, io.BytesIO(), total, report.complain)
            with standard_output() if path == STANDARD_OUTPUT else written(path) as output:
                report.write(output)
    except BrokenPipeError:
        raise
    except OSError as error:
        complain(told_of(path, reason(error)))
        raise SystemExit(TROUBLE) from error
    if report.totals.interrupted:
        raise KeyboardInterrupt
    return went
