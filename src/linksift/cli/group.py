"""`linksift` itself: the group of its commands, and how the process meets its signals."""

import signal
from typing import Any

import click

from linksift.cli.clean import clean
from linksift.cli.compare import compare
from linksift.cli.find import find
from linksift.cli.linkify import linkify
from linksift.cli.normalize import normalize
from linksift.cli.parse import parse
from linksift.cli.resolve import resolve
from linksift.cli.unwrap import unwrap

EPILOG = """\b
Examples:
  linksift find mail.txt
  linksift find --explain <mail.txt
  linksift parse ftp://myname@host.dom/%2Fetc/motd
  linksift find --help
"""


class Process(click.Group):
    """A group of commands which, called as a process, ends as a tool in a pipeline should."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The way in for the process: an interrupt or a closed pipe ends it at once and without a word.

        A shell reports 130 and 141 then, as of grep. SIGINT is left alone where it was ignored from the start
        (`nohup`); Windows has no SIGPIPE.
        """
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        if hasattr(signal, "SIGPIPE"):
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        return super().__call__(*args, prog_name="linksift", **kwargs)


@click.group(cls=Process, epilog=EPILOG)
@click.version_option(package_name="linksift", message="%(prog)s %(version)s")
def main() -> None:
    """Find the URIs in free text, the way RFC 3986 Appendix C says a careful reader does.

    Out of angle brackets, quotes and prose, across line breaks and doubtful hyphens; each checked against the
    RFC's grammar, each change explained. And take a single URI apart, normalize, resolve and compare it, as the RFC
    says.
    """


for command in (find, linkify, clean, unwrap, parse, normalize, resolve, compare):
    main.add_command(command)
