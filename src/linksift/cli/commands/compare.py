"""`linksift compare`: shows the rung of the ladder in RFC 3986, 6.2, on which two references are equal, and why."""

from itertools import chain

import click

from linksift.cli.answer_references import complain_not_a_reference, references_from
from linksift.cli.options.grouped_command import GroupedCommand, flag
from linksift.cli.streams.write_outputs import INVALID, VALID, standard_output
from linksift.uri import Form, Rung, climb, grammar_faults, hide_passwords, split
from linksift.uri import compare as lowest_rung

SECTIONS = {
    Rung.SIMPLE_STRING: "6.2.1",
    Rung.CASE: "6.2.2.1",
    Rung.PERCENT_ENCODING: "6.2.2.2",
    Rung.PATH_SEGMENTS: "6.2.2.3",
    Rung.SCHEME_BASED: "6.2.3",
    Rung.PROTOCOL_BASED: "6.2.4",
}


@click.command(cls=GroupedCommand)
@click.argument("arguments", metavar="A B", nargs=-1)
@flag("--ignore-fragment", help="Ignore the fragments of both references.")
@click.option(
    "--redirect",
    "redirects",
    nargs=2,
    multiple=True,
    metavar="FROM TO",
    help="A known redirect, for the last rung; TO may be relative to FROM. Can be repeated.",
)
@flag("--json", "as_json", help="Write a JSON object with the rung and the steps.")
def compare(
    arguments: tuple[str, ...], ignore_fragment: bool, redirects: tuple[tuple[str, str], ...], as_json: bool
) -> int:
    """Compare two references by the ladder of RFC 3986, 6.2.

    Prints the lowest rung on which A and B are equal, or "different". Below that, both are shown on each rung up to
    that one, with * before a reference that the rung changed. Reads one reference per line from standard input if A or
    B is -, or if both are missing.

    Examples:
      linksift compare http://a.example/%7e HTTP://A.example:80/~
      linksift compare --redirect http://a.example/ https://a.example/ \\
                       http://a.example https://a.example

    Exit status: 0 if they are equal on some rung, 1 if they are not, or if one is
    not a URI reference, 2 after an error (such as an invalid option, or output
    that cannot be written).
    """
    given = references_from(arguments)
    if len(given) != 2:
        raise click.UsageError(f"compare takes two references, not {len(given)}.")
    all_faults = [faults for text in (*given, *chain(*redirects)) if (faults := list(grammar_faults(text)))]
    for faults in all_faults:
        complain_not_a_reference(faults)
    if all_faults:
        return INVALID
    a, b = given
    rung = lowest_rung(a, b, ignore_fragment=ignore_fragment, redirects=dict(redirects))
    components = map(split, given)
    steps = list(climb(*(each._replace(fragment=None) if ignore_fragment else each for each in components)))
    with standard_output() as output:
        output.write(_object(rung, steps) if as_json else _ladder(rung, steps))
    return INVALID if rung is None else VALID


def _ladder(rung: Rung | None, steps: list[Form]) -> bytes:
    """The name of the rung, and a row for each reference on each rung, with `*` if the rung changed the reference."""
    rows = [rung.name if rung else "different"]
    before = steps[0]
    for form in steps:
        rows.append(_row(SECTIONS[form.rung], form.rung.name, form.a, form.a != before.a))
        rows.append(_row("", "", form.b, form.b != before.b))
        before = form
    if rung is Rung.PROTOCOL_BASED:
        rows.append(_row(SECTIONS[rung], rung.name, "the redirects lead from both to the same URI", False))
    return "".join(f"{row}\n" for row in rows).encode()


def _row(section: str, name: str, text: str, changed: bool) -> str:
    return f"    {section:7}  {name:16} {'*' if changed else ' '} {hide_passwords(text)}"


def _object(rung: Rung | None, steps: list[Form]) -> bytes:
    from linksift.cli.formats.jsonl import json_line  # imported only if requested

    forms = [{"rung": form.rung.name, "a": form.a, "b": form.b} for form in steps]
    return json_line({"rung": rung and rung.name, "steps": forms})
