"""`linksift unwrap`: prints the URIs that mail filters and redirectors have wrapped."""

import click

from linksift.cleaning import RedirectorRules
from linksift.cleaning import unwrap as unwrapped
from linksift.cli.answer_references import answer_lines, keep_option
from linksift.cli.options.grouped_command import GroupedCommand, flag
from linksift.cli.options.parameter_types import PathName, WholeNumber
from linksift.cli.streams.read_inputs import complain_of_files
from linksift.uri import Reference


def rules_option(context: click.Context, option: click.Parameter, path: str | None) -> RedirectorRules | None:
    """The rules in a file, or None for no file. Raises click.BadParameter if the file does not contain rules."""
    if path is None:
        return None
    import json  # imported only if requested

    try:
        with open(path, encoding="utf-8") as file:
            return RedirectorRules(json.load(file))
    except (OSError, ValueError, RecursionError) as error:  # JSON may be nested too deeply
        raise click.BadParameter(f"{path}: {getattr(error, 'strerror', None) or error}") from error


@click.command(cls=GroupedCommand)
@click.argument("arguments", metavar="[URI|-]...", nargs=-1)
@click.option("--depth", type=WholeNumber(0), default=8, help="The maximum number of nested wrappers to remove.")
@flag("--through", help="List the removed wrappers below each URI, outermost first.")
@click.option(
    "--rules",
    type=PathName(),
    callback=rules_option,
    metavar="FILE",
    help="A JSON file with rules for additional redirectors, in the ClearURLs format.",
)
@keep_option
def unwrap(arguments: tuple[str, ...], depth: int, through: bool, rules: RedirectorRules | None, keep: bool) -> int:
    """Unwrap Safe Links and other redirectors, offline.

    Recognizes mail filters such as Microsoft's Safe Links and Proofpoint's URL Defense, and the redirectors of search
    engines, social networks, caches and advertisers; all other URIs are printed unchanged. Reads one URI per line from
    standard input if there is no URI or a URI is -. Following an unwrapped URI bypasses the filter that wrapped it.

    Examples:
      linksift unwrap 'https://www.google.com/url?q=http://a.example/'
      linksift find --unique --no-location mail.txt | linksift unwrap --through

    Exit status: 0 if all are URI references, 1 if one is not, 2 after an error
    (such as an invalid option, or output that cannot be written).
    """

    def rows(reference: Reference) -> str:
        if reference.scheme is None:
            return str(reference)
        uri, wrappers = unwrapped(str(reference), depth=depth, rules=rules)
        return "\n".join((uri, *(f"    {wrapper.name}: {wrapper.uri}" for wrapper in wrappers if through)))

    if keep and through:
        raise click.UsageError("--keep cannot be combined with --through, which writes more lines than it reads.")

    complain_of_files(arguments, "linksift find --unique --no-location {} | linksift unwrap")
    return answer_lines(arguments, keep, rows)
