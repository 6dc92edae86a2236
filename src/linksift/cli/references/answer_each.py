"""Reads references from arguments or the lines of standard input, and writes a command's answer for each."""

from collections.abc import Callable, Iterable

from linksift.cli.references.fault_carets import complain_about, first_fault
from linksift.cli.streams.input_lines import any_line, arguments_or_lines
from linksift.cli.streams.standard_output import INVALID, VALID, standard_output
from linksift.uri import InvalidReference, Reference, grammar_faults


def references_from(arguments: Iterable[str], keep: bool = False) -> list[str]:
    """The references in `arguments_or_lines`, in which empty lines only count if they are to be kept."""
    return list(arguments_or_lines(arguments, any_line if keep else bool))


def complain_not_a_reference(faults: list[InvalidReference]) -> bytes:
    """Complain about a string that is not a URI reference, and write nothing to the output."""
    complain_about("not a URI reference", faults)
    return b""


def keep_place(faults: list[InvalidReference]) -> bytes:
    """The line for a string that is not a URI reference: an empty answer, a tab, and the first fault."""
    return f"\t{first_fault(faults)}\n".encode()


def answer_each(
    references: Iterable[str],
    answer: Callable[[Reference], bytes],
    refuse: Callable[[list[InvalidReference]], bytes] = complain_not_a_reference,
) -> int:
    """Write the answer for each reference and the rejection of every other string, and return the exit status."""
    status = VALID
    with standard_output() as output:
        for reference in references:
            faults = list(grammar_faults(reference))
            if faults:
                output.flush()  # so the message appears in the right place on a terminal
                status = INVALID
            output.write(refuse(faults) if faults else answer(Reference(reference)))
    return status
