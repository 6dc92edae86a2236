"""The command as a process: pipes, signals, bytes, its name."""

import importlib.metadata
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from linksift.finding import kernel_in_use

from .conftest import COMMAND, ENVIRONMENT, HANGS, WITH_WORKERS, Process

pytestmark = pytest.mark.clock
posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals and file names")


def test_standard_input_is_bytes(process: Process) -> None:
    result = process("find", stdin=b"\xff\xfe" + "<http://a.example/é>".encode("utf-16-le"))
    assert (result.stdout, result.stderr, result.returncode) == (b"http://a.example/%C3%A9\n", b"", 0)


def test_output_is_bytes_without_translated_line_ends(process: Process) -> None:
    assert process("find", stdin=b"http://a.example/\r\n").stdout == b"http://a.example/\n"


@posix
def test_the_bytes_of_a_file_name_are_written_unchanged(process: Process, tmp_path: Path) -> None:
    name = b"\xff\xe9 \xc3\xbc.txt"
    try:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_text("http://a.example/")
    except OSError:
        pytest.skip("this file system does not allow such a name")
    assert process("find", name).stdout == name + b":1:1:http://a.example/\n"
    assert b'"path": "\\udcff\\udce9 \\u00fc.txt"' in process("find", "--format", "jsonl", name).stdout
    assert process("find", b"\xff").stderr == b"linksift: \\udcff: No such file or directory\n"


@posix
@pytest.mark.parametrize("options", [[], ["-l"], ["-c"], ["--explain"], ["--hazards"]])
def test_a_file_name_cannot_command_a_terminal(process: Process, tmp_path: Path, options: list[str]) -> None:
    name = "\x1b[31mred\nline.txt"
    (tmp_path / name).write_text("http://a.example/")
    parent, child = os.openpty()
    try:
        subprocess.run(
            [*COMMAND, "find", "--color", "never", *options, name],
            cwd=tmp_path,
            env=ENVIRONMENT,
            stdout=child,
            check=True,
        )
        shown = os.read(parent, 4096)
    finally:
        os.close(parent)
        os.close(child)
    assert shown.startswith(rb"\x1b[31mred\nline.txt")
    assert b"\x1b" not in shown
    assert process("find", *options, name).stdout.startswith(name.encode())


@posix
def test_messages_cannot_command_a_terminal(process: Process) -> None:
    name = "\x1b[31mred\nline"
    for command in ("find", "linkify"):
        assert process(command, name).stderr == b"linksift: \\x1b[31mred\\nline: No such file or directory\n"
    assert process("find", "--report", f"no/{name}").stderr.startswith(b"linksift: no/\\x1b[31mred\\nline: ")


@pytest.mark.parametrize("arguments", [["find"], ["linkify"], ["find", "--report"]])
def test_a_uri_that_is_no_file_shows_no_password(process: Process, arguments: list[str]) -> None:
    message = process(*arguments, "http://joe:secret@a.example/b").stderr
    assert message.startswith(b"linksift: http://joe:...@a.example/b: No such file")


@posix
def test_a_closed_pipe_ends_the_process_silently(tmp_path: Path) -> None:
    (tmp_path / "big.txt").write_text("http://a.example/ \n" * 50_000)
    with subprocess.Popen(
        [*COMMAND, "find", "big.txt"], cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"big.txt:1:1:http://a.example/\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(HANGS) == -signal.SIGPIPE


@posix
@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_the_process_silently(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("http://a.example/")
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*COMMAND, "find", "a.txt", "-"], cwd=tmp_path, env=ENVIRONMENT, stdin=pipe, stdout=pipe, stderr=pipe
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"a.txt:1:1:http://a.example/\n"  # now it waits for standard input
        process.send_signal(signal.SIGINT)
        assert process.wait(HANGS) == -signal.SIGINT  # which a shell reports as 130
        assert process.stderr.read() == b""


SCRIPT = [sys.executable, "-c", "from linksift_command import main; main()"]
"""As the script `linksift` runs the command."""

INTERRUPTS = """
import os, signal, sys

class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["INTERRUPTED_AT"] and os.environ["INTERRUPTED_IN"] in " ".join(sys.orig_argv):
            os.kill(0, signal.SIGINT)

sys.meta_path.insert(0, Interrupts())
"""
"""A `sitecustomize` that interrupts the process and its group, as a terminal does, during the import of a module."""


@posix
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    ("module", "process"),
    [
        ("linksift.cli", "-m linksift"),
        ("linksift.finding", "-m linksift"),
        ("linksift.uri", "-m linksift"),
        ("click", "-m linksift"),
        ("linksift.documents.format_detection", "-m linksift"),
        ("linksift.cli.command_group", "-m linksift"),
        ("linksift.cli.report", "-m linksift"),
        ("linksift.cli.running.worker_processes", "-m linksift"),
        ("linksift", "linksift_command"),
        ("linksift", "multiprocessing"),
        ("linksift.documents.format_detection", "multiprocessing"),
        ("pypdfium2.raw", "pdfium_worker.py"),
    ],
)
def test_an_interrupt_during_imports_ends_the_process_silently(tmp_path: Path, module: str, process: str) -> None:
    pytest.importorskip("pypdfium2")
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTS)
    (tmp_path / "first.txt").write_text("read by this process")
    for name in ("a.pdf", "b.pdf"):
        (tmp_path / name).write_bytes(b"%PDF-1.4" + bytes(4_000_000))
    where = {"INTERRUPTED_AT": module, "INTERRUPTED_IN": process}
    command = (
        SCRIPT
        if process == "linksift_command"
        else WITH_WORKERS
        if "worker" in module or process == "multiprocessing"
        else COMMAND
    )
    result = subprocess.run(
        [*command, "find", "--jobs", "2", "--report", "-", "first.txt", "a.pdf", "b.pdf"],
        cwd=tmp_path,
        env={**ENVIRONMENT, **where, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ENVIRONMENT['PYTHONPATH']}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=HANGS,
        check=False,
        start_new_session=True,
    )
    assert (result.stderr, result.returncode) == (b"", -signal.SIGINT)


