"""The references that a command is given, as arguments or a line each on standard input, and an answer for each.

Here belongs what all commands for single references share. What each answers stands with it.
"""

from collections.abc import Callable, Iterable

from linksift.cli.input_lines import lines_of_input
from linksift.cli.open_input import STANDARD_INPUT
from linksift.cli.output import INVALID, VALID, standard_output
from linksift.cli.references.fault_carets import complain_of
from linksift.uri import InvalidReference, Reference, grammar_faults


def references_from(arguments: Iterable[str]) -> list[str]:
    """The arguments, with the lines of standard input in place of a "-".

    Leaves with TROUBLE when standard input cannot be read.
    """
    return [
        reference
        for argument in arguments
        for reference in (lines_of_input() if argument == STANDARD_INPUT else [argument])
    ]


def complain_not_a_reference(faults: list[InvalidReference]) -> bytes:
    """Complain of what is no reference; it has no place in the output."""
    complain_of("not a URI reference", faults)
    return b""


def answer_each(
    references: Iterable[str],
    answer: Callable[[Reference], bytes],
    refuse: Callable[[list[InvalidReference]], bytes] = complain_not_a_reference,
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
