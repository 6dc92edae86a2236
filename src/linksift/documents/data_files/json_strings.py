r"""Reads the strings of JSON, with their escapes undone and a map back to the source (RFC 8259, 7).

A value is read without being constructed. Reading ends at anything that is not JSON, which the caller can search as
plain text.
"""

import json
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Generic, NamedTuple, TypeVar

Found = TypeVar("Found")

Hit = tuple[int, str, Sequence[Found]]
"""The number of a string among those of a value, its text, and what was found in it."""

_TOKEN = re.compile(
    r"[ \t\n\r]*+(?:(?P<mark>[{}\[\],:])|(?P<string>\"(?:[^\"\\\x00-\x1f]++|\\[^\n])*+\")"
    r"|(?P<other>-?[0-9][0-9.eE+\-]*+|true\b|false\b|null\b|NaN\b|-?Infinity\b))"
)
"""A JSON token after white space: a mark, a string, or a number or literal, depending on which group matches."""

_STRING = re.compile(r"\"(?:[^\"\\]++|\\.)*+\"")
"""A string in text that is known to be JSON."""

_BETWEEN_STRINGS = "[]{},:+-.0123456789eEtruefalsnINity \t\n\r"
"""The characters that JSON can contain between its strings."""

_OPENING = re.compile(r"[ \t\n\r]*+(?=[\[{])")
_NEXT_OPENING = re.compile(r"[ \t\n\r]*+(,)[ \t\n\r]*+(?=[\[{])")
"""What comes before an array or object that is the next element of an array."""

decode = json.JSONDecoder(object_pairs_hook=tuple).raw_decode
"""Decodes the value at a position in a text; an object becomes a tuple of its members, since two of them may have the
same name."""

_decode_string = json.JSONDecoder(strict=False).raw_decode

_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[^u])")
"""An escape in a JSON string; the escape of a surrogate pair includes both halves (RFC 8259, 7)."""

_WELL_FORMED = re.compile(r"(?:[^\\]++|\\(?:u[0-9A-Fa-f]{4}|[\"\\/bfnrt]))*+")

LONGEST_DECODED = 65_536
"""An object or array longer than this is not decoded as a whole, so memory holds little more than the text."""

MOST_FAILURES = 8
"""The number of failures to decode a value, beyond one for each `LONGEST_DECODED` characters, after which objects and
arrays are entered right away, so the work cannot grow faster than the text."""

DEEPEST_DECODED = 100
"""An object or array with more levels than this is entered instead."""

LONGEST_POINTER = 256
"""Pointers longer than this are truncated, so deep values and long keys cannot make work grow faster than the text."""


class JSONString(NamedTuple):
    """A string in a JSON text: its decoded text, its pointer (RFC 6901; for a key, the pointer of the value), and its
    span in the source, without the quotes."""

    text: str
    pointer: str
    start: int
    end: int
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
            text = _text_of(source[begin - 1 : end + 1])
            is_key = values.take_string(text)
            yield JSONString(text, values.pointer(), begin, end, is_key)
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
    source: str, find: Callable[[str], Sequence[Found]], may_hold: Callable[[str], object]
) -> Iterator[tuple[JSONString, Sequence[Found]] | int]:
    """The strings among the tokens of a text in which `find` finds something, each with what it finds, and finally the
    position at which the JSON ends.

    `json` decodes a value many times faster than it is read token by token, so only a value that is not quite JSON or
    too long is read that way. `may_hold` reports whether anything might be found in a stretch of text.

    >>> found, end = strings('{"a": "b", "c": {"d": "e:f"}}', lambda text: ":" * text.count(":"), bool)
    >>> found
    (JSONString(text='e:f', pointer='/c/d', start=23, end=26, is_key=False), ':')
    """
    values, window = OpenValues(), _Window(source, find, may_hold)
    position = 0
    while True:
        position = yield from _found_in_values(source, position, values, window)
        if (token := _TOKEN.match(source, position)) is None:
            break
        start, end = token.span(token.lastgroup or 0)
        if token["string"] is not None:
            if not _WELL_FORMED.fullmatch(source, start + 1, end - 1):
                break
            text = _text_of(source[start:end])
            is_key = values.take_string(text)
            if found := find(text):
                yield JSONString(text, values.pointer(), start + 1, end - 1, is_key), found
        elif token["mark"] is not None and not values.take(token["mark"]):
            break
        position = end
    yield position


