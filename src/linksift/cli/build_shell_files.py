"""Writes the files that shells and `man` look for: the completion scripts, and a manual page for each command.

    python -m linksift.cli.build_shell_files FOLDER VERSION

Wheels contain these files (hatch_build.py), and an installation puts them under `share`, where `man` finds them.
"""

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import click

from linksift.cli.command_group import main
from linksift.cli.commands.completion import SCRIPTS, OptionOutline, command_contexts, option_outline, summary_of
from linksift.cli.options.grouped_command import grouped_options

_SIGNS = {"\\": r"\e", "-": r"\-", "~": r"\(ti", "^": r"\(ha", "`": r"\(ga", "'": r"\(aq", '"': r"\(dq"}
"""The characters that roff interprets or prints differently."""


def manual_pages(main: click.Context, commands: list[click.Context], version: str) -> dict[str, str]:
    """The page for each command, by file name: `linksift.1`, `linksift-find.1` and so on."""
    rows = ((".TP", rf"\fB{plain(_name(command))}\fR(1)", plain(summary_of(command))) for command in commands)
    about_commands = _section("COMMANDS", chain.from_iterable(rows))
    pages = {f"{_name(each)}.1": _page(each, [], [main], version) for each in commands}
    return {f"{_name(main)}.1": _page(main, about_commands, commands, version)} | pages


def _name(context: click.Context) -> str:
    """The name of a command's page: `linksift-find`."""
    return context.command_path.replace(" ", "-")


def _page(context: click.Context, more: Iterable[str], see: list[click.Context], version: str) -> str:
    """One page, with its sections in the order of man-pages(7)."""
    name, command, summary = _name(context), context.command, plain(summary_of(context).removesuffix("."))
    if summary[1:2].islower():  # the capital letter is only that of a sentence
        summary = summary[0].lower() + summary[1:]
    usage = " ".join(command.collect_usage_pieces(context))
    rows = [
        f'.TH {plain(name.upper())} 1 "" "linksift {plain(version)}" "linksift"',
        ".nh",  # otherwise groff hyphenates words and URIs
        ".nr HY 0",  # the same, for groff 1.24
        ".ad l",
        *_section("NAME", [rf"{plain(name)} \- {summary}"]),
        *_section("SYNOPSIS", [f".B {plain(context.command_path)}", plain(usage)]),
        *_section("DESCRIPTION", _paragraphs(command.help or "")),
        *more,
        *_section("OPTIONS", _options(context)),
        *_epilog(command.epilog or ""),
        *_section("SEE ALSO", [", ".join(rf"\fB{plain(_name(other))}\fR(1)" for other in see)]),
    ]
    return "\n".join(rows) + "\n"


def _section(title: str, rows: Iterable[str]) -> Iterator[str]:
    yield f".SH {title}"
    yield from rows


def _options(context: click.Context) -> Iterator[str]:
    """The options of a command, under their headings."""
    groups = list(grouped_options(context))
    for heading, options in groups:
        if len(groups) > 1:
            yield f".SS {plain(heading)}"
        for option in (option_outline(each, context) for each in options):
            yield ".TP"
            yield _names(option)
            yield plain(option.help)


def _names(option: OptionOutline) -> str:
    r"""The names of an option and its value: `\fB\-o\fR, \fB\-\-output\fR \fIFILE\fR`."""
    value = f" \\fI{plain(option.value.metavar)}\\fR" if option.value else ""
    return ", ".join(f"\\fB{plain(name)}\\fR" for name in option.names) + value


def _epilog(epilog: str) -> Iterator[str]:
    """The sections that follow the options in the help: the examples, line by line and unchanged, and the exit status,
    each after its title and a colon."""
    for part in filter(None, epilog.replace("\b", "").strip("\n").split("\n\n")):
        title, _, text = part.strip("\n").partition(":")
        yield f".SH {plain(title.upper())}"
        if text.startswith("\n"):
            yield ".EX"
            yield from (plain(line.removeprefix("  ")) for line in text.strip("\n").splitlines())
            yield ".EE"
        else:
            yield from _paragraphs(text[1:2].upper() + text[2:])


def _paragraphs(text: str) -> Iterator[str]:
    """The paragraphs, each on one line."""
    for paragraph in text.strip().split("\n\n"):
        yield ".PP"
        yield plain(" ".join(paragraph.split()))


def plain(text: str) -> str:
    r"""The text, escaped so that roff prints every character literally.

    >>> print(plain("-c 'a\\b'"), plain(".x"))
    \-c \(aqa\eb\(aq \&.x
    """
    escaped = "".join(_SIGNS.get(sign, sign) for sign in text)
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


# ---- The files -------------------------------------------------------------------------------------------------------

PLACES = {
    "bash": "bash-completion/completions/linksift",
    "zsh": "zsh/site-functions/_linksift",
    "fish": "fish/vendor_completions.d/linksift.fish",
}
"""The paths under `share` where each shell looks for the scripts of installed programs."""


def shell_files(version: str) -> dict[str, str]:
    """All files, by their path under `share`."""
    contexts = command_contexts(main)
    scripts = {PLACES[shell]: script(*contexts) for shell, script in SCRIPTS.items()}
    return scripts | {f"man/man1/{name}": page for name, page in manual_pages(*contexts, version).items()}


def write_shell_files(folder: Path, version: str) -> None:
    """Write all files into a folder, which becomes `share`."""
    for path, text in shell_files(version).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_shell_files(Path(sys.argv[1]), sys.argv[2])
