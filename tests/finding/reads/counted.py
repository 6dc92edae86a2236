"""Strings and patterns that count the reads of a text, so that no stage can read uncounted.

Importing this module changes the process: `re` and `regex` compile to patterns that count, and linksift does not turn
these strings into plain ones. It is therefore imported before linksift, and only in a process of its own. `Counted` is
the text that is searched, and `Derived` a string made from it.

Not counted are C code's reads of a plain `str` (`"".join`, `unicodedata`), and a pattern's repeated reads when it
backtracks or when `finditer` and `search` try it in vain. Timed tests cover these (tests/growth.py).
"""

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any

import regex

from tests.finding.reads.reach import reach

os.environ["LINKSIFT_PURE"] = "1"
"""The kernel is off, since no string or pattern can count its reads; it runs the same patterns at the same places."""

SEARCHED, SOURCE, EVIDENCE, DERIVED = "searched", "source", "evidence", "derived"
"""Passes of `finditer` and `findall` over the text, and of `find` up to where they begin; all other reads of the text;
reads for evidence, which looks a bounded number of lines up and down; and reads of strings made from the text."""


class TooMuch(BaseException):
    """Too much was read. No `except Exception` catches it."""


class Count:
    """The reads so far, in code points by kind, up to `most` in total; `places` counts them by line of code."""

    def __init__(self) -> None:
        self.by_kind: Counter[str] = Counter()
        self.places: Counter[str] | None = None
        self.most = sys.maxsize

    def start(self, most: int = sys.maxsize, places: bool = False) -> None:
        """Count anew, up to `most` code points."""
        self.by_kind, self.places, self.most = Counter(), Counter() if places else None, most

    def add(self, kind: str, read: int) -> None:
        """Count code points of a kind. Raises TooMuch."""
        self.by_kind[kind] += read
        if self.places is not None:
            self.places[f"{kind} {_reader()}"] += read
        if sum(self.by_kind.values()) > self.most:
            self.most = sys.maxsize  # cleanup code may read
            raise TooMuch


COUNT = Count()


def _reader() -> str:
    """The line of linksift that is reading."""
    frame = sys._getframe(2)
    while frame.f_back is not None and "linksift" not in frame.f_globals.get("__name__", ""):
        frame = frame.f_back
    name = frame.f_globals.get("__name__", "").removeprefix("linksift.")
    return f"{name}.{frame.f_code.co_name}:{frame.f_lineno}"


class Derived(str):
    """A string that counts its reads, as does every string made from it."""

    __slots__ = ()
    kind = DERIVED

    __hash__ = str.__hash__

    def __getitem__(self, key: Any) -> "Derived":
        part = str.__getitem__(self, key)
        COUNT.add(self.kind, len(part))
        return Derived(part)

    def __iter__(self) -> Iterator[str]:
        for character in str.__iter__(self):
            COUNT.add(self.kind, 1)
            yield character

    def __eq__(self, other: object) -> bool:
        same = str.__eq__(self, other)
        COUNT.add(self.kind, len(self) if same is True else 1)
        return same

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __contains__(self, part: object) -> bool:
        return self.find(part) >= 0  # type: ignore[arg-type]

    def __add__(self, other: str) -> "Derived":
        COUNT.add(self.kind, len(self))
        return Derived(str.__add__(self, other))

    def __radd__(self, other: str) -> "Derived":
        COUNT.add(self.kind, len(self))
        return Derived(str.__add__(other, self))

    def find(self, part: str, *span: Any) -> int:
        place = str.find(self, part, *span)
        low, high, _ = slice(*_both(span)).indices(len(self))
        kind = SEARCHED if self.kind == SOURCE and not span else self.kind
        COUNT.add(kind, max(1, (place + len(part) if place >= 0 else high) - low))
        return place

    def rfind(self, part: str, *span: Any) -> int:
        place = str.rfind(self, part, *span)
        low, high, _ = slice(*_both(span)).indices(len(self))
        COUNT.add(self.kind, max(1, high - (place if place >= 0 else low)))
        return place

    def index(self, part: str, *span: Any) -> int:
        place = self.find(part, *span)
        return place if place >= 0 else str.index(self, part, *span)

    def rindex(self, part: str, *span: Any) -> int:
        place = self.rfind(part, *span)
        return place if place >= 0 else str.rindex(self, part, *span)

    def count(self, part: str, *span: Any) -> int:
        low, high, _ = slice(*_both(span)).indices(len(self))
        COUNT.add(self.kind, max(1, high - low))
        return str.count(self, part, *span)

    def startswith(self, parts: Any, *span: Any) -> bool:
        COUNT.add(self.kind, _longest(parts))
        return str.startswith(self, parts, *span)

    def endswith(self, parts: Any, *span: Any) -> bool:
        COUNT.add(self.kind, _longest(parts))
        return str.endswith(self, parts, *span)

    def removeprefix(self, part: str) -> "Derived":
        return self[len(part) :] if self.startswith(part) else self

    def removesuffix(self, part: str) -> "Derived":
        return self[: len(self) - len(part)] if part and self.endswith(part) else self


def _both(span: tuple[Any, ...]) -> tuple[Any, Any]:
    return (*span, None, None)[:2]


def _longest(parts: Any) -> int:
    return len(parts) if isinstance(parts, str) else max(map(len, parts), default=1)


def _as_derived(made: Any) -> Any:
    """The result of a method, with strings that count their reads."""
    if isinstance(made, str):
        return Derived(made)
    return type(made)(map(_as_derived, made)) if isinstance(made, list | tuple) else made


