"""Determines how far a pattern of `re` reads from a position, whether or not it matches there.

`re` reports only where a match ends. So `reach` makes a twin of the parsed pattern that always matches: it follows the
pattern until the text no longer fits, and groups record how far the parts that fail or look ahead have read.
Backtracking inside a pattern is not counted: timed tests cover it.
"""

import re
from functools import cache
from typing import Any

_LOOKS = {"ASSERT", "ASSERT_NOT"}
_REPEATS = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}
_WHOLE = {"SUBPATTERN", "ATOMIC_GROUP"}

Item = tuple[Any, Any]
_parser, _compiler, _codes = re._parser, re._compiler, re._constants  # type: ignore[attr-defined]


def reach(pattern: Any, text: Any, low: int, high: int) -> int:
    """The end of the farthest code point that a pattern reads between `low` and `high`, starting at `low`.

    >>> reach(re.compile("a+(?=b+c)"), "xaabbd", 1, 6), reach(re.compile("a(?:b[^>]*>|c)"), "abbbb", 0, 5)
    (5, 5)
    """
    found = _twin(pattern.pattern, pattern.flags).match(text, low, high)
    return low if found is None else max(found.end(), *(end for _, end in found.regs))


@cache
def _twin(pattern: Any, flags: int) -> Any:
    parsed = _parser.parse(pattern, flags & ~re.DEBUG)
    return _compiler.compile(_sequence(parsed.state, _as_far_as_it_goes(parsed.state, list(parsed))), flags)


def _sequence(state: Any, items: list[Item]) -> Any:
    return _parser.SubPattern(state, items)


def _as_far_as_it_goes(state: Any, items: list[Item]) -> list[Item]:
    """The items, each followed by the remaining ones if it fits, otherwise by nothing."""
    if not items:
        return []
    first, rest = items[0], items[1:]
    goes_on = _sequence(state, [first, *_as_far_as_it_goes(state, rest)])
    return [*_peeks(state, *first), (_codes.BRANCH, (None, [goes_on, _sequence(state, [])]))]


def _peeks(state: Any, code: Any, value: Any) -> list[Item]:
    """Lookaheads for the parts of an item, to the extent that they fit."""
    name = str(code)
    if name in _LOOKS:
        direction, part = value
        return [_peek(state, list(part))] if direction > 0 else []
    if name == "BRANCH":
        return [_peek(state, list(part)) for part in value[1]]
    if name in _WHOLE:
        return [_peek(state, list(value[-1] if name == "SUBPATTERN" else value))]
    if name in _REPEATS and not _compiler._simple(value[2]):
        _, most, part = value
        return [_peek(state, list(part), [(code, (0, most, part))])]
    return []


def _peek(state: Any, items: list[Item], before: list[Item] | None = None) -> Item:
    """A lookahead that always fits, with a group that records how far it went."""
    group = state.opengroup()
    inside = _sequence(state, [*(before or ()), *_as_far_as_it_goes(state, items)])
    state.closegroup(group, inside)
    return (_codes.ASSERT, (1, _sequence(state, [(_codes.SUBPATTERN, (group, 0, 0, inside))])))
