"""The command `linksift`, the group of all commands. The module of a command is imported when the command runs."""

import os
from importlib import import_module

import click

from linksift.arguments import nearest

COMMANDS = {
    "find": "linksift.cli.find",
    "check": "linksift.cli.check",
    "linkify": "linksift.cli.linkify",
    "clean": "linksift.cli.clean",
    "unwrap": "linksift.cli.unwrap",
    "refang": "linksift.cli.refang",
    "parse": "linksift.cli.references.parse",
    "normalize": "linksift.cli.references.normalize",
    "resolve": "linksift.cli.references.resolve",
    "compare": "linksift.cli.references.compare",
    "help": "linksift.cli.help",
    "completion": "linksift.cli.completion",
}
"""The module of each command, which has a function of the command's name."""

EPILOG = """\b
Examples:
  linksift find mail.txt
  linksift find --explain <mail.txt
  linksift parse ftp://myname@host.dom/%2Fetc/motd
  linksift find --help
  linksift help                   # the documentation, page by page
"""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are asked for: each needs rooms that the others do not."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in alphabetical order."""
        return sorted(COMMANDS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names. The message about another word names the most similar command."""
        name = args[0]
        if name not in COMMANDS and name[:1].isalnum() and not ctx.resilient_parsing:
            ctx.fail(no_such_command(name))
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name; None if there is no such command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(COMMANDS[cmd_name]), cmd_name)
        return command


def no_such_command(name: str) -> str:
    """The message about a word that is no command: it names the most similar one, or `find` for a file or a text.

    >>> no_such_command("fnd")
    "There is no command 'fnd': did you mean 'find'?"
    """
    similar = nearest(name, tuple(COMMANDS))
    if not similar and os.path.exists(name):
        similar = f": did you mean 'linksift find {name}'?"
    elif not similar and "://" in name:
        similar = "; to find the links in a text: echo 'TEXT' | linksift find"
    return f"There is no command '{name}'{similar or '.'}"


def version(context: click.Context, parameter: click.Parameter, is_asked: bool) -> None:
    """Prints the version, and which kernel finds the links, if somebody asks."""
    if not is_asked:
        return
    from importlib.metadata import version as installed_version

    from linksift.finding import kernel_in_use

    click.echo(f"linksift {installed_version('linksift')}\nkernel: {kernel_in_use()}")
    context.exit()


@click.group(cls=LazyGroup, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", "-V", is_flag=True, expose_value=False, is_eager=True, callback=version, help="Show the version."
)
def main() -> None:
    """Find the URIs in free text, the way RFC 3986 Appendix C says a careful reader does.

    Finds them in angle brackets, quotes and prose, across line breaks and doubtful hyphens, checks each against the
    RFC's grammar, and explains each change. Other commands turn URIs into links, clean, unwrap and refang them, and
    parse, normalize, resolve and compare single ones.
    """
