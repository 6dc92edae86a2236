"""Turns the arguments of a command into tasks, in order: one for each file, including those in folders, and one for
standard input."""

import sys
from collections.abc import Iterable, Iterator
from itertools import chain, count
from typing import BinaryIO, TextIO

from linksift.cli.running.find_task import Task
from linksift.cli.streams.read_inputs import why_unreadable
from linksift.cli.streams.terminal_text import STANDARD_INPUT
from linksift.cli.streams.write_outputs import ALSO_OUTPUT, identity
from linksift.documents import FileEntry, UnreadablePath, WalkOptions, file_ranges, walk
from linksift.uri import Reference, parse

BATCH_SIZE = 1024 * 1024
"""The approximate number of bytes of files given to a process at a time; smaller batches require more messages between
processes, which take time."""

FILE_COST = 4096
"""Opening a file takes about as long as reading this many bytes of it."""


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


def batches(tasks: Iterable[Task]) -> Iterator[list[Task]]:
    """The tasks in batches of about `BATCH_SIZE`; standard input, which this process reads itself, is a separate batch.

    >>> [len(batch) for batch in batches([Task(0, "a", 10), Task(1, "b", BATCH_SIZE), Task(2, None), Task(3, "c", 1)])]
    [2, 1, 1]
    """
    batch: list[Task] = []
    size = 0
    for task in tasks:
        if task.path is None and batch:
            yield batch
            batch, size = [], 0
        batch.append(task)
        size += task.size + FILE_COST
        if size >= BATCH_SIZE or task.path is None:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
