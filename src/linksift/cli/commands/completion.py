"""`linksift completion`: prints the script with which a shell completes the command.

The files `completion.*` beside this module are the scripts, with `%(options)s` and so on in place of what the commands
accept: for bash 4.4 and later, zsh, and fish 3.0 and later.
"""

import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from typing import NamedTuple

import click

from linksift.cli.options.grouped_command import GroupedCommand, grouped_options
from linksift.cli.options.parameter_types import Offered, OneOf
from linksift.cli.streams.write_outputs import VALID, standard_output

# ---- The outline of the command: its options, and the values of options and arguments, from click's objects ----------


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


def command_contexts(group: click.Group) -> tuple[click.Context, list[click.Context]]:
    """The context of a group of commands, which contains its name and itself, and those of its commands, in order."""
    context = click.Context(group, info_name="linksift", **group.context_settings)
    commands = ((name, group.get_command(context, name)) for name in group.list_commands(context))
    return context, [click.Context(each, info_name=name, parent=context) for name, each in commands if each is not None]


def summary_of(context: click.Context) -> str:
    """The description of a command in one sentence."""
    return context.command.get_short_help_str(limit=200)


def arguments_of(context: click.Context) -> list[Value]:
    """The arguments of a command."""
    return [_value(each) for each in context.command.get_params(context) if isinstance(each, click.Argument)]


def options_of(context: click.Context) -> list[OptionOutline]:
    """The options of a command, group by group."""
    return [option_outline(option, context) for _, group in grouped_options(context) for option in group]


def option_outline(option: click.Option, context: click.Context) -> OptionOutline:
    """An option of a command as its help shows it."""
    names, help_text = option.get_help_record(context) or ("", "")
    value = None if option.is_flag or option.count else _value(option, names.split(", ")[-1].partition(" ")[2])
    help_text = "Show the help." if "--help" in option.opts else " ".join(help_text.split())
    return OptionOutline(tuple(sorted(option.opts, key=len)), help_text, value, option.multiple)


def _value(parameter: click.Parameter, metavar: str = "") -> Value:
    words = tuple(getattr(parameter.type, "offers", ()))
    offered: Offered = getattr(parameter.type, "offered", "one word" if words else "nothing")
    return Value(metavar or parameter.metavar or (parameter.name or "").upper(), offered, words)


# ---- The scripts -----------------------------------------------------------------------------------------------------


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
    return re.split(r"\. (?=[A-Z\[(])", " ".join(text.split()), maxsplit=1)[0].removesuffix(".")


# ---- bash ------------------------------------------------------------------------------------------------------------


def bash_completion(main: click.Context, commands: list[click.Context]) -> str:
    """The script that completes the command in bash."""
    return completion_script(
        "bash",
        values="\n".join(row for command in commands for row in _bash_values(command)),
        options="\n".join([_bash_options(main, ""), *(_bash_options(each, each.info_name) for each in commands)]),
        commands=" ".join(f"{command.info_name}" for command in commands),
        arguments="\n".join(row for command in commands for row in _bash_arguments(command)),
    )


def _bash_values(command: click.Context) -> Iterator[str]:
    """The shell `case` branches for a command's options that take a value."""
    for option in options_of(command):
        if option.value is not None:
            cases = "|".join(f"{command.info_name}:{name}" for name in option.names)
            yield f"        {cases}) {_bash_action(option.value)} ;;"


def _bash_options(command: click.Context, name: str | None) -> str:
    """The shell `case` branch that offers the options of a command."""
    names = [name for option in options_of(command) for name in option.names]
    return f"            {name}:-*:) _linksift_words {' '.join(names)} ;;"


def _bash_arguments(command: click.Context) -> Iterator[str]:
    """The shell `case` branch for the arguments of a command, if there are completions to offer for them."""
    for value in arguments_of(command):
        if value.offered != "nothing":
            yield f"            {command.info_name}:*) {_bash_action(value)} ;;"


def _bash_action(value: Value) -> str:
    """The shell code that offers the values; `:` offers nothing."""
    words = " ".join(map(shlex.quote, value.words))
    return {
        "nothing": ":",
        "paths": "compopt -o default",
        "columns": "_linksift_columns",
        "one word": f"_linksift_words {words}",
        "several words": f"_linksift_list {words}",
    }[value.offered]


# ---- zsh -------------------------------------------------------------------------------------------------------------


def zsh_completion(main: click.Context, commands: list[click.Context]) -> str:
    """The script that completes the command in zsh."""
    summaries = (f"                {shlex.quote(f'{each.info_name}:{summary_of(each)}')}" for each in commands)
    specs, cases = _zsh_lines(_zsh_specs(main), 8), "\n".join(map(_zsh_case, commands))
    return completion_script("zsh", options=specs, summaries="\n".join(summaries), commands=cases)


