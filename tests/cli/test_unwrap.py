"""`linksift unwrap`: its output, options and errors."""

from pathlib import Path

import pytest

from linksift.cli.commands.unwrap import unwrap
from tests.cli.command_docs import examples, undocumented_options
from tests.cli.conftest import Run

GOOGLE = "https://www.google.com/url?q=http%3A%2F%2Fa.example%2F&sa=D"


def test_wrapped_and_other_uris(run: Run) -> None:
    result = run("unwrap", GOOGLE, "http://b.example/?url=c", "d/e")
    assert (result.exit_code, result.output) == (0, "http://a.example/\nhttp://b.example/?url=c\nd/e\n")


def test_standard_input(run: Run) -> None:
    assert run("unwrap", stdin=f"{GOOGLE}\n").output == "http://a.example/\n"


def test_the_wrappers_are_listed(run: Run) -> None:
    assert run("unwrap", "--through", GOOGLE).output == f"http://a.example/\n    google: {GOOGLE}\n"


def test_depth_bounds_the_wrappers_removed(run: Run) -> None:
    assert run("unwrap", "--depth", "0", GOOGLE).output == f"{GOOGLE}\n"


def test_a_string_that_is_no_reference_is_reported(run: Run) -> None:
    result = run("unwrap", "http://a b")
    assert result.exit_code == 1
    assert "not a URI reference" in result.stderr


def test_rules_of_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "rules.json").write_text('{"providers": {"go": {"urlPattern": "go", "redirections": ["to=(.+)"]}}}')
    assert (
        run("unwrap", "--rules", "rules.json", "http://go.example/?to=http://b.example").output == "http://b.example\n"
    )
    (tmp_path / "wrong.json").write_text("[")
    (tmp_path / "deep.json").write_text("[" * 100_000)
    wrong = ("wrong.json", "wrong.json: Expecting"), ("deep.json", "deep.json: "), ("missing", "missing: No such file")
    for name, said in wrong:
        result = run("unwrap", "--rules", name, "http://a.example")
        assert (result.exit_code, said in result.stderr) == (2, True)


@pytest.mark.parametrize(("arguments", "output"), examples("`linksift unwrap`"))
def test_the_documented_examples_are_true(run: Run, arguments: list[str], output: str) -> None:
    assert run(*arguments).output.strip("\n") == output


def test_keep_writes_a_line_for_every_line(run: Run) -> None:
    result = run("unwrap", "--keep", stdin="https://www.google.com/url?q=http://a/\n\nb c\n")
    assert result.stdout == "http://a/\n\n\tpath at position 1 is not well-formed (path-noscheme)\n"
    assert (result.stderr, result.exit_code) == ("", 1)
    assert run("unwrap", "--keep", "--through", "http://a").exit_code == 2


def test_every_option_is_documented_and_tested() -> None:
    assert not undocumented_options(unwrap, "`linksift unwrap`", __file__)