with_full_disk = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")


@with_full_disk
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["find"], b"linksift: write error: No space left on device\n"),
        (["help", "joining"], b"linksift: write error: No space left on device\n"),
        (["help", "find"], b"linksift: write error: No space left on device\n"),
        (["--version"], b"linksift: No space left on device\n"),
        (["find", "--help"], b"linksift: No space left on device\n"),
    ],
)
def test_a_full_disk_is_an_error_and_reported_once(arguments: list[str], message: bytes) -> None:
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [*COMMAND, *arguments],
            input=b"http://a.example/",
            stdout=full,
            stderr=subprocess.PIPE,
            env=ENVIRONMENT,
            check=False,
        )
    assert (result.stderr, result.returncode) == (message, 2)


@with_full_disk
@pytest.mark.parametrize(
    ("arguments", "written"), [(["find", "nothing", "-"], b"(standard input):1:1:http://a.example/\n"), (["fnd"], b"")]
)
def test_messages_that_cannot_be_written_lose_no_links(arguments: list[str], written: bytes) -> None:
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [*COMMAND, *arguments],
            input=b"http://a.example/",
            stdout=subprocess.PIPE,
            stderr=full,
            env=ENVIRONMENT,
            check=False,
        )
    assert (result.stdout, result.returncode) == (written, 2)


@posix
@pytest.mark.parametrize(
    ("closed", "message"),
    [
        ("<&-", b"linksift: (standard input): Bad file descriptor\n"),
        (">&-", b"linksift: write error: Bad file descriptor\n"),
    ],
)
def test_a_closed_stream_is_an_error(closed: str, message: bytes) -> None:
    result = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", *COMMAND, "find"],
        input=b"",
        env=ENVIRONMENT,
        capture_output=True,
        check=False,
    )
    assert (result.stderr, result.returncode) == (message, 2)


def test_the_version_is_that_of_the_package(process: Process) -> None:
    try:
        version = importlib.metadata.version("linksift")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("linksift runs from its source tree here: only an installed package knows its version")
    assert process("--version").stdout.decode() == f"linksift {version}\nkernel: {kernel_in_use()}\n"


def test_the_command_is_called_linksift(process: Process) -> None:
    assert process("find", "--help").stdout.startswith(b"Usage: linksift find [OPTIONS] [PATH|-]...\n")
    assert process("no-such-command").returncode == 2


@posix
@pytest.mark.parametrize(("text", "said"), [(b"nothing", b"linksift: no link was found"), (b"http://a.example", b"")])
def test_a_terminal_is_told_that_nothing_was_found(text: bytes, said: bytes) -> None:
    parent, child = os.openpty()
    try:
        command = [*COMMAND, "find"]
        subprocess.run(command, env=ENVIRONMENT, input=text, stdout=subprocess.DEVNULL, stderr=child, check=False)
        os.write(child, b"end")
        shown = os.read(parent, 4096)
    finally:
        os.close(parent)
        os.close(child)
    assert shown.startswith(said or b"end")


def test_no_program_is_told_that_nothing_was_found(process: Process) -> None:
    assert process("find", stdin=b"nothing").stderr == b""
