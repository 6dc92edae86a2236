r"""Reads the strings of JSON, with their escapes undone and a map back to the source (RFC 8259, 7).

A value is read without being constructed. Reading ends at anything that is not JSON, which the caller can search as
plain text.
"""

import json
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache, reduce
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

Found = TypeVar("Found")
Find = Callable[[str], Sequence[Found]]
"""A search of a text."""
MayHold = Callable[[str], object]
"""Whether a search of a text may find anything."""

_TOKEN = re.compile(
    r"[ \t\n\r]*+(?:(?P<mark>[{}\[\],:])|(?P<string>\"(?:[^\"\\\x00-\x1f]++|\\[^\n])*+\")"
    r"|(?P<other>-?[0-9][0-9.eE+\-]*+|true\b|false\b|null\b|NaN\b|-?Infinity\b))"
)
"""A JSON token after white space: a mark, a string, or a number or literal, depending on which group matches."""

_STRING = re.compile(r"\"(?:[^\"\\]++|\\.)*+\"")
"""A string in text that is known to be JSON."""

_WHITE_SPACE = " \t\n\r"

_OPENING = re.compile(r"[ \t\n\r]*+(?=[\[{])")
_NEXT_OPENING = re.compile(r"[ \t\n\r]*+,[ \t\n\r]*+(?=[\[{])")
"""What comes before an array or object that is the next element of an array."""

_decode = json.JSONDecoder(object_pairs_hook=tuple).raw_decode
"""Decodes the value at a position in a text; an object becomes a tuple of its members, since two of them may have the
same name."""

_decode_string = json.JSONDecoder(strict=False).raw_decode

_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[^u])")
"""An escape in a JSON string; the escape of a surrogate pair includes both halves (RFC 8259, 7)."""

_WELL_FORMED = re.compile(r"(?:[^\\]++|\\(?:u[0-9A-Fa-f]{4}|[\"\\/bfnrt]))*+")

LONGEST_DECODED = 1_048_576
"""An object or array longer than this is not decoded as a whole, which bounds the memory that decoded values take."""

BLOCK = 2_048
"""The number of characters that are searched together for anything that a string could contain."""

MOST_FAILURES = 8
"""The number of failures to decode a value, beyond one for each `LONGEST_DECODED` characters, after which objects and
arrays are entered right away, so the work cannot grow faster than the text."""

DEEPEST_DECODED = 100
"""An object or array with more levels than this is entered instead."""

LONGEST_POINTER = 256
"""Pointers longer than this are truncated, so deep values and long keys cannot make work grow faster than the text."""


class JSONString(NamedTuple):
    """A string in a JSON text: its decoded text, its pointer (RFC 6901; for a key, the pointer of the value), and a map
    back to the source.

    `start` is the position in the source, after the quote. The text starting at `offsets[i]` came from the
    source starting at `source_offsets[i]`.
    """

    text: str
    pointer: str
    start: int
    offsets: tuple[int, ...] = (0,)
    source_offsets: tuple[int, ...] = ()
    is_key: bool = False


FoundIn = tuple[JSONString, Sequence[Found]]
"""A string, and what a search found in its text."""


class JSONLiteral(NamedTuple):
    """A number, `true`, `false` or `null` that is a member of an object, as written, and its pointer."""

    text: str
    pointer: str


class JSONEnd(NamedTuple):
    """The end of an object or array that is nested in `depth` others."""

    depth: int


Token = JSONString | JSONLiteral | JSONEnd


def tokens(source: str) -> Iterator[Token | int]:
    r"""The strings of the JSON values in a text (keys and values, in order), the other members of objects, the ends of
    objects and arrays and, finally, the position at which the JSON ends.

    >>> [(one.pointer, one.text) for one in tokens(r'{"a": ["b\/c", 1]}') if isinstance(one, JSONString)]
    [('/a', 'a'), ('/a/0', 'b/c')]
    >>> [*tokens('{"a": 1}')][1:]
    [JSONLiteral(text='1', pointer='/a'), JSONEnd(depth=0), 8]
    """
    values, position = OpenValues(), 0
    while (token := _token_at(source, position, values)) is not None:
        start, position = token.span(token.lastgroup or 0)
        if token["string"] is not None:
            text = _text_of(token["string"])
            is_key = values.take_string(text)
            yield _located(source, start + 1, position - 1, text, values.pointer(), is_key)
        elif token["mark"] is None:
            if values.is_in_object:
                yield JSONLiteral(token["other"], values.pointer())
        elif token["mark"] in "]}":
            yield JSONEnd(values.depth)
    yield position


