"""Reads references from arguments or the lines of standard input, and writes the answer of a command for each."""

from collections.abc import Callable, Iterable

from linksift.cli.input_lines import lines_of_input
from linksift.cli.open_input import STANDARD_INPUT
from linksift.cli.references.fault_carets import complain_about
from linksift.cli.standard_streams import INVALID, VALID, standard_output
from linksift.uri import InvalidReference, Reference, grammar_faults


def references_from(arguments: Iterable[str]) -> list[str]:
    """The arguments, with each "-" replaced by the lines of standard input.

    Exits with TROUBLE if standard input cannot be read.
    """
    return [
        reference
        for argument in arguments
        for reference in (lines_of_input() if argument == STANDARD_INPUT else [argument])
    ]


def complain_not_a_reference(faults: list[InvalidReference]) -> bytes:
    """Complain about a string that is not a URI reference, and write nothing to the output."""
    complain_about("not a URI reference", faults)
    return b""


def answer_each(
    references: Iterable[str],
    answer: Callable[[Reference], bytes],
    refuse: Callable[[list[InvalidReference]], bytes] = complain_not_a_reference,
) -> int:
    """Write the answer for each reference, and the refusal of each other string. Returns the exit status."""
    status = VALID
    with standard_output() as output:
        for reference in references:
            faults = list(grammar_faults(reference))
            if faults:
                output.flush()  # so the message appears in the right place on a terminal
                status = INVALID
            output.write(refuse(faults) if faults else answer(Reference(reference)))
    return status
