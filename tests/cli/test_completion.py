"""`linksift completion` in real shells: what stands in the command line after a key is pressed.

bash and zsh run in a terminal, in which one key offers or inserts all that fits, and another writes the line to a pipe.
fish has a command for it.
"""

import os
import pty
import select
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from linksift.cli import main
from linksift.cli.commands.completion import completion

from .command_docs import undocumented_options
from .conftest import HANGS, Run, runner

BASH_SETTINGS = r"""
PS1=
bind 'set bell-style none'
bind 'set completion-query-items 0'
bind -x '"\C-g": printf "%s\n" "$READLINE_LINE" >line'
bind '"\C-y": insert-completions'
source ./script
"""

ZSH_SETTINGS = r"""
PS1= RPS1=
unsetopt beep promptsp
autoload -Uz compinit && compinit -u -d dump
source ./script
write-line() { print -r -- "$BUFFER" >line }
zle -N write-line
bindkey '^G' write-line
bindkey '^U' kill-whole-line
zle -C all-matches complete-word _generic
bindkey '^Y' all-matches
zstyle ':completion:all-matches::::' completer _all_matches _complete
zstyle ':completion:all-matches:*' insert yes
"""

FOLDER = ("mail one.txt", "mails", "map.html", "other.txt")
"""What the folder of the tests holds; `mails` is a folder."""


def script(shell: str) -> str:
    """What `linksift completion` prints for a shell."""
    result = runner().invoke(main, ["completion", shell])
    assert result.exit_code == 0
    return result.output


def fill(folder: Path) -> None:
    for name in FOLDER:
        if "." in name:
            (folder / name).write_text("")
        else:
            (folder / name).mkdir()
    (folder / "table.csv").write_text('id,"body",of whom\r\n')


class Terminal:
    """A shell in a terminal of its own."""

    def __init__(self, folder: Path, shell: str, settings: str, *options: str) -> None:
        fill(folder)
        (folder / "script").write_text(script(shell))
        (folder / "settings").write_text(settings)
        os.mkfifo(folder / "line")
        self._line = os.open(folder / "line", os.O_RDWR)
        ours, theirs = pty.openpty()
        self._typed = ours
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "dumb", "LC_ALL": "C.UTF-8"}
        self._process = subprocess.Popen(
            [shell, *options], stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=environment, close_fds=True
        )
        os.close(theirs)
        self._send(". ./settings\n")
        self.line_after("", "")

    def line_after(self, typed: str, key: str) -> str:
        """The command line after some text and a key, without white space at its end."""
        self._send(f"\x15{typed}{key}\x07")
        return self._read()

    def _send(self, text: str) -> None:
        os.write(self._typed, text.encode())

    def _read(self) -> str:
        until, line = time.monotonic() + HANGS, b""
        while not line.endswith(b"\n"):
            ready, _, _ = select.select([self._line, self._typed], [], [], max(0.0, until - time.monotonic()))
            assert ready, "the shell does not answer"
            if self._typed in ready:
                os.read(self._typed, 65536)
            if self._line in ready:
                line += os.read(self._line, 65536)
        return line.decode().rstrip()

    def end(self) -> None:
        """End the shell."""
        self._process.kill()
        self._process.wait()
        os.close(self._typed)
        os.close(self._line)


def terminal(folder: Path, shell: str, settings: str, *options: str) -> Iterator[Terminal]:
    """A terminal with a shell, until the tests are done."""
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}")
    running = Terminal(folder, shell, settings, *options)
    yield running
    running.end()


