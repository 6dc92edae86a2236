"""`linksift compare`: two references in; out, on which rung of the ladder of RFC 3986, 6.2, they are equal, and why."""

from itertools import chain

import click

from linksift.cli.arguments import INVALID, VALID, references, refused
from linksift.cli.jsonl import encoded
from linksift.cli.output import standard_output
from linksift.cli.source import STANDARD_INPUT
from linksift.uri import Components, Form, Rung, climb, grammar_faults, hide_passwords, split
from linksift.uri import compare as lowest_rung

EQUAL, DIFFERENT = VALID, INVALID

SECTIONS = {
    Rung.SIMPLE_STRING: "6.2.1",
    Rung.CASE: "6.2.2.1",
    Rung.PERCENT_ENCODING: "6.2.2.2",
    Rung.PATH_SEGMENTS: "6.2.2.3",
    Rung.SCHEME_BASED: "6.2.3",
    Rung.PROTOCOL_BASED: "6.2.4",
}

EPILOG = """\b
Examples:
  linksift compare http://a.example/%7e HTTP://A.example:80/~
  linksift compare --redirect http://a.example/ https://a.example/ \\
                   http://a.example https://a.example

\b
Exit status: 0 when they are equal on some rung, 1 when they are not, or when one
is no URI reference, 2 when something went wrong (an option that makes no sense,
output that cannot be written).
"""


@click.command(epilog=EPILOG)
@click.argument("arguments", metavar="A B", nargs=-1)
@click.option("--ignore-fragment", is_flag=True, help="Leave the fragments of both out.")
@click.option(
    "--redirect",
    "redirects",
    nargs=2,
    multiple=True,
    metavar="FROM TO",
    help="What is known to lead where, for the last rung; TO may be relative to FROM. Can be given many times.",
)
@click.option("--json", "as_json", is_flag=True, help="A JSON object with the rung and the steps.")
@click.pass_context
def compare(
    context: click.Context,
    /,
    arguments: tuple[str, ...],
    ignore_fragment: bool,
    redirects: tuple[tuple[str, str], ...],
    as_json: bool,
) -> None:
    """Compare two references by the ladder of RFC 3986, 6.2.

    Shown are the lowest rung on which A and B are equal, or "different", and both as they read on each rung up to
    there, * before what the rung changed. Standard input is read where A or B is -, or without both, a reference a
    line.
    """
    given = references(arguments or (STANDARD_INPUT,))
    if len(given) != 2:
        raise click.UsageError(f"two references are compared, not {len(given)}.")
    if not _are_references([*given, *chain(*redirects)]):
        context.exit(INVALID)
    a, b = given
    rung = lowest_rung(a, b, ignore_fragment=ignore_fragment, redirects=dict(redirects))
    steps = list(climb(*(_taken_apart(reference, ignore_fragment) for reference in given)))
    with standard_output() as output:
        output.write(_object(rung, steps) if as_json else _ladder(rung, steps))
    context.exit(DIFFERENT if rung is None else EQUAL)


def _are_references(texts: list[str]) -> bool:
    """Whether all are URI references; complains of those that are none."""
    all_faults = [faults for text in texts if (faults := list(grammar_faults(text)))]
    for faults in all_faults:
        refused(faults)
    return not all_faults


def _taken_apart(reference: str, ignore_fragment: bool) -> Components:
    components = split(reference)
    return components._replace(fragment=None) if ignore_fragment else components


def _ladder(rung: Rung | None, steps: list[Form]) -> bytes:
    """The name of the rung, and below it a row for each reference on each rung, `*` before what the rung changed."""
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
    forms = [{"rung": form.rung.name, "a": form.a, "b": form.b} for form in steps]
    return encoded({"rung": rung and rung.name, "steps": forms})
