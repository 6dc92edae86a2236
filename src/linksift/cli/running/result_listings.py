"""Lists the links of all tasks, counts them for each input, or lists the inputs that contain links."""

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from linksift.cli.running.find_task import RenderedLinks, Task
from linksift.cli.streams.read_inputs import display_name
from linksift.cli.streams.terminal_text import Escaper, Palette

TaskLinks = tuple[Task, RenderedLinks]
"""A task and some of its links."""

WriteListing = Callable[[Iterable[TaskLinks]], Iterator[bytes]]
"""Turns all links, in order, into the output."""


def unique(found: Iterable[TaskLinks]) -> Iterator[TaskLinks]:
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


def outputs(found: Iterable[TaskLinks]) -> Iterator[bytes]:
    """The outputs of all links."""
    for _, links in found:
        yield from links.outputs


def grouped(found: Iterable[TaskLinks]) -> Iterator[bytes]:
    r"""The output for each link, preceded by the line of its group, which only the first link of a group keeps.

    >>> links = RenderedLinks(2, (b"a.txt\n1:1:http://a.example\n", b"a.txt\n2:1:http://b.example\n"))
    >>> b"".join(grouped([(Task(0, "a.txt"), links)]))
    b'a.txt\n1:1:http://a.example\n2:1:http://b.example\n'
    """
    before = None
    for _, links in found:
        for output in links.outputs:
            group, _, lines = output.partition(b"\n")
            if group != before:
                yield group + b"\n" if before is None else b"\n" + group + b"\n"
                before = group
            yield lines


def outputs_after(header: bytes, found: Iterable[TaskLinks]) -> Iterator[bytes]:
    """A header, followed by the outputs of all links."""
    yield header
    yield from outputs(found)


def whole(write: Callable[[Iterable[bytes]], Iterator[bytes]], found: Iterable[TaskLinks]) -> Iterator[bytes]:
    """The result of another function for the outputs of all links."""
    return write(outputs(found))


def outputs_nul_terminated(found: Iterable[TaskLinks]) -> Iterator[bytes]:
    """The output for each link, with NUL in place of the line ending."""
    for output in outputs(found):
        yield output.removesuffix(b"\n") + b"\0"


def counts(found: Iterable[TaskLinks], named: bool, colours: Palette, end: bytes, escape: Escaper) -> Iterator[bytes]:
    """`name:count` for each input with links or, if inputs are not named, only the total count, even if it is 0."""
    if not named:
        yield b"%d%b" % (sum(links.links for _, links in found), end)
        return
    for task, count in _by_input(found):
        yield _name(task, colours, escape) + b":%d%b" % (count, end)


def names(found: Iterable[TaskLinks], colours: Palette, end: bytes, escape: Escaper) -> Iterator[bytes]:
    """The name of each input with links."""
    for task, _ in _by_input(found):
        yield _name(task, colours, escape) + end


def _by_input(found: Iterable[TaskLinks]) -> Iterator[tuple[Task, int]]:
    """Each input with links, and the number of links."""
    for _, inside in groupby(found, key=lambda listed: listed[0].number):
        count = 0
        for task, links in inside:  # noqa: B007 - the last task is as good as any
            count += links.links
        yield task, count


def _name(task: Task, colours: Palette, escape: Escaper) -> bytes:
    return os.fsencode(f"{colours.name}{escape(display_name(task.path))}{colours.end}")
