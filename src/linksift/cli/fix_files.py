"""Repairs the links in Markdown files, and either writes the files in place or shows the changes as a diff."""

import codecs
from collections.abc import Callable, Iterable, Iterator
from difflib import diff_bytes, unified_diff
from functools import partial
from io import BytesIO
from itertools import chain
from typing import NamedTuple

from linksift.checking import check_pieces, checking_finder, fixed, is_markdown
from linksift.cli.running.find_task import Task
from linksift.cli.streams.read_inputs import display_name
from linksift.cli.streams.terminal_text import input_message
from linksift.cli.streams.write_outputs import TROUBLE, atomic_write, complain, os_error_text
from linksift.documents import Account, NotText, ReadError, ReadOptions, links_in_file

NO_LINE_END = b"\n\\ No newline at end of file\n"
"""Follows the last line of a file in a diff if that line has no line ending."""


class FixedFile(NamedTuple):
    """A file whose links were repaired: its path, and its bytes before and after."""

    path: str
    before: bytes
    after: bytes

    def diff(self) -> bytes:
        r"""A unified diff, in the form that `patch` expects.

        >>> FixedFile("a.md", b"one", b"two").diff()
        b'--- a.md\n+++ a.md\n@@ -1 +1 @@\n-one\n\\ No newline at end of file\n+two\n\\ No newline at end of file\n'
        """
        name = self.path.encode("utf-8", "surrogateescape")
        before, after = BytesIO(self.before).readlines(), BytesIO(self.after).readlines()
        shown = diff_bytes(unified_diff, before, after, name, name)
        return b"".join(line if line.endswith(b"\n") else line + NO_LINE_END for line in shown)

    def write(self) -> None:
        """Replace the file. Raises OSError if it cannot be written."""
        with atomic_write(self.path) as file:
            file.write(self.after)


def fixed_files(
    tasks: Iterable[Task], options: ReadOptions, names: frozenset[str], on_fault: Callable[[str], object]
) -> Iterator[FixedFile]:
    """The tasks' Markdown files that change when the problems of these rules are repaired.

    `on_fault` is called with a message about each file that cannot be read.
    """
    for task in tasks:
        path = task.path or ""
        if task.fault is not None:
            on_fault(input_message(display_name(path), task.fault))
        elif is_markdown(path):
            try:
                changed = _fixed_file(path, options, names)
            except NotText:
                continue
            except (OSError, ReadError) as error:
                on_fault(input_message(path, os_error_text(error) if isinstance(error, OSError) else str(error)))
                continue
            if changed is not None:
                yield changed


def write_all(files: Iterable[FixedFile]) -> int:
    """Write the files and report their number. Return the exit status: 0, or TROUBLE if any could not be written."""
    written, status = 0, 0
    for file in files:
        try:
            file.write()
        except OSError as error:
            complain(input_message(file.path, os_error_text(error)))
            status = TROUBLE
        else:
            written += 1
    complain(f"repaired links in {written:,} file{'s' * (written != 1)}")
    return status


def _fixed_file(path: str, options: ReadOptions, names: frozenset[str]) -> FixedFile | None:
    """The file with its links repaired, or None if nothing changes. Raises OSError and ReadError.

    Code is left alone. All other bytes are preserved, including line endings, a byte order mark, and bytes that are
    not UTF-8.
    """
    with open(path, "rb") as file:
        before = file.read(options.limits.size)
        rest = file.read()
    extract = partial(check_pieces, names=names)
    account = Account(options.limits, len(before))
    options = options._replace(skip_code=True)
    lists = links_in_file(
        BytesIO(before), path, None, checking_finder(), options, lambda problem: None, account, extract
    )
    mark = codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b""
    text = before.removeprefix(mark).decode("utf-8", "surrogateescape")
    after = mark + fixed(text, chain.from_iterable(lists)).encode("utf-8", "surrogateescape")
    return None if after == before else FixedFile(path, before + rest, after + rest)
