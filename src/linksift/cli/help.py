"""`linksift help`: shows a page of the documentation in the terminal."""

import shutil
import sys

import click

from linksift.cli.colour import palette
from linksift.cli.option_groups import GroupedCommand
from linksift.cli.option_values import OneOf
from linksift.cli.page import page
from linksift.cli.standard_streams import TROUBLE, complain
from linksift.help_topics import PAGES, TOPICS, text_of

EPILOG = """\b
Examples:
  linksift help
  linksift help joining
"""


def command_named(group: click.Context, name: str) -> click.Command | None:
    """A command of the group by its name; None if there is no such command."""
    return group.command.get_command(group, name) if isinstance(group.command, click.Group) else None


class Topic(OneOf):
    """A topic of the documentation, or the name of a command, whose page is its help."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The topic itself. Other words are refused, and the message names the most similar topic."""
        is_command = ctx is not None and command_named(ctx.find_root(), value) is not None
        return value if is_command else super().convert(value, param, ctx)


def list_of_topics() -> str:
    """All topics, each with a line on what it is about."""
    longest = max(map(len, TOPICS))
    rows = [f"  {topic:{longest}}  {PAGES[name]}" for topic, name in TOPICS.items()]
    return "\n".join(["linksift help TOPIC shows the page about:", "", *rows])


def text_on_page(topic: str) -> str:
    """The page of a topic, as wide as the terminal. Raises OSError if the pages are not installed."""
    return page(text_of(topic), shutil.get_terminal_size().columns, palette("auto", sys.stdout))


def help_of_command(context: click.Context, name: str) -> str:
    """What `linksift NAME --help` shows."""
    group = context.find_root()
    command = command_named(group, name)
    assert command is not None
    return click.Context(command, parent=group, info_name=name, **command.context_settings).get_help()


@click.command("help", cls=GroupedCommand, epilog=EPILOG)
@click.argument("topic", metavar="[TOPIC]", required=False, type=Topic(TOPICS))
@click.pass_context
def help(context: click.Context, /, topic: str | None) -> None:
    """Show a page of the documentation, or list the topics.

    The pages are part of the installation; nothing is fetched. On a terminal a page is shown by the pager (PAGER). The
    name of a command is a topic too, and shows its options.
    """
    if topic is None:
        click.echo(list_of_topics())
    elif topic not in TOPICS:
        click.echo(help_of_command(context, topic))
    else:
        try:
            text = text_on_page(topic)
        except OSError as error:
            complain(f"the pages are not installed: {error}")
            context.exit(TROUBLE)
        (click.echo_via_pager if sys.stdout.isatty() else click.echo)(text)
