"""`linksift clean`: turns what someone typed or pasted into the URI they meant."""

import click

from linksift.cleaning import Cleaned, NotAURI, display_form
from linksift.cleaning import clean as cleaned
from linksift.cli.options.grouped_command import GroupedCommand, flag
from linksift.cli.options.parameter_types import ColumnName
from linksift.cli.streams.read_inputs import any_line, arguments_or_lines, cells_of_input, complain_of_files
from linksift.cli.streams.terminal_text import STANDARD_INPUT
from linksift.cli.streams.write_outputs import INVALID, VALID, complain, standard_output
from linksift.uri import hide_passwords

Result = Cleaned | NotAURI

KEPT_HEADER = b"uri\terror\n"
"""The line that `--keep` writes for the header of a table."""


@click.command(cls=GroupedCommand)
@click.argument("arguments", metavar="[TYPED|-]...", nargs=-1)
@click.option("--default-scheme", metavar="SCHEME", default="http", help="The scheme for names without one.")
@flag("--intranet", help="Treat names before a port or path as hosts under any domain: nas/photo, host:8080/x.")
@click.option("--column", type=ColumnName(), help="Read a table (CSV or TSV), and clean this column.")
@flag("--check", help="Only report inputs that would be changed or yield no URI.")
@flag("--explain", help="List the repairs below each URI, with their rules and reasons.")
@flag("--json", "as_json", help="Write a JSON object for each input, even if it yields no URI.")
@flag(
    "--keep",
    help="Write a line for every line of the input, including blank lines and a header: the URI or, if there is "
    "none, an empty field, a tab and the reason.",
)
def clean(
    arguments: tuple[str, ...],
    default_scheme: str,
    intranet: bool,
    column: str | None,
    check: bool,
    explain: bool,
    as_json: bool,
    keep: bool,
) -> int:
    """Turn what someone typed or pasted into the URI they meant.

    Reads one input per line from standard input if there is no argument or an argument is -. Removes delimiters, white
    space, markup and sentence punctuation, repairs misspelled schemes, and adds a scheme to names without one.

    Examples:
      linksift clean 'www.a.example,' '<URL:http//a.example/x>'
      linksift clean --json <typed.txt
      linksift clean --check <links.txt
      linksift clean --keep <typed.txt | cut -f 1   # a line for every line
      linksift clean --keep --column website <people.csv    # and for every row

    Exit status: 0 if every input gave a URI, 1 if one did not (with --check: or
    if one would be changed), 2 after an error (such as an invalid option, input
    that cannot be read, or output that cannot be written).
    """
    if check + explain + as_json + keep > 1:
        raise click.UsageError("--check, --explain, --json and --keep cannot be combined.")
    write = _report_changes if check else _explained if explain else _object if as_json else _kept if keep else _line
    try:
        cleaned("a.example", default_scheme)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--default-scheme") from error
    wanted = any_line if keep else str.strip  # blank lines and cells are skipped unless they are to be kept
    if column is not None and any(argument != STANDARD_INPUT for argument in arguments):
        raise click.UsageError("--column reads a table from standard input: linksift clean --column NAME <FILE")
    inputs = arguments_or_lines(arguments, wanted) if column is None else filter(wanted, cells_of_input(column))
    tables = [argument for argument in arguments if argument.lower().endswith((".csv", ".tsv"))]
    complain_of_files(tables, "linksift clean --column NAME <{}")
    complain_of_files((argument for argument in arguments if argument not in tables), "linksift clean <{}")
    status = VALID
    with standard_output() as output:
        output.write(KEPT_HEADER if keep and column is not None else b"")
        for typed in inputs:
            try:
                result: Result = cleaned(typed, default_scheme, intranet=intranet)
            except NotAURI as refused:
                result = refused
                output.flush()  # so the message appears in the right place on a terminal
            answer, worst = write(typed, result)
            output.write(answer)
            status = max(status, worst)
    return status


def _line(typed: str, result: Result) -> tuple[bytes, int]:
    """A line with the URI. If there is no URI, complain and return no line."""
    if isinstance(result, NotAURI):
        complain(str(result))
        return b"", INVALID
    return f"{result.uri}\n".encode(), VALID


def _kept(typed: str, result: Result) -> tuple[bytes, int]:
    r"""A line with the URI, or with an empty field and the reason why there is no URI; a blank line stays blank.

    >>> _kept("hello", NotAURI("hello", "names no host"))
    (b'\tnames no host\n', 1)
    """
    if not typed.strip():
        return b"\n", VALID
    if isinstance(result, NotAURI):
        return f"\t{result.reason}\n".encode(), INVALID
    return f"{result.uri}\n".encode(), VALID


def _explained(typed: str, result: Result) -> tuple[bytes, int]:
    """The URI, followed by a row for each note."""
    from linksift.cli.formats.text import describe_edit  # imported here and below only if requested

    line, status = _line(typed, result)
    notes = () if isinstance(result, NotAURI) else result.notes
    rows = (f"    = {note.rule}: {describe_edit(typed, note)}{note.why}\n" for note in notes)
    return line + "".join(rows).encode(), status


def _report_changes(typed: str, result: Result) -> tuple[bytes, int]:
    """Nothing for clean input; otherwise, a complaint that says what would change or why there is no URI."""
    if isinstance(result, NotAURI):
        complain(str(result))
    elif result.notes:
        rules = ", ".join(dict.fromkeys(note.rule for note in result.notes))
        complain(f"would be changed ({rules})\n    {display_form(typed)}\n    {hide_passwords(result.uri)}")
    else:
        return b"", VALID
    return b"", INVALID


def _object(typed: str, result: Result) -> tuple[bytes, int]:
    """A JSON object with the input and either the URI and its notes, or the error and the rules that were tried."""
    from linksift.cli.formats.jsonl import json_line, json_ready

    if isinstance(result, NotAURI):
        about = {"error": result.reason, "rule": result.rule, "tried": json_ready(result.tried)}
        return json_line({"typed": typed, **about}), INVALID
    return json_line({"typed": typed, "uri": result.uri, "notes": json_ready(result.notes)}), VALID
