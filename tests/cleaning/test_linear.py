"""Work grows with what is typed, not faster (DESIGN, 5.7): four times the input runs about four times the lines."""

import sys
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any

import pytest

import linksift
from linksift.cleaning import NotAURI, clean
from linksift.cleaning.clean import LONGEST

SOURCE = str(Path(linksift.__file__).parent)
LINES = 60
TIMED = 500

INPUTS = {
    **{name: ("", part, "") for name, part in {"letters": "a", "blanks": " ", "hidden": "\u200b", "dots": "."}.items()},
    **{
        f"{part!r} in a path": ("http://a.example/", part, "x")
        for part in ("%", "&amp;", "[", "](", "\\", "\u00e9 ", "x\n> ")
    },
    **{
        f"{part!r} in front": ("", part, "http://a.example/")
        for part in ('"', "(", "[", "<", "<b>", "> ", "- ", "x ", "URL:")
    },
    **{
        f"{part!r} behind": ("http://a.example/x", part, "")
        for part in (")", ".", "\u2019s", " x", "\n\n", "</a>", "[.]")
    },
    "schemes": ("", "http://", "a.example"),
    "masked dots": ("http://", "a[.]", "example"),
    "wide": ("", "\uff41\uff0f", ""),
    "attributes": ("<a ", "href ", "='http://a.example'>"),
    "attributes that fail": ("<a ", "href = ", ">"),
    "labels": ("", "[x]", "(http://a.example)"),
    "nested labels": ("", "[", "](http://a.example)"),
    "words": ("", "see: ", "www.a.example"),
    "at signs": ("http://", "a:b@", "\\"),
    "backslashes and at": ("http:", "\\", "@a.example"),
    "lines": ("http://a.example/x", "\r", ""),
    "line prefixes": ("http://a.example/x\n", "> ", "y"),
    "titles": ("[x](http://a.example ", ' "x"', ")"),
    "wiki": ("", "[http://a.example ", ""),
    "mail": ("", "joe@a.example ", ""),
    "blanks in a path": ("http://a.example/x", " ", "y"),
    "blanks in a title": ("[x](http://a.example", " ", "y)"),
    "blanks in front of words": ("a", " ", "b c "),
    "dashes": ("http://a.example ", "-", "x"),
}


def attempt(text: str) -> None:
    try:
        str(clean(text))
    except NotAURI as refused:
        str(refused)


def executed_lines(text: str) -> int:
    """How many lines of linksift run to clean a text."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        if not frame.f_code.co_filename.startswith(SOURCE):
            return None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        attempt(text)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize(("head", "part", "tail"), INPUTS.values(), ids=INPUTS)
def test_four_times_the_input_runs_about_four_times_the_lines(head: str, part: str, tail: str) -> None:
    attempt(head + part * 4 * LINES + tail)  # what is cached by character is not counted
    once, four_times = (executed_lines(head + part * count * LINES + tail) for count in (1, 4))
    assert four_times <= 5 * once + 400


@pytest.mark.parametrize(("head", "part", "tail"), INPUTS.values(), ids=INPUTS)
def test_sixteen_times_the_input_takes_at_most_forty_times_the_time(head: str, part: str, tail: str) -> None:
    times = []
    for count in (1, 16):
        text = (head + part * count * TIMED + tail)[:LONGEST]
        start = process_time()
        attempt(text)
        times.append(process_time() - start)
    assert times[1] <= 40 * max(times[0], 0.002)
