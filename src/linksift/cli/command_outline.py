"""The outline of the command: its commands, and the values of each option and argument, read from click's objects."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

import click

from linksift.cli.options.command_types import ColumnName, Names, PathName, Schemes, grouped_options

Offered = Literal["nothing", "paths", "columns", "one word", "several words"]
"""What a shell can offer for a value: the names of files, those of a table's columns, or words, of which some options
accept several, separated by commas."""


class Value(NamedTuple):
    """The value of an option or argument: its name in the help, what a shell can offer for it, and the words."""

    metavar: str
    offered: Offered
    words: tuple[str, ...]


class OptionOutline(NamedTuple):
    """An option: its names, with short names first; its description; and its value, or None for a switch."""

    names: tuple[str, ...]
    help: str
    value: Value | None
    is_repeatable: bool


class CommandOutline(NamedTuple):
    """A command: its name, its description in one sentence and in full, its usage, its parameters, and its examples.

    `options` contains the options under their headings.
    """

    name: str
    summary: str
    description: str
    usage: str
    arguments: tuple[Value, ...]
    options: tuple[tuple[str, tuple[OptionOutline, ...]], ...]
    epilog: str

    @property
    def all_options(self) -> Iterator[OptionOutline]:
        """All options, without the headings."""
        return (option for _, group in self.options for option in group)


def outline(group: click.Group, name: str) -> tuple[CommandOutline, list[CommandOutline]]:
    """The outline of a group of commands, and the outlines of its commands, in order."""
    context = click.Context(group, info_name=name, **group.context_settings)
    return command_outline(group, context), [
        command_outline(command, click.Context(command, info_name=each, parent=context))
        for each in group.list_commands(context)
        if (command := group.get_command(context, each)) is not None
    ]


def command_outline(command: click.Command, context: click.Context) -> CommandOutline:
    """The outline of one command."""
    return CommandOutline(
        context.info_name or "",
        command.get_short_help_str(limit=200),
        command.help or "",
        " ".join(command.collect_usage_pieces(context)),
        tuple(_value(each) for each in command.get_params(context) if isinstance(each, click.Argument)),
        tuple(
            (heading, tuple(_option(option, context) for option in options))
            for heading, options in grouped_options(command, context)
        ),
        command.epilog or "",
    )


def _option(option: click.Option, context: click.Context) -> OptionOutline:
    names, help_text = option.get_help_record(context) or ("", "")
    value = None if option.is_flag or option.count else _value(option, names.split(", ")[-1].partition(" ")[2])
    help_text = "Show the help." if "--help" in option.opts else " ".join(help_text.split())
    return OptionOutline(tuple(sorted(option.opts, key=len)), help_text, value, option.multiple)


def _value(parameter: click.Parameter, metavar: str = "") -> Value:
    words = tuple(getattr(parameter.type, "offers", ()))
    offered: Offered = "one word" if words else "nothing"
    match parameter.type:
        case PathName():
            offered = "paths"
        case ColumnName():
            offered = "columns"
        case Names() | Schemes() if words:
            offered = "several words"
    return Value(metavar or parameter.metavar or (parameter.name or "").upper(), offered, words)
