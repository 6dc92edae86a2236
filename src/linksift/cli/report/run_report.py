"""Runs all tasks and writes the page of `--report`. After an interrupt, the page shows the links found until then."""

import io
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial

from linksift.cli.report import page
from linksift.cli.report.link_collector import ReportCollector
from linksift.cli.report.link_entry import encode_entry
from linksift.cli.running import result_listings
from linksift.cli.running.find_task import Job, Task, render_each
from linksift.cli.running.run_tasks import RunState, run_tasks
from linksift.cli.streams.atomic_file import STANDARD_OUTPUT, atomic_write, check_target, exiting_on_errors
from linksift.cli.streams.standard_output import complain, standard_output
from linksift.cli.streams.terminal_safe import input_message


def run_report(
    path: str, tasks: Iterator[Task], job: Job, jobs: int, unique: bool, total: Callable[[], int], live: bool
) -> RunState:
    """Run all tasks, write a page that lists each URI once per message, and report the number of links.

    The links on the page can be clicked if `live` is true.

    Raises KeyboardInterrupt after writing the page of an interrupted run, and SystemExit if the page cannot be written.
    """
    render, unique_in = partial(render_each, render=partial(encode_entry, live=live)), job.unique_in or "message"
    job = job._replace(render=render, unique_in=unique_in, with_each_text=True)  # one text may deceive, another may not
    with exiting_on_errors(path):
        if path != STANDARD_OUTPUT:
            check_target(path, page.BEGIN.encode())
        with closing(ReportCollector()) as report:
            take = partial(result_listings.unique, report.take) if unique else report.take
            run = run_tasks(report.inputs(tasks), job, jobs, take, io.BytesIO(), total, report.complain)
            report.totals.files, report.totals.not_read, report.totals.unread = run.files, run.not_read, run.unread
            with standard_output() if path == STANDARD_OUTPUT else atomic_write(path) as output:
                report.write(output)
    if path != STANDARD_OUTPUT:
        complain(input_message(path, report.totals.summary()))
    if report.totals.interrupted:
        raise KeyboardInterrupt
    return run
