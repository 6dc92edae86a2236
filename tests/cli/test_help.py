"""The help of the commands: whole sentences, options in groups, and examples, each of which runs in a shell.

The shell runs an example as it stands; only `linksift` is a script that has the command run in this process, for a
process of its own would take a quarter of a second each time.
"""

import os
import re
import select
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from linksift.cli import main
from linksift.cli.command_group import SUMMARIES
from linksift.finding.options import PROFILES

from .conftest import Run, runner

CONTEXT = click.Context(main)
COMMANDS = {"": main, **{name: main.get_command(CONTEXT, name) for name in main.list_commands(CONTEXT)}}
EXAMPLES = [
    line.strip()
    for command in COMMANDS.values()
    if command is not None
    for line in (command.epilog or "").replace("\\\n", "\\\0").splitlines()
    if "linksift " in line and not line[0].isalpha()
]

SCRIPT = r"""#!/bin/sh
request=request.$$
printf '%s\0' "$@" >"$request.arguments"
cat >"$request.input"
mkfifo "$request.done"
printf '%s\n' "$request" >requests
read -r status <"$request.done"
cat "$request.output"
cat "$request.error" >&2
exit "$status"
"""

FUNCTIONS = r"""
git() { cat log; }
tail() { cat "$2"; }
command -v jq >/dev/null || jq() { cat; }
compdef() { :; }
"""
"""In place of programs: `git log` would need a repository, and `tail -f` does not end."""

SILENT = ("--check", "--report", " >", "eval ", "-o links.sarif")
"""The examples with these write nothing to the terminal."""

FINDS_PROBLEMS = "linksift check "
"""The examples with this exit with 1, for the mail has a wrapped link."""

MAIL = "From: a@b.example\n\nSee <http://a.example/one-\ntwo> and https://www.google.com/url?q=http://a.example/.\n"


def test_the_list_of_commands_cuts_no_sentence(run: Run) -> None:
    rows = run("--help").output.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()
    assert len(rows) == len(main.list_commands(CONTEXT))
    assert [row for row in rows if not row.endswith(".") or row.endswith("...")] == []


def test_the_list_of_commands_has_the_first_sentence_of_their_help() -> None:
    commands = {name: command.get_short_help_str(limit=200) for name, command in COMMANDS.items() if name and command}
    assert commands == SUMMARIES


def test_the_list_of_commands_imports_none() -> None:
    code = "import sys; from linksift.cli import main; main(['--help'], standalone_mode=False); print(*sys.modules)"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    modules = set(output.splitlines()[-1].split())
    assert "linksift.cli.command_group" in modules
    assert modules.isdisjoint(f"linksift.cli.commands.{name}" for name in SUMMARIES)


@pytest.mark.parametrize("name", COMMANDS)
def test_h_shows_the_help(run: Run, name: str) -> None:
    asked = [name] if name else []
    short = run(*asked, "-h")
    assert (short.exit_code, short.output) == (0, run(*asked, "--help").output)
    assert "-h, --help" in short.output


def test_the_version_has_a_short_name(run: Run) -> None:
    assert run("-V").output == run("--version").output != ""


@pytest.mark.parametrize("name", ["find", "linkify"])
def test_a_long_help_lists_every_option_once_in_its_group(run: Run, name: str) -> None:
    command = COMMANDS[name]
    assert command is not None
    lines = run(name, "--help").output.splitlines()
    options = [option for option in command.params if isinstance(option, click.Option)]
    for option in options:
        record = option.get_help_record(CONTEXT)
        assert record is not None
        assert sum(f"{line} ".startswith(f"  {record[0]} ") for line in lines) == 1, option.name
    headings = [line for line in lines if line.endswith(":") and not line.startswith(" ")]
    assert len(headings) >= 5
    assert headings[-1] == "Other options:"
    assert {getattr(option, "heading", "") + ":" for option in options} | {"Other options:"} == set(headings)


