"""The scripts with which bash 4.4, zsh, and fish 3.0, or later versions, complete the command."""

import re
import shlex
from collections.abc import Iterable, Iterator

from linksift.cli.outline.command_outline import CommandOutline, OptionOutline, Value, completion_script, first_sentence


def bash_completion(main: CommandOutline, commands: Iterable[CommandOutline]) -> str:
    """The script that completes the command in bash."""
    commands = list(commands)
    return completion_script(
        "bash",
        values="\n".join(_bash_values(command) for command in commands),
        options="\n".join([_bash_options(main, ""), *(_bash_options(each, each.name) for each in commands)]),
        commands=" ".join(command.name for command in commands),
        arguments="\n".join(filter(None, map(_bash_arguments, commands))),
    )


def _bash_values(command: CommandOutline) -> str:
    """The shell `case` branches for a command's options that take a value."""
    return "\n".join(
        f"        {'|'.join(f'{command.name}:{name}' for name in option.names)}) {_bash_action(option.value)} ;;"
        for option in command.all_options
        if option.value is not None
    )


def _bash_options(command: CommandOutline, name: str) -> str:
    """The shell `case` branch that offers the options of a command."""
    names = [name for option in command.all_options for name in option.names]
    return f"            {name}:-*:) _linksift_words {' '.join(names)} ;;"


def _bash_arguments(command: CommandOutline) -> str:
    """The shell `case` branch for the arguments of a command, if there are completions to offer for them."""
    actions = [_bash_action(value) for value in command.arguments if value.is_path or value.words]
    return f"            {command.name}:*) {actions[0]} ;;" if actions else ""


def _bash_action(value: Value) -> str:
    """The shell code that offers the values; `:` offers nothing."""
    if value.is_path:
        return "compopt -o default"
    if value.is_column:
        return "_linksift_columns"
    if not value.words:
        return ":"
    words = " ".join(map(shlex.quote, value.words))
    return f"{'_linksift_list' if value.is_list else '_linksift_words'} {words}"


def zsh_completion(main: CommandOutline, commands: Iterable[CommandOutline]) -> str:
    """The script that completes the command in zsh."""
    commands = list(commands)
    summaries = (f"                {shlex.quote(f'{each.name}:{each.summary}')}" for each in commands)
    specs, cases = _zsh_lines(_zsh_specs(main), 8), "\n".join(map(_zsh_case, commands))
    return completion_script("zsh", options=specs, summaries="\n".join(summaries), commands=cases)


def _zsh_case(command: CommandOutline) -> str:
    """The shell `case` branch for a command, which zsh's `_arguments` reads."""
    return f"""                {command.name})
                    _arguments -s -S \\
{_zsh_lines(_zsh_specs(command), 24)} && ret=0
                    ;;"""


def _zsh_lines(specs: Iterable[str], indent: int) -> str:
    return " \\\n".join(" " * indent + spec for spec in specs)


def _zsh_specs(command: CommandOutline) -> Iterator[str]:
    """The specifications of a command's options and arguments."""
    for option in command.all_options:
        yield from _zsh_option(option)
    for number, value in enumerate(command.arguments, 1):
        place = "*" if "..." in value.metavar else str(number)
        yield shlex.quote(f"{place}:{_zsh_plain(value.metavar)}:{_zsh_action(value)}")


def _zsh_option(option: OptionOutline) -> Iterator[str]:
    """The specification for each name of an option."""
    others = "*" if option.is_repeatable else f"({' '.join(option.names)})" if len(option.names) > 1 else ""
    others = "(- *)" if "--help" in option.names or "--version" in option.names else others
    for name in option.names:
        takes = "" if option.value is None else "=" if name.startswith("--") else "+"
        value = "" if option.value is None else f":{_zsh_plain(option.value.metavar)}:{_zsh_action(option.value)}"
        yield shlex.quote(f"{others}{name}{takes}[{_zsh_sentence(option.help)}]{value}")


def _zsh_sentence(text: str) -> str:
    r"""The first sentence of a help text, for the brackets of a specification.

    >>> print(_zsh_sentence("Find hxxp, [.] and so on. Default: no."))
    Find hxxp, \[.\] and so on
    """
    return first_sentence(text).replace("\\", "\\\\").replace("[", r"\[").replace("]", r"\]")


def _zsh_plain(metavar: str) -> str:
    return metavar.strip("[]").replace(":", "") or " "


def _zsh_action(value: Value) -> str:
    """The shell code that offers the values; a space offers nothing."""
    if value.is_path:
        return "_files"
    if value.is_column:
        return "_linksift_columns"
    if not value.words:
        return " "
    words = " ".join(shlex.quote(word.replace(":", r"\:")) for word in value.words)
    if value.is_list:
        return f"_values -s , {shlex.quote(_zsh_plain(value.metavar))} {words}"
    suffix = "-S '' " if any(word.endswith("=") for word in value.words) else ""
    return f"compadd {suffix}- {words}"


PLAIN_WORD = re.compile(r"[A-Za-z0-9_=.+-]+")
"""A word that needs no quotes."""


def fish_completion(main: CommandOutline, commands: Iterable[CommandOutline]) -> str:
    """The script that completes the command in fish."""
    rows = [_fish_row("", _fish_option(option)) for option in main.all_options]
    for command in commands:
        rows.append(_fish_row("", f"-a {command.name} -d {_fish_quoted(command.summary.removesuffix('.'))}"))
        rows.extend(_fish_row(command.name, each) for each in _fish_rows(command))
    return completion_script("fish", rows="\n".join(rows))


def _fish_row(command: str, what: str) -> str:
    condition = _fish_quoted(f"__linksift_command {command}".strip())
    return f"complete -c linksift -n {condition} {what}"


def _fish_rows(command: CommandOutline) -> Iterator[str]:
    for option in command.all_options:
        yield _fish_option(option)
    yield from (f"{_fish_action(value)}" for value in command.arguments if value.is_path or value.words)


def _fish_option(option: OptionOutline) -> str:
    names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
    takes = (
        ""
        if option.value is None
        else " -r -F"
        if option.value.is_path
        else f" -x {_fish_action(option.value)}".rstrip()
    )
    return f"{names}{takes} -d {_fish_quoted(first_sentence(option.help))}"


def _fish_action(value: Value) -> str:
    """The shell code that offers the values, or "" if there are no values to offer."""
    if value.is_path:
        return "-F"
    if value.is_column:
        return "-a '(__linksift_columns)'"
    if not value.words:
        return ""
    words = " ".join(map(_fish_quoted, value.words))
    return f"-a {_fish_quoted(f'(__linksift_list {words})' if value.is_list else words)}"


def _fish_quoted(text: str) -> str:
    r"""The text as one word in fish, in single quotes if necessary, with only `'` and the backslash escaped.

    >>> print(_fish_quoted("csv"), _fish_quoted("it's"))
    csv 'it\'s'
    """
    if PLAIN_WORD.fullmatch(text):
        return text
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
