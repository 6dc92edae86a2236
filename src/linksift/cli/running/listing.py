"""What is written of all that was found: each link, how many there are in each input, or which inputs have any.

Here belongs what becomes of the outcomes of all tasks, in their order. What is written of a single link does not.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from linksift.cli.colour import Palette
from linksift.cli.open_input import STANDARD_INPUT, display_name
from linksift.cli.running.task import RenderedLink, Task
from linksift.cli.terminal_safe import Escaper

TaskLink = tuple[Task, RenderedLink]
"""A link, and the task that gave it."""

WriteListing = Callable[[Iterable[TaskLink]], Iterator[bytes]]
"""All links in, in order; what is written of them out."""


def unique(write: WriteListing, answers: Iterable[TaskLink]) -> Iterator[bytes]:
    """What is to be written of the links whose URI was not there before."""
    return write(deduplicated(answers))


def deduplicated(answers: Iterable[TaskLink]) -> Iterator[TaskLink]:
    """The links whose URI was not there before."""
    seen: set[str] = set()
    for task, row in answers:
        if row.uri not in seen:
            seen.add(row.uri)
            yield task, row


def links(answers: Iterable[TaskLink]) -> Iterator[bytes]:
    """What is to be written of each link."""
    for _, row in answers:
        yield row.output


def links_after(header: bytes, answers: Iterable[TaskLink]) -> Iterator[bytes]:
    """A header, and what is to be written of each link."""
    yield header
    yield from links(answers)


def links_nul_terminated(answers: Iterable[TaskLink]) -> Iterator[bytes]:
    """What is to be written of each link, with NUL in place of the line end."""
    for _, row in answers:
        yield row.output.removesuffix(b"\n") + b"\0"


def counts(answers: Iterable[TaskLink], named: bool, colours: Palette, end: bytes, spell: Escaper) -> Iterator[bytes]:
    """`name:count` for each input with links, or the count alone, a zero too, when the input is not to be named."""
    if not named:
        yield b"%d%b" % (sum(1 for _ in answers), end)
        return
    for task, count in _by_input(answers):
        yield _name(task, colours, spell) + b":%d%b" % (count, end)


def names(answers: Iterable[TaskLink], colours: Palette, end: bytes, spell: Escaper) -> Iterator[bytes]:
    """The name of each input with links."""
    for task, _ in _by_input(answers):
        yield _name(task, colours, spell) + end


def _by_input(answers: Iterable[TaskLink]) -> Iterator[tuple[Task, int]]:
    """Each input with links, and how many."""
    for _, inside in groupby((task for task, _ in answers), key=lambda task: task.number):
        for count, task in enumerate(inside, 1):  # noqa: B007 - the last of them is wanted
            pass
        yield task, count


def _name(task: Task, colours: Palette, spell: Escaper) -> bytes:
    return os.fsencode(f"{colours.name}{spell(display_name(task.path or STANDARD_INPUT))}{colours.end}")
