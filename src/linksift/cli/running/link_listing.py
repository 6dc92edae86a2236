"""Lists the links of all tasks, counts them for each input, or lists the inputs that have links."""

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from linksift.cli.running.task import RenderedLink, Task
from linksift.cli.streams.colour import Palette
from linksift.cli.streams.open_input import display_name
from linksift.cli.streams.terminal_safe import Escaper

TaskLink = tuple[Task, RenderedLink]
"""A link, and the task that it comes from."""

WriteListing = Callable[[Iterable[TaskLink]], Iterator[bytes]]
"""Turns all links, in order, into the output."""


def unique(write: WriteListing, found: Iterable[TaskLink]) -> Iterator[bytes]:
    """The output of another function for the first link of each URI."""
    return write(deduplicated(found))


def deduplicated(found: Iterable[TaskLink]) -> Iterator[TaskLink]:
    """The first link of each URI."""
    seen: set[str] = set()
    for task, link in found:
        if link.uri not in seen:
            seen.add(link.uri)
            yield task, link


def links(found: Iterable[TaskLink]) -> Iterator[bytes]:
    """The output for each link."""
    for _, link in found:
        yield link.output


def links_after(header: bytes, found: Iterable[TaskLink]) -> Iterator[bytes]:
    """A header, and the output for each link."""
    yield header
    yield from links(found)


def whole(write: Callable[[Iterable[bytes]], Iterator[bytes]], found: Iterable[TaskLink]) -> Iterator[bytes]:
    """What another function makes of the outputs of all links."""
    return write(links(found))


def links_nul_terminated(found: Iterable[TaskLink]) -> Iterator[bytes]:
    """The output for each link, with NUL in place of the line end."""
    for _, link in found:
        yield link.output.removesuffix(b"\n") + b"\0"


def counts(found: Iterable[TaskLink], named: bool, colours: Palette, end: bytes, escape: Escaper) -> Iterator[bytes]:
    """`name:count` for each input with links; only the count, even if it is 0, if inputs are not named."""
    if not named:
        yield b"%d%b" % (sum(link.links for _, link in found), end)
        return
    for task, count in _by_input(found):
        yield _name(task, colours, escape) + b":%d%b" % (count, end)


def names(found: Iterable[TaskLink], colours: Palette, end: bytes, escape: Escaper) -> Iterator[bytes]:
    """The name of each input with links."""
    for task, _ in _by_input(found):
        yield _name(task, colours, escape) + end


def _by_input(found: Iterable[TaskLink]) -> Iterator[tuple[Task, int]]:
    """Each input with links, and their number."""
    for _, inside in groupby(found, key=lambda listed: listed[0].number):
        count = 0
        for task, link in inside:  # noqa: B007 - the last task is as good as any
            count += link.links
        yield task, count


def _name(task: Task, colours: Palette, escape: Escaper) -> bytes:
    return os.fsencode(f"{colours.name}{escape(display_name(task.path))}{colours.end}")
