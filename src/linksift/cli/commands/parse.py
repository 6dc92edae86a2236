"""`linksift parse`: splits references into their components, and points out faults."""

from functools import partial
from typing import Any

import click

from linksift.cli.answer_references import answer_each, draw_faults, references_from
from linksift.cli.formats.jsonl import COMPONENTS, json_line, json_ready
from linksift.cli.formats.text import hazard_rows
from linksift.cli.options.command_types import GroupedCommand, flag
from linksift.cli.reference_tables import component_diagram, component_table, scheme_table
from linksift.cli.streams.read_inputs import complain_of_files
from linksift.cli.streams.terminal_text import PLAIN
from linksift.hazards import hazards as hazards_of
from linksift.uri import InvalidForScheme, InvalidReference, Reference


@click.command(cls=GroupedCommand)
@click.argument("arguments", metavar="[REF|-]...", nargs=-1)
@flag("--json", "as_json", help="Write a JSON object on one line for each reference.")
@flag(
    "--hazards", help="For each reference, show how it could deceive or harm someone, and the source of each warning."
)
@flag("--keep", help="With --json: write an object for every line of the input, including empty lines.")
def parse(arguments: tuple[str, ...], as_json: bool, hazards: bool, keep: bool) -> int:
    """Split URI references into components, and point out faults.

    Reads one reference per line from standard input if there is no REF or a REF is -. A reference that is not
    well-formed (RFC 3986, Appendix A) is an error. One that is well-formed but not valid for its scheme, or not usable,
    is only marked as such.

    Examples:
      linksift parse 'ftp://myname@host.dom/%2Fetc/motd;type=a'
      linksift parse --json <list.txt | jq -r .host
      linksift parse --json --keep <list.txt | jq -r '.host // ""'

    Exit status: 0 if all are URI references, 1 if one is not, 2 after an error
    (such as an invalid option, or output that cannot be written).
    """
    if keep and not as_json:
        raise click.UsageError("--keep needs --json.")
    complain_of_files(arguments, "linksift find --unique --no-location {} | linksift parse")
    given = references_from(arguments, keep)
    if as_json:
        return answer_each(given, partial(_object, with_hazards=hazards), _invalid_object)
    return answer_each(given, partial(_block, with_hazards=hazards))


def _block(reference: Reference, with_hazards: bool) -> bytes:
    """The diagram, the tables, the violations and, if asked for, the hazards of a reference, with empty lines between
    and after them."""
    shown = Reference(reference.redacted())
    violations = reference.violations()
    parts = (
        component_diagram(shown.components),
        component_table(shown),
        scheme_table(shown),
        draw_faults(violations) if violations else (),
        hazard_rows(hazards_of(reference), PLAIN) if with_hazards else (),
    )
    blocks = ["".join(f"{row}\n" for row in part) for part in parts]
    return ("\n".join(block for block in blocks if block) + "\n").encode()


def _object(reference: Reference, with_hazards: bool) -> bytes:
    hazards = {"hazards": [hazard._asdict() for hazard in hazards_of(reference)]} if with_hazards else {}
    fields: dict[str, Any] = {
        "reference": str(reference),
        "iri": reference.iri,
        "kind": reference.kind,
        **{component: getattr(reference, component) for component in COMPONENTS},
        "scheme_status": reference.scheme_status,
        "host_kind": reference.host_kind,
        "segments": reference.segments,
        "query_pairs": reference.query_pairs(),
        "scheme_parts": _scheme_parts(reference),
        "violations": [_violation(fault) for fault in reference.violations()],
    }
    return json_line(fields | hazards)


def _invalid_object(faults: list[InvalidReference]) -> bytes:
    return json_line({"reference": faults[0].reference, "violations": [_violation(fault) for fault in faults]})


def _scheme_parts(reference: Reference) -> Any:
    try:
        return json_ready(reference.scheme_parts)
    except InvalidForScheme:
        return None


def _violation(fault: InvalidReference) -> dict[str, Any]:
    return {name: getattr(fault, name) for name in ("question", "component", "position", "rule", "why")}