def _found_in_values(
    source: str, position: int, values: "OpenValues", window: "_Window[Found]"
) -> Generator[tuple[JSONString, Sequence[Found]], None, int]:
    """What is found in the object or array after a position, and in those after it if they are elements of an array.
    Returns the position after the last one that can be decoded."""
    is_in_array, passed = values.is_in_array, 0
    opening = _OPENING.match(source, position)
    while opening is not None and (decoded := window.decoded(opening.end())) is not None:
        value, hits, position = decoded
        values.expects_key = False
        if hits:
            values.pass_elements(passed)
            passed = 0
            yield from located(hits, value, values.pointer(), source, opening.end(), position)
        opening = _NEXT_OPENING.match(source, position) if is_in_array else None
        if opening is not None:
            passed += 1
            position = opening.end(1)
    values.pass_elements(passed)
    return position


def searched_value(
    source: str, find: Callable[[str], Sequence[Found]]
) -> tuple[Iterable[Any] | None, list[Hit[Found]]]:
    """The array or object that a text consists of, decoded, and the strings in which something is found; None if it is
    no such value, or one that has to be read token by token."""
    try:
        value, end = decode(source) if len(source) <= LONGEST_DECODED else (None, 0)
        if isinstance(value, tuple | list) and (end == len(source) or not source[end:].strip()):
            return value, hits_in(value, find)
    except (ValueError, RecursionError):
        pass
    return None, []


def hits_in(value: Iterable[Any], find: Callable[[str], Sequence[Found]]) -> list[Hit[Found]]:
    """The strings in a decoded array or object, including names, in which something is found. Raises RecursionError if
    it has more levels than `DEEPEST_DECODED`."""
    texts: list[str] = []
    _add_texts(value, texts)
    return [(number, texts[number], found) for number, found in enumerate(map(find, texts)) if found]


def located(
    hits: list[Hit[Found]], value: Iterable[Any], pointer: str, source: str, start: int, end: int
) -> list[tuple[JSONString, Sequence[Found]]]:
    """The strings found in a value, which has this pointer and this span in the source, each with what was found."""
    places: list[tuple[str, str | int, bool]] = []
    _add_places(value, pointer, places)
    found = []
    for (number, text, each), (first, last) in zip(hits, _spans(source, start, end, hits), strict=True):
        parent, step, is_key = places[number]
        found.append((JSONString(text, pointer_to(parent, step), first, last, is_key), each))
    return found


def _spans(source: str, start: int, end: int, hits: list[Hit[Found]]) -> list[tuple[int, int]]:
    """The spans of strings, without their quotes, in the source of a value, which `json` does not report."""
    spans: list[tuple[int, int]] = []
    position = start if source.find("\\", start, end) < 0 else end
    for _, text, _ in hits:
        if position == end or not text.strip(_BETWEEN_STRINGS):
            break
        position = source.index(f'"{text}"', position, end) + 1  # such a text cannot stand between two strings
        spans.append((position, position + len(text)))
    if len(spans) == len(hits):
        return spans
    all_strings, passed = _STRING.finditer(source, start, end), 0
    for number, _, _ in hits[len(spans) :]:
        first, last = next(islice(all_strings, number - passed, None)).span()
        passed = number + 1
        spans.append((first + 1, last - 1))
    return spans


