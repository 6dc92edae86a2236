"""The `linksift` command, which groups all others. A command's module is imported only when the command runs."""

import os
from importlib import import_module
from typing import Any

import click

from linksift.arguments import nearest

SUMMARIES = {
    "find": "Find the links in files, folders or standard input.",
    "check": "Check files for links that are wrapped, invalid or deceptive.",
    "linkify": "Print files with their URIs turned into links.",
    "clean": "Turn what someone typed or pasted into the URI they meant.",
    "unwrap": "Unwrap Safe Links and other redirectors, offline.",
    "defang": "Print files with their links defanged: hxxps[://]a[.]example.",
    "refang": "Print files with their defanged links live again.",
    "parse": "Split URI references into components, and point out faults.",
    "normalize": "Normalize URIs by syntax and scheme, one per line.",
    "resolve": "Resolve references against a base URI, one per line.",
    "compare": "Compare two references by the ladder of RFC 3986, 6.2.",
    "help": "Show a page of the documentation, or list the topics.",
    "completion": "Print the script with which a shell completes the command.",
}
"""The first sentence of each command's help, so that listing the commands does not import them. A test compares these
sentences with the help."""

EPILOG = """\b
Examples:
  linksift find mail.txt
  linksift find --explain <mail.txt
  linksift parse ftp://myname@host.dom/%2Fetc/motd
  linksift find --help
  linksift help                   # the documentation, page by page
"""


class LazyGroup(click.Group):
    """A group whose commands are imported on demand, since each needs rooms that the others do not."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command. If its output cannot be written, which may be that of `--help`, a message says why."""
        try:
            return super().main(*args, **extra)
        except OSError as error:
            from linksift.cli.streams.write_outputs import end_with_trouble, os_error_text

            end_with_trouble(os_error_text(error), error)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that the arguments name. In the message about a wrong value, which may come from a project's
        settings, control and invisible characters are escaped, as in all messages."""
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            from linksift.cli.streams.terminal_text import visible  # only mistakes need it

            error.message = "\n".join(map(visible, error.message.split("\n")))  # type: ignore[misc]
            raise

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in alphabetical order."""
        return sorted(SUMMARIES)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names. The message about an unknown word suggests a similar command."""
        name = args[0]
        if name not in SUMMARIES and name[:1].isalnum() and not ctx.resilient_parsing:
            ctx.fail(no_such_command(name))
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with this name, or None if there is no such command."""
        if cmd_name not in SUMMARIES:
            return None
        command: click.Command = getattr(import_module(f"linksift.cli.commands.{cmd_name}"), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, SUMMARIES[name]) for name in self.list_commands(ctx)])


def no_such_command(name: str) -> str:
    """The message about an unknown command, which suggests the most similar command, or `find` for a file or text.

    >>> no_such_command("fnd")
    "There is no command 'fnd': did you mean 'find'?"
    """
    similar = nearest(name, tuple(SUMMARIES))
    if not similar and os.path.exists(name):
        similar = f": did you mean 'linksift find {name}'?"
    elif not similar and "://" in name:
        similar = "; to find the links in a text: echo 'TEXT' | linksift find"
    return f"There is no command '{name}'{similar or '.'}"


def version(context: click.Context, parameter: click.Parameter, is_asked: bool) -> None:
    """If requested, print the version and the kernel that finds the links."""
    if not is_asked:
        return
    from importlib.metadata import version as installed_version

    from linksift.finding import kernel_in_use

    click.echo(f"linksift {installed_version('linksift')}\nkernel: {kernel_in_use()}")
    context.exit()


# The help of every command shows the defaults of its options.
@click.group(
    cls=LazyGroup, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"], "show_default": True}
)
@click.option(
    "--version", "-V", is_flag=True, expose_value=False, is_eager=True, callback=version, help="Show the version."
)
def main() -> None:
    """Find the URIs in free text, as a careful reader does (RFC 3986, Appendix C).

    The command find reads files, folders and pipes, joins URIs that are broken across lines, checks each against the
    RFC's grammar, and explains each change. Other commands turn URIs into links, clean, unwrap and refang them, and
    parse, normalize, resolve and compare single URIs.
    """
