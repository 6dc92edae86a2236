"""`linksift find --group`: the file and the message once, above their links."""

import os
import subprocess
from pathlib import Path

import pytest

from .conftest import COMMAND, ENVIRONMENT, Run

MAILBOX = (
    "From jo@a.example Mon Nov 23 10:00:00 2026\nFrom: Jo <jo@a.example>\nSubject: One\n\nhttp://a.example/ and http://b.example/\n\n"
    "From jo@a.example Mon Nov 23 11:00:00 2026\nFrom: Jo <jo@a.example>\nSubject: Two\n\nhttp://a.example/\n"
)
GROUPS = """\
a.mbox:message 1:from jo@a.example, "One"
1:1:http://a.example/
1:23:http://b.example/

a.mbox:message 2:from jo@a.example, "Two"
1:1:http://a.example/

b.html
1:13:a href:http://c.example/
"""


@pytest.fixture
def inputs(run: Run) -> list[str]:
    """A mailbox and a page in the current folder."""
    Path("a.mbox").write_text(MAILBOX)
    Path("b.html").write_text("<p><a href='http://c.example/'>c</a>")
    return ["a.mbox", "b.html"]


def headings(output: str) -> list[str]:
    return [line for line in output.splitlines() if line.startswith(("a.mbox", "b.html"))]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_file_and_the_message_are_written_once(run: Run, inputs: list[str], jobs: str) -> None:
    assert run("find", "--group", "always", "--kinds", "uri,stated", "-j", jobs, *inputs).output == GROUPS


def test_a_message_without_a_new_link_has_no_heading(run: Run, inputs: list[str]) -> None:
    written = run("find", "--group", "always", "--kinds", "uri,stated", "--unique", *inputs).output
    assert headings(written) == ['a.mbox:message 1:from jo@a.example, "One"', "b.html"]


@pytest.mark.parametrize("option", ["--explain", "--hazards"])
def test_what_is_shown_below_a_link_stays_below_it(run: Run, inputs: list[str], option: str) -> None:
    Path("b.html").write_text("<a href='http://bank.example@192.0.2.1/'>c</a>")
    written = run("find", "--group", "always", "--kinds", "uri,stated", option, *inputs).output
    below = written.split("b.html\n")[1].splitlines()
    assert below[0].endswith(":a href:http://bank.example@192.0.2.1/")
    assert below[1].startswith("    ")
    assert len(headings(written)) == 3


def test_a_path_with_a_line_end_is_one_heading(run: Run) -> None:
    Path("a\nb.txt").write_text("http://a.example/\nhttp://b.example/\n")
    written = run("find", "--group", "always", "a\nb.txt").output
    assert written == "a\\nb.txt\n1:1:http://a.example/\n2:1:http://b.example/\n"


@pytest.mark.parametrize(
    ("options", "grouped"),
    [([], True), (["--group", "never"], False), (["--no-location"], False), (["--null"], False)],
)
def test_links_are_grouped_on_a_terminal_only(
    run: Run, inputs: list[str], tmp_path: Path, options: list[str], grouped: bool
) -> None:
    parent, child = os.openpty()
    try:
        command = [*COMMAND, "find", "--color", "never", *options, "b.html"]
        subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, stdout=child, check=True)
        shown = os.read(parent, 4096).decode().replace("\r\n", "\n")
    finally:
        os.close(parent)
        os.close(child)
    assert shown.startswith("b.html\n1:") is grouped
    assert run("find", *options, "b.html").output.startswith("b.html\n") is False


def test_standard_input_alone_has_no_heading(run: Run) -> None:
    assert run("find", "--group", "always", stdin="http://a.example/").output == "http://a.example/\n"


@pytest.mark.parametrize(
    "options",
    [
        ["--null"],
        ["--no-location"],
        ["--count"],
        ["-l"],
        ["--template", "{uri}"],
        ["--format", "csv"],
        ["--report", "r"],
    ],
)
def test_groups_are_refused_where_no_location_is_written(run: Run, options: list[str]) -> None:
    result = run("find", "--group", "always", *options, stdin="")
    assert (result.exit_code, "--group always" in result.stderr) == (2, True)
