"""Turns the arguments of a command into tasks, one for each file and one for standard input, and runs them all.

They run in one or more processes: links go to the output, and complaints and progress to standard error.
"""

import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from itertools import chain, count, groupby
from operator import itemgetter
from threading import Thread
from typing import Any, BinaryIO, TextIO

import click

from linksift.cli.running.find_task import Complaint, Job, Outcome, RenderedLinks, Task, TaskEnd, UnreadFile, run_task
from linksift.cli.streams.read_inputs import why_unreadable
from linksift.cli.streams.terminal_text import STANDARD_INPUT, display_name, input_message, visible
from linksift.cli.streams.write_outputs import ALSO_OUTPUT, complain, identity
from linksift.documents import FileEntry, TextRange, UnreadablePath, WalkOptions, file_ranges, walk
from linksift.finding import LeftOut, Reach
from linksift.uri import Reference, hide_passwords, parse

# ---- The tasks of the arguments --------------------------------------------------------------------------------------


def tasks_from(
    arguments: Iterable[str],
    walk_options: WalkOptions,
    base: str | None,
    split: bool = True,
    divides_texts: bool = False,
) -> Iterator[Task]:
    """The tasks for all arguments, in order; those of a folder are sorted by name.

    If `split` is true, large mailboxes are divided into ranges; if `divides_texts` is too, so are large plain texts.
    """
    numbers = count()
    for argument in arguments:
        if argument == STANDARD_INPUT:
            yield Task(next(numbers), None, base=base)
            continue
        for found in walk(argument, walk_options):
            if isinstance(found, UnreadablePath):
                yield Task(next(numbers), found.path, fault=why_unreadable(found.path, found.error))
                continue
            whole = Task(next(numbers), found.path, found.size, _base_of(found, base), named=not found.below)
            for part in file_ranges(found.path, found.size, divides_texts) if split else (None,):
                yield whole if part is None else whole._replace(part=part, size=part.end - part.start)


def _base_of(file: FileEntry, base: str | None) -> str | None:
    """The URI that a file came from; for a file in a folder, its relative path is appended to the folder's URI.

    >>> _base_of(FileEntry("site/a/b c.html", 0, ("a", "b c.html")), "http://a.example/")
    'http://a.example/a/b%20c.html'
    """
    if base is None or not file.below:
        return base
    relative = f".{Reference.build(path=file.below)}"
    return str(parse(relative).resolve(base))


def without_outputs(tasks: Iterable[Task], *outputs: str | BinaryIO | TextIO | None) -> Iterator[Task]:
    """The tasks, with a fault for each file that is being written. For a file in a folder, the fault only
    causes a message and does not change the exit status."""
    written = set(map(identity, outputs)) - {None}  # only regular files have an identity
    for task in tasks:
        is_output = written and identity(sys.stdin if task.path is None else task.path) in written
        yield task._replace(fault=ALSO_OUTPUT) if is_output else task


def total_size(arguments: Iterable[str], walk_options: WalkOptions) -> int:
    """The total size, in bytes, of all files that the arguments name."""
    found = chain.from_iterable(walk(argument, walk_options) for argument in arguments if argument != STANDARD_INPUT)
    return sum(entry.size for entry in found if isinstance(entry, FileEntry))


# ---- Progress --------------------------------------------------------------------------------------------------------

DELAY = 1.5
"""The number of seconds before the bar appears."""

ERASE = "\r\x1b[K\x1b[?25h"
"""Erases the line with the bar and shows the cursor again."""


