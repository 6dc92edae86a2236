"""`linksift help`: shows a page of the documentation in the terminal."""

import shutil
import sys

import click

from linksift.arguments import nearest
from linksift.cli.options.command_types import GroupedCommand, Text
from linksift.cli.streams.terminal_text import palette
from linksift.cli.streams.write_outputs import TROUBLE, VALID, complain, standard_output
from linksift.cli.terminal_markdown import page
from linksift.help_topics import PAGES, TOPICS, text_of, topics_about


def list_of_topics(what: str, headings: dict[str, list[str]]) -> str:
    """Some topics, each with a one-line description and a row for each of its matching headings."""
    rows = [f"linksift help TOPIC shows {what}:", ""]
    longest = max(map(len, TOPICS))
    for topic, below in headings.items():
        rows.append(f"  {topic:{longest}}  {PAGES[TOPICS[topic]]}")
        rows += (f"  {'':{longest}}  - {heading}" for heading in below)
    return "\n".join(rows)


@click.command("help", cls=GroupedCommand)
@click.argument("words", metavar="[TOPIC|WORD...]", nargs=-1, type=Text(lambda: TOPICS))
@click.pass_context
def help(context: click.Context, /, words: tuple[str, ...]) -> int:
    """Show a page of the documentation, or list the topics.

    The pages are part of the installation; nothing is fetched. On a terminal, a page is shown with the pager (PAGER).
    The name of a command is also a topic, which shows the command's options. Any other words list the pages about them.

    Examples:
      linksift help
      linksift help joining
      linksift help ip address          # the pages about some words
    """
    topic = " ".join(words)
    with standard_output():
        try:
            text = answer(context.find_root(), topic)
        except OSError as error:
            complain(f"the pages are not installed: {error}")
            return TROUBLE
        (click.echo_via_pager if topic in TOPICS and sys.stdout.isatty() else click.echo)(text)
    return VALID


def answer(group: click.Context, topic: str) -> str:
    """The page on a topic, the help of a command, or a list of the pages about other words. Raises OSError if the pages
    are not installed."""
    if not topic:
        return list_of_topics("the page about", {topic: [] for topic in TOPICS})
    if topic in TOPICS:
        return page(text_of(topic), shutil.get_terminal_size().columns, palette("auto", sys.stdout))
    assert isinstance(group.command, click.Group)
    if (command := group.command.get_command(group, topic)) is not None:
        return click.Context(command, parent=group, info_name=topic, **command.context_settings).get_help()
    if found := topics_about(topic):
        return list_of_topics(f"a page about {topic}", found)
    similar = nearest(topic, tuple(TOPICS)) or "."
    raise click.UsageError(f"There is no page about '{topic}'{similar} linksift help lists the topics.")
