r"""The strings of JSON, with their escapes undone and a map back to the source (RFC 8259, 7).

A value is read without building it. What is not JSON ends the reading, and is the caller's to search as plain text.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(
    r"[ \t\n\r]*+(?:(?P<mark>[{}\[\],:])|(?P<string>\"(?:[^\"\\\x00-\x1f]++|\\[^\n])*+\")"
    r"|(?P<other>-?[0-9][0-9.eE+\-]*+|true\b|false\b|null\b|NaN\b|-?Infinity\b))"
)
"""A token of JSON after white space: a mark, a string, or a number or literal, as the groups say."""

_SPACE = r"[ \t\n\r]*+"
_OTHER = r"(?:-?[0-9][0-9.eE+\-]*+|true\b|false\b|null\b)"
_PLAIN = r"\"([^\"\\\x00-\x1f]*+)\""
_MEMBER = re.compile(rf"{_SPACE}{_PLAIN}{_SPACE}:{_SPACE}(?:{_PLAIN}|{_OTHER})(?:{_SPACE}(,))?")
"""A member of an object with the comma after it: its name, and its value if that is a string, without escapes."""

_INSIDE = rf"(?:{_SPACE}(?:[,:]|{_PLAIN.replace('(', '(?:')}|{_OTHER}))*+{_SPACE}"
_FLAT = re.compile(rf"{_SPACE}(?:\[{_INSIDE}\]|\{{{_INSIDE}\}})")
"""An array or object with no other in it, and without escapes."""

_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[^u])")
"""An escape in a string of JSON; one of a surrogate pair is both halves (RFC 8259, 7)."""

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
            yield from json_string(source, begin, end, values)
        elif token["mark"] is not None:
            if not values.take(token["mark"]):
                break
            if token["mark"] in "]}":
                yield JSONEnd(values.depth)
        elif values.is_in_object:
            yield JSONLiteral(token["other"], values.pointer())
        position = token.end()
    yield position


def strings(source: str, wanted: Callable[[str], object]) -> Iterator[JSONString | int]:
    """The strings among the tokens of a text that are wanted, and at last the position where the JSON ends.

    `wanted` is also asked of several tokens together: if it does not want them, it wants no part of them. Most hold no
    link, so nothing is made of them.

    >>> [*strings('{"a": "b", "c": {"d": "e:f"}}', lambda text: "e:" in text)]
    [JSONString(text='e:f', pointer='/c/d', start=23, end=26, offsets=(0,), source_offsets=(), is_key=False), 29]
    """
    values = OpenValues()
    position = 0
    while True:
        if values.expects_key and (member := _MEMBER.match(source, position)) is not None:
            yield from _strings_of_member(member, values, wanted)
            position = member.end()
        elif (flat := _FLAT.match(source, position)) is not None and not wanted(flat[0]):
            values.expects_key = False
            position = flat.end()
        else:
            token = _TOKEN.match(source, position)
            if token is None or (token["mark"] is not None and not values.take(token["mark"])):
                break
            if token["string"] is not None:
                begin, end = token.start("string") + 1, token.end("string") - 1
                if not _WELL_FORMED.fullmatch(source, begin, end):
                    break
                yield from json_string(source, begin, end, values, wanted)
            position = token.end()
    yield position


def _strings_of_member(
    member: re.Match[str], values: "OpenValues", wanted: Callable[[str], object]
) -> Iterator[JSONString]:
    name, value, comma = member.groups()
    values.take_string(name)
    if wanted(name):
        yield JSONString(name, values.pointer(), *member.span(1), is_key=True)
    if value is not None and wanted(value):
        yield JSONString(value, values.pointer(), *member.span(2))
    if comma:
        values.take(",")


class OpenValues:
    """The objects and arrays around a place in a JSON text, and its pointer."""

    __slots__ = ("_pointers", "_steps", "expects_key")

    def __init__(self) -> None:
        self._pointers: list[str | None] = []
        self._steps: list[str | int] = []
        self.expects_key = False

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
            self._pointers.append(None)
            self._steps.append("" if mark == "{" else 0)
        elif mark in ("}", "]"):
            if not self._steps or isinstance(self._steps[-1], str) != (mark == "}"):
                return False
            self._pointers.pop()
            self._steps.pop()
        elif mark == "," and self._steps and isinstance(last := self._steps[-1], int):
            self._steps[-1] = last + 1
        self.expects_key = mark in ("{", ",") and bool(self._steps) and isinstance(self._steps[-1], str)
        return True

    def take_string(self, text: str) -> bool:
        """Go on over a string. Returns whether it is the key of the next value."""
        is_key = self.expects_key
        if is_key:
            self._steps[-1] = text
            self.expects_key = False
        return is_key

    def pointer(self) -> str:
        """The JSON Pointer of the value that is next."""
        pointer = ""
        for place, step in enumerate(self._steps):
            known = self._pointers[place]
            pointer = self._pointers[place] = pointer if known is None else known
            pointer = pointer_to(pointer, step)
        return pointer


def pointer_to(parent: str, step: str | int) -> str:
    """The pointer to a member or element of a value, cut to `LONGEST_POINTER` (RFC 6901, 3). What is deeper shares one.

    >>> pointer_to("/a", "b/c"), pointer_to("", 0)
    ('/a/b~1c', '/0')
    """
    if len(parent) >= LONGEST_POINTER:
        return parent
    return f"{parent}/{str(step)[:LONGEST_POINTER].translate(_KEY_ESCAPES)}"[:LONGEST_POINTER]


def json_string(
    source: str, start: int, end: int, values: OpenValues, wanted: Callable[[str], object] = lambda _: True
) -> Iterator[JSONString]:
    r"""The string between two quotes of a JSON text, if it is wanted.

    >>> [one[-2:] for one in json_string(r'"a\/b"', 1, 5, OpenValues())]
    [((1, 4), False)]
    """
    raw = source[start:end]
    text = json.loads(f'"{raw}"', strict=False) if "\\" in raw else raw
    is_key = values.take_string(text)
    if not wanted(text):
        return
    if text is raw:
        yield JSONString(raw, values.pointer(), start, end, is_key=is_key)
        return
    offsets, source_offsets = [0], [start]
    removed = 0
    for escape in _ESCAPE.finditer(raw):
        removed += escape.end() - escape.start() - 1
        offsets.append(escape.end() - removed)
        source_offsets.append(start + escape.end())
    yield JSONString(text, values.pointer(), start, end, tuple(offsets), tuple(source_offsets), is_key)


def unescaped(source: str) -> str:
    r"""A JSON text with what its escapes stand for, so that the text of each string is a part of it.

    >>> unescaped(r'{"a": "http:\/\/b\u002e"}')
    '{"a": "http://b."}'
    """
    return _ESCAPE.sub(_of_escape, source) if "\\" in source else source


def _of_escape(escape: re.Match[str]) -> str:
    return _character(escape[0])


@lru_cache(maxsize=4096)
def _character(escape: str) -> str:
    """What an escape stands for; one that is none stays as it is."""
    try:
        character: str = json.loads(f'"{escape}"')
    except ValueError:
        return escape
    return character