def _add_texts(value: Iterable[Any], texts: list[str], levels: int = DEEPEST_DECODED) -> None:
    """Add the strings in a decoded array or object, including names. Raises RecursionError if it has more levels."""
    if not levels:
        raise RecursionError
    for inner in chain.from_iterable(value) if value.__class__ is tuple else value:
        if inner.__class__ is str:
            texts.append(inner)
        elif inner.__class__ is tuple or inner.__class__ is list:
            _add_texts(inner, texts, levels - 1)


def _add_places(value: Iterable[Any], pointer: str, places: list[tuple[str, str | int, bool]]) -> None:
    """Add the place of each string in a decoded array or object: the pointer to what contains it, the step from there,
    and whether it is a name."""
    is_object = value.__class__ is tuple
    members: Iterable[tuple[Any, Any]] = value if is_object else enumerate(value)
    for step, inner in members:
        if is_object:
            places.append((pointer, step, True))
        if inner.__class__ is str:
            places.append((pointer, step, False))
        elif inner.__class__ is tuple or inner.__class__ is list:
            _add_places(inner, pointer_to(pointer, step), places)


class _Window(Generic[Found]):
    """The stretch of a text from which its values are decoded, of at most `LONGEST_DECODED` characters."""

    __slots__ = ("_end", "_failed", "_find", "_may_hold", "_searched", "_source", "_start", "_text")

    def __init__(self, source: str, find: Callable[[str], Sequence[Found]], may_hold: Callable[[str], object]) -> None:
        self._source, self._find, self._may_hold = source, find, may_hold
        self._start = self._end = self._failed = 0
        self._text, self._searched = "", False
        self._move(0)

    def _move(self, position: int) -> None:
        self._start, self._text = position, self._source[position : position + LONGEST_DECODED]
        self._end = position + len(self._text)
        self._searched = "\\" in self._text or bool(self._may_hold(self._text))

    def decoded(self, position: int) -> tuple[Iterable[Any], list[Hit[Found]], int] | None:
        """The array or object at a position, the strings in which something is found, and its end; None if it is too
        long, not quite JSON (such as `[1,]`), or nested too deeply."""
        if self._failed and self._failed >= MOST_FAILURES + position // LONGEST_DECODED:
            return None
        try:
            value, end = decode(self._text, position - self._start)
            hits = hits_in(value, self._find) if self._searched else []
        except (ValueError, RecursionError):
            if self._start < position and self._end < len(self._source):
                self._move(position)
                return self.decoded(position)
            self._failed += 1
            return None
        return value, hits, self._start + end


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
            self._pointers.append(None)
            self._steps.append("" if mark == "{" else 0)
        elif mark in ("}", "]"):
            if not self._steps or isinstance(self._steps[-1], str) != (mark == "}"):
                return False
            self._pointers.pop()
            self._steps.pop()
        elif mark == ",":
            self.pass_elements(1)
        self.expects_key = mark in ("{", ",") and bool(self._steps) and isinstance(self._steps[-1], str)
        return True

    def pass_elements(self, number: int) -> None:
        """Move past elements, if the place is directly in an array."""
        if self._steps and isinstance(last := self._steps[-1], int):
            self._steps[-1] = last + number

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
    escaped = str(step)[:LONGEST_POINTER]
    if "~" in escaped or "/" in escaped:
        escaped = escaped.replace("~", "~0").replace("/", "~1")
    return f"{parent}/{escaped}"[:LONGEST_POINTER]


def _text_of(string: str) -> str:
    """The decoded text of a JSON string, which is given with its quotes."""
    return str(_decode_string(string)[0]) if "\\" in string else string[1:-1]


def source_map(source: str, start: int, end: int) -> tuple[list[int], list[int]]:
    r"""The offsets in the text of the string with this span, and in its source, that correspond, as in `Text`.

    >>> source_map(r'"a\/b"', 1, 5)
    ([0, 2], [1, 4])
    """
    offsets, source_offsets = [0], [start]
    removed = start
    for escape in _ESCAPE.finditer(source, start, end):
        removed += escape.end() - escape.start() - 1
        offsets.append(escape.end() - removed)
        source_offsets.append(escape.end())
    return offsets, source_offsets
