r"""The strings of JSON, with their escapes undone and a map back to the source (RFC 8259, 7).

A value is read without building it. What is not JSON ends the reading, and is the caller's to search as plain text.
"""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(
    r"[ \t\n\r]*+(?:(?P<mark>[{}\[\],:])|(?P<string>\"(?:[^\"\\\x00-\x1f]++|\\[^\n])*+\")"
    r"|(?P<other>-?[0-9][0-9.eE+\-]*+|true\b|false\b|null\b|NaN\b|-?Infinity\b))"
)
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[^u])")
_WELL_FORMED = re.compile(r"(?:[^\\]++|\\(?:u[0-9A-Fa-f]{4}|[\"\\/bfnrt]))*+")
_KEY_ESCAPES = str.maketrans({"~": "~0", "/": "~1"})

LONGEST_POINTER = 256
"""A longer pointer is cut, so that deep values and long keys do not make work grow faster than the text."""


class JSONString(NamedTuple):
    """A string of a JSON text: what it stands for, its pointer (RFC 6901), or of a key that of its value, and the way
    back.

    `start` and `end` are the span in the source, without the quotes. The text from `offsets[i]` on came from
    `source_offsets[i]` on.
    """

    text: str
    pointer: str
    start: int
    end: int
    offsets: tuple[int, ...] = (0,)
    source_offsets: tuple[int, ...] = ()
    is_key: bool = False


class JSONLiteral(NamedTuple):
    """A number, `true`, `false` or `null` that is a member of an object, as it is written, and its pointer."""

    text: str
    pointer: str


class JSONEnd(NamedTuple):
    """The end of an object or array that is in so many others."""

    depth: int


Token = JSONString | JSONLiteral | JSONEnd


def tokens(source: str, start: int = 0) -> Iterator[Token | int]:
    r"""The strings of the JSON values in a text, keys and values in order, the other members of objects, and the ends
    of objects and arrays; at last the position where the JSON ends.

    >>> [(one.pointer, one.text) for one in tokens(r'{"a": ["b\/c", 1]}') if isinstance(one, JSONString)]
    [('/a', 'a'), ('/a/0', 'b/c')]
    >>> [*tokens('{"a": 1}')][1:]
    [JSONLiteral(text='1', pointer='/a'), JSONEnd(depth=0), 8]
    """
    values = OpenValues()
    position = start
    while (token := _TOKEN.match(source, position)) is not None:
        if token["string"] is not None:
            begin, end = token.start("string") + 1, token.end("string") - 1
            if not _WELL_FORMED.fullmatch(source, begin, end):
                break
            yield json_string(source, begin, end, values)
        elif token["mark"] is not None:
            if not values.take(token["mark"]):
                break
            if token["mark"] in "]}":
                yield JSONEnd(values.depth)
        elif values.is_in_object:
            yield JSONLiteral(token["other"], values.pointer())
        position = token.end()
    yield position


class OpenValues:
    """The objects and arrays around a place in a JSON text, and its pointer."""

    __slots__ = ("_expects_key", "_pointers", "_steps")

    def __init__(self) -> None:
        self._pointers: list[str] = []
        self._steps: list[str | int] = []
        self._expects_key = False

    @property
    def depth(self) -> int:
        """How many objects and arrays are around the place."""
        return len(self._steps)

    @property
    def is_in_object(self) -> bool:
        """Whether the place is directly in an object."""
        return bool(self._steps) and isinstance(self._steps[-1], str)

    def take(self, mark: str) -> bool:
        """Go on over a bracket, brace, comma or colon; False if it cannot be there."""
        if mark in ("{", "["):
            self._pointers.append(self.pointer())
            self._steps.append("" if mark == "{" else 0)
        elif mark in ("}", "]"):
            if not self._steps or isinstance(self._steps[-1], str) != (mark == "}"):
                return False
            self._pointers.pop()
            self._steps.pop()
        elif mark == "," and self._steps and isinstance(last := self._steps[-1], int):
            self._steps[-1] = last + 1
        self._expects_key = mark in ("{", ",") and bool(self._steps) and isinstance(self._steps[-1], str)
        return True

    def take_string(self, text: str) -> bool:
        """Go on over a string. Returns whether it is the key of the next value."""
        is_key = self._expects_key
        if is_key:
            self._steps[-1] = text
            self._expects_key = False
        return is_key

    def pointer(self) -> str:
        """The JSON Pointer of the value that is next."""
        if not self._steps:
            return ""
        return pointer_to(self._pointers[-1], self._steps[-1])


def pointer_to(parent: str, step: str | int) -> str:
    """The pointer to a member or element of a value, cut to `LONGEST_POINTER` (RFC 6901, 3). What is deeper shares one.

    >>> pointer_to("/a", "b/c"), pointer_to("", 0)
    ('/a/b~1c', '/0')
    """
    if len(parent) >= LONGEST_POINTER:
        return parent
    return f"{parent}/{str(step)[:LONGEST_POINTER].translate(_KEY_ESCAPES)}"[:LONGEST_POINTER]


def json_string(source: str, start: int, end: int, values: OpenValues) -> JSONString:
    r"""The string between two quotes of a JSON text.

    >>> json_string(r'"a\/b"', 1, 5, OpenValues())[-2:]
    ((1, 4), False)
    """
    raw = source[start:end]
    if "\\" not in raw:
        is_key = values.take_string(raw)
        return JSONString(raw, values.pointer(), start, end, is_key=is_key)
    offsets, source_offsets = [0], [start]
    removed = 0
    for escape in _ESCAPE.finditer(raw):
        removed += escape.end() - escape.start() - 1
        offsets.append(escape.end() - removed)
        source_offsets.append(start + escape.end())
    text = json.loads(f'"{raw}"', strict=False)
    is_key = values.take_string(text)
    return JSONString(text, values.pointer(), start, end, tuple(offsets), tuple(source_offsets), is_key)
