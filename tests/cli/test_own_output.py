"""The command never reads what it writes: standard output, `--output` and `--report`, by whatever name."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import COMMAND, ENVIRONMENT, WITH_WORKERS

LINES = 200
ALSO = b"is also the output, and was not read"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs links and redirections of POSIX")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text("see http://a.example/b\n" * LINES)
    return tmp_path


def run(folder: Path, *arguments: str, to: Path, mode: str = "wb", command: list[str] = COMMAND) -> tuple[int, bytes]:
    """The exit status and standard error of the command in a folder, with its standard output in a file."""
    with open(to, mode) as output:
        done = subprocess.run(
            [*command, *arguments], cwd=folder, env=ENVIRONMENT, stdout=output, stderr=subprocess.PIPE, timeout=120
        )
    return done.returncode, done.stderr


@pytest.mark.parametrize("command", [COMMAND, WITH_WORKERS], ids=["one process", "workers"])
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("layout", ["text", "jsonl", "csv"])
def test_a_folder_is_searched_without_the_redirected_output(
    folder: Path, layout: str, jobs: str, command: list[str]
) -> None:
    output = folder / "links.txt"
    arguments = ("find", "--jobs", jobs, "--format", layout, ".")
    status, message = run(folder, *arguments, to=output, command=command)
    assert (status, message.count(ALSO)) == (0, 1)
    assert len(output.read_bytes().splitlines()) == LINES + (layout == "csv")


def test_what_is_appended_to_is_not_read(folder: Path) -> None:
    output = folder / "links.txt"
    output.write_text("http://b.example/\n")
    status, message = run(folder, "find", "--no-location", ".", to=output, mode="ab")
    assert (status, message.count(ALSO)) == (0, 1)
    assert len(output.read_bytes().splitlines()) == LINES + 1


@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_another_name_of_the_output_is_known(folder: Path, link: Callable[[Path, Path], None]) -> None:
    output = folder / "links.txt"
    output.write_text("")
    link(output, folder / "other.txt")
    status, message = run(folder, "find", "a.txt", "other.txt", to=output, mode="ab")
    assert (status, message.count(ALSO)) == (2, 1)
    assert b"other.txt: " + ALSO in message
    assert len(output.read_bytes().splitlines()) == LINES


def test_standard_input_may_be_the_output(folder: Path) -> None:
    both = folder / "a.txt"
    before = both.read_bytes()
    for arguments in (["find"], ["clean", "-"], ["linkify"], ["refang"], ["parse", "-"], ["check"], ["unwrap", "-"]):
        with open(both, "rb") as given, open(both, "ab") as output:
            done = subprocess.run(
                [*COMMAND, *arguments], env=ENVIRONMENT, stdin=given, stdout=output, stderr=subprocess.PIPE, timeout=120
            )
        assert (done.returncode, ALSO in done.stderr) == (2, True), arguments
    assert both.read_bytes() == before


@pytest.mark.parametrize("arguments", [["linkify"], ["refang"]])
def test_a_glob_that_has_the_output_in_it(folder: Path, arguments: list[str]) -> None:
    output = folder / "z.txt"
    status, message = run(folder, *arguments, "a.txt", "z.txt", to=output)
    assert (status, message.count(ALSO)) == (2, 1)
    assert output.read_bytes().count(b"http://a.example/b") in (LINES, 2 * LINES)


@pytest.mark.parametrize(("option", "name"), [("--output", "links.txt"), ("--report", "links.html")])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_file_of_an_option_is_known(folder: Path, option: str, name: str, jobs: str) -> None:
    output = folder / name
    for expected in (0, 1):  # the second time the file of the first time is in the folder
        status, message = run(folder, "find", ".", option, str(output), "--jobs", jobs, to=Path(os.devnull))
        assert (status, message.count(ALSO)) == (0, expected)
    os.link(output, folder / "other.html")
    status, message = run(folder, "find", "a.txt", "other.html", option, str(output), to=Path(os.devnull))
    assert status == 2
    assert b"is an input and the output" in message


def test_check_knows_its_output(folder: Path) -> None:
    (folder / "b.txt").write_text("http//www.a.example\n")
    output = folder / "problems.jsonl"
    status, message = run(folder, "check", "--format", "jsonl", ".", to=output)
    assert (status, message.count(ALSO)) == (1, 1)
    assert [json.loads(line)["path"] for line in output.read_text().splitlines()] == ["./b.txt"]


def test_a_pipe_and_the_null_device_are_no_files(folder: Path) -> None:
    assert run(folder, "find", ".", to=Path(os.devnull))[0] == 0
    done = subprocess.run([*COMMAND, "find", "."], cwd=folder, env=ENVIRONMENT, capture_output=True, check=True)
    assert (len(done.stdout.splitlines()), done.stderr) == (LINES, b"")


@pytest.mark.parametrize("option", ["--output", "--report"])
def test_standard_output_has_a_name(folder: Path, option: str) -> None:
    command = [*COMMAND, "find", "a.txt", option, "/dev/stdout"]
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, check=True)
    assert done.stdout.count(b"a[.]example" if option == "--report" else b"http://a.example/b") > 0
