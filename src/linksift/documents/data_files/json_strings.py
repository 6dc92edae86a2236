r"""Reads the strings of JSON, with their escapes undone and a map back to the source (RFC 8259, 7).

A value is read without being constructed. Reading ends at anything that is not JSON, which the caller can search as
plain text.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache, reduce
from itertools import islice
from typing import Any, NamedTuple

_TOKEN = re.compile(
    r"[ \t\n\r]*+(?:(?P<mark>[{}\[\],:])|(?P<string>\"(?:[^\"\\\x00-\x1f]++|\\[^\n])*+\")"
    r"|(?P<other>-?[0-9][0-9.eE+\-]*+|true\b|false\b|null\b|NaN\b|-?Infinity\b))"
)
"""A JSON token after white space: a mark, a string, or a number or literal, depending on which group matches."""

_SPACE = r"[ \t\n\r]*+"
_STRING = r"\"(?:[^\"\\\x00-\x1f]++|\\(?:[\"\\/bfnrt]|u[0-9A-Fa-f]{4}))*+\""
_SCALAR = rf"(?:{_STRING}|-?[0-9][0-9.eE+\-]*+|true\b|false\b|null\b|NaN\b|-?Infinity\b)"


def _or_container_of(value: str) -> str:
    """A pattern for a value, or for an array or object of such values. A trailing comma is allowed."""
    item, member = (rf"{value}{_SPACE}(?:,{_SPACE}|(?=[\]}}]))", rf"{_STRING}{_SPACE}:{_SPACE}")
    return rf"(?:{value}|\[{_SPACE}(?:{item})*+\]|\{{{_SPACE}(?:{member}{item})*+\}})"


_NEXT = re.compile(rf"{_SPACE}({_or_container_of(_or_container_of(_SCALAR))}|[{{}}\[\],:])")
"""A value that contains at most two levels of other values, or a mark, after any white space."""

_STRINGS = re.compile(_STRING)
_decode = json.JSONDecoder(object_pairs_hook=tuple, strict=False).raw_decode
"""Decodes the value at the start of text; an object becomes a tuple of its members, since two of them may have the same
name."""

_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[^u])")
"""An escape in a JSON string; the escape of a surrogate pair includes both halves (RFC 8259, 7)."""

_WELL_FORMED = re.compile(r"(?:[^\\]++|\\(?:u[0-9A-Fa-f]{4}|[\"\\/bfnrt]))*+")
_KEY_ESCAPES = str.maketrans({"~": "~0", "/": "~1"})

LONGEST_DECODED = 65_536
"""An object or array longer than this is not decoded as a whole, so memory holds little more than the text."""

LONGEST_POINTER = 256
"""Pointers longer than this are truncated, so deep values and long keys cannot make work grow faster than the text."""


class JSONString(NamedTuple):
    """A string in a JSON text: its decoded text, its pointer (RFC 6901; for a key, the pointer of the value), and a map
    back to the source.

    `start` and `end` are the span in the source, without the quotes. The text starting at `offsets[i]` came from the
    source starting at `source_offsets[i]`.
    """

    text: str
    pointer: str
    start: int
    end: int
    offsets: tuple[int, ...] = (0,)
    source_offsets: tuple[int, ...] = ()
    is_key: bool = False


class JSONLiteral(NamedTuple):
    """A number, `true`, `false` or `null` that is a member of an object, as written, and its pointer."""

    text: str
    pointer: str


class JSONEnd(NamedTuple):
    """The end of an object or array that is nested in `depth` others."""

    depth: int


Token = JSONString | JSONLiteral | JSONEnd


def tokens(source: str, start: int = 0) -> Iterator[Token | int]:
    r"""The strings of the JSON values in a text (keys and values, in order), the other members of objects, the ends of
    objects and arrays and, finally, the position at which the JSON ends.

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


def strings(
    source: str, wanted: Callable[[str], object], may_hold_wanted: Callable[[str], object]
) -> Iterator[JSONString | int]:
    """The wanted strings among the tokens of a text, and finally the position at which the JSON ends.

    `may_hold_wanted` is called for several tokens together. Most contain no link, so no objects are created for them.

    >>> def wanted(text):
    ...     return "e:" in text
    >>> [*strings('{"a": "b", "c": {"d": "e:f"}}', wanted, wanted)]
    [JSONString(text='e:f', pointer='/c/d', start=23, end=26, offsets=(0,), source_offsets=(), is_key=False), 29]
    """
    values = OpenValues()
    position = 0
    while (token := _NEXT.match(source, position)) is not None:
        start, end = token.span(1)
        first = source[start]
        if first == '"':
            yield from json_string(source, start + 1, end - 1, values, wanted)
        elif first in "{}[],:" and end - start == 1:
            if not values.take(first):
                break
        elif first in "{[":
            if values.depth == 0 or may_hold_wanted(unescaped(source[start:end])):
                value = _decoded(source, start, end)
                if value is None:
                    values.take(first)
                    position = start + 1
                    continue
                yield from _wanted_in(value, source, start, end, values.pointer(), wanted)
            values.expects_key = False
        position = end
    yield position


class _Wanted(NamedTuple):
    """A wanted string: its number among the strings of a value, its text, and the steps from the value to it."""

    number: int
    text: str
    steps: tuple[str | int, ...]
    is_key: bool


def _decoded(source: str, start: int, end: int) -> Iterable[Any] | None:
    """An array or object that `_NEXT` matches, with each object as a tuple of its members; None if the value is too
    long to keep or is not quite JSON, such as `[1,]`."""
    if end - start <= LONGEST_DECODED:
        with suppress(ValueError):
            value: Iterable[Any] = _decode(source[start:end])[0]
            return value
    return None


