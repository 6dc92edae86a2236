"""`linksift refang`: prints text with its defanged links made live again."""

import click

from linksift.cli.options.option_groups import GroupedCommand
from linksift.cli.options.param_types import Names, PathName, refused_by_library
from linksift.cli.streams.open_input import STANDARD_INPUT, display_name, open_text
from linksift.cli.streams.standard_output import TROUBLE, complain, standard_output
from linksift.cli.streams.terminal_safe import input_message
from linksift.documents import ReadError
from linksift.finding import refang as refanged

DONE = 0
EPILOG = """\b
Examples:
  linksift refang report.txt
  echo 'hxxps[://]evil[.]example' | linksift refang
  linksift refang report.txt | linksift find --profile indicators --unique

\b
Exit status: 0, or 2 after an error (such as a missing file or an invalid
option).
"""


@click.command(cls=GroupedCommand, epilog=EPILOG)
@click.argument("inputs", metavar="[PATH|-]...", nargs=-1, type=PathName())
@click.option(
    "--top-level-domains",
    type=Names(),
    metavar="NAME,...",
    help="Names that count as top-level domains besides the known ones, such as corp,lan.",
)
@click.pass_context
def refang(context: click.Context, /, inputs: tuple[str, ...], top_level_domains: frozenset[str] | None) -> None:
    """Print files with their defanged links live again.

    Reads standard input if there is no PATH or a PATH is -. Only the defanged parts of links change. Clicking a link in
    the output may lead to the very danger that defanging was meant to protect people from.
    """
    status = DONE
    with standard_output() as output:
        for name in inputs or (STANDARD_INPUT,):
            try:
                with open_text(name) as chunks:
                    text = "".join(chunks)
                output.write(refanged(text, top_level_domains=top_level_domains).encode())
            except ReadError as error:
                complain(input_message(display_name(name), str(error)))
                status = TROUBLE
            except ValueError as error:
                raise refused_by_library(error) from error
    context.exit(status)