def _token_at(source: str, position: int, values: "OpenValues") -> re.Match[str] | None:
    """The token at a position in these open values, which move past a mark; None if the JSON ends there."""
    token = _TOKEN.match(source, position)
    if token is None:
        return None
    start, end = token.span(token.lastgroup or 0)
    if token["mark"] is not None:
        return token if values.take(token["mark"]) else None
    return token if token["other"] or _WELL_FORMED.fullmatch(source, start + 1, end - 1) else None


def strings(source: str, find: Find[Found], may_hold: MayHold) -> Iterable[FoundIn[Found] | int]:
    """The strings among the tokens of a text in which `find` finds something, each with what it finds, and finally the
    position at which the JSON ends.

    `json` decodes a value many times faster than it is read token by token, so only a value that is not quite JSON or
    too long is read that way. `may_hold` reports whether anything might be found in the values of a stretch of text.

    >>> found, end = strings('{"a": "b", "c": {"d": "e:f"}}', lambda text: ":" * text.count(":"), bool)
    >>> found
    (JSONString(text='e:f', pointer='/c/d', start=23, offsets=(0,), source_offsets=(), is_key=False), ':')
    """
    opening = _OPENING.match(source) if len(source) <= LONGEST_DECODED else None
    decoded = _decoded(source, opening.end(), find) if opening is not None else None
    if opening is not None and decoded is not None and not source[decoded[1] :].strip(_WHITE_SPACE):
        hits, end = decoded
        return [*_located_hits(source, opening.end(), end, hits, ""), end]
    return _strings_by_token(source, find, may_hold)


def _strings_by_token(source: str, find: Find[Found], may_hold: MayHold) -> Iterator[FoundIn[Found] | int]:
    """The result of `strings` for a text that is not decoded as a whole."""
    values, window = OpenValues(), _Window(source, find, may_hold)
    position = 0
    while True:
        position = yield from _found_in_values(source, position, values, window)
        if (token := _token_at(source, position, values)) is None:
            break
        start, position = token.span(token.lastgroup or 0)
        if token["string"] is not None:
            text = _text_of(token["string"])
            is_key = values.take_string(text)
            if found := find(text):
                yield _located(source, start + 1, position - 1, text, values.pointer(), is_key), found
    yield position


def _found_in_values(
    source: str, position: int, values: "OpenValues", window: "_Window[Found]"
) -> Generator[FoundIn[Found], None, int]:
    """What is found in the object or array after a position, and in those after it if they are elements of an array.
    Returns the position after the last one that can be decoded."""
    opening, is_in_array = _OPENING.match(source, position), values.is_in_array
    while opening is not None and (decoded := window.decoded(position := opening.end())) is not None:
        hits, end = decoded
        if hits:
            yield from _located_hits(source, position, end, hits, values.pointer())
        position = end
        values.expects_key = False
        opening = _NEXT_OPENING.match(source, position) if is_in_array else None
        if opening is not None:
            values.take(",")
    return position


_Hit = tuple[int, str, Sequence[Found], bool, tuple[str | int, ...]]
"""A string in which something was found: its number among the strings of a value, its text, what was found, whether it
is a name, and the steps to it from the value."""


def _located_hits(source: str, start: int, end: int, hits: list[_Hit[Found]], pointer: str) -> Iterator[FoundIn[Found]]:
    """The strings in the value at a pointer, which is a span of the source; `json` does not report where they are."""
    all_strings = _STRING.finditer(source, start, end) if source.find("\\", start, end) >= 0 else None
    passed = 0
    for number, text, found, is_key, steps in hits:
        if all_strings is not None:
            string = next(islice(all_strings, number - passed, None))
            passed = number + 1
            first, last = string.start() + 1, string.end() - 1
        else:
            quoted = f'"{text}"'
            first = source.index(quoted, start, end) + 1
            while (passed := passed + source.count('"', start, first)) != 2 * number + 1:  # two for each string before
                start, first = first, source.index(quoted, first, end) + 1
            start, last = first, first + len(text)
        yield _located(source, first, last, text, reduce(pointer_to, steps, pointer), is_key), found


def _search(
    value: Iterable[Any], find: Find[Found], hits: list[_Hit[Found]], steps: tuple[str | int, ...] = (), number: int = 0
) -> int:
    """Add the strings in a decoded array or object, including names, in which something is found. These steps lead to
    the value, and its first string has this number; returns the number after its last one, or -1 if it is nested too
    deeply."""
    is_object = value.__class__ is tuple
    members: Iterable[tuple[Any, Any]] = value if is_object else enumerate(value)
    for step, inner in members:
        if is_object:
            if found := find(step):
                hits.append((number, step, found, True, (*steps, step)))
            number += 1
        if inner.__class__ is str:
            if found := find(inner):
                hits.append((number, inner, found, False, (*steps, step)))
            number += 1
        elif inner.__class__ is tuple or inner.__class__ is list:
            is_too_deep = len(steps) + 1 == DEEPEST_DECODED
            number = -1 if is_too_deep else _search(inner, find, hits, (*steps, step), number)
            if number < 0:
                break
    return number


