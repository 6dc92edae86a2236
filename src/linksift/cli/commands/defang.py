"""`linksift defang`: prints text with its links rewritten so that nobody follows one by mistake."""

import click

from linksift.cli.options.grouped_command import GroupedCommand
from linksift.cli.options.parameter_types import PathName
from linksift.cli.streams.read_inputs import rewrite_each
from linksift.finding import Finder, defang_match


@click.command(cls=GroupedCommand)
@click.argument("inputs", metavar="[PATH|-]...", nargs=-1, type=PathName())
def defang(inputs: tuple[str, ...]) -> int:
    """Print files with their links defanged: hxxps[://]a[.]example.

    Reads standard input if there is no PATH or a PATH is -. A link that is broken across lines is written on one line.
    Names, addresses and IP addresses stay without a scheme: evil[.]example. Links that are already defanged are written
    in the same form.

    Examples:
      linksift defang report.txt
      echo 'https://evil.example/x' | linksift defang
      linksift defang report.txt | linksift refang

    Exit status: 0, or 2 after an error (such as a missing file or an invalid
    option).
    """
    finder = Finder("indicators")
    return rewrite_each(inputs, lambda text: finder.sub(text, defang_match))
