"""Runs all tasks, collects and counts their links, and writes the page of `--report`.

After an interrupt, the page shows the links found until then.
"""

import io
import pickle
from collections.abc import Callable, Iterable, Iterator
from tempfile import SpooledTemporaryFile
from typing import IO, BinaryIO

from linksift.cli.report import page
from linksift.cli.report.link_entry import EntryWriter, LinkEntry, Totals, shown_of
from linksift.cli.running.find_task import Job, Task
from linksift.cli.running.run_tasks import RunState, TaskLinks, WriteListing, first_of_each_uri, run_tasks
from linksift.cli.streams.terminal_text import file_message
from linksift.cli.streams.write_outputs import STANDARD_OUTPUT, check_target, complain, exiting_on_errors, output_to

IN_MEMORY = 16 * 1024 * 1024
"""The maximum number of bytes of entries kept in memory. Beyond that, the entries go to a temporary file."""

AT_ONCE = 1024 * 1024
"""The number of bytes copied at a time."""

MOST_MESSAGES = 1_000
"""The maximum number of messages on the page."""


class ReportCollector:
    """Collects links (`take`), whose entries go to a file, and messages (`complain`), and writes the page (`write`)."""

    def __init__(self, entries: IO[bytes]) -> None:
        self.totals = Totals()
        self._entries = entries

    def inputs(self, tasks: Iterable[Task]) -> Iterator[Task]:
        """Yield the tasks while counting their inputs."""
        last = -1
        for task in tasks:
            self.totals.inputs += task.number != last
            last = task.number
            yield task

    def complain(self, message: str) -> None:
        """Write a message to standard error, and keep it for the page."""
        complain(message)
        self.totals.messages += 1
        if len(self.totals.shown_messages) < MOST_MESSAGES:
            self.totals.shown_messages.append(message)

    def take(self, links: Iterable[TaskLinks]) -> Iterator[bytes]:
        """Keep all links, or those found before an interrupt. There is no output yet."""
        try:
            for task, together in links:
                for output in together.outputs:
                    self._add(task, pickle.loads(output))
        except KeyboardInterrupt:
            self.totals.interrupted = True
        return iter(())

    def _add(self, task: Task, entry: LinkEntry) -> None:
        totals = self.totals
        document = totals.add(task.number, task.path, entry)
        is_listed, in_lines = shown_of(totals.counts, entry.flags)
        if is_listed:
            totals.in_lines += in_lines
            totals.listed += 1
            document.listed += 1
            document.size += self._entries.write(page.item(totals.counts["links"], entry, in_lines).encode())

    def write(self, output: BinaryIO, run: RunState) -> None:
        """Write the page."""
        output.write(page.begin(self.totals, run).encode())
        self._entries.seek(0)
        for place, document in enumerate(self.totals.documents, 1):
            if not document.listed:
                continue
            output.write(page.section(place, document).encode())
            left = document.size
            while left:
                left -= output.write(self._entries.read(min(left, AT_ONCE)))
            output.write(page.SECTION_END.encode())
        output.write(page.end(self.totals).encode())


def write_report(
    path: str, tasks: Iterator[Task], job: Job, jobs: int, unique: bool, total: Callable[[], int], live: bool
) -> RunState:
    """Run all tasks, write a page that lists each URI once per message, and report the number of links.

    The links on the page can be clicked if `live` is true.

    Raises KeyboardInterrupt after writing the page of an interrupted run, and SystemExit if the page cannot be written.
    """
    render, unique_in = EntryWriter(live, unique), job.unique_in or "message"
    job = job._replace(render=render, unique_in=unique_in, with_each_text=True)  # one text may deceive, another may not
    with exiting_on_errors(path):
        if path != STANDARD_OUTPUT:
            check_target(path, page.BEGIN.encode())
        with SpooledTemporaryFile(max_size=IN_MEMORY) as entries:
            report = ReportCollector(entries)
            take: WriteListing = (lambda found: report.take(first_of_each_uri(found))) if unique else report.take
            run = run_tasks(report.inputs(tasks), job, jobs, take, io.BytesIO(), total, report.complain)
            with output_to(path) as output:
                report.write(output, run)
    if path != STANDARD_OUTPUT:
        complain(file_message(path, report.totals.summary()))
    if report.totals.interrupted:
        raise KeyboardInterrupt
    return run