def _read_whole(name: str) -> Callable[..., Any]:
    """A method of `str` that reads the whole string."""
    method = getattr(str, name)

    def counted(self: Derived, *given: Any, **named: Any) -> Any:
        COUNT.add(self.kind, max(1, len(self)))
        return _as_derived(method(self, *given, **named))

    return counted


def _stripped(name: str) -> Callable[..., Any]:
    """A method of `str` that reads the text that it strips, and one more code point."""
    method = getattr(str, name)

    def counted(self: Derived, *given: Any) -> Any:
        made = method(self, *given)
        COUNT.add(self.kind, len(self) - len(made) + 1)
        return Derived(made)

    return counted


for _name in [
    "__format__",
    "__mod__",
    "__mul__",
    "__str__",
    "casefold",
    "capitalize",
    "encode",
    "expandtabs",
    "isalnum",
    "isalpha",
    "isascii",
    "isdecimal",
    "isdigit",
    "isidentifier",
    "islower",
    "isnumeric",
    "isprintable",
    "isspace",
    "istitle",
    "isupper",
    "lower",
    "partition",
    "replace",
    "rpartition",
    "rsplit",
    "split",
    "splitlines",
    "swapcase",
    "title",
    "translate",
    "upper",
    "zfill",
]:
    setattr(Derived, _name, _read_whole(_name))
for _name in ("strip", "lstrip", "rstrip"):
    setattr(Derived, _name, _stripped(_name))


class Counted(Derived):
    """The text that is searched."""

    __slots__ = ()
    kind = SOURCE


class Evidence(Derived):
    """The text whose lines are evidence for joining."""

    __slots__ = ()
    kind = EVIDENCE


def counted(text: str) -> Counted:
    """The text as a `Counted`, the text that is searched."""
    return text if isinstance(text, Counted) else Counted(str.__str__(text))


class Pattern:
    """A compiled pattern that counts its reads. Its matches are real matches."""

    __slots__ = ("real",)

    def __init__(self, real: Any) -> None:
        self.real = real

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return type(self.real)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    def __hash__(self) -> int:
        return hash(self.real)

    def __eq__(self, other: object) -> bool:
        return bool(self.real == getattr(other, "real", other))

    def __reduce__(self) -> Any:
        return re.compile, (self.real.pattern, self.real.flags)

    def _once(self, method: Callable[..., Any], text: Any, span: tuple[Any, ...], everywhere: bool) -> Any:
        """One match, or None; counts the text from the start to the farthest position read."""
        found = method(text, *span)
        low, high, _ = slice(*_both(span)).indices(len(text))
        if everywhere:
            end = self._looked(text, found.start(), high, found.end()) if found else high
        else:
            end = self._looked(text, low, high, found.end() if found else low)
        COUNT.add(_kind(text), max(1, end - low))
        return found

    def _looked(self, text: Any, low: int, high: int, end: int) -> int:
        """The farthest position read, starting at `low`, if the match ends at `end`."""
        return max(end, reach(self.real, text, low, high)) if type(self.real) is re.Pattern else end

    def match(self, text: Any, *span: Any) -> Any:
        return self._once(self.real.match, text, span, everywhere=False)

    def fullmatch(self, text: Any, *span: Any) -> Any:
        return self._once(self.real.fullmatch, text, span, everywhere=False)

    def search(self, text: Any, *span: Any) -> Any:
        return self._once(self.real.search, text, span, everywhere=True)

    def finditer(self, text: Any, *span: Any) -> Iterator[Any]:
        low, high, _ = slice(*_both(span)).indices(len(text))
        kind = _kind(text)
        if kind == SOURCE and high == len(text):
            kind = SEARCHED
        return self._passed(text, self.real.finditer(text, *span), kind, low, high)

    def _passed(self, text: Any, found: Iterable[Any], kind: str, low: int, high: int) -> Iterator[Any]:
        for one in found:
            COUNT.add(kind, max(1, self._looked(text, one.start(), high, one.end()) - low))
            low = one.end()
            yield one
        COUNT.add(kind, max(1, high - low))

    def findall(self, text: Any, *span: Any) -> list[Any]:
        found = ((one[0], *one.groups(text[:0])) for one in self.finditer(text, *span))
        return [one[0] if len(one) == 1 else one[1] if len(one) == 2 else one[1:] for one in found]

    def sub(self, replacement: Any, text: Any, count: int = 0) -> Any:
        COUNT.add(_kind(text), max(1, len(text)))
        return self.real.sub(replacement, text, count)

    def subn(self, replacement: Any, text: Any, count: int = 0) -> Any:
        COUNT.add(_kind(text), max(1, len(text)))
        return self.real.subn(replacement, text, count)

    def split(self, text: Any, maxsplit: int = 0) -> Any:
        COUNT.add(_kind(text), max(1, len(text)))
        return self.real.split(text, maxsplit)


def _kind(text: Any) -> str:
    return text.kind if isinstance(text, Derived) else DERIVED


def _compiling(compile_really: Callable[..., Any]) -> Callable[..., Any]:
    """The compiling function, but returning patterns that count their reads."""

    def compile_counting(pattern: Any, *given: Any, **named: Any) -> Any:
        return Pattern(compile_really(getattr(pattern, "real", pattern), *given, **named))

    return compile_counting


if any(name.partition(".")[0] == "linksift" for name in sys.modules):
    raise ImportError("linksift is imported already, and its patterns count nothing")
re._compile = _compiling(re._compile)  # type: ignore[attr-defined]
regex.compile = _compiling(regex.compile)
import_module("linksift.arguments").plain_str = lambda function, value: value  # type: ignore[attr-defined]
