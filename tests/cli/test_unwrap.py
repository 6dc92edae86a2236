"""`linksift unwrap` in this process."""

import pytest

from linksift.cli.unwrap import unwrap
from tests.cli.conftest import Run
from tests.cli.page import examples, untold_options

GOOGLE = "https://www.google.com/url?q=http%3A%2F%2Fa.example%2F&sa=D"


def test_what_is_wrapped_and_what_is_not(run: Run) -> None:
    result = run("unwrap", GOOGLE, "http://b.example/?url=c", "d/e")
    assert (result.exit_code, result.output) == (0, "http://a.example/\nhttp://b.example/?url=c\nd/e\n")


def test_standard_input(run: Run) -> None:
    assert run("unwrap", stdin=f"{GOOGLE}\n").output == "http://a.example/\n"


def test_the_wrappers_are_told(run: Run) -> None:
    assert run("unwrap", "--through", GOOGLE).output == f"http://a.example/\n    google: {GOOGLE}\n"


def test_no_deeper_than_asked_for(run: Run) -> None:
    assert run("unwrap", "--depth", "0", GOOGLE).output == f"{GOOGLE}\n"


def test_what_is_no_reference(run: Run) -> None:
    result = run("unwrap", "http://a b")
    assert result.exit_code == 1
    assert "not a URI reference" in result.stderr


@pytest.mark.parametrize(("arguments", "output"), examples("`linksift unwrap`"))
def test_the_examples_of_the_page(run: Run, arguments: list[str], output: str) -> None:
    assert run(*arguments).output.strip("\n") == output


def test_every_option_is_told_of_and_tested() -> None:
    assert not untold_options(unwrap, "`linksift unwrap`", __file__)
