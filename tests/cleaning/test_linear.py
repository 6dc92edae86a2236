"""Work grows linearly with the typed text: four times the input runs about four times the lines."""

import pytest

from linksift.cleaning import NotAURI, clean
from linksift.cleaning.clean import MAX_LENGTH
from tests.growth import assert_lines_grow_with_the_input, assert_time_grows_with_the_input

LINES = 60
TIMED = 300

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
    "tabs before a line end": ("http://a.example/x", "\t", "\ny"),
    "one long tag": ("<", "a", ">"),
    "one word before a name": ("", "a", ": a.example"),
    "defanged addresses": ("x: ", "1 [at] ", "!"),
    "words": ("", "see: ", "www.a.example"),
    "escaped dots": ("http://", "a\\.", "example"),
    "escaped line ends": ("", "\\n", "."),
    "look-alikes of slashes": ("http://", "\u2100", "x"),
    "colons and slashes": ("http", ":/", ":a"),
    "colons": ("http", ":", "a@"),
    "marks in quotes": ("urn:", "\u300a", ""),
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
    "letters beyond ASCII in front": ("", "\u00e9", "/y http://a.example"),
    "blanks beyond ASCII in front": ("x", "\u00a0", "/y http://a.example"),
    "pictographs in front": ("", "\u2705", "/y http://a.example"),
    "tags in front": ("", "@see ", "/y http://a.example"),
    "abbreviations in front": ("", "e.g. ", "/y http://a.example"),
    "mistyped schemes": ("x/ ", "http:/ ", "a.example"),
    "closers and blanks": ("http://a.example/x", ") ", ""),
    "labels with blanks": ("http://a", " . b", ".example"),
    "paragraphs in front": ("", "x\n\n", "http://a.example"),
    "fields": ("http://a.example/x", "\nA b", ""),
    "commands of terminals": ("http://a.example/", "\x9d" * 10, "x"),
    "escapes of terminals": ("http://a.example/", "\x1b]" * 10, "x"),
    "drive letters": ("", "file:C:\\", ""),
}


def attempt(text: str) -> None:
    try:
        str(clean(text))
    except NotAURI as refused:
        str(refused)


@pytest.mark.parametrize(("head", "part", "tail"), INPUTS.values(), ids=INPUTS)
def test_lines(head: str, part: str, tail: str) -> None:
    assert_lines_grow_with_the_input(attempt, head, part, tail, LINES)


@pytest.mark.parametrize(("head", "part", "tail"), INPUTS.values(), ids=INPUTS)
@pytest.mark.clock
def test_time(head: str, part: str, tail: str) -> None:
    assert_time_grows_with_the_input(lambda text: attempt(text[:MAX_LENGTH]), head, part, tail, TIMED)
