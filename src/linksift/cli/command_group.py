"""The command `linksift`, the group of all commands."""

import click

from linksift.cli.clean import clean
from linksift.cli.find import find
from linksift.cli.linkify import linkify
from linksift.cli.references.compare import compare
from linksift.cli.references.normalize import normalize
from linksift.cli.references.parse import parse
from linksift.cli.references.resolve import resolve
from linksift.cli.unwrap import unwrap

EPILOG = """\b
Examples:
  linksift find mail.txt
  linksift find --explain <mail.txt
  linksift parse ftp://myname@host.dom/%2Fetc/motd
  linksift find --help
"""


@click.group(epilog=EPILOG)
@click.version_option(package_name="linksift", message="%(prog)s %(version)s")
def main() -> None:
    """Find the URIs in free text, the way RFC 3986 Appendix C says a careful reader does.

    Finds them in angle brackets, quotes and prose, across line breaks and doubtful hyphens, checks each against the
    RFC's grammar, and explains each change. Other commands turn URIs into links, clean and unwrap them, and parse,
    normalize, resolve and compare single ones.
    """


for command in (find, linkify, clean, unwrap, parse, normalize, resolve, compare):
    main.add_command(command)