# ---- Examples --------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the examples name. It is the home folder, too."""
    for name in ("mail.txt", "rfc.txt", "log", "list.txt", "notes.txt", "report.txt", "Mail/1", "docs/a.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("../g\n" if name == "list.txt" else MAIL)
    (tmp_path / "docs" / "b.md").write_text("[a](http://a.example/b c)\n")
    (tmp_path / "page.html").write_text("<p>See http://a.example/b.</p>")
    (tmp_path / "typed.txt").write_text("www.a.example,\n\n")
    (tmp_path / "people.csv").write_text("id,website\n7,www.a.example\n")
    (tmp_path / "links.txt").write_text("http://a.example/\n")
    (tmp_path / "crawl.warc.gz").write_bytes(WARC)
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("1.eml", MAIL)
    (tmp_path / ".config" / "fish" / "completions").mkdir(parents=True)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "linksift").write_text(SCRIPT)
    (tmp_path / "bin" / "linksift").chmod(0o755)
    os.mkfifo(tmp_path / "requests")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    return tmp_path


WARC = (
    b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\n"
    b"Content-Type: text/html\r\nContent-Length: 30\r\n\r\n<a href='http://b.example/'>b</"
)[:-1] + b"\r\n\r\n"


def with_extras(example: str, folder: Path) -> None:
    """Make the files that need other packages, if the example names them."""
    if "report.pdf" in example:
        pytest.importorskip("pypdfium2", reason="needs pypdfium2 (the extra pdf)")
        from tests.documents.pdf_makers import of_lines

        (folder / "report.pdf").write_bytes(of_lines("see http://a.example/"))
    if "t.parquet" in example:
        pyarrow = pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")
        from pyarrow import parquet

        parquet.write_table(pyarrow.table({"id": ["1"], "body": ["see http://a.example/"]}), folder / "t.parquet")
    if "--html" in example:
        pytest.importorskip("turbohtml", reason="needs turbohtml (the extra html)")


def shell_of(example: str) -> list[str]:
    """The shell that an example is for, with its options."""
    if "completion zsh" in example:
        if shutil.which("zsh") is None:
            pytest.skip("needs zsh")
        return ["zsh", "-f"]
    return ["bash"] if "completion bash" in example else ["sh"]


def answered(process: "subprocess.Popen[str]", requests: int) -> Iterator[list[str]]:
    """Run the commands that the script asks for, until the process ends; gives their arguments."""
    while process.poll() is None:
        if not select.select([requests], [], [], 0.01)[0]:
            continue
        for request in os.read(requests, 65536).decode().split():
            arguments = Path(f"{request}.arguments").read_text().split("\0")[:-1]
            result = runner().invoke(main, arguments, input=Path(f"{request}.input").read_bytes())
            Path(f"{request}.output").write_bytes(result.stdout_bytes)
            Path(f"{request}.error").write_text(result.stderr)
            Path(f"{request}.done").write_text(f"{result.exit_code}\n")
            yield arguments


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs_as_it_stands(folder: Path, example: str) -> None:
    with_extras(example, folder)
    requests = os.open("requests", os.O_RDWR)
    process = subprocess.Popen(
        [*shell_of(example), "-c", FUNCTIONS + example.replace("\\\0", "\\\n")],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    ran = list(answered(process, requests))
    os.close(requests)
    output, errors = process.communicate()
    assert process.returncode == int(FINDS_PROBLEMS in example)
    assert re.fullmatch(r"linksift: \S+\.html: [\d,]+ links?.*\n" if "--report" in example else "", errors)
    assert len(ran) == example.partition("  #")[0].replace("linksift.fish", "").count("linksift ")
    assert bool(output) != any(sign in example for sign in SILENT)
    assert "| linksift" not in example or "mail.txt:" not in output, "locations are no input for another command"


@pytest.mark.parametrize("command", ["find", "linkify"])
@pytest.mark.parametrize("option", ["schemes", "default_scheme", "unusable_hosts"])
def test_the_help_names_each_profile_with_another_default(command: str, option: str) -> None:
    text = next(str(vars(one)["help"]) for one in vars(COMMANDS[command])["params"] if one.name == option)
    others = {name for name, one in PROFILES.items() if getattr(one, option) != getattr(PROFILES["document"], option)}
    assert others
    assert others <= set(re.findall(r"\w+", text.partition("Default: ")[2]))
