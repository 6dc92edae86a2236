"""`linksift clean`: what somebody typed in, the URI that it stands for out."""

from collections.abc import Callable, Iterable, Iterator

import click

from linksift.cleaning import Cleaned, NotAURI, shown
from linksift.cleaning import clean as cleaned
from linksift.cli.formats.explain import describe_edit
from linksift.cli.formats.jsonl import json_line, json_ready
from linksift.cli.input_lines import lines_of_input
from linksift.cli.open_input import STANDARD_INPUT
from linksift.cli.output import INVALID, VALID, complain, standard_output
from linksift.uri import hide_passwords

EPILOG = """\b
Examples:
  linksift clean 'www.a.example,' '<URL:http//a.example/x>'
  linksift clean --json <typed.txt
  linksift clean --check <links.txt

\b
Exit status: 0 when a URI could be made of everything, 1 when not (with --check:
also when one would be changed), 2 when something went wrong (an option that
makes no sense, input that cannot be read, output that cannot be written).
"""

Result = Cleaned | NotAURI


@click.command(epilog=EPILOG)
@click.argument("arguments", metavar="[TYPED|-]...", nargs=-1)
@click.option("--default-scheme", metavar="SCHEME", default="http", show_default=True, help="For names without one.")
@click.option("--check", is_flag=True, help="Only tell what would be changed, and what is no URI.")
@click.option("--explain", is_flag=True, help="Under each URI, what was done to get it, by which rule and why.")
@click.option("--json", "as_json", is_flag=True, help="A JSON object for each input, also for what is no URI.")
@click.pass_context
def clean(
    context: click.Context,
    /,
    arguments: tuple[str, ...],
    default_scheme: str,
    check: bool,
    explain: bool,
    as_json: bool,
) -> None:
    """Make of what people type or paste the one URI that they meant, a line each.

    Standard input is read without an argument, and where an argument is -, an input a line. Delimiters, white
    space, markup and sentence punctuation go, misspelled schemes are repaired, names without a scheme get one.
    """
    if check + explain + as_json > 1:
        raise click.UsageError("--check, --explain and --json exclude each other")
    write = _checked if check else _explained if explain else _object if as_json else _line
    try:
        cleaned("a.example", default_scheme)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--default-scheme") from error
    context.exit(_answer_each(_inputs(arguments or (STANDARD_INPUT,)), default_scheme, write))


def _answer_each(inputs: Iterable[str], default_scheme: str, write: Callable[[str, Result], tuple[bytes, int]]) -> int:
    """Write the answer for each input; the exit status."""
    status = VALID
    with standard_output() as output:
        for typed in inputs:
            result: Result
            try:
                result = cleaned(typed, default_scheme)
            except NotAURI as refused:
                result = refused
                output.flush()  # so that what is complained of stands at its place on a terminal
            answer, worst = write(typed, result)
            output.write(answer)
            status = max(status, worst)
    return status


def _inputs(arguments: Iterable[str]) -> Iterator[str]:
    """The arguments, with the lines of standard input in place of a "-", as they come; without the blank ones."""
    for argument in arguments:
        if argument == STANDARD_INPUT:
            yield from filter(str.strip, lines_of_input())
        else:
            yield argument


def _line(typed: str, result: Result) -> tuple[bytes, int]:
    """The URI on a line; what is none is complained of, and has no place in the output."""
    if isinstance(result, NotAURI):
        complain(str(result))
        return b"", INVALID
    return f"{result.uri}\n".encode(), VALID


def _explained(typed: str, result: Result) -> tuple[bytes, int]:
    """The URI, and under it a row for each note."""
    line, status = _line(typed, result)
    notes = () if isinstance(result, NotAURI) else result.notes
    return line + "".join(
        f"    = {note.rule}: {describe_edit(typed, note)}{note.why}\n" for note in notes
    ).encode(), status


def _checked(typed: str, result: Result) -> tuple[bytes, int]:
    """Nothing for what is clean; otherwise a complaint that names what would be done, or why nothing can be."""
    if isinstance(result, NotAURI):
        complain(str(result))
    elif result.notes:
        by = ", ".join(dict.fromkeys(note.rule for note in result.notes))
        complain(f"would be changed ({by})\n    {shown(typed)}\n    {hide_passwords(result.uri)}")
    else:
        return b"", VALID
    return b"", INVALID


def _object(typed: str, result: Result) -> tuple[bytes, int]:
    """A JSON object: what was typed with the URI and its notes, or why there is none and what was tried."""
    if isinstance(result, NotAURI):
        return json_line({"typed": typed, "error": result.reason, "tried": json_ready(result.tried)}), INVALID
    return json_line({"typed": typed, "uri": result.uri, "notes": json_ready(result.notes)}), VALID
