"""Tasks done, here or by several processes, and all that comes of them told where it belongs.

Here belongs the way of the outcomes: links to standard output, complaints to standard error, progress beside both.
"""

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import BinaryIO

from linksift.cli.open_input import STANDARD_INPUT, display_name
from linksift.cli.output import complain
from linksift.cli.running.inputs import worth_workers
from linksift.cli.running.listing import TaskLink, WriteListing
from linksift.cli.running.progress_bar import Progress
from linksift.cli.running.task import Complaint, Job, Outcome, RenderedLink, Task, run_task
from linksift.cli.terminal_safe import input_message

Event = tuple[Task, Outcome | None]
"""An outcome of a task; None when there are no more of it."""

Complain = Callable[[str], object]
"""What becomes of a message."""


def run_tasks(
    tasks: Iterator[Task],
    job: Job,
    jobs: int,
    write: WriteListing,
    output: BinaryIO,
    total: Callable[[], int],
    say: Complain = complain,
) -> "Run":
    """Do all tasks, write what comes of them, and tell how it went. `total` is how many octets there are in all."""
    way = Run(output, Progress(total) if sys.stderr is not None and sys.stderr.isatty() else None, say)
    with closing(_events(tasks, job, jobs)) as events:
        try:
            for piece in write(way.answers(events)):
                way.show(piece)
        finally:
            way.erase()
    return way


def _events(tasks: Iterator[Task], job: Job, jobs: int) -> Generator[Event, None, None]:
    """The outcomes of all tasks, in order; several processes are started when that pays."""
    pays = False
    if jobs > 1:
        pays, tasks = worth_workers(tasks)
    if pays:
        from linksift.cli.running.worker_processes import outcomes_in_order  # multiprocessing, for those who need it

        yield from outcomes_in_order(tasks, job, jobs)
        return
    for task in tasks:
        yield from ((task, outcome) for outcome in run_task(task, job))
        yield task, None


class Run:
    """How a run goes: whether anything was `found`, and whether there was `trouble`."""

    def __init__(self, output: BinaryIO, progress: Progress | None, say: Complain) -> None:
        self.found = self.trouble = False
        self._output = output
        self._progress = progress
        self._say = say
        self._on_terminal = output.isatty()

    def answers(self, events: Iterable[Event]) -> Iterator[TaskLink]:
        """The links; what else there is, is told on the way."""
        for task, outcome in events:
            if isinstance(outcome, RenderedLink):
                self.found = True
                yield task, outcome
            elif outcome is not None:
                self._complain(task, outcome)
            else:
                self._output.flush()
                if self._progress:
                    self._progress.add(task.size)

    def show(self, piece: bytes) -> None:
        """Write a piece of the output; on a terminal, in place of the progress."""
        if self._on_terminal:
            self.erase()
        self._output.write(piece)

    def erase(self) -> None:
        """Take the progress away."""
        if self._progress:
            self._progress.erase()

    def _complain(self, task: Task, complaint: Complaint) -> None:
        self._output.flush()  # so that what is complained of stands at its place on a terminal
        self.erase()
        self._say(input_message(display_name(task.path or STANDARD_INPUT), complaint.message))
        self.trouble |= complaint.trouble
