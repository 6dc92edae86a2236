"""The completion script of bash 4.4 and later."""

import shlex
from collections.abc import Iterable

from linksift.cli.outline.command_outline import CommandOutline, Value, completion_script


def bash_completion(main: CommandOutline, commands: Iterable[CommandOutline]) -> str:
    """The script that completes the command in bash."""
    commands = list(commands)
    return completion_script(
        "bash",
        values="\n".join(_values(command) for command in commands),
        options="\n".join([_options(main, ""), *(_options(each, each.name) for each in commands)]),
        commands=" ".join(command.name for command in commands),
        arguments="\n".join(filter(None, map(_arguments, commands))),
    )


def _values(command: CommandOutline) -> str:
    """The shell `case` branches for a command's options that take a value."""
    return "\n".join(
        f"        {'|'.join(f'{command.name}:{name}' for name in option.names)}) {_action(option.value)} ;;"
        for option in command.all_options
        if option.value is not None
    )


def _options(command: CommandOutline, name: str) -> str:
    """The shell `case` branch that offers the options of a command."""
    names = [name for option in command.all_options for name in option.names]
    return f"            {name}:-*:) _linksift_words {' '.join(names)} ;;"


def _arguments(command: CommandOutline) -> str:
    """The shell `case` branch for the arguments of a command, if there are completions to offer for them."""
    actions = [_action(value) for value in command.arguments if value.is_path or value.words]
    return f"            {command.name}:*) {actions[0]} ;;" if actions else ""


def _action(value: Value) -> str:
    """The shell code that offers the values; `:` offers nothing."""
    if value.is_path:
        return "compopt -o default"
    if value.is_column:
        return "_linksift_columns"
    if not value.words:
        return ":"
    words = " ".join(map(shlex.quote, value.words))
    return f"{'_linksift_list' if value.is_list else '_linksift_words'} {words}"
