"""`linksift normalize`: prints references in their normal form."""

from typing import Literal

import click

from linksift.cli.answer_references import answer_lines, keep_option
from linksift.cli.options.grouped_command import GroupedCommand
from linksift.cli.options.parameter_types import OneOf
from linksift.cli.streams.read_inputs import complain_of_files


@click.command(cls=GroupedCommand)
@click.argument("arguments", metavar="[URI|-]...", nargs=-1)
@click.option(
    "--encoded-dots",
    type=OneOf(["decode", "keep"]),
    default="decode",
    help="decode: remove %2E%2E/ like ../, as RFC 3986 says; keep: leave such segments alone.",
)
@keep_option
def normalize(arguments: tuple[str, ...], encoded_dots: Literal["decode", "keep"], keep: bool) -> int:
    """Normalize URIs by syntax and scheme, one per line.

    Reads one reference per line from standard input if there is no URI or a URI is -. References that are equivalent by
    RFC 3986, 6.2.2 and 6.2.3, become equal. Relative references keep their dot-segments.

    Examples:
      linksift normalize HTTP://www.EXAMPLE.com:80/%7euser/./a/../b
      linksift find --unique --no-location mail.txt | linksift normalize | sort -u
      linksift clean --keep <typed.txt | cut -f 1 | linksift normalize --keep

    Exit status: 0 if all are URI references, 1 if one is not, 2 after an error
    (such as an invalid option, or output that cannot be written).
    """
    complain_of_files(arguments, "linksift find --unique --no-location {} | linksift normalize")
    return answer_lines(arguments, keep, lambda reference: str(reference.normalize(encoded_dots)))