def _wanted_in(
    value: Iterable[Any], source: str, start: int, end: int, pointer: str, wanted: Callable[[str], object]
) -> Iterator[JSONString]:
    """The wanted strings in a decoded array or object. `json` decodes text many times faster than a pattern, but does
    not report the positions of strings."""
    strings_wanted: list[_Wanted] = []
    _take_wanted(value, (), 0, wanted, strings_wanted)
    all_strings, passed = _STRINGS.finditer(source, start, end), 0
    for number, text, steps, is_key in strings_wanted:
        string = next(islice(all_strings, number - passed, None))
        passed = number + 1
        yield _located(source, string.start() + 1, string.end() - 1, text, reduce(pointer_to, steps, pointer), is_key)


def _take_wanted(
    value: Iterable[Any],
    steps: tuple[str | int, ...],
    number: int,
    wanted: Callable[[str], object],
    found: list[_Wanted],
) -> int:
    """Add the wanted strings in a decoded array or object, whose first string has this number, and return the number of
    the next string."""
    is_object = value.__class__ is tuple
    members: Iterable[tuple[Any, Any]] = value if is_object else enumerate(value)
    for step, inner in members:
        if is_object:
            if wanted(step):
                found.append(_Wanted(number, step, (*steps, step), True))
            number += 1
        if inner.__class__ is str:
            if wanted(inner):
                found.append(_Wanted(number, inner, (*steps, step), False))
            number += 1
        elif inner.__class__ is tuple or inner.__class__ is list:
            number = _take_wanted(inner, (*steps, step), number, wanted, found)
    return number


class OpenValues:
    """The objects and arrays around a place in a JSON text, and the pointer to that place."""

    __slots__ = ("_pointers", "_steps", "expects_key")

    def __init__(self) -> None:
        self._pointers: list[str | None] = []
        self._steps: list[str | int] = []
        self.expects_key = False

    @property
    def depth(self) -> int:
        """The number of objects and arrays around the place."""
        return len(self._steps)

    @property
    def is_in_object(self) -> bool:
        """Whether the place is directly in an object."""
        return bool(self._steps) and isinstance(self._steps[-1], str)

    def take(self, mark: str) -> bool:
        """Move past a bracket, brace, comma or colon; False if it is not allowed there."""
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
        """Move past a string. Returns whether it is the key of the next value."""
        is_key = self.expects_key
        if is_key:
            self._steps[-1] = text
            self.expects_key = False
        return is_key

    def pointer(self) -> str:
        """The JSON Pointer of the next value."""
        pointer = ""
        for place, step in enumerate(self._steps):
            known = self._pointers[place]
            pointer = self._pointers[place] = pointer if known is None else known
            pointer = pointer_to(pointer, step)
        return pointer


def pointer_to(parent: str, step: str | int) -> str:
    """The pointer to a member or element of a value, truncated to `LONGEST_POINTER` (RFC 6901, 3). Deeper values share
    a pointer.

    >>> pointer_to("/a", "b/c"), pointer_to("", 0)
    ('/a/b~1c', '/0')
    """
    if len(parent) >= LONGEST_POINTER:
        return parent
    return f"{parent}/{str(step)[:LONGEST_POINTER].translate(_KEY_ESCAPES)}"[:LONGEST_POINTER]


def json_string(
    source: str, start: int, end: int, values: OpenValues, wanted: Callable[[str], object] = lambda _: True
) -> Iterator[JSONString]:
    r"""The string between two quotes in a JSON text, if it is wanted.

    >>> [one[-2:] for one in json_string(r'"a\/b"', 1, 5, OpenValues())]
    [((1, 4), False)]
    """
    text = _text_of(source[start - 1 : end + 1])
    is_key = values.take_string(text)
    if wanted(text):
        yield _located(source, start, end, text, values.pointer(), is_key)


def _text_of(string: str) -> str:
    """The decoded text of a JSON string, which is given with its quotes."""
    return str(_decode(string)[0]) if "\\" in string else string[1:-1]


def _located(source: str, start: int, end: int, text: str, pointer: str, is_key: bool) -> JSONString:
    """A string with a map back to its span in the source."""
    if len(text) == end - start:  # each escape is longer than its decoded text
        return JSONString(text, pointer, start, end, is_key=is_key)
    offsets, source_offsets = [0], [start]
    removed = 0
    for escape in _ESCAPE.finditer(source, start, end):
        removed += escape.end() - escape.start() - 1
        offsets.append(escape.end() - start - removed)
        source_offsets.append(escape.end())
    return JSONString(text, pointer, start, end, tuple(offsets), tuple(source_offsets), is_key)


def unescaped(source: str) -> str:
    r"""A JSON text with its escapes decoded, so that it contains the text of each string.

    >>> unescaped(r'{"a": "http:\/\/b\u002e"}')
    '{"a": "http://b."}'
    """
    if "\\" not in source:
        return source
    if not any(map(source.__contains__, ('\\\\"', "\\u0001", "\1"))):  # `json` then reads it as one string
        text = source.replace('\\"', "\\u0022").replace('"', "\1")
        with suppress(ValueError):
            return _text_of(f'"{text}"').replace("\1", '"')
    return _ESCAPE.sub(_of_escape, source)


def _of_escape(escape: re.Match[str]) -> str:
    return _character(escape[0])


@lru_cache(maxsize=4096)
def _character(escape: str) -> str:
    """The character that an escape represents; an invalid escape is left as is."""
    try:
        character: str = json.loads(f'"{escape}"')
    except ValueError:
        return escape
    return character
