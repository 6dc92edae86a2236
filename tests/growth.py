"""Measures how work grows with its input, in lines of linksift and processor time, and provides the texts to try.

The shapes are attacks on other finders, and those that joining, trimming and longer readings invite.
"""

import gc
import os
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import linksift
from tests.without_kernel import without_kernel

SOURCE = str(Path(linksift.__file__).parent)

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
    "tel after tel": "tel:1",
    "doi before http": "doi:http://a/",
    "schemes joined": "git+",
    "www": "www.",
    "addresses": "a@b.com\n",
    "addresses without blanks": "a@b.com",
    "addresses with a comma": "a@b.com,",
    "addresses in angles": "<a@b.com>",
    "addresses of quoted local parts": '<"a b"@c.com>',
    "quoted local parts": '<"a@',
    "addresses of one label": "a@",
    "addresses beyond ASCII": "\N{LATIN SMALL LETTER E WITH ACUTE}@b.com",
    "at signs": "@",
    "local parts with apostrophes": "a'@b.c",
    "labels": "a.",
    "labels of domains": "com.",
    "domains": "a.com ",
    "domains with a port": "a.com:80",
    "domains with a slash": "a.com/",
    "domains with a comma": "a.com,",
    "domains of Han": "\N{CJK UNIFIED IDEOGRAPH-4E2D}.com",
    "file names": "a.py:1 ",
    "www with a user": "www.a.com:80@",
    "www with a blank": "www.a.com ",
    "entities": "http://a/&lt;",
    "entities alone": "&lt;",
    "blank lines": "http://a/\n\n",
    "many blanks": "<http://a/" + " " * 50,
    "backslashes": "<http://a/\\_",
    "surrogates": "http://a/\ud800",
    "full lines": "The line is as full as a line can be https://a.example/" + 24 * "b" + "\n",
    "full lines of URIs alone": "https://a.example/" + 60 * "b" + "\n",
    "lines that end in a hyphen": "b-\n",
    "URIs that end in a hyphen": "http://a/b-\n",
    "URIs that end lines": "http://a/\nb ",
    "URIs without an end": "http://a/b?c=\nd=",
    "schemes at line ends": "http://\n",
    "schemes broken at line ends": "http:\n//a/\n",
    "quoted lines": "> http://a/b/\n> c/",
    "comments": " * http://a/b/\n * c/",
    "pages": "http://a/b/\n12\nc/",
    "page numbers": "http://a/b/\n12\n",
    "form feeds": "http://a/b/\n\f\n",
    "quotes of quotes": "> <http://a/\n",
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
    "address of labels": ("a@", "b."),
    "domain of dashes": ("a", "-b.com"),
    "www of labels": ("www.", "a."),
    "www path of dots": ("www.a.com/", "."),
    "soft line breaks in angles": ("<http://a.example/", "a" * 75 + "=\n"),
    "angle of words": ("<http://a/", "b1 "),
    "angle of letters beyond ASCII and blanks": ("<http://a/", " \N{LATIN SMALL LETTER E WITH ACUTE}"),
    "angle of doubtful hyphens": ("<http://a/", "b-\n"),
    "angle of prefixed lines": ("> <http://a/", "b\n> "),
    "angle of strings": ("<http://a/", "b'\n'"),
    "angle of a broken scheme": ("<", "a "),
    "quotes of lines": ('"http://a/', "b\n"),
    "lines after a URI": ("http://a/", "b/\n"),
    "hyphens after a URI": ("http://a/", "b-\n"),
    "blank lines after a URI": ("http://a/b?c=", "\n"),
    "numbers after a URI": ("http://a/b?c=", "\n12"),
}


T = TypeVar("T")
Work = Callable[[str], object]


def closing(head: str) -> str:
    """The closer of the enclosure that a head opens, if any."""
    return ">" if "<" in head else '"' if '"' in head else ""


def executed_lines(work: Work, text: str) -> int:
    """The number of lines of linksift that run for a text."""
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
        work(text)
    finally:
        sys.settrace(before)
    return count


def processor_time() -> float:
    """The processor time of this process, and of its child processes that have ended, in seconds."""
    of_all = os.times()
    return time.process_time() + of_all.children_user + of_all.children_system


def process_time(work: Callable[[T], object], given: T) -> float:
    """The time that work takes, without garbage collection, which grows with everything alive in the process."""
    gc.disable()
    try:
        start = processor_time()
        work(given)
        return processor_time() - start
    finally:
        gc.enable()


ATTEMPTS = 5
"""On a busy machine some attempts are slow; work that grows too fast fails all of them."""


def assert_lines_grow_with_the_input(work: Work, head: str, part: str, tail: str, count: int) -> None:
    """Four times the input may run about four times the lines, without the kernel, whose lines are not counted."""
    with without_kernel():
        work(head + part * 4 * count + tail)  # fills the caches of characters, which are not counted
        once, four_times = (executed_lines(work, head + part * times * count + tail) for times in (1, 4))
    assert four_times <= 5 * once + 200


def assert_time_grows_with_the_input(work: Work, head: str, part: str, tail: str, count: int) -> None:
    """Sixteen times the input may take forty times the time."""
    assert_forty_times_at_most(work, *(head + part * times * count + tail for times in (1, 16)))


def assert_forty_times_at_most(work: Callable[[T], object], small: T, large: T) -> None:
    """Sixteen times the input may take forty times the time, in at least one of a few attempts."""
    work(small)  # fills the caches, which are not measured
    measured = []
    for _ in range(ATTEMPTS):
        once = max(min(process_time(work, small) for _ in range(3)), 0.001)
        measured.append(process_time(work, large) / once)
        if measured[-1] <= 40:
            return
    raise AssertionError(f"16 times the input takes {measured} times the time")


_THOROUGH = os.environ.get("LINKSIFT_TIMED") in ("large", "all")

SIZES = (4_000, 16_000, 64_000, 256_000, *([1_024_000] if _THOROUGH else []))
"""The numbers of code points of the timed texts: each is four times the one before. With LINKSIFT_TIMED=large, as in a
step of CI, the last is more than four times the default `max_length`."""

STEEP = 6
"""Work grows too fast if four times the text takes more than this many times the time, twice in a row."""

LEAST_TIME = 0.005
"""Shorter times are not significant."""


def repeated(head: str, part: str, tail: str, length: int) -> str:
    """A text of about `length` code points, with whole repetitions."""
    return head + part * max(1, (length - len(head) - len(tail)) // len(part)) + tail


def growths(times: list[float]) -> list[float]:
    """Each time as a multiple of the one before."""
    return [after / before for before, after in pairwise(max(time, LEAST_TIME) for time in times)]


def is_steep(times: list[float]) -> bool:
    """Whether any two growths in a row are steep."""
    return any(one > STEEP and other > STEEP for one, other in pairwise(growths(times)))


def assert_time_grows_as_the_size(work: Callable[[T], object], of_size: Callable[[int], T]) -> None:
    """From the smallest size to the largest, no two growths in a row are steep, in at least one of a few attempts."""
    work(of_size(SIZES[0]))  # fills the caches, which are not measured
    measured = []
    for _ in range(ATTEMPTS):
        times: list[float] = []
        for size in SIZES:
            times.append(process_time(work, of_size(size)))
            if is_steep(times):
                break
        else:
            return
        measured.append(times)
    raise AssertionError(f"{measured} s for {SIZES} code points")
