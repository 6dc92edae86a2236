"""Reads references, writes a command's answer for each, and draws the faults of those that are not references.

    http://a b/c|d
            ^   ^
    = host at position 8 is not well-formed (reg-name)
    = path at position 12 is not well-formed (path-abempty)

A password is drawn as `*`s, so everything else keeps its position. A complaint about an IRI or a defanged URI
ends with its URI.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import groupby

from linksift.cli.options.grouped_command import flag
from linksift.cli.streams.read_inputs import any_line, arguments_or_lines
from linksift.cli.streams.terminal_text import width
from linksift.cli.streams.write_outputs import INVALID, VALID, complain, standard_output
from linksift.uri import InvalidReference, Reference, grammar_faults, hide_passwords, masked, parse, to_uri

STRETCH = 100
"""The maximum number of code points drawn on a line. In a longer reference, only stretches with faults are drawn."""


def complain_about(what: str, faults: list[InvalidReference]) -> None:
    """Complain that a string is not of the expected kind, draw its faults, give the URI of an IRI or defanged URI."""
    reference = faults[0].reference
    complain("\n    ".join([f"{what}:", *draw_faults(faults), *_uri_of_iri(reference), *_uri_of_defanged(reference)]))


def draw_faults(faults: list[InvalidReference]) -> Iterator[str]:
    """The rows of the drawing for the faults of one reference, in order of position."""
    faults = sorted(faults, key=lambda fault: fault.position)
    # The added space is for the caret of a fault at the end.
    reference = masked(faults[0].reference) + " "
    for number, group in groupby(faults, key=lambda fault: fault.position // STRETCH):
        here = list(group)
        yield from _marked(reference, number * STRETCH, {fault.position for fault in here})
        yield from (f"= {_sentence(fault)}" for fault in here)


def _uri_of_iri(reference: str) -> Iterator[str]:
    """A row with the URI to which a reference maps (RFC 3987, 3.1), if only characters beyond ASCII make it a fault.

    >>> list(_uri_of_iri("http://a.example/é")), list(_uri_of_iri("http://a.example/é|")), list(_uri_of_iri("a b"))
    (['= this is an IRI: its URI is http://a.example/%C3%A9'], [], [])
    >>> list(_uri_of_iri("é"))
    ['= this is an IRI reference: its URI reference is %C3%A9']
    """
    if reference.isascii():
        return
    with suppress(ValueError):  # a host or a lone surrogate that no URI can have
        yield from _if_well_formed("an IRI", to_uri(reference))


def _uri_of_defanged(reference: str) -> Iterator[str]:
    """A row with the URI that a defanged one stands for, if only the marks in it make it a fault.

    >>> list(_uri_of_defanged("hxxps://a[.]example/x")), list(_uri_of_defanged("hxxp://a[.]example|"))
    (['= this is a defanged URI: its URI is https://a.example/x'], [])
    """
    from linksift.finding import refang  # imported only for a fault

    if (uri := refang(reference)) != reference:
        yield from _if_well_formed("a defanged URI", uri)


def _if_well_formed(kind: str, uri: str) -> Iterator[str]:
    if not any(grammar_faults(uri)):
        of_reference = "" if parse(uri).scheme else " reference"
        yield f"= this is {kind}{of_reference}: its URI{of_reference} is {hide_passwords(uri)}"


def _marked(reference: str, start: int, positions: set[int]) -> tuple[str, str]:
    """A stretch of the reference, and the carets to draw below it."""
    end = min(start + STRETCH, len(reference))
    shown, carets = ("... ", "    ") if start else ("", "")
    for i in range(start, end):
        cell = _cell(reference[i])
        shown += cell
        carets += ("^" if i in positions else " ").ljust(width(cell))
    return (shown + " ..." if end < len(reference) else shown.rstrip()), carets.rstrip()


def _cell(character: str) -> str:
    r"""A character, or its escape if it is not visible or has no width.

    >>> _cell("a"), _cell("\t"), _cell("\u0301"), _cell("\udcff")
    ('a', '\\t', '\\u0301', '\\udcff')
    """
    seen = character.isprintable() and width(character)
    return character if seen else character.encode("unicode_escape").decode()


def _sentence(fault: InvalidReference) -> str:
    """A sentence with the component, its position, the property it lacks (well-formed, valid, usable), and the rule."""
    rule = f"{fault.rule}: {fault.why}" if fault.why else fault.rule
    return f"{fault.component} at position {fault.position} is not {fault.question} ({rule})"


# ---- Answers ---------------------------------------------------------------------------------------------------------


keep_option = flag(
    "--keep",
    help="Write a line for every line of the input: the answer or, if the line is not a URI reference, an empty field, "
    "a tab and its first fault.",
)


def references_from(arguments: Iterable[str], keep: bool = False) -> list[str]:
    """The references in `arguments_or_lines`, in which empty lines only count if they are to be kept."""
    return list(arguments_or_lines(arguments, any_line if keep else bool))


def complain_not_a_reference(faults: list[InvalidReference]) -> bytes:
    """Complain about a string that is not a URI reference, and write nothing to the output."""
    complain_about("not a URI reference", faults)
    return b""


def keep_place(faults: list[InvalidReference]) -> bytes:
    """The line for a string that is not a URI reference: an empty answer, a tab, and the first fault."""
    return f"\t{_sentence(min(faults, key=lambda fault: fault.position))}\n".encode()


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


def answer_lines(arguments: Iterable[str], keep: bool, answer: Callable[[Reference], str]) -> int:
    """Write a line with the answer for each reference in the arguments or lines; with `keep`, also a line for every
    other line. Return the exit status."""
    refuse = keep_place if keep else complain_not_a_reference
    return answer_each(references_from(arguments, keep), lambda reference: f"{answer(reference)}\n".encode(), refuse)
