"""`linksift resolve`: its output, messages, options and exit statuses."""

import pytest
from hypothesis import given

import linksift
from linksift.cli import main
from linksift.cli.commands.resolve import resolve
from tests.uri.strings import nearly_references

from .command_docs import examples, undocumented_options
from .conftest import Process, Run, runner

BASE = "http://a/b/c/d;p?q"


def test_rfc3986_5_4_each_target_is_on_its_line(run: Run) -> None:
    result = run("resolve", BASE, "g:h", "../g", "?y", "", "../../../g", "//g")
    assert result.output == f"g:h\nhttp://a/b/g\nhttp://a/b/c/d;p?y\n{BASE}\nhttp://a/g\nhttp://g\n"
    assert result.exit_code == 0


def test_rfc3986_5_2_2_backward_compatible_if_requested(run: Run) -> None:
    assert run("resolve", BASE, "http:g").output == "http:g\n"
    assert run("resolve", "--backward-compatible", BASE, "http:g").output == "http://a/b/c/g\n"


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_standard_input_has_one_reference_per_line(run: Run, arguments: list[str]) -> None:
    assert run("resolve", BASE, *arguments, stdin="g\r\n\n#s\n").output == f"http://a/b/c/g\n{BASE}#s\n"


def test_a_string_that_is_no_reference_is_reported_and_the_rest_is_done(run: Run) -> None:
    result = run("resolve", BASE, "a b", "c")
    assert result.stdout == "http://a/b/c/c\n"
    assert result.stderr.splitlines()[:3] == ["linksift: not a URI reference:", "    a b", "     ^"]
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("base", "drawing", "component"),
    [
        ("a", ["    a", "     ^"], "scheme"),
        ("-", ["    -", "    ^"], "scheme"),
        ("http://a b/ c", ["    http://a b/ c", "            ^  ^"], "host"),
    ],
)
def test_rfc3986_5_1_a_base_that_is_no_uri_is_reported_once(
    run: Run, base: str, drawing: list[str], component: str
) -> None:
    result = run("resolve", base, "b", "c", stdin="d")
    rows = result.stderr.splitlines()
    assert rows[:3] == ["linksift: the base (the first argument) is not a URI:", *drawing]
    assert rows[3].startswith(f"    = {component} at position ")
    assert result.stderr.count("linksift:") == 1
    assert (result.stdout, result.exit_code) == ("", 1)


def test_bytes_that_are_not_utf8_are_faults(process: Process) -> None:
    result = process("resolve", b"http://a/\xff", b"b")
    assert (result.stdout, result.returncode) == (b"", 1)
    assert b"    http://a/\\udcff\n             ^\n" in result.stderr


@pytest.mark.parametrize("arguments", [[], ["--no-such-option", BASE, "a"]])
def test_misuse_exits_with_2(run: Run, arguments: list[str]) -> None:
    result = run("resolve", *arguments, stdin="a")
    assert (result.stdout, result.exit_code) == ("", 2)


@given(nearly_references(), nearly_references())
def test_the_output_is_that_of_the_library(base: str, reference: str) -> None:
    result = runner().invoke(main, ["resolve", "--", base, reference], input="")
    try:
        expected, status = f"{linksift.parse(reference).resolve(base)}\n", 0
    except linksift.InvalidReference:
        expected, status = "", 1
    if reference != "-":
        assert (result.stdout, result.exit_code) == (expected, status)


def test_keep_writes_a_line_for_every_line(run: Run) -> None:
    result = run("resolve", "--keep", "http://a/b?c#d", stdin="e\n\nf g\n/h")
    assert (
        result.stdout
        == "http://a/e\nhttp://a/b?c\n\tpath at position 1 is not well-formed (path-noscheme)\nhttp://a/h\n"
    )
    assert (result.stderr, result.exit_code) == ("", 1)


def test_every_option_is_documented_and_tested() -> None:
    assert undocumented_options(resolve, "`linksift resolve`", __file__) == []


@pytest.mark.parametrize(("arguments", "output"), examples("`linksift resolve`"), ids=str)
def test_the_documented_examples_are_true(run: Run, arguments: list[str], output: str) -> None:
    assert run(*arguments).output.strip("\n") == output


def test_help_has_every_option_and_the_exit_statuses(run: Run) -> None:
    text = run("resolve", "--help").output
    assert "--backward-compatible" in text
    assert "Exit status: 0" in text
    assert "resolve" in run("--help").output
