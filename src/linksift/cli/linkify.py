"""`linksift linkify`: texts in, the same texts with their links out."""

from typing import Any

import click

from linksift.cli.open_input import STANDARD_INPUT, display_name, open_text
from linksift.cli.output import TROUBLE, complain, standard_output
from linksift.cli.shared_options import comma_separated, finder_from_options, finding_options
from linksift.cli.terminal_safe import input_message
from linksift.documents import ReadError
from linksift.linking import FORMATS, SHOW_CHOICES, Linker, OutputFormat, Policy

LINKED = 0
LOOKS = (
    "link_schemes",
    "rel",
    "target",
    "class_",
    "attributes",
    "show",
    "max_text_length",
    "mask_passwords",
    "hazards",
)
"""The options that are the policy's; the others are the finder's."""

EPILOG = """\b
Examples:
  linksift linkify notes.txt >notes.html
  git log -1 | linksift linkify --to markdown
  linksift linkify --html --class link --target _blank page.html
  linksift linkify --hazards any=refuse --max-text-length 40 mail.txt

\b
Exit status: 0, or 2 when something went wrong (a file that is missing, an
option that makes no sense).
"""


def pairs(context: click.Context, option: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """`NAME=VALUE`s as a mapping. Raises click.BadParameter for what has no `=`."""
    for value in values:
        if "=" not in value:
            raise click.BadParameter(f"{value!r} is not of the form NAME=VALUE.")
    return dict(value.split("=", 1) for value in values)


@click.command(epilog=EPILOG)
@click.argument("inputs", metavar="[PATH|-]...", nargs=-1)
@click.option("--to", type=click.Choice(list(FORMATS)), default="html", show_default=True, help="The format to write.")
@click.option("--html", "markup", is_flag=True, help="The input is HTML: link what is in its text, and leave the rest.")
@click.option("--link-schemes", callback=comma_separated, metavar="SCHEME,...", help="Link these schemes only.")
@click.option("--rel", default="nofollow", show_default=True, metavar="TEXT", help='The links\' rel; "" for none.')
@click.option("--target", metavar="TEXT", help="The links' target.")
@click.option("--class", "class_", metavar="TEXT", help="The links' class.")
@click.option(
    "--attribute", "attributes", multiple=True, callback=pairs, metavar="NAME=TEXT", help="Another attribute."
)
@click.option(
    "--show", type=click.Choice(SHOW_CHOICES), default="full", show_default=True, help="The text of the links."
)
@click.option("--max-text-length", type=int, metavar="N", help="Shorten the links' text in the middle to N characters.")
@click.option("--mask-passwords", is_flag=True, help="Show no passwords, not even those of the text.")
@click.option(
    "--hazards",
    multiple=True,
    callback=pairs,
    metavar="NAME=mark|refuse",
    help="Mark links with this hazard, or any, or make none.",
)
@click.option("--kinds", callback=comma_separated, metavar="KIND,...", help="What to link: uri, suffix, email, domain.")
@finding_options
@click.pass_context
def linkify(context: click.Context, /, inputs: tuple[str, ...], to: OutputFormat, markup: bool, **options: Any) -> None:
    """Make links of the URIs in texts, one behind the other, and write them all.

    Standard input is read without a PATH, and where a PATH is -. What comes in is text, and comes out as text of the
    format that is written: its "<b>" is no markup there. With --html it is HTML already, of which only text outside of
    links and code gets links. javascript:, data: and vbscript: are never linked.
    """
    if markup and to != "html":
        raise click.UsageError("--html is for --to html: what comes in is what goes out.")
    policy = policy_with(**{name: options.pop(name) for name in LOOKS})
    linker = Linker(finder_from_options(**options), policy)
    status = LINKED
    with standard_output() as output:
        for name in inputs or (STANDARD_INPUT,):
            try:
                output.write(linked(name, linker, to, markup).encode())
            except ReadError as error:
                complain(input_message(display_name(name), str(error)))
                status = TROUBLE
    context.exit(status)


def linked(name: str, linker: Linker, to: OutputFormat, markup: bool) -> str:
    """The text of an input with its links."""
    with open_text(name) as chunks:
        text = "".join(chunks)
    return linker.linkify_html(text) if markup else linker.linkify(text, to)


def policy_with(link_schemes: frozenset[str] | None, rel: str, **looks: Any) -> Policy:
    """The policy that the options ask for. Raises click.UsageError, in its own words, for what the policy refuses."""
    given = {"rel": rel or None, **looks}
    if link_schemes is not None:
        given["schemes"] = link_schemes
    try:
        return Policy(**given)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
