"""Work grows linearly with the input, on any input (DESIGN, 5, 7): counted lines, and process time with a wide bound.

The shapes are those that other finders were attacked with, and those that reading on, joining and trimming invite.
"""

import sys
import time
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import linksift

SOURCE = str(Path(linksift.__file__).parent)
LINES = 40  # the repetitions whose lines are counted, and four times as many
TIMED = 1_000  # those that are timed, and sixteen times as many

SHAPES = {
    "letters": "a",
    "colons": ":",
    "colons and blanks": ":    ",
    "angles": "<",
    "angles with a scheme": "<a:",
    "angles with URL:": "<URL:",
    "angles broken after a slash": "<http://a/\n",
    "angles broken after a hyphen": "<http://a/b-\n",
    "angles with blanks": "<http://a ",
    "quotes": '"http://a\n',
    "quotes in turn": "\N{LEFT SINGLE QUOTATION MARK}http://a/\n\N{LEFT DOUBLE QUOTATION MARK}http://a/\n",
    "quotes without blanks": '"http://a/',
    "openers of quotes without blanks": "\N{LEFT SINGLE QUOTATION MARK}http://a/",
    "URIs glued": "http://a.com/b",
    "URIs with commas": "http://a/,",
    "URIs in parentheses": "(http://a/)",
    "URIs in braces": "http://a/{",
    "URIs in brackets": "http://a/?[",
    "URIs with a dot": "http://a.",
    "URIs with a dash": "http://a-",
    "URIs and Hangul": "http://a/x\N{HANGUL SYLLABLE E}",
    "hosts and Hangul": "http://a\N{HANGUL SYLLABLE E}",
    "hosts that break off": "http://$",
    "hosts with a bracket": "http://[",
    "empty hosts": "http://u@/",
    "empty hosts with a port": "http://:80/",
    "users with a stray percent sign": "http://%@a/",
    "users": "http://a:b@c",
    "users and a port": "http://u@:1/",
    "braces with letters": "http://a/{bbbbbbbbbbbbbbbbbbbb",
    "literals": "http://[v1.",
    "colons and line breaks": ":\n",
    "schemes alone": "http://",
    "mailto alone": "mailto:",
    "mailto with an at sign": "mailto:a@",
    "tel behind tel": "tel:1",
    "doi before http": "doi:http://a/",
    "schemes joined": "git+",
    "www": "www.",
    "addresses": "a@b.com\n",
    "entities": "http://a/&lt;",
    "entities alone": "&lt;",
    "blank lines": "http://a/\n\n",
    "many blanks": "<http://a/" + " " * 50,
    "backslashes": "<http://a/\\_",
    "surrogates": "http://a/\ud800",
    "joiners": "http://a/\N{TAMIL LETTER A}\N{ZERO WIDTH JOINER}",
}

TAILS = {
    "path of dots": ("http://a/", "."),
    "path of openers and dots": ("http://a/", "(."),
    "path of openers": ("http://a/", "("),
    "path of closers": ("http://a/", ")"),
    "path of pairs": ("http://a/", "(x)"),
    "path of possessives": ("http://a/", "'s"),
    "path of stars": ("*http://a/", "*"),
    "path of letters beyond ASCII": ("http://a/", "\N{LATIN SMALL LETTER E WITH ACUTE}"),
    "path of percent signs": ("http://a/", "%"),
    "path of soft hyphens": ("http://a/", "a\N{SOFT HYPHEN}"),
    "path of number signs": ("http://a/", "#"),
    "path of brackets": ("http://a/?", "[]"),
    "host of labels": ("http://", "a."),
    "host of dashes": ("http://", "a-"),
    "host of octets": ("http://", "%41"),
    "host of Han": ("http://", "\N{CJK UNIFIED IDEOGRAPH-4E2D}"),
    "user of colons": ("http://", "a:"),
    "angle of words": ("<http://a/", "b1 "),
    "angle of letters beyond ASCII and blanks": ("<http://a/", " \N{LATIN SMALL LETTER E WITH ACUTE}"),
    "angle of doubtful hyphens": ("<http://a/", "b-\n"),
    "angle of prefixed lines": ("> <http://a/", "b\n> "),
    "angle of strings": ("<http://a/", "b'\n'"),
    "angle of a broken scheme": ("<", "a "),
    "quotes of lines": ('"http://a/', "b\n"),
}

INPUTS = [pytest.param("", part, "", id=name) for name, part in SHAPES.items()] + [
    pytest.param(head, part, ">" if "<" in head else '"' if '"' in head else "", id=name)
    for name, (head, part) in TAILS.items()
]

FINDER = linksift.Finder(max_length=1 << 20)


def executed_lines(text: str) -> int:
    """How many lines of linksift run to find the matches of a text, and their notes."""
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
        for match in FINDER.find(text):
            assert match.notes is not None
    finally:
        sys.settrace(before)
    return count


def process_time(text: str) -> float:
    """The least time of three that finding takes."""
    times = []
    for _ in range(3):
        start = time.process_time()
        FINDER.find(text)
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.parametrize(("head", "part", "tail"), INPUTS)
def test_four_times_the_input_runs_about_four_times_the_lines(head: str, part: str, tail: str) -> None:
    FINDER.find(head + part * 4 * LINES + tail)  # what is cached by character is not counted
    once, four_times = (executed_lines(head + part * count * LINES + tail) for count in (1, 4))
    assert four_times <= 5 * once + 200


@pytest.mark.parametrize(("head", "part", "tail"), INPUTS)
def test_sixteen_times_the_input_takes_at_most_forty_times_the_time(head: str, part: str, tail: str) -> None:
    once, sixteen_times = (process_time(head + part * count * TIMED + tail) for count in (1, 16))
    assert sixteen_times <= 40 * max(once, 0.001)
