"""Writes the files that shells and `man` look for: the completion scripts, and a manual page for each command.

    python -m linksift.cli.build_shell_files FOLDER VERSION

Wheels contain these files (hatch_build.py), and an installation puts them under `share`, where `man` finds them.
"""

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from linksift.cli.command_group import main
from linksift.cli.commands.completion import SCRIPTS, CommandOutline, OptionOutline, outline

_SIGNS = {"\\": r"\e", "-": r"\-", "~": r"\(ti", "^": r"\(ha", "`": r"\(ga", "'": r"\(aq", '"': r"\(dq"}
"""The characters that roff interprets or prints differently."""


def manual_pages(main: CommandOutline, commands: list[CommandOutline], version: str) -> dict[str, str]:
    """The page for each command, by file name: `linksift.1`, `linksift-find.1` and so on."""
    names = {command: f"{main.name}-{command.name}" for command in commands}
    entries = ((".TP", rf"\fB{plain(name)}\fR(1)", plain(command.summary)) for command, name in names.items())
    about_commands = _section("COMMANDS", chain.from_iterable(entries))
    pages = {f"{main.name}.1": _page(main.name, main, about_commands, list(names.values()), version)}
    for command, name in names.items():
        pages[f"{name}.1"] = _page(name, command, [], [main.name], version)
    return pages


def _page(name: str, command: CommandOutline, more: Iterable[str], see: list[str], version: str) -> str:
    """One page, with its sections in the order of man-pages(7)."""
    summary = plain(command.summary.removesuffix("."))
    if summary[1:2].islower():  # the capital letter is only that of a sentence
        summary = summary[0].lower() + summary[1:]
    rows = [
        ".nr HY 0",  # otherwise groff hyphenates words and URIs
        f'.TH {plain(name.upper())} 1 "" "linksift {plain(version)}" "linksift"',
        ".ad l",
        *_section("NAME", [rf"{plain(name)} \- {summary}"]),
        *_section("SYNOPSIS", [f".B {plain(name.replace('-', ' '))}", plain(command.usage)]),
        *_section("DESCRIPTION", _paragraphs(command.description)),
        *more,
        *_section("OPTIONS", _options(command)),
        *_epilog(command.epilog),
        *_section("SEE ALSO", [", ".join(f"\\fB{plain(other)}\\fR(1)" for other in see)]),
    ]
    return "\n".join(rows) + "\n"


def _section(title: str, rows: Iterable[str]) -> Iterator[str]:
    yield f".SH {title}"
    yield from rows


def _options(command: CommandOutline) -> Iterator[str]:
    """The options of a command, under their headings."""
    for heading, options in command.options:
        if len(command.options) > 1:
            yield f".SS {plain(heading)}"
        for option in options:
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
    group, commands = outline(main, "linksift")
    scripts = {PLACES[shell]: script(group, commands) for shell, script in SCRIPTS.items()}
    pages = manual_pages(group, commands, version)
    return scripts | {f"man/man1/{name}": page for name, page in pages.items()}


def write_shell_files(folder: Path, version: str) -> None:
    """Write all files into a folder, which becomes `share`."""
    for path, text in shell_files(version).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_shell_files(Path(sys.argv[1]), sys.argv[2])
