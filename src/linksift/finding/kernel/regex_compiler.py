r"""Translates patterns of `re` into programs, which the kernel runs as `re` would, so no pattern is repeated in C.

A program consists of a list of numbers (instructions and their operands) and the sets of characters that they refer to.
It is made from the output of the parser of `re`, so it is equivalent to the pattern. Anything that the kernel does not
know raises `Untranslatable`.
"""

import re
from array import array
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import groupby
from re import _constants as sre  # type: ignore[attr-defined]  # the parser of `re`, once the module sre_parse
from re import _parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

MATCH, CHAR, SET, SPAN, RUN, SPLIT, JUMP, LOOK, ATOMIC, GROUP, END, FAIL, PEEK, TEXT = range(14)
"""The instructions, with the numbers that `vm.h` gives them.

`TEXT` is several characters in a row. `SPAN` is a repeated character whose repetitions are given back one at a time;
those of `RUN` are not (`++`). `LOOK` and `ATOMIC` contain a program of their own. `PEEK` looks at one character, and
`GROUP` closes a group.
"""

MOST_NUMBERS = 20_000
"""Longer programs are not made, since their patterns repeat long groups too often."""

_CATEGORIES: dict[Any, tuple[int, Callable[[str], bool]]] = {
    sre.CATEGORY_SPACE: (1, str.isspace),
    sre.CATEGORY_NOT_SPACE: (2, lambda c: not c.isspace()),
    sre.CATEGORY_WORD: (3, lambda c: c.isalnum() or c == "_"),
    sre.CATEGORY_NOT_WORD: (4, lambda c: not (c.isalnum() or c == "_")),
    sre.CATEGORY_DIGIT: (5, str.isdecimal),
    sre.CATEGORY_NOT_DIGIT: (6, lambda c: not c.isdecimal()),
}
"""The number of each category of characters in the kernel, and its members."""

_RANGE = 0

LONGEST_LITERAL = 4
"""The number of characters that the kernel searches for before it runs a program."""


class Untranslatable(ValueError):
    """A pattern that contains something the kernel does not know."""


class CharacterSet(NamedTuple):
    """A set of characters: a byte for each ASCII character, and kinds and ranges (first, last) beyond ASCII.

    If it is `negated`, it contains all characters beyond ASCII except these.
    """

    ascii: bytes
    negated: bool
    beyond: tuple[tuple[int, int, int], ...]


class Program(NamedTuple):
    """A program, as an array of 32-bit numbers, and its sets.

    `literal` contains the characters that every match begins with, if they are easy to determine.
    """

    code: bytes
    literal: str
    sets: tuple[CharacterSet, ...]


@lru_cache(256)
def program(pattern: str, flags: int = 0) -> Program:
    """The program of a pattern.

    >>> len(program("a").code), program("a").sets
    (12, ())
    """
    if flags & ~re.UNICODE:
        raise Untranslatable(f"flags {flags} of {pattern!r}")
    translation = _Translation()
    translation.sequence(_parser.parse(pattern, flags))
    translation.add(MATCH)
    return Program(array("i", translation.code).tobytes(), literal(translation.code), tuple(translation.sets))


def literal(code: list[int]) -> str:
    r"""The characters that every match of a program begins with, if they are easy to determine.

    >>> program(r"w\.x?").literal, program("[ab]c").literal
    ('w.', '')
    """
    characters = code[1:2] if code[0] == CHAR else code[2 : 2 + code[1]] if code[0] == TEXT else []
    return "".join(map(chr, characters[:LONGEST_LITERAL]))


