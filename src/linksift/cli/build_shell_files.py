"""Writes the files that shells and `man` look for: the completion scripts, and a manual page for each command.

    python -m linksift.cli.build_shell_files FOLDER VERSION

Wheels contain these files (hatch_build.py), and an installation puts them under `share`, where `man` finds them.
"""

import sys
from pathlib import Path

from linksift.cli.command_group import main
from linksift.cli.commands.completion import SCRIPTS
from linksift.cli.outline.command_outline import outline
from linksift.cli.outline.manual_page import manual_pages

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
