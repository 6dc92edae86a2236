"""The completion script of fish 3.0 and later."""

import re
from collections.abc import Iterable, Iterator

from linksift.cli.outline.command_outline import CommandOutline, OptionOutline, Value, first_sentence

SCRIPT = r"""# The completion of linksift in fish. To load it: linksift completion fish | source
# Or save it as ~/.config/fish/completions/linksift.fish

# Whether the command line has this command; without one: whether it has none yet.
function __linksift_command
    for word in (commandline -opc)[2..-1]
        string match -q -- '-*' $word; and continue
        test "$word" = "$argv[1]"
        return
    end
    test -z "$argv[1]"
end

# The words, after the ones of the comma-separated list that is typed.
function __linksift_list
    set -l typed (string replace -r -- '^(--[^=]*=)?["\']?' '' (commandline -ct))
    set -l listed (string match -r -- '^.*,' $typed)
    for word in $argv
        contains -- $word (string split , -- $listed); or echo "$listed$word"
    end
end

# The columns of the CSV and TSV files in the line.
function __linksift_columns
    for file in (commandline -o)
        string match -qr -- '\.[ct]sv$' $file; and test -r $file; or continue
        head -n 1 $file | string replace -ar '["\r]' '' | string split \t | string split ,
    end
end

complete -c linksift -f
"""

PLAIN_WORD = re.compile(r"[A-Za-z0-9_=.+-]+")
"""A word that needs no quotes."""


def fish_completion(main: CommandOutline, commands: Iterable[CommandOutline]) -> str:
    """The script that completes the command in fish."""
    rows = [_row("", _option(option)) for option in main.all_options]
    for command in commands:
        rows.append(_row("", f"-a {command.name} -d {quoted(command.summary.removesuffix('.'))}"))
        rows.extend(_row(command.name, each) for each in _all_of(command))
    return SCRIPT + "\n".join(rows) + "\n"


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
