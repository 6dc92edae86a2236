"""The types of the values that options and arguments take, and the messages about values that they do not accept.

Each type checks its values and says what a shell can offer to complete them: `offered`, and the words in `offers`.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal

import click

from linksift.arguments import nearest
from linksift.cli.streams.write_outputs import complain
from linksift.lazy_pattern import lazy_pattern
from linksift.uri import is_scheme

if TYPE_CHECKING:
    ParamType = click.ParamType[Any]  # not subscriptable in older versions of click
else:
    ParamType = click.ParamType

Offered = Literal["nothing", "paths", "columns", "one word", "several words"]
"""What a shell can offer for a value: the names of files, those of a table's columns, or words; some options accept
several of them, separated by commas. A type with words that does not say it accepts one; one without words, nothing."""

Parameter = click.Parameter | None
Context = click.Context | None

_ARGUMENT = lazy_pattern(r"(\w+)(?:\['(\w+)'\])?")
"""The argument at the start of a message from the library, as in `max_length must be` and `hazards['any'] must be`."""

LISTED_WITH_SUGGESTION = 12
"""The maximum number of allowed words that a message lists if it also suggests one of them."""

ANY_SCHEME = "any"
"""The word that selects all schemes."""


class OneOf(ParamType):
    """One of several words, such as `text`. Others are rejected with a message that names the most similar word."""

    name = "word"

    def __init__(self, words: Iterable[str]) -> None:
        self.offers = tuple(words)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """The words as the help shows them, such as `text|jsonl`."""
        return "|".join(self.offers)

    def convert(self, value: str, param: Parameter, ctx: Context) -> str:
        """The word itself."""
        if value not in self.offers:
            self.fail(not_among(value, self.offers), param, ctx)
        return value


class Names(ParamType):
    """Comma-separated names of a kind: "uri,email" becomes `frozenset({"uri", "email"})`; the help shows `KIND,...`.

    If there are `allowed` names, no others are accepted.
    """

    def __init__(self, kind: str, *allowed: str) -> None:
        self.name = f"{kind},..."
        self.offers = allowed
        self.offered: Offered = "several words" if allowed else "nothing"

    def convert(self, value: str | frozenset[str], param: Parameter, ctx: Context) -> frozenset[str]:
        """The names as a set."""
        if isinstance(value, frozenset):
            return value
        names = frozenset(name.strip() for name in value.split(","))
        if "" in names:
            self.fail(f"'{value}' has an empty name; separate names by single commas.", param, ctx)
        for name in sorted(names.difference(self.offers) if self.offers else ()):
            self.fail(not_among(name, self.offers), param, ctx)
        return names


class Schemes(ParamType):
    """Comma-separated schemes, known or not. An unknown name that resembles a known scheme causes a warning."""

    name = "scheme,..."
    offered: Offered = "several words"

    SIMILAR = 0.8
    """The `difflib` similarity required for a warning: `htps` is similar enough to `https`, but `app` is not similar
    enough to `apt`."""

    @property
    def offers(self) -> tuple[str, ...]:
        """The known schemes."""
        from linksift.registries import schemes  # imported only when needed

        return tuple(schemes())

    def convert(self, value: str | frozenset[str], param: Parameter, ctx: Context) -> frozenset[str]:
        """The names as a set."""
        names, known = Names("scheme").convert(value, param, ctx), self.offers
        for name in sorted(names - {ANY_SCHEME}):
            if not is_scheme(name):
                self.fail(f"'{name}' is not the name of a scheme, such as https.", param, ctx)
            if name.lower() not in known:
                from difflib import get_close_matches  # takes milliseconds to import, and only mistakes need it

                for similar in get_close_matches(name, known, 1, self.SIMILAR):
                    complain(f"'{name}' is not a scheme that linksift knows: did you mean '{similar}'?")
        return names


class Text(ParamType):
    """Any text. A shell can complete the words that `offered` returns, such as `mention=`."""

    name = "text"

    def __init__(self, offered: Callable[[], Iterable[str]]) -> None:
        self._offered = offered

    @property
    def offers(self) -> tuple[str, ...]:
        """The words to offer as completions."""
        return tuple(self._offered())


class WholeNumber(ParamType):
    """A whole number that is at least `least`; the help shows it as `N`."""

    name = "n"

    def __init__(self, least: int) -> None:
        self.least = least

    def convert(self, value: str | int, param: Parameter, ctx: Context) -> int:
        """The number."""
        try:
            number = int(value)
        except ValueError:
            number = self.least - 1
        if number < self.least:
            self.fail(f"'{value}' is not a whole number of {self.least} or more.", param, ctx)
        return number


class ColumnName(ParamType):
    """The name of a table's column. A shell can complete it from the first lines of CSV files on the command line."""

    name = "name"
    offered: Offered = "columns"


class PathName(ParamType):
    """The name of a file or folder, or `-`. Whether it can be read becomes known only when it is read.

    It stays unchanged, as it may contain bytes that are not UTF-8.
    """

    name = "file|-"
    offered: Offered = "paths"

    def convert(self, value: str, param: Parameter, ctx: Context) -> str:
        """The name itself. An option refuses an empty one, which an unset variable of a shell leaves."""
        if not value and isinstance(param, click.Option):
            self.fail("'' is not the name of a file.", param, ctx)
        return value


def refused_by_library(error: ValueError) -> click.UsageError:
    """Convert an error from the library, which names an argument, to one that names the option (`--max-length`)."""
    message, context = str(error), click.get_current_context()
    option_names = {each.name: max(each.opts, key=len) for each in context.command.params if each.name}
    if (named := _ARGUMENT.match(message)) and named[1] in option_names:
        key = f" {named[2]}" if named[2] else ""
        message = f"{option_names[named[1]]}{key}{message[named.end() :]}"
    return click.UsageError(message, context)


def not_among(word: str, words: tuple[str, ...]) -> str:
    """The message about a word that an option does not accept.

    >>> not_among("json", ("text", "jsonl", "csv"))
    "'json' is not one of text, jsonl, csv: did you mean 'jsonl'?"
    >>> not_among("x", ("text", "csv"))
    "'x' is not one of text, csv."
    >>> not_among("wraped", ("wrapped", *"abcdefghijklm"))
    "'wraped' is not known: did you mean 'wrapped'?"
    """
    similar = nearest(word, words)
    if similar and len(words) > LISTED_WITH_SUGGESTION:
        return f"'{word}' is not known{similar}"
    return f"'{word}' is not one of {', '.join(words)}{similar or '.'}"
