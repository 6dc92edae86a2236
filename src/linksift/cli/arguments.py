"""The references that a command is given, as arguments or a line each on standard input, and an answer for each.

Here belongs what all commands for single references share. What each answers stands with it.
"""

from collections.abc import Callable, Iterable, Iterator

from linksift.cli.faults import complain_of
from linksift.cli.output import TROUBLE, complain, standard_output
from linksift.cli.source import STANDARD_INPUT, name_of, opened
from linksift.documents import ReadError
from linksift.uri import InvalidReference, Reference, grammar_faults

VALID, INVALID = 0, 1


def references(arguments: Iterable[str]) -> list[str]:
    """The arguments, with the lines of standard input in place of a "-".

    Leaves with TROUBLE when standard input cannot be read.
    """
    return [
        reference
        for argument in arguments
        for reference in (lines_of_input() if argument == STANDARD_INPUT else [argument])
    ]


def lines_of_input() -> Iterator[str]:
    """The lines of standard input, each when it is there. Leaves with TROUBLE when it cannot be read."""
    try:
        with opened(STANDARD_INPUT) as chunks:
            yield from lines(chunks)
    except ReadError as error:
        complain(f"{name_of(STANDARD_INPUT)}: {error}")
        raise SystemExit(TROUBLE) from error


def lines(chunks: Iterable[str]) -> Iterator[str]:
    r"""The lines of a text that comes in chunks, which end at LF or CR LF, without the empty ones.

    >>> list(lines(["http://a/\r\n\n b", "c"]))
    ['http://a/', ' bc']
    """
    return filter(None, (line.removesuffix("\r") for line in _divided(chunks)))


def _divided(chunks: Iterable[str]) -> Iterator[str]:
    """What stands between the LFs of a text."""
    parts: list[str] = []
    for chunk in chunks:
        first, *others = chunk.split("\n")
        parts.append(first)
        for other in others:
            yield "".join(parts)
            parts = [other]
    yield "".join(parts)


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
            faults = list(grammar_faults(reference))
            if faults:
                output.flush()  # so that what is complained of stands at its place on a terminal
                status = INVALID
            output.write(refuse(faults) if faults else answer(Reference(reference)))
    return status
