"""`linksift refang`: prints text with its defanged links made live again."""

from functools import partial

import click

from linksift.cli.options.grouped_command import GroupedCommand
from linksift.cli.options.parameter_types import PathName, refused_by_library
from linksift.cli.options.shared_options import top_level_domains_option
from linksift.cli.streams.read_inputs import rewrite_each
from linksift.finding import refang as refanged


@click.command(cls=GroupedCommand)
@click.argument("inputs", metavar="[PATH|-]...", nargs=-1, type=PathName())
@top_level_domains_option
def refang(inputs: tuple[str, ...], top_level_domains: frozenset[str] | None) -> int:
    """Print files with their defanged links live again.

    Reads standard input if there is no PATH or a PATH is -. Only the defanged parts of links change. Clicking a link in
    the output may lead to the very danger that defanging was meant to protect people from.

    Examples:
      linksift refang report.txt
      echo 'hxxps[://]evil[.]example' | linksift refang
      linksift refang report.txt | linksift find --profile indicators --unique

    Exit status: 0, or 2 after an error (such as a missing file or an invalid
    option).
    """
    try:
        return rewrite_each(inputs, partial(refanged, top_level_domains=top_level_domains))
    except ValueError as error:
        raise refused_by_library(error) from error
