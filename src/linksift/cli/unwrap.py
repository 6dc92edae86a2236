"""`linksift unwrap`: URIs in, what mail filters and search engines had wrapped in them out."""

import click

from linksift.cleaning import unwrap as unwrapped
from linksift.cli.open_input import STANDARD_INPUT
from linksift.cli.references.answer_each import answer_each, references_from
from linksift.uri import Reference

EPILOG = """\b
Examples:
  linksift unwrap 'https://www.google.com/url?q=http://a.example/'
  linksift find --unique mail.txt | linksift unwrap --through

\b
Exit status: 0 when all are URI references, 1 when one is none, 2 when something
went wrong (an option that makes no sense, output that cannot be written).
"""


@click.command(epilog=EPILOG)
@click.argument("arguments", metavar="[URI|-]...", nargs=-1)
@click.option(
    "--depth", type=click.IntRange(min=0), default=8, show_default=True, help="How many wrappers to take off."
)
@click.option("--through", is_flag=True, help="Under each URI the wrappers that were taken off, outermost first.")
@click.pass_context
def unwrap(context: click.Context, /, arguments: tuple[str, ...], depth: int, through: bool) -> None:
    """Take off what wraps URIs, a line each, without asking anybody.

    Known are Microsoft's Safe Links, Proofpoint's URL Defense (v1, v2, v3) and Google's redirector; all other URIs stay
    as they are. Standard input is read without a URI, and where a URI is -, a URI a line. Who follows what was inside
    goes around the filter that wrapped it.
    """

    def line(reference: Reference) -> bytes:
        if reference.scheme is None:
            return f"{reference}\n".encode()
        uri, wrappers = unwrapped(str(reference), depth=depth)
        told = [f"    {wrapper.name}: {wrapper.uri}" for wrapper in wrappers] if through else []
        return "".join(f"{each}\n" for each in (uri, *told)).encode()

    context.exit(answer_each(references_from(arguments or (STANDARD_INPUT,)), line))
