"""Colours, and text that is safe for a terminal."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.cli.streams.terminal_text import COLOURS, PLAIN, palette, quoted, visible, width


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("when", "terminal", "environment", "colours"),
    [
        ("auto", True, {}, COLOURS),
        ("auto", False, {}, PLAIN),
        ("auto", True, {"NO_COLOR": "1"}, PLAIN),
        ("auto", True, {"NO_COLOR": ""}, COLOURS),
        ("auto", True, {"TERM": "dumb"}, PLAIN),
        ("always", False, {"NO_COLOR": "1"}, COLOURS),
        ("never", True, {}, PLAIN),
    ],
)
def test_colour_is_for_terminals_that_have_it(
    when: str, terminal: bool, environment: dict[str, str], colours: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert palette(when, Terminal() if terminal else io.StringIO()) is colours


@given(st.text(alphabet=st.characters()))
def test_visible_text_cannot_command_a_terminal_and_is_utf8(text: str) -> None:
    shown = visible(text)
    shown.encode()
    assert all(character.isprintable() or character == "\t" for character in shown)


def test_a_long_quotation_loses_its_middle() -> None:
    assert quoted("a" * 100 + "\n") == '"' + "a" * 30 + "..." + "a" * 29 + '\\n"'
    assert quoted("a" * 60) == '"' + "a" * 60 + '"'


def test_width_counts_columns() -> None:
    assert width("ab") == 2
    assert width("日本") == 4
    assert width("e\u0301") == 1
