"""Writes the inputs of a command to standard output, each with its text changed."""

from collections.abc import Callable, Iterable

from linksift.cli.streams.open_input import STANDARD_INPUT, display_name, open_text
from linksift.cli.streams.standard_output import TROUBLE, complain, standard_output
from linksift.cli.streams.terminal_safe import input_message
from linksift.documents import ReadError


def rewrite_each(inputs: Iterable[str], change: Callable[[str], str]) -> int:
    """Write the text of each input after a change, and return the exit status: 0, or TROUBLE for an unreadable input.

    The inputs are paths or "-"; without any, the text is that of standard input.
    """
    status = 0
    with standard_output() as output:
        for name in inputs or (STANDARD_INPUT,):
            try:
                with open_text(name) as chunks:
                    text = "".join(chunks)
                output.write(_in_utf8(change(text)))
            except ReadError as error:
                complain(input_message(display_name(name), str(error)))
                status = TROUBLE
    return status


def _in_utf8(text: str) -> bytes:
    r"""The text in UTF-8, in which bytes that could not be decoded are written as they were.

    >>> _in_utf8("\u00e9 \udce9")
    b'\xc3\xa9 \xe9'
    """
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # a lone surrogate of a text in UTF-16
        return text.encode("utf-8", "surrogatepass")
