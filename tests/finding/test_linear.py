"""Finding grows linearly with the input, on any input: lines are counted, and time has a wide bound.

`tests/finding/reads` bounds what the notes and alternatives of a match read.
"""

from functools import partial

import pytest

import linksift
from linksift.finding.joining.seam import ends_in_closer
from tests.growth import (
    SHAPES,
    TAILS,
    assert_lines_grow_with_the_input,
    assert_time_grows_with_the_input,
    closing,
)

LINES = 40  # the repetitions whose lines are counted, and four times as many
TIMED = 250  # those that are timed, and sixteen times as many
DETAILED = 120  # those of which the details are timed: `http://a에` must outgrow the 1,024 that readings read ahead

DEFANGED = {
    "backslashes for slashes": ("", "s:\\\\["),
    "slashes as references": ("http:/", "&#x2F;a"),
    "escaped dots": ("", "a\\.b c.py "),
    "masked schemes": ("", "hxxp://"),
    "masked schemes alone": ("", "hxxp"),
    "defanged URIs": ("", "hxxp[://]a[.]b "),
    "defanged URIs with commas": ("", "http://a[.]example/x,"),
    "defanged names": ("", "evil[.]example "),
    "defanged addresses": ("", "joe[at]evil[.]example "),
    "dots in brackets": ("", "a[.]"),
    "dots in brackets alone": ("", "[.]"),
    "dots with a backslash": ("", "a\\."),
    "at signs in brackets": ("", "a<at>"),
    "colons in brackets": ("", "[:]"),
    "slashes in brackets": ("", "[://]"),
    "backslashes": ("", "http:\\\\"),
    "angles of defanged URIs": ("", "<hxxp://a[.]\n"),
    "host of dots in brackets": ("hxxp://", "a[.]"),
    "path of dots in brackets": ("hxxp://a/", "a[.]"),
    "angle of doubtful hyphens and dots in brackets": ("<hxxp://a/", "b[.]c-\n"),
}

BY_UTS58 = {
    "labels": "a.",
    "labels with other dots": "例え。",
    "domains": "a.com ",
    "domains with a comma": "a.com,",
    "domains in parentheses": "(a.com/(",
    "paths": "a.com/b",
    "paths of openers": "a.com/(((",
    "paths of Soft characters": "a.com/... ",
    "paths of Soft characters and closers": "a.com/.)",
    "addresses": "a.b@c.com ",
    "addresses glued": "a@b.com",
    "local parts of dots": "a..b@c.com",
    "local parts that go on": "a.com+",
    "users": "http://a.com@b.com/",
    "schemes": "http://",
    "hosts that are refused": "http://-a.com",
    "hosts with marks": "a.com\N{COMBINING ACUTE ACCENT}",
}

FINDER = linksift.Finder(max_length=1 << 20, kinds={"uri", "suffix", "email", "domain", "ip"})
REFANGING = linksift.Finder(max_length=1 << 20, refang=True)
UTS58 = linksift.Finder("uts58", max_length=1 << 20)


INPUTS = [
    *(pytest.param(FINDER, "", part, "", id=name) for name, part in SHAPES.items()),
    *(pytest.param(FINDER, head, part, closing(head), id=name) for name, (head, part) in TAILS.items()),
    *(pytest.param(REFANGING, head, part, closing(head), id=name) for name, (head, part) in DEFANGED.items()),
    *(pytest.param(UTS58, "", part, "", id=f"{name}, by UTS #58") for name, part in BY_UTS58.items()),
    *(pytest.param(UTS58, "a.com/", part, "", id=f"{name} in a path, by UTS #58") for name, part in BY_UTS58.items()),
]


def details(finder: linksift.Finder, text: str) -> None:
    """Find the matches in a text, with the notes and alternatives of each."""
    for match in finder.find(text):
        _ = match.notes, match.alternatives


@pytest.mark.parametrize(("finder", "head", "part", "tail"), INPUTS)
def test_lines(finder: linksift.Finder, head: str, part: str, tail: str) -> None:
    assert_lines_grow_with_the_input(finder.find, head, part, tail, LINES)


@pytest.mark.parametrize(("finder", "head", "part", "tail"), INPUTS)
@pytest.mark.clock
def test_time(finder: linksift.Finder, head: str, part: str, tail: str) -> None:
    assert_time_grows_with_the_input(finder.find, head, part, tail, TIMED)


@pytest.mark.parametrize(("finder", "head", "part", "tail"), INPUTS)
@pytest.mark.clock
def test_time_of_details(finder: linksift.Finder, head: str, part: str, tail: str) -> None:
    assert_time_grows_with_the_input(partial(details, finder), head, part, tail, DETAILED)


@pytest.mark.clock
@pytest.mark.parametrize("part", ["c=?", "?=", "=", "?"])
def test_parameters_before_a_semicolon(part: str) -> None:
    """From each question mark and each `=`, the rest of a URI that ends its line was read: the work was cubic."""
    assert_time_grows_with_the_input(ends_in_closer, "http://a.example/?b=", part, "-;", 100)
