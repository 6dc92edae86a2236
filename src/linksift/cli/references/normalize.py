"""`linksift normalize`: references in, the same ones in their normal form out."""

from typing import Literal

import click

from linksift.cli.open_input import STANDARD_INPUT
from linksift.cli.references.answer_each import answer_each, references_from
from linksift.uri import Reference

EPILOG = """\b
Examples:
  linksift normalize HTTP://www.EXAMPLE.com:80/%7euser/./a/../b
  linksift find --unique mail.txt | linksift normalize | sort -u

\b
Exit status: 0 when all are URI references, 1 when one is none, 2 when something
went wrong (an option that makes no sense, output that cannot be written).
"""


@click.command(epilog=EPILOG)
@click.argument("arguments", metavar="[URI|-]...", nargs=-1)
@click.option(
    "--encoded-dots",
    type=click.Choice(["decode", "keep"]),
    default="decode",
    show_default=True,
    help="Remove %2E%2E/ like ../, as RFC 3986 says, or leave such segments alone.",
)
@click.pass_context
def normalize(context: click.Context, /, arguments: tuple[str, ...], encoded_dots: Literal["decode", "keep"]) -> None:
    """Normalize URIs by syntax and scheme, a line each.

    Standard input is read without a URI, and where a URI is -, a reference a line. What is equal by
    RFC 3986, 6.2.2 and 6.2.3, becomes the same; relative references keep their dot-segments.
    """

    def line(reference: Reference) -> bytes:
        return f"{reference.normalize(encoded_dots)}\n".encode()

    context.exit(answer_each(references_from(arguments or (STANDARD_INPUT,)), line))