@pytest.fixture(scope="module")
def bash(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    yield from terminal(tmp_path_factory.mktemp("bash"), "bash", BASH_SETTINGS, "--norc", "--noprofile", "-i")


@pytest.fixture(scope="module")
def zsh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    yield from terminal(tmp_path_factory.mktemp("zsh"), "zsh", ZSH_SETTINGS, "-f", "-i")


@pytest.fixture(scope="module")
def fish(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[str]]:
    """What fish offers for a command line: the words, without their descriptions."""
    if shutil.which("fish") is None:
        pytest.skip("needs fish")
    folder = tmp_path_factory.mktemp("fish")
    fill(folder)
    (folder / "script").write_text(script("fish"))

    def offered(typed: str) -> list[str]:
        command = ["fish", "--no-config", "-c", "source script; complete -C $argv[1]", typed]
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C.UTF-8"}
        output = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout
        return [line.partition("\t")[0] for line in output.splitlines()]

    return offered


TAB, ALL = "\t", "\x19"

INSERTED = [
    ("linksift norm", "linksift normalize"),
    ("linksift find --forma", "linksift find --format"),
    ("linksift find --format js", "linksift find --format jsonl"),
    ("linksift find --format=js", "linksift find --format=jsonl"),
    ("linksift find --kinds em", "linksift find --kinds email"),
    ("linksift find --kinds uri,em", "linksift find --kinds uri,email"),
    ("linksift find --kinds=uri,em", "linksift find --kinds=uri,email"),
    ("linksift find --schemes ftp,mailt", "linksift find --schemes ftp,mailto"),
    ("linksift find --templates '{},$", "linksift find --templates '{},${}'"),
    ("linksift find --match ment", "linksift find --match mention="),
    ("linksift find --profile ch", "linksift find --profile chat"),
    ("linksift linkify --hazards password=r", "linksift linkify --hazards password=refuse"),
    ("linksift find oth", "linksift find other.txt"),
    ("linksift find --explain oth", "linksift find --explain other.txt"),
    ("linksift find other.txt map", "linksift find other.txt map.html"),
    ("linksift find mail\\ o", "linksift find mail\\ one.txt"),
    ("linksift find --report oth", "linksift find --report other.txt"),
    ("linksift find --report=oth", "linksift find --report=other.txt"),
    ("linksift find -o oth", "linksift find -o other.txt"),
    ("linksift find -- oth", "linksift find -- other.txt"),
    ("linksift linkify oth", "linksift linkify other.txt"),
    ("linksift unwrap --rules oth", "linksift unwrap --rules other.txt"),
    ("linksift clean oth", "linksift clean oth"),
    ("linksift find --base oth", "linksift find --base oth"),
    ("linksift find --format oth", "linksift find --format oth"),
    ("linksift completion z", "linksift completion zsh"),
    ("linksift find table.csv --column bo", "linksift find table.csv --column body"),
    ("linksift find table.csv --id=i", "linksift find table.csv --id=id"),
    ("linksift find --column bo", "linksift find --column bo"),
    ("linksift help haz", "linksift help hazards"),
]
"""Beginnings with one continuation or none, and what TAB makes of them."""

OFFERED = [
    ("linksift re", ["refang", "resolve"]),
    ("linksift find --no-", ["--no-code", "--no-ignore", "--no-location"]),
    ("linksift find --color ", ["always", "auto", "never"]),
    ("linksift find ma", ["mail\\ one.txt", "mails", "map.html"]),
    ("linksift find table.csv --column ", ["body", "id", "of\\ whom"]),
    ("linksift completion ", ["bash", "fish", "zsh"]),
]
"""Beginnings with several continuations."""


@pytest.mark.parametrize(("typed", "completed"), INSERTED)
def test_bash_completes(bash: Terminal, typed: str, completed: str) -> None:
    assert bash.line_after(typed, TAB) == completed


@pytest.mark.parametrize(("typed", "words"), OFFERED)
def test_bash_offers(bash: Terminal, typed: str, words: list[str]) -> None:
    before = typed[: typed.rindex(" ") + 1]
    assert sorted(split(bash.line_after(typed, ALL).removeprefix(before))) == words


@pytest.mark.parametrize(("typed", "completed"), INSERTED)
def test_zsh_completes(zsh: Terminal, typed: str, completed: str) -> None:
    line = zsh.line_after(typed, TAB)
    assert line.rstrip("',=") == completed.rstrip("',=")  # zsh writes a sign that it takes back if another follows


@pytest.mark.parametrize(("typed", "words"), OFFERED)
def test_zsh_offers(zsh: Terminal, typed: str, words: list[str]) -> None:
    before = typed[: typed.rindex(" ") + 1]
    assert sorted(split(zsh.line_after(typed, ALL).removeprefix(before))) == words


@pytest.mark.parametrize(("typed", "completed"), INSERTED)
def test_fish_completes(fish: Callable[[str], list[str]], typed: str, completed: str) -> None:
    offered = [] if completed == typed else shlex.split(completed)[-1:]
    assert fish(typed) == offered


@pytest.mark.parametrize(("typed", "words"), OFFERED)
def test_fish_offers(fish: Callable[[str], list[str]], typed: str, words: list[str]) -> None:
    assert sorted(word.rstrip("/") for word in fish(typed)) == [word.replace("\\", "") for word in words]


def split(words: str) -> list[str]:
    r"""The words of a line: "a\ b c" gives `["a\\ b", "c"]`."""
    return [word.replace("\0", r"\ ") for word in words.replace(r"\ ", "\0").split()]


def test_the_scripts_offer_every_option_of_every_command() -> None:
    context = click.Context(main)
    commands = [main.get_command(context, name) for name in main.list_commands(context)]
    for shell in ("bash", "zsh", "fish"):
        text = script(shell)
        for command in filter(None, commands):
            for option in (name for each in command.params if isinstance(each, click.Option) for name in each.opts):
                assert option.lstrip("-") in text, (shell, option)


def test_another_shell_is_refused(run: Run) -> None:
    result = run("completion", "csh")
    assert (result.exit_code, "'csh' is not one of bash, zsh, fish" in result.stderr) == (2, True)


def test_every_option_is_documented() -> None:
    assert not undocumented_options(completion, "`linksift completion`", __file__)