class _Window(Generic[Found]):
    """The stretch of a text from which its values are decoded, of at most `LONGEST_DECODED` characters.

    The strings of a value have to be searched unless it lies in a block in which `may_hold` finds nothing.
    """

    __slots__ = ("_block_end", "_end", "_failed", "_find", "_is_searched", "_may_hold", "_source", "_start", "_text")

    def __init__(self, source: str, find: Find[Found], may_hold: MayHold) -> None:
        self._source, self._find, self._may_hold = source, find, may_hold
        self._start = self._end = self._failed = self._block_end = 0
        self._text, self._is_searched = "", True

    def decoded(self, position: int) -> tuple[list[_Hit[Found]], int] | None:
        """What is found in the array or object at a position, and its end; None if it is too long, not quite JSON (such
        as `[1,]`), or nested too deeply."""
        if self._failed and self._failed >= MOST_FAILURES + position // LONGEST_DECODED:
            return None
        if position >= self._block_end:
            self._block_end = position + BLOCK
            self._is_searched = bool(self._may_hold(unescaped(self._source[position : self._block_end])))
        known_to = 0 if self._is_searched else self._block_end - self._start
        decoded = _decoded(self._text, position - self._start, self._find, known_to)
        if decoded is None:
            if self._start < position and self._end < len(self._source):
                self._start, self._text = position, self._source[position : position + LONGEST_DECODED]
                self._end = position + len(self._text)
                return self.decoded(position)
            self._failed += 1
            return None
        hits, end = decoded
        return hits, self._start + end


def _decoded(text: str, position: int, find: Find[Found], known_to: int = 0) -> tuple[list[_Hit[Found]], int] | None:
    """What is found in the array or object at a position, and its end; None if it is not quite JSON or nested too
    deeply. A value that ends in the stretch up to `known_to`, which holds nothing, is not searched."""
    try:
        value, end = _decode(text, position)
    except (ValueError, RecursionError):
        return None
    hits: list[_Hit[Found]] = []
    return None if end > known_to and _search(value, find, hits) < 0 else (hits, end)


class OpenValues:
    """The objects and arrays around a place in a JSON text, and the pointer to that place."""

    __slots__ = ("_pointers", "_steps", "expects_key")

    def __init__(self) -> None:
        self._pointers: list[str] = []
        self._steps: list[str | int] = []
        self.expects_key = False

    @property
    def depth(self) -> int:
        """The number of objects and arrays around the place."""
        return len(self._steps)

    @property
    def is_in_array(self) -> bool:
        """Whether the place is directly in an array."""
        return bool(self._steps) and isinstance(self._steps[-1], int)

    @property
    def is_in_object(self) -> bool:
        """Whether the place is directly in an object."""
        return bool(self._steps) and isinstance(self._steps[-1], str)

    def take(self, mark: str) -> bool:
        """Move past a bracket, brace, comma or colon; False if it is not allowed there."""
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
        return pointer_to(self._pointers[-1], self._steps[-1]) if self._steps else ""


def pointer_to(parent: str, step: str | int) -> str:
    """The pointer to a member or element of a value, truncated to `LONGEST_POINTER` (RFC 6901, 3). Deeper values share
    a pointer.

    >>> pointer_to("/a", "b/c"), pointer_to("", 0)
    ('/a/b~1c', '/0')
    """
    if len(parent) >= LONGEST_POINTER:
        return parent
    escaped = str(step)[:LONGEST_POINTER].replace("~", "~0").replace("/", "~1")
    return f"{parent}/{escaped}"[:LONGEST_POINTER]


def _text_of(string: str) -> str:
    """The decoded text of a JSON string, which is given with its quotes."""
    return str(_decode_string(string)[0]) if "\\" in string else string[1:-1]


def _located(source: str, start: int, end: int, text: str, pointer: str, is_key: bool) -> JSONString:
    """A string with a map back to its span in the source."""
    if len(text) == end - start:  # each escape is longer than its decoded text
        return JSONString(text, pointer, start, (0,), (), is_key)
    offsets, source_offsets = [0], [start]
    removed = 0
    for escape in _ESCAPE.finditer(source, start, end):
        removed += escape.end() - escape.start() - 1
        offsets.append(escape.end() - start - removed)
        source_offsets.append(escape.end())
    return JSONString(text, pointer, start, tuple(offsets), tuple(source_offsets), is_key)


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
    return _ESCAPE.sub(lambda escape: _character(escape[0]), source)


@lru_cache(maxsize=4096)
def _character(escape: str) -> str:
    """The character that an escape represents; an invalid escape is left as is."""
    try:
        character: str = json.loads(f'"{escape}"')
    except ValueError:
        return escape
    return character
