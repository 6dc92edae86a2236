"""`linksift normalize`: its output, messages, options and exit statuses."""

import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

import linksift
from linksift.cli import main
from linksift.cli.commands.normalize import normalize
from linksift.uri import is_uri_reference
from tests.uri.strings import nearly_references

from .command_docs import examples, undocumented_options
from .conftest import COMMAND, ENVIRONMENT, Process, Run, runner


def test_rfc3986_6_2_2_each_reference_is_normalized_on_its_line(run: Run) -> None:
    result = run("normalize", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "HTTP://www.EXAMPLE.com:80", "../a")
    assert result.output == "example://a/b/c/%7Bfoo%7D\nhttp://www.example.com/\n../a\n"
    assert result.exit_code == 0


def test_encoded_dots_are_decoded_or_kept(run: Run) -> None:
    assert run("normalize", "http://a/b/%2E%2E/c").output == "http://a/c\n"
    assert run("normalize", "--encoded-dots", "decode", "http://a/b/%2e%2e/c").output == "http://a/c\n"
    assert run("normalize", "--encoded-dots", "keep", "http://a/b/%2E%2E/c").output == "http://a/b/%2E%2E/c\n"


def test_the_output_is_for_programs_and_keeps_passwords(run: Run) -> None:
    assert run("normalize", "FTP://user:secret@a").output == "ftp://user:secret@a/\n"


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_standard_input_has_one_reference_per_line(run: Run, arguments: list[str]) -> None:
    assert run("normalize", *arguments, stdin="HTTP://a\r\n\nHTTP://b\n").output == "http://a/\nhttp://b/\n"


def test_keep_writes_a_line_for_every_line(run: Run) -> None:
    result = run("normalize", "--keep", stdin="HTTP://a\r\n\nhttp://a b/c|\nHTTP://c")
    assert result.stdout == "http://a/\n\n\thost at position 8 is not well-formed (reg-name)\nhttp://c/\n"
    assert (result.stderr, result.exit_code) == ("", 1)


def test_a_string_that_is_no_reference_is_reported_and_the_rest_is_done(run: Run) -> None:
    result = run("normalize", stdin="HTTP://a\nhttp://a b/\nHTTP://c\n")
    assert result.stdout == "http://a/\nhttp://c/\n"
    assert result.stderr.splitlines()[:3] == [
        "linksift: not a URI reference:",
        "    http://a b/",
        "            ^",
    ]
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("iri", "hint"),
    [
        ("http://bücher.example/é", ["    = this is an IRI: its URI is http://xn--bcher-kva.example/%C3%A9"]),
        ("http://joe:secret@a.example/é", ["    = this is an IRI: its URI is http://joe:...@a.example/%C3%A9"]),
        ("é", ["    = this is an IRI reference: its URI reference is %C3%A9"]),
        ("//a.example/é", ["    = this is an IRI reference: its URI reference is //a.example/%C3%A9"]),
        ("http://a.example/é|", []),
        ("http://a.example/\udcffé", []),
        (f"http://{'é' * 64}.example/", []),
    ],
)
def test_an_iri_is_reported_with_its_uri(run: Run, iri: str, hint: list[str]) -> None:
    assert [row for row in run("normalize", iri).stderr.splitlines() if "IRI" in row] == hint


@pytest.mark.parametrize(
    ("defanged", "hint"),
    [
        ("hxxps://a[.]example/x", ["    = this is a defanged URI: its URI is https://a.example/x"]),
        ("hxxp://joe:secret@a[.]example", ["    = this is a defanged URI: its URI is http://joe:...@a.example"]),
        ("a[.]example/x", ["    = this is a defanged URI reference: its URI reference is a.example/x"]),
        ("seen at hxxps://a[.]example/x", []),
        ("http://a.example/b c", []),
    ],
)
def test_a_defanged_uri_is_reported_with_its_uri(run: Run, defanged: str, hint: list[str]) -> None:
    assert [row for row in run("normalize", defanged).stderr.splitlines() if "defanged" in row] == hint


def test_on_one_stream_complaints_appear_in_order() -> None:
    result = subprocess.run(
        [*COMMAND, "normalize", "HTTP://a", "|", "HTTP://c"],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    lines = result.stdout.splitlines()
    assert (lines[0], lines[1], lines[-1]) == (b"http://a/", b"linksift: not a URI reference:", b"http://c/")


def test_found_uris_can_be_normalized_in_a_pipe(process: Process) -> None:
    found = process("find", stdin=b"see <HTTP://a.example/%7e> and\xff")
    assert process("normalize", stdin=found.stdout).stdout == b"http://a.example/~\n"


@pytest.mark.parametrize("arguments", [["--encoded-dots", "drop", "a"], ["--no-such-option", "a"]])
def test_misuse_exits_with_2(run: Run, arguments: list[str]) -> None:
    result = run("normalize", *arguments)
    assert (result.stdout, result.exit_code) == ("", 2)


@given(st.lists(nearly_references().filter(lambda text: text != "-"), min_size=1, max_size=3))
def test_the_output_is_that_of_the_library(references: list[str]) -> None:
    result = runner().invoke(main, ["normalize", "--", *references])
    valid = [reference for reference in references if is_uri_reference(reference)]
    assert result.stdout == "".join(f"{linksift.parse(reference).normalize()}\n" for reference in valid)
    assert result.exit_code == (0 if len(valid) == len(references) else 1)


def test_every_option_is_documented_and_tested() -> None:
    assert undocumented_options(normalize, "`linksift normalize`", __file__) == []


@pytest.mark.parametrize(("arguments", "output"), examples("`linksift normalize`"), ids=str)
def test_the_documented_examples_are_true(run: Run, arguments: list[str], output: str) -> None:
    assert run(*arguments).output.strip("\n") == output


def test_help_has_every_option_and_the_exit_statuses(run: Run) -> None:
    text = run("normalize", "--help").output
    assert "--encoded-dots" in text
    assert "Exit status: 0" in text
    assert "normalize" in run("--help").output
