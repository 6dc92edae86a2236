"""`linksift normalize`: prints references in their normal form."""

from typing import Literal

import click

from linksift.cli.answer_references import answer_each, complain_not_a_reference, keep_place, references_from
from linksift.cli.options.command_types import GroupedCommand, OneOf, flag
from linksift.cli.streams.read_inputs import complain_of_files


@click.command(cls=GroupedCommand)
@click.argument("arguments", metavar="[URI|-]...", nargs=-1)
@click.option(
    "--encoded-dots",
    type=OneOf(["decode", "keep"]),
    default="decode",
    help="decode: remove %2E%2E/ like ../, as RFC 3986 says; keep: leave such segments alone.",
)
@flag(
    "--keep",
    help="Write a line for every line of the input: the reference or, if it is not valid, an empty field, a tab and "
    "its first fault.",
)
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
    references = references_from(arguments, keep)
    refuse = keep_place if keep else complain_not_a_reference
    return answer_each(references, lambda reference: f"{reference.normalize(encoded_dots)}\n".encode(), refuse)
