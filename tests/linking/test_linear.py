"""Making links takes work that grows linearly with the text, on any text."""

from collections.abc import Callable

import pytest

from linksift.linking import Linker, Policy, nl2br
from tests.growth import (
    SHAPES,
    TAILS,
    assert_lines_grow_with_the_input,
    assert_time_grows_with_the_input,
    closing,
)

LINES, TIMED = 10, 200
ALL = Policy(hazards={"any": "mark"}, callback=lambda link: link, max_text_length=20, mask_passwords=True)
WORKS: dict[str, Callable[[str], object]] = {
    "the shortest way": Linker().linkify,
    "HTML": Linker(None, ALL).linkify,
    "Markdown": lambda text: Linker().linkify(text, "markdown"),
    "mrkdwn": lambda text: Linker().linkify(text, "slack"),
    "entities": lambda text: Linker().entities(text, "utf-8"),
    "line breaks": nl2br,
}
MARKUP = {
    "tags": "<b>",
    "tags without an end": "<b",
    "entities": "&amp;",
    "entities without an end": "&amp",
    "stars": "*",
    "backslashes": "\\",
    "brackets": "[](",
    "blanks at line starts": "\n    ",
    "numbers at line starts": "\n1.",
    "exclamation marks": "!",
    "digits": "1",
    "NULs": "\0",
    "bars": "|",
    "links with bars": "<http://a.example|b>",
    "passwords": "ftp://u:p@a.example/ ",
    "lines in links": "<http://a.example/\nb> ",
}
SOME = {name: SHAPES[name] for name in ("URIs glued", "users", "addresses", "quoted lines", "www", "surrogates")}
INPUTS = [
    *(pytest.param("", part, "", id=name) for name, part in {**SOME, **MARKUP}.items()),
    *(pytest.param(head, part, closing(head), id=name) for name, (head, part) in TAILS.items()),
]


@pytest.mark.parametrize("work", WORKS)
@pytest.mark.parametrize(("head", "part", "tail"), INPUTS)
def test_lines(head: str, part: str, tail: str, work: str) -> None:
    assert_lines_grow_with_the_input(WORKS[work], head, part, tail, LINES)


@pytest.mark.parametrize("work", WORKS)
@pytest.mark.parametrize(("head", "part", "tail"), INPUTS)
@pytest.mark.clock
def test_time(head: str, part: str, tail: str, work: str) -> None:
    assert_time_grows_with_the_input(WORKS[work], head, part, tail, TIMED)
