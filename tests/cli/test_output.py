"""The pieces of the output: places, colours, text fit for a terminal."""

import io
from typing import NamedTuple, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.cli.colour import COLOURS, PLAIN, palette
from linksift.cli.place import MOST_KEPT, Window, placed
from linksift.cli.visible import quoted, visible, width
from linksift.finding import Match


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Start(NamedTuple):
    """As much of a match as has a place."""

    start: int


@given(st.text(alphabet="a日\r\n😀"), st.data())
def test_line_and_column_are_those_of_the_lines_before(text: str, data: st.DataObject) -> None:
    starts = sorted(data.draw(st.sets(st.integers(0, len(text)))))
    window = Window([text], 100)
    assert "".join(window.chunks()) == text
    places = [(line, column) for _, line, column in placed(window, cast("list[Match]", [Start(i) for i in starts]))]
    before = [text[:start].split("\n") for start in starts]
    assert places == [(len(lines), len(lines[-1]) + 1) for lines in before]


@given(st.integers(1, 300), st.integers(0, 5_000), st.integers(1, 20_000))
def test_a_window_lets_go_what_no_answer_needs_and_counts_on(line: int, lag: int, chunk: int) -> None:
    text = ("a" * (line - 1) + "\n") * (4 * MOST_KEPT // line)
    window = Window((text[i : i + chunk] for i in range(0, len(text), chunk)), lag)
    read = 0
    for piece in window.chunks():
        read += len(piece)
        asked = max(0, read - lag)
        assert window.place(asked) == (asked // line + 1, asked % line + 1)
        assert window.text == text[window.start : read]
    assert len(window.text) <= lag + MOST_KEPT + 2 * chunk + line


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
def test_colour_stands_on_terminals_that_want_it(
    when: str, terminal: bool, environment: dict[str, str], colours: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert palette(when, Terminal() if terminal else io.StringIO()) is colours


@given(st.text(alphabet=st.characters()))
def test_visible_text_commands_no_terminal_and_is_utf8(text: str) -> None:
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