class _Translation:
    """The program so far. Places in it are indexes, so jumps may go anywhere."""

    def __init__(self) -> None:
        self.code: list[int] = []
        self.sets: dict[CharacterSet, int] = {}

    def add(self, *numbers: int) -> int:
        """Adds an instruction, and returns the place of its last operand, for jumps whose end is not known yet."""
        self.code += numbers
        if len(self.code) > MOST_NUMBERS:
            raise Untranslatable("too long")
        return len(self.code) - 1

    def ends_here(self, jumps: Iterable[int]) -> None:
        """Makes these jumps end here."""
        for jump in jumps:
            self.code[jump] = len(self.code)

    def sequence(self, items: Any) -> None:
        """Translates the items of a pattern, one after the other."""
        for is_text, group in groupby(items, lambda item: item[0] is sre.LITERAL):
            alike = [*group]
            if is_text and len(alike) > 1:
                self.add(TEXT, len(alike), *(code for _, code in alike))
                continue
            for operation, argument in alike:
                self.item(operation, argument)

    def nested(self, items: Any, *instruction: int) -> None:
        """Translates the items of a pattern into a program of their own, which is the instruction's last operand."""
        end = self.add(*instruction, 0)
        self.sequence(items)
        self.add(MATCH)
        self.ends_here([end])

    def item(self, operation: Any, argument: Any) -> None:
        """Translates one item of a pattern."""
        if operation is sre.LITERAL:
            self.add(CHAR, argument)
        elif (characters := self.one_character(operation, argument)) is not None:
            self.add(SET, self.number(characters))
        elif (translate := getattr(self, f"_{operation}".lower(), None)) is not None:
            translate(argument)
        else:
            raise Untranslatable(str(operation))

    def one_character(self, operation: Any, argument: Any) -> CharacterSet | None:
        """The set of characters that an item matches, if it always matches one character."""
        if operation is sre.LITERAL:
            return _character_set((sre.LITERAL, argument))
        if operation is sre.NOT_LITERAL:
            return _character_set((sre.NEGATE, None), (sre.LITERAL, argument))
        if operation is sre.ANY:
            return _character_set((sre.NEGATE, None), (sre.LITERAL, ord("\n")))
        return _character_set(*argument) if operation is sre.IN else None

    def only_character(self, items: Any) -> CharacterSet | None:
        """The set of characters that a pattern matches, if it always matches one character."""
        return self.one_character(*items[0]) if len(items) == 1 else None

    def number(self, characters: CharacterSet) -> int:
        """The number of a set."""
        return self.sets.setdefault(characters, len(self.sets))

    def _branch(self, argument: Any) -> None:
        *firsts, last = argument[1]
        ends = []
        for branch in firsts:
            other = self.add(SPLIT, 0)
            self.sequence(branch)
            ends.append(self.add(JUMP, 0))
            self.ends_here([other])
        self.sequence(last)
        self.ends_here(ends)

    def _subpattern(self, argument: Any) -> None:
        group, added, removed, items = argument
        if added or removed:
            raise Untranslatable("flags inside a pattern")
        self.sequence(items)
        if group is not None:
            self.add(GROUP, group)

    def _max_repeat(self, argument: Any) -> None:
        least, most, items = argument
        if (characters := self.only_character(items)) is not None:
            self.add(SPAN, self.number(characters), least, -1 if most is sre.MAXREPEAT else most)
            return
        if most != 1 and items.getwidth()[0] == 0:
            raise Untranslatable("a repeated group that may be empty")
        for _ in range(least):
            self.sequence(items)
        if most is sre.MAXREPEAT:
            begin = len(self.code)
            end = self.add(SPLIT, 0)
            self.sequence(items)
            self.add(JUMP, begin)
            self.ends_here([end])
            return
        ends = []
        for _ in range(least, most):
            ends.append(self.add(SPLIT, 0))
            self.sequence(items)
        self.ends_here(ends)

    def _possessive_repeat(self, argument: Any) -> None:
        least, most, items = argument
        if (characters := self.only_character(items)) is not None:
            self.add(RUN, self.number(characters), least, -1 if most is sre.MAXREPEAT else most)
            return
        self._atomic_group([(sre.MAX_REPEAT, argument)])

    def _atomic_group(self, argument: Any) -> None:
        self.nested(argument, ATOMIC)

    def _assert(self, argument: Any, negated: bool = False) -> None:
        direction, items = argument
        width = items.getwidth()[0] if direction < 0 else 0
        characters = [each for item in items if (each := self.one_character(*item)) is not None]
        if len(characters) == len(items) and (len(items) == 1 or not negated):
            for place, each in enumerate(characters):
                self.add(PEEK, self.number(each), negated, width - place)
            return
        self.nested(items, LOOK, negated, width)

    def _assert_not(self, argument: Any) -> None:
        self._assert(argument, negated=True)

    def _failure(self, argument: Any) -> None:
        self.add(FAIL)

    def _at(self, argument: Any) -> None:
        if argument is not sre.AT_END_STRING:
            raise Untranslatable(str(argument))
        self.add(END)


@lru_cache(1024)
def _character_set(*items: Any) -> CharacterSet:
    """The set that a class in a pattern describes. Patterns have few classes and repeat them."""
    negated = bool(items) and items[0][0] is sre.NEGATE
    members = items[1:] if negated else items
    beyond = []
    for operation, argument in members:
        if operation is sre.CATEGORY:
            beyond.append((_CATEGORIES[argument][0], 0, 0))
        else:
            first, last = (argument, argument) if operation is sre.LITERAL else argument
            if last >= 0x80:
                beyond.append((_RANGE, first, last))
    had: set[int] = set().union(*(_ascii_codes(*member) for member in members))
    return CharacterSet(bytes((code in had) != negated for code in range(0x80)), negated, tuple(beyond))


def _ascii_codes(operation: Any, argument: Any) -> Iterable[int]:
    """The ASCII characters that a member of a class covers."""
    if operation is sre.CATEGORY:
        return [code for code in range(0x80) if _CATEGORIES[argument][1](chr(code))]
    first, last = (argument, argument) if operation is sre.LITERAL else argument
    return range(first, min(last, 0x7F) + 1)