class Progress:
    """The number of bytes processed, and the bar that shows it if standard error is a terminal.

    `total` counts all bytes, in a thread because that can take a long time.
    """

    def __init__(self, total: Callable[[], int], now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._begun = now()
        self._done = 0
        self.total: int | None = None
        self._bar: Any = None
        if sys.stderr is not None and sys.stderr.isatty():
            Thread(target=self._count, args=(total,), daemon=True).start()

    def _count(self, total: Callable[[], int]) -> None:
        self.total = total()

    def add(self, octets: int) -> None:
        """Add to the number of bytes processed, and draw the bar once `DELAY` has passed."""
        self._done += octets
        passed = self._now() - self._begun
        if self.total and self._bar is None and passed > DELAY:
            self._bar = click.progressbar(length=self.total, label="linksift", width=30, file=sys.stderr)
            self._bar.start -= passed
            octets = self._done
        if self._bar is not None:
            self._bar.update(octets)

    def erase(self) -> None:
        """Erase the bar before other output; the next `add` draws it again."""
        if self._bar is not None:
            click.echo(ERASE, nl=False, err=True)


# ---- The run ---------------------------------------------------------------------------------------------------------

SECONDS_TO_SEE = 0.5
"""The number of seconds of work after which the time for the rest of the work is estimated."""

WORTH_SECONDS = 10.0
"""Worker processes are started only if more work than this remains, since each takes a quarter of a second to start."""

MOST_NAMED = 5
"""The maximum number of files named in the message about unread files."""

MOST_KEPT = 1_000
"""The maximum number of unread files kept for the report."""

Event = tuple[Task, Outcome]
"""A task and one of its outcomes."""

TaskLinks = tuple[Task, RenderedLinks]
"""A task and some of its links."""

WriteListing = Callable[[Iterable[TaskLinks]], Iterator[bytes]]
"""Turns all links, in order, into the output."""

Complain = Callable[[str], object]
"""Takes a message about an input."""


def run_tasks(
    tasks: Iterator[Task],
    job: Job,
    jobs: int,
    write: WriteListing,
    output: BinaryIO,
    total: Callable[[], int],
    complain: Complain = complain,
    flushed: bool = False,
) -> "RunState":
    """Run all tasks and write their output. `total` counts the bytes of all inputs, for the progress bar.

    If the output is `flushed`, a reader of a pipe gets each piece immediately.
    """
    progress = Progress(total)
    state = RunState(output, progress, complain)
    on_terminal = output.isatty()
    with closing(_events(tasks, job, jobs)) as events:
        try:
            for piece in write(state.links(with_ranges_joined(events, job))):
                if on_terminal:
                    progress.erase()
                output.write(piece)
                if flushed:
                    output.flush()
        finally:
            progress.erase()
    return state


def _events(
    tasks: Iterator[Task], job: Job, jobs: int, now: Callable[[], float] = time.perf_counter
) -> Generator[Event, None, None]:
    """The outcomes of all tasks, in order. Worker processes are started once the tasks prove to be worth it.

    The first tasks, which run in this process, show how long the others will take.
    """
    seconds, size = 0.0, 0
    while (task := next(tasks, None)) is not None:
        begun = now()
        for outcome in run_task(task, job):
            seconds += now() - begun
            yield task, outcome
            begun = now()
        size += task.size
        if jobs > 1 and seconds >= SECONDS_TO_SEE:
            worth, tasks = begins_with(tasks, WORTH_SECONDS * size / seconds)
            if worth:
                from linksift.cli.running.worker_processes import outcomes_in_order  # imports multiprocessing

                yield from outcomes_in_order(tasks, job, jobs)
                return
            jobs = 1


def begins_with(tasks: Iterator[Task], size: float) -> tuple[bool, Iterator[Task]]:
    """Whether the files of the tasks have at least this total size in bytes, and an iterator over all of the tasks.

    >>> begins_with(iter([Task(0, "a", 3), Task(1, "b", 4)]), 7)[0], begins_with(iter([Task(0, "a", 3)]), 7)[0]
    (True, False)
    """
    seen: list[Task] = []
    for task in tasks:
        seen.append(task)
        size -= task.size
        if size <= 0:
            return True, chain(seen, tasks)
    return False, iter(seen)


def with_ranges_joined(events: Iterable[Event], job: Job) -> Iterator[Event]:
    """The outcomes of all tasks; those of the ranges of a text equal the outcomes of a search of the whole text.

    A range is searched again, in this process, if the search of the preceding range reaches into it differently than
    was assumed.
    """
    reached: Reach | None = None
    for task, together in groupby(events, key=itemgetter(0)):
        if not isinstance(task.part, TextRange):
            yield from together
            continue
        outcomes: Iterator[Outcome] = map(itemgetter(1), together)
        begin = next(outcomes)
        if isinstance(begin, Reach) and reached is not None and begin != reached:
            outcomes = run_task(task._replace(reach=reached), job)
        else:
            outcomes = chain((begin,), outcomes)
        reaches = []
        for outcome in outcomes:
            if isinstance(outcome, Reach):
                reaches.append(outcome)
            else:
                yield task, outcome
        reached = reaches[1] if len(reaches) > 1 else None  # how far the search reaches beyond the range, if known


class RunState:
    """The state of a run: the number of links `found`; whether there was `trouble`; the number of `files`, including
    those inside others, the number of files that were not read (`not_read`), and the files not read because of their
    formats (`unread`); the number of files whose relative links were left out (`without_base`); and the number of other
    links left out (`left_out`)."""

    def __init__(self, output: BinaryIO, progress: Progress, complain: Complain) -> None:
        self.trouble = False
        self.found = self.files = self.not_read = self.without_base = 0
        self.unread: list[UnreadFile] = []
        self.left_out = LeftOut()
        self._output = output
        self._progress = progress
        self._complain = complain

    def links(self, events: Iterable[Event]) -> Iterator[TaskLinks]:
        """The links of all tasks. Complaints are reported as they arrive."""
        for task, outcome in events:
            if isinstance(outcome, RenderedLinks):
                self.found += outcome.links
                yield task, outcome
            elif isinstance(outcome, Complaint):
                self.trouble |= outcome.trouble
                self._output.flush()  # so the message appears in the right place on a terminal
                self._progress.erase()
                self._complain(input_message(task.path, outcome.message))
            elif isinstance(outcome, TaskEnd):
                self._count(task, outcome)
                self._output.flush()
                self._progress.add(task.size)

    def unread_message(self) -> str:
        """A message with the number of unread files and the names of the first files not yet mentioned, or "" if an
        earlier message suffices."""
        if not (self.unread or self.not_read > 1) or self.files < 2:
            return ""
        names = ", ".join(file.place for file in self.unread[:MOST_NAMED])
        more = " and more" if len(self.unread) > MOST_NAMED else ""
        message = f"not read: {self.not_read:,} of {self.files:,} files{names and ': '}{names}{more}"
        return visible(hide_passwords(message))

    def base_message(self) -> str:
        """A message with the number of files whose relative links were left out, and the option that includes these
        links, or "" if there are none."""
        if not self.without_base:
            return ""
        files = f"{self.without_base:,} file{'' if self.without_base == 1 else 's'}"
        return f"relative links were left out in {files}: --base gives the URI that they came from"

    def _count(self, task: Task, end: TaskEnd) -> None:
        self.files += end.files + (task.part is None or task.part.is_first)
        self.without_base += end.lacks_base
        self.left_out += end.left_out
        self.not_read += end.not_read
        for file in end.unread[: MOST_KEPT - len(self.unread)]:
            place = ":".join(filter(None, (display_name(task.path), file.place)))
            self.unread.append(file._replace(place=place))


# ---- What is written of all links ------------------------------------------------------------------------------------


def outputs(found: Iterable[TaskLinks]) -> Iterator[bytes]:
    """The outputs of all links."""
    for _, links in found:
        yield from links.outputs


def whole(write: Callable[[Iterable[bytes]], Iterator[bytes]], found: Iterable[TaskLinks]) -> Iterator[bytes]:
    """The result of another function for the outputs of all links."""
    return write(outputs(found))


def first_of_each_uri(found: Iterable[TaskLinks]) -> Iterator[TaskLinks]:
    """The first link to each URI."""
    seen: set[str] = set()
    for task, links in found:
        first: dict[str, bytes] = {}
        for uri, output in zip(links.uris, links.outputs, strict=True):
            if uri not in seen:
                seen.add(uri)
                first[uri] = output
        if first:
            yield task, RenderedLinks(len(first), tuple(first.values()), tuple(first))
