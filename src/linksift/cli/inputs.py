"""The inputs that a command is given, as tasks in their order: files, what is in folders, standard input.

Here belongs what one argument leads to. What is done with it does not.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, count

from linksift.cli.source import STANDARD_INPUT, reason
from linksift.cli.work import Task
from linksift.documents import FileEntry, UnreadablePath, WalkOptions, file_ranges, walk
from linksift.uri import Reference, parse

PAYS_FROM = 4 * 1024 * 1024
"""From so many octets on it pays to start processes, or from so many files on:"""

MOST_FILES = 500


def tasks(arguments: Iterable[str], leave_out: WalkOptions, base: str | None) -> Iterator[Task]:
    """All inputs that the arguments lead to, in order, large mailboxes in shares; a folder's in the order of names."""
    numbers = count()
    for argument in arguments:
        if argument == STANDARD_INPUT:
            yield Task(next(numbers), None, base=base)
            continue
        for found in walk(argument, leave_out):
            if isinstance(found, UnreadablePath):
                yield Task(next(numbers), found.path, fault=reason(found.error))
            else:
                yield from _of_file(next(numbers), found, base)


def _of_file(number: int, file: FileEntry, base: str | None) -> Iterator[Task]:
    whole = Task(number, file.path, file.size, _base_of(file, base), named=not file.below)
    for share in file_ranges(file.path, file.size):
        yield whole if share is None else whole._replace(share=share, size=share.end - share.start)


def _base_of(file: FileEntry, base: str | None) -> str | None:
    """The URI that a file came by: what is in a folder lies below that of the folder.

    >>> _base_of(FileEntry("site/a/b c.html", 0, ("a", "b c.html")), "http://a.example/")
    'http://a.example/a/b%20c.html'
    """
    if base is None or not file.below:
        return base
    relative = f".{Reference.build(path=file.below)}"
    return str(parse(relative).resolve(base))


def octets(arguments: Iterable[str], leave_out: WalkOptions) -> int:
    """How many octets the files have that the arguments lead to."""
    found = chain.from_iterable(walk(argument, leave_out) for argument in arguments if argument != STANDARD_INPUT)
    return sum(entry.size for entry in found if isinstance(entry, FileEntry))


def much(tasks: Iterator[Task]) -> tuple[bool, Iterator[Task]]:
    """Whether there is so much to do that several processes are worth their start; and the tasks, all of them."""
    seen: list[Task] = []
    size = 0
    for task in tasks:
        seen.append(task)
        size += task.size
        if len(seen) > 1 and (size >= PAYS_FROM or len(seen) >= MOST_FILES):
            return True, chain(seen, tasks)
    return False, iter(seen)
