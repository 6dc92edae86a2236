"""`linksift resolve`: resolves references against a base, and prints their target URIs."""

import click

from linksift.cli.answer_references import answer_lines, complain_about, keep_option
from linksift.cli.options.grouped_command import GroupedCommand, flag
from linksift.cli.streams.write_outputs import INVALID
from linksift.uri import InvalidReference, check_uri, grammar_faults


@click.command(cls=GroupedCommand)
@click.argument("base")
@click.argument("arguments", metavar="[REF|-]...", nargs=-1)
@flag(
    "--backward-compatible",
    help="Ignore the scheme of a reference if BASE has the same one, as parsers before RFC 2396 did.",
)
@keep_option
def resolve(base: str, arguments: tuple[str, ...], backward_compatible: bool, keep: bool) -> int:
    """Resolve references against a base URI, one per line.

    Reads one reference per line from standard input if there is no REF or a REF is -. BASE is a URI; its fragment is
    ignored (RFC 3986, 5.2).

    Examples:
      linksift resolve 'http://a/b/c/d;p?q' ../g '?y' '#s'
      linksift resolve 'http://a/b/c/d;p?q' <list.txt

    Exit status: 0 if all were resolved, 1 if BASE is not a URI or a REF is not a
    URI reference, 2 after an error (such as an invalid option, or output that
    cannot be written).
    """
    try:
        check_uri(base)
    except InvalidReference as fault:
        # A relative reference is well-formed, so its only fault is the missing scheme.
        complain_about("the base (the first argument) is not a URI", list(grammar_faults(base)) or [fault])
        return INVALID
    is_strict = not backward_compatible
    return answer_lines(arguments, keep, lambda reference: str(reference.resolve(base, strict=is_strict)))
