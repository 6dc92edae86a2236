"""The outline of the command: its commands, and the values of each option and argument, read from click's objects."""

from collections.abc import Iterator
from importlib.resources import files
from typing import NamedTuple

import click

from linksift.cli.options.command_types import ColumnName, Names, PathName, Schemes, grouped_options


class Value(NamedTuple):
    """The value of an option or argument: its name in the help, whether it is a path or the name of a column, and the
    words that it accepts.

    `is_list` indicates whether several words, separated by commas, are accepted.
    """

    metavar: str
    is_path: bool = False
    is_column: bool = False
    words: tuple[str, ...] = ()
    is_list: bool = False


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
    words = () if isinstance(parameter.type, PathName) else tuple(getattr(parameter.type, "offers", ()))
    return Value(
        metavar or parameter.metavar or (parameter.name or "").upper(),
        isinstance(parameter.type, PathName),
        isinstance(parameter.type, ColumnName),
        words,
        isinstance(parameter.type, Names | Schemes),
    )


def completion_script(shell: str, **parts: str) -> str:
    """The script in the file `completion.SHELL` beside this module, with each part in place of its name: `%(options)s`
    and so on."""
    script = files(__package__).joinpath(f"completion.{shell}").read_text(encoding="utf-8")
    for name, part in parts.items():
        script = script.replace(f"%({name})s", part)
    return script


def first_sentence(text: str) -> str:
    """The first sentence of a help text, without its final period.

    >>> first_sentence("The scheme of www. names. Default: http.")
    'The scheme of www. names'
    """
    words = text.split()
    ends = (n for n, word in enumerate(words) if word.endswith(".") and words[n + 1 : n + 2] and _begins(words[n + 1]))
    return " ".join(words[: next(ends, len(words) - 1) + 1]).removesuffix(".")


def _begins(word: str) -> bool:
    """Whether a word can begin a sentence."""
    return word[0].isupper() or word[0] in "[("
