"""`linksift resolve`: a base and references in, their target URIs out."""

import click

from linksift.cli.arguments import INVALID, answer_each, references
from linksift.cli.faults import complain_of
from linksift.cli.source import STANDARD_INPUT
from linksift.uri import InvalidReference, Reference, check_uri, grammar_faults

EPILOG = """\b
Examples:
  linksift resolve http://a/b/c/d;p?q ../g '?y' '#s'
  linksift resolve http://a/b/c/d;p?q <list.txt

\b
Exit status: 0 when all could be resolved, 1 when BASE is no URI or a REF no URI
reference, 2 when something went wrong (an option that makes no sense, output
that cannot be written).
"""


@click.command(epilog=EPILOG)
@click.argument("base")
@click.argument("arguments", metavar="[REF|-]...", nargs=-1)
@click.option(
    "--backward-compatible",
    is_flag=True,
    help="Take a scheme that is the base's own for none, as was usual before RFC 2396.",
)
@click.pass_context
def resolve(context: click.Context, /, base: str, arguments: tuple[str, ...], backward_compatible: bool) -> None:
    """Resolve references against a base, a line each.

    Standard input is read without a REF, and where a REF is -, a reference a line. BASE is a URI, whose
    fragment counts for nothing (RFC 3986, 5.2).
    """
    faults = _not_a_uri(base)
    if faults:
        complain_of("the base is not a URI", faults)
        context.exit(INVALID)

    def line(reference: Reference) -> bytes:
        return f"{reference.resolve(base, strict=not backward_compatible)}\n".encode()

    context.exit(answer_each(references(arguments or (STANDARD_INPUT,)), line))


def _not_a_uri(base: str) -> list[InvalidReference]:
    """Why a string is no URI (RFC 3986, 3): all that is ill-formed, or that it is a relative reference."""
    try:
        check_uri(base)
    except InvalidReference as fault:
        return list(grammar_faults(base)) or [fault]
    return []
