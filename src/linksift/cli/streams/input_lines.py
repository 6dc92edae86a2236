"""The inputs of the commands that take references or typed strings as arguments, or one per line."""

import os
import shlex
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from linksift.cli.streams.open_input import STANDARD_INPUT, display_name, open_text
from linksift.cli.streams.standard_output import TROUBLE, complain
from linksift.cli.streams.terminal_safe import input_message


def complain_of_files(arguments: Iterable[str], instead: str) -> None:
    """Complain about arguments that name a file, and suggest the command to use `instead`, in which `{}` is the file.

    The arguments are treated as references nevertheless, since `index.html` is also a reference.
    """
    for argument in arguments:
        if os.path.isfile(argument):
            complain(input_message(argument, f"is a file, not a URI: {instead.format(shlex.quote(argument))}"))


def arguments_or_lines(arguments: Iterable[str], is_wanted: Callable[[str], object]) -> Iterator[str]:
    """The arguments, with each "-" replaced by the wanted lines of standard input as they arrive. Without arguments,
    only those lines. Exits with TROUBLE if standard input cannot be read."""
    for argument in arguments or (STANDARD_INPUT,):
        if argument == STANDARD_INPUT:
            yield from filter(is_wanted, _parts_of_input(lines))
        else:
            yield argument


def any_line(line: str) -> bool:
    """True, so that empty lines are wanted, too."""
    return True


def cells_of_input(column: str) -> Iterator[str]:
    """The cells of a column of the table on standard input, as its rows arrive, without the header.

    Exits with TROUBLE if standard input cannot be read, and immediately if it has no such column.
    """
    from linksift.documents import column_cells  # imported only when needed

    cells = _parts_of_input(partial(column_cells, column=column))
    next(cells)
    return cells


def _parts_of_input(parts: Callable[[Iterable[str]], Iterator[str]]) -> Iterator[str]:
    """The parts into which a function splits the text of standard input. Exits with TROUBLE if it cannot be read."""
    from linksift.documents import ReadError  # imported only when needed

    try:
        with open_text(STANDARD_INPUT) as chunks:
            yield from parts(chunks)
    except ReadError as error:
        complain(f"{display_name(STANDARD_INPUT)}: {error}")
        raise SystemExit(TROUBLE) from error


def lines(chunks: Iterable[str]) -> Iterator[str]:
    r"""The lines of text that arrives in chunks.

    Lines end with LF or CR LF, and no empty line follows the last line ending.

    >>> list(lines(["http://a/\r\n\n b", "c"])), list(lines(["a\n"]))
    (['http://a/', '', ' bc'], ['a'])
    """
    parts: list[str] = []
    for chunk in chunks:
        first, *others = chunk.split("\n")
        parts.append(first)
        for other in others:
            yield "".join(parts).removesuffix("\r")
            parts = [other]
    if last := "".join(parts):
        yield last.removesuffix("\r")
