"""The completion script of zsh."""

import shlex
from collections.abc import Iterable, Iterator

from linksift.cli.outline.command_outline import CommandOutline, OptionOutline, Value, completion_script, first_sentence


def zsh_completion(main: CommandOutline, commands: Iterable[CommandOutline]) -> str:
    """The script that completes the command in zsh."""
    commands = list(commands)
    summaries = (f"                {shlex.quote(f'{each.name}:{each.summary}')}" for each in commands)
    specs, cases = _lines(_specs(main), 8), "\n".join(map(_case, commands))
    return completion_script("zsh", options=specs, summaries="\n".join(summaries), commands=cases)


def _case(command: CommandOutline) -> str:
    """The shell `case` branch for a command, which zsh's `_arguments` reads."""
    return f"""                {command.name})
                    _arguments -s -S \\
{_lines(_specs(command), 24)} && ret=0
                    ;;"""


def _lines(specs: Iterable[str], indent: int) -> str:
    return " \\\n".join(" " * indent + spec for spec in specs)


def _specs(command: CommandOutline) -> Iterator[str]:
    """The specifications of a command's options and arguments."""
    for option in command.all_options:
        yield from _option_specs(option)
    for number, value in enumerate(command.arguments, 1):
        place = "*" if "..." in value.metavar else str(number)
        yield shlex.quote(f"{place}:{_plain(value.metavar)}:{_action(value)}")


def _option_specs(option: OptionOutline) -> Iterator[str]:
    """The specification for each name of an option."""
    others = "*" if option.is_repeatable else f"({' '.join(option.names)})" if len(option.names) > 1 else ""
    others = "(- *)" if "--help" in option.names or "--version" in option.names else others
    for name in option.names:
        takes = "" if option.value is None else "=" if name.startswith("--") else "+"
        value = "" if option.value is None else f":{_plain(option.value.metavar)}:{_action(option.value)}"
        yield shlex.quote(f"{others}{name}{takes}[{_sentence(option.help)}]{value}")


def _sentence(text: str) -> str:
    r"""The first sentence of a help text, for the brackets of a specification.

    >>> print(_sentence("Find hxxp, [.] and so on. Default: no."))
    Find hxxp, \[.\] and so on
    """
    return first_sentence(text).replace("\\", "\\\\").replace("[", r"\[").replace("]", r"\]")


def _plain(metavar: str) -> str:
    return metavar.strip("[]").replace(":", "") or " "


def _action(value: Value) -> str:
    """The shell code that offers the values; a space offers nothing."""
    if value.is_path:
        return "_files"
    if value.is_column:
        return "_linksift_columns"
    if not value.words:
        return " "
    words = " ".join(shlex.quote(word.replace(":", r"\:")) for word in value.words)
    if value.is_list:
        return f"_values -s , {shlex.quote(_plain(value.metavar))} {words}"
    suffix = "-S '' " if any(word.endswith("=") for word in value.words) else ""
    return f"compadd {suffix}- {words}"
