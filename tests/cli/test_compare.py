"""`linksift compare`: its output, messages, options and exit statuses."""

import json

import pytest
from hypothesis import assume, given

import linksift
from linksift.cli import main
from linksift.cli.commands.compare import SECTIONS, compare
from linksift.uri import is_uri_reference
from tests.uri.strings import nearly_references

from .command_docs import examples, undocumented_options
from .conftest import Run, runner


@pytest.mark.parametrize(
    ("a", "b", "rung"),
    [
        ("http://a/", "http://a/", "SIMPLE_STRING"),
        ("HTTP://a/%7b", "http://A/%7B", "CASE"),
        ("http://a/%7Eb", "http://a/~b", "PERCENT_ENCODING"),
        ("http://a/./b", "http://a/b", "PATH_SEGMENTS"),
        ("http://a:80", "http://a/", "SCHEME_BASED"),
        ("http://a/", "http://b/", "different"),
        ("a/./b", "a/b", "different"),
    ],
)
def test_rfc3986_6_2_the_first_line_is_the_rung(run: Run, a: str, b: str, rung: str) -> None:
    result = run("compare", a, b)
    assert result.output.splitlines()[0] == rung
    assert result.exit_code == (1 if rung == "different" else 0)


def test_the_steps_show_both_and_mark_what_a_rung_changed(run: Run) -> None:
    assert run("compare", "HTTP://a/%7e", "http://a/~").output == (
        "PERCENT_ENCODING\n"
        "    6.2.1    SIMPLE_STRING      HTTP://a/%7e\n"
        "                                http://a/~\n"
        "    6.2.2.1  CASE             * http://a/%7E\n"
        "                                http://a/~\n"
        "    6.2.2.2  PERCENT_ENCODING * http://a/~\n"
        "                                http://a/~\n"
    )


def test_ignore_fragment_leaves_fragments_out(run: Run) -> None:
    assert run("compare", "a#b", "a#c").exit_code == 1
    result = run("compare", "--ignore-fragment", "a#b", "a#c")
    assert result.output == "SIMPLE_STRING\n    6.2.1    SIMPLE_STRING      a\n" + " " * 32 + "a\n"


def test_rfc3986_6_2_4_redirects_are_the_last_rung(run: Run) -> None:
    redirects = ["--redirect", "http://a/", "http://b/", "--redirect", "http://b", "http://c/"]
    result = run("compare", *redirects, "http://a", "http://c")
    assert result.output.splitlines()[0] == "PROTOCOL_BASED"
    assert result.output.splitlines()[-1] == (
        "    6.2.4    PROTOCOL_BASED     the redirects lead from both to the same URI"
    )
    assert result.exit_code == 0
    assert run("compare", *redirects[:3], "http://a", "http://c").exit_code == 1
    assert run("compare", "--redirect", "http://a/b", "c", "http://a/b", "http://a/c").exit_code == 0


def test_json_has_the_rung_and_the_steps(run: Run) -> None:
    result = run("compare", "--json", "HTTP://u:secret@a", "http://u:secret@a")
    assert json.loads(result.output) == {
        "rung": "CASE",
        "steps": [
            {"rung": "SIMPLE_STRING", "a": "HTTP://u:secret@a", "b": "http://u:secret@a"},
            {"rung": "CASE", "a": "http://u:secret@a", "b": "http://u:secret@a"},
        ],
    }
    different = run("compare", "--json", "a", "b")
    assert (json.loads(different.output)["rung"], different.exit_code) == (None, 1)


def test_rfc3986_3_2_1_passwords_are_not_shown(run: Run) -> None:
    output = run("compare", "http://u:secret@a", "HTTP://u:secret@a").output
    assert "http://u:...@a" in output
    assert "secret" not in output


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [([], "HTTP://a\n\nhttp://a\n"), (["-"], "HTTP://a\nhttp://a"), (["HTTP://a", "-"], "http://a\r\n")],
)
def test_standard_input_gives_the_missing_references(run: Run, arguments: list[str], stdin: str) -> None:
    result = run("compare", *arguments, stdin=stdin)
    assert result.output.splitlines()[0] == "CASE"


def test_every_string_that_is_no_reference_is_reported(run: Run) -> None:
    result = run("compare", "a b", "/|", "--redirect", "^", "c")
    assert [row for row in result.stderr.splitlines() if row.startswith("    ") and "=" not in row] == [
        *["    a b", "     ^"],
        *["    /|", "     ^"],
        *["    ^", "    ^"],
    ]
    assert (result.stdout, result.exit_code) == ("", 1)


@pytest.mark.parametrize(
    "arguments", [["a"], ["a", "b", "c"], ["-", "a", "b"], ["--redirect", "a"], ["--no-such-option", "a", "b"]]
)
def test_misuse_exits_with_2(run: Run, arguments: list[str]) -> None:
    result = run("compare", *arguments, stdin="d")
    assert (result.stdout, result.exit_code) == ("", 2)
    assert "Error: " in result.stderr


@given(nearly_references(), nearly_references())
def test_the_rung_is_the_one_of_the_library(a: str, b: str) -> None:
    assume("-" not in (a, b))  # which names standard input
    result = runner().invoke(main, ["compare", "--", a, b], input="")
    if not (is_uri_reference(a) and is_uri_reference(b)):
        assert (result.stdout, result.exit_code) == ("", 1)
    else:
        rung = linksift.compare(a, b)
        assert result.output.splitlines()[0] == (rung.name if rung else "different")
        assert result.exit_code == (1 if rung is None else 0)


def test_every_rung_has_its_section() -> None:
    assert list(SECTIONS) == list(linksift.Rung)


def test_every_option_is_documented_and_tested() -> None:
    assert undocumented_options(compare, "`linksift compare`", __file__) == []


@pytest.mark.parametrize(("arguments", "output"), examples("`linksift compare`"), ids=str)
def test_the_documented_examples_are_true(run: Run, arguments: list[str], output: str) -> None:
    assert run(*arguments).output.strip("\n") == output


def test_help_has_every_option_and_the_exit_statuses(run: Run) -> None:
    text = run("compare", "--help").output
    assert all(option in text for option in ("--ignore-fragment", "--redirect FROM TO", "--json"))
    assert "Exit status: 0" in text
    assert "compare" in run("--help").output
