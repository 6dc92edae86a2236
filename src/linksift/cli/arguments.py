"""The references that a command is given, as arguments or a line each on standard input, and an answer for each."""

from collections.abc import Callable, Iterable

from linksift.cli.faults import complain_of
from linksift.cli.output import TROUBLE, complain, standard_output
from linksift.cli.source import STANDARD_INPUT, CannotRead, NotText, name_of, opened
from linksift.uri import InvalidReference, Reference, ill_formed

VALID, INVALID = 0, 1


def references(arguments: Iterable[str]) -> list[str]:
    """The arguments, with the lines of standard input in place of a "-".

    Leaves with TROUBLE when standard input cannot be read.
    """
    return [
        reference
        for argument in arguments
        for reference in (_lines_of_input() if argument == STANDARD_INPUT else [argument])
    ]


def _lines_of_input() -> list[str]:
    try:
        with opened(STANDARD_INPUT) as source:
            return lines("".join(source.chunks))
    except NotText:
        complain(f"{name_of(STANDARD_INPUT)}: binary file")
    except CannotRead as error:
        complain(f"{name_of(STANDARD_INPUT)}: {error}")
    raise SystemExit(TROUBLE)


def lines(text: str) -> list[str]:
    r"""The lines of a text, which end at LF or CR LF, without the empty ones.

    >>> lines("http://a/\r\n\n b")
    ['http://a/', ' b']
    """
    return [line for line in (line.removesuffix("\r") for line in text.split("\n")) if line]


def refused(faults: list[InvalidReference]) -> bytes:
    """Complain of what is no reference; it has no place in the output."""
    complain_of("not a URI reference", faults)
    return b""


def answer_each(
    references: Iterable[str],
    answer: Callable[[Reference], bytes],
    refuse: Callable[[list[InvalidReference]], bytes] = refused,
) -> int:
    """Write the answer for each string that is a reference and what is refused of the others; the exit status."""
    status = VALID
    with standard_output() as output:
        for reference in references:
            faults = list(ill_formed(reference))
            if faults:
                output.flush()  # so that what is complained of stands at its place on a terminal
                status = INVALID
            output.write(refuse(faults) if faults else answer(Reference(reference)))
    return status
