"""The completion script of fish 3.0 and later."""

import re
from collections.abc import Iterable, Iterator

from linksift.cli.outline.command_outline import CommandOutline, OptionOutline, Value, completion_script, first_sentence

PLAIN_WORD = re.compile(r"[A-Za-z0-9_=.+-]+")
"""A word that needs no quotes."""


def fish_completion(main: CommandOutline, commands: Iterable[CommandOutline]) -> str:
    """The script that completes the command in fish."""
    rows = [_row("", _option(option)) for option in main.all_options]
    for command in commands:
        rows.append(_row("", f"-a {command.name} -d {quoted(command.summary.removesuffix('.'))}"))
        rows.extend(_row(command.name, each) for each in _all_of(command))
    return completion_script("fish", rows="\n".join(rows))


def _row(command: str, what: str) -> str:
    condition = quoted(f"__linksift_command {command}".strip())
    return f"complete -c linksift -n {condition} {what}"


def _all_of(command: CommandOutline) -> Iterator[str]:
    for option in command.all_options:
        yield _option(option)
    yield from (f"{_action(value)}" for value in command.arguments if value.is_path or value.words)


def _option(option: OptionOutline) -> str:
    names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
    takes = (
        "" if option.value is None else " -r -F" if option.value.is_path else f" -x {_action(option.value)}".rstrip()
    )
    return f"{names}{takes} -d {quoted(first_sentence(option.help))}"


def _action(value: Value) -> str:
    """The shell code that offers the values, or "" if there are no values to offer."""
    if value.is_path:
        return "-F"
    if value.is_column:
        return "-a '(__linksift_columns)'"
    if not value.words:
        return ""
    words = " ".join(map(quoted, value.words))
    return f"-a {quoted(f'(__linksift_list {words})' if value.is_list else words)}"


def quoted(text: str) -> str:
    r"""The text as one word in fish, in single quotes if necessary, with only `'` and the backslash escaped.

    >>> print(quoted("csv"), quoted("it's"))
    csv 'it\'s'
    """
    if PLAIN_WORD.fullmatch(text):
        return text
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
