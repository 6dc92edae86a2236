"""`linksift defang`: prints text with its links rewritten so that nobody follows one by mistake."""

import click

from linksift.cli.options.option_groups import GroupedCommand
from linksift.cli.options.param_types import PathName
from linksift.cli.streams.open_input import STANDARD_INPUT, display_name, open_text
from linksift.cli.streams.standard_output import TROUBLE, complain, standard_output
from linksift.cli.streams.terminal_safe import input_message
from linksift.documents import ReadError
from linksift.finding import Finder
from linksift.finding import defang as defanged

DONE = 0
EPILOG = """\b
Examples:
  linksift defang report.txt
  echo 'https://evil.example/x' | linksift defang
  linksift defang report.txt | linksift refang

\b
Exit status: 0, or 2 after an error (such as a missing file or an invalid
option).
"""


@click.command(cls=GroupedCommand, epilog=EPILOG)
@click.argument("inputs", metavar="[PATH|-]...", nargs=-1, type=PathName())
@click.pass_context
def defang(context: click.Context, /, inputs: tuple[str, ...]) -> None:
    """Print files with their links defanged: hxxps[://]a[.]example.

    Reads standard input if there is no PATH or a PATH is -. A link that is broken across lines is written on one line,
    names and IP addresses are defanged too, and links that are already defanged are written in the same form.
    """
    status, finder = DONE, Finder("indicators")
    with standard_output() as output:
        for name in inputs or (STANDARD_INPUT,):
            try:
                with open_text(name) as chunks:
                    text = "".join(chunks)
                output.write(finder.sub(text, lambda match: defanged(match.uri)).encode())
            except ReadError as error:
                complain(input_message(display_name(name), str(error)))
                status = TROUBLE
    context.exit(status)