def _zsh_case(command: click.Context) -> str:
    """The shell `case` branch for a command, which zsh's `_arguments` reads."""
    return f"""                {command.info_name})
                    _arguments -s -S \\
{_zsh_lines(_zsh_specs(command), 24)} && ret=0
                    ;;"""


def _zsh_lines(specs: Iterable[str], indent: int) -> str:
    return " \\\n".join(" " * indent + spec for spec in specs)


def _zsh_specs(command: click.Context) -> Iterator[str]:
    """The specifications of a command's options and arguments."""
    for option in options_of(command):
        yield from _zsh_option(option)
    for number, value in enumerate(arguments_of(command), 1):
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
    words = " ".join(shlex.quote(word.replace(":", r"\:")) for word in value.words)
    suffix = "-S '' " if any(word.endswith("=") for word in value.words) else ""
    return {
        "nothing": " ",
        "paths": "_files",
        "columns": "_linksift_columns",
        "one word": f"compadd {suffix}- {words}",
        "several words": f"_values -s , {shlex.quote(_zsh_plain(value.metavar))} {words}",
    }[value.offered]


# ---- fish ------------------------------------------------------------------------------------------------------------

PLAIN_WORD = re.compile(r"[A-Za-z0-9_=.+-]+")
"""A word that needs no quotes."""


def fish_completion(main: click.Context, commands: list[click.Context]) -> str:
    """The script that completes the command in fish."""
    rows = [_fish_row("", _fish_option(option)) for option in options_of(main)]
    for command in commands:
        rows.append(_fish_row("", f"-a {command.info_name} -d {_fish_quoted(summary_of(command).removesuffix('.'))}"))
        rows += (_fish_row(command.info_name, _fish_option(option)) for option in options_of(command))
        offers = (_fish_action(value) for value in arguments_of(command) if value.offered != "nothing")
        rows += (_fish_row(command.info_name, offer) for offer in offers)
    return completion_script("fish", rows="\n".join(rows))


def _fish_row(command: str | None, what: str) -> str:
    condition = _fish_quoted(f"__linksift_command {command}".strip())
    return f"complete -c linksift -n {condition} {what}"


def _fish_option(option: OptionOutline) -> str:
    names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
    takes = ""
    if option.value is not None:
        takes = " -r -F" if option.value.offered == "paths" else f" -x {_fish_action(option.value)}".rstrip()
    return f"{names}{takes} -d {_fish_quoted(first_sentence(option.help))}"


def _fish_action(value: Value) -> str:
    """The shell code that offers the values, or "" if there are no values to offer."""
    words = " ".join(map(_fish_quoted, value.words))
    return {
        "nothing": "",
        "paths": "-F",
        "columns": "-a '(__linksift_columns)'",
        "one word": f"-a {_fish_quoted(words)}",
        "several words": f"-a {_fish_quoted(f'(__linksift_list {words})')}",
    }[value.offered]


def _fish_quoted(text: str) -> str:
    r"""The text as one word in fish, in single quotes if necessary, with only `'` and the backslash escaped.

    >>> print(_fish_quoted("csv"), _fish_quoted("it's"))
    csv 'it\'s'
    """
    return text if PLAIN_WORD.fullmatch(text) else "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


# ---- The command -----------------------------------------------------------------------------------------------------

SCRIPTS: dict[str, Callable[[click.Context, list[click.Context]], str]] = {
    "bash": bash_completion,
    "zsh": zsh_completion,
    "fish": fish_completion,
}
"""The function that writes the script for each shell."""


@click.command(cls=GroupedCommand)
@click.argument("shell", metavar="bash|zsh|fish", type=OneOf(SCRIPTS))
@click.pass_context
def completion(context: click.Context, /, shell: str) -> int:
    """Print the script with which a shell completes the command.

    It completes commands, options, file names, and the values of options. It requires bash 4.4 or later, or fish 3.0 or
    later.

    Examples:
      eval "$(linksift completion bash)"       # in ~/.bashrc
      eval "$(linksift completion zsh)"        # in ~/.zshrc, after compinit
      linksift completion fish >~/.config/fish/completions/linksift.fish

    Exit status: 0, or 2 after an error (such as an unknown shell).
    """
    group = context.find_root().command
    assert isinstance(group, click.Group)
    with standard_output() as output:
        output.write(SCRIPTS[shell](*command_contexts(group)).encode())
    return VALID
