"""The types of the values that options and arguments take, and commands whose help lists their options by purpose.

Each type checks its values and says what a shell can offer to complete them: `offered`, and the words in `offers`.
"""

from collections.abc import Callable, Iterable, Iterator
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, Literal, TypeVar

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
"""What a shell can offer for a value: the names of files, those of a table's columns, or words, of which some options
accept several, separated by commas. A type with words that does not say it accepts one; one without words, nothing."""

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


# ---- Commands and their options --------------------------------------------------------------------------------------

Function = TypeVar("Function", bound=Callable[..., Any])

OTHER = "Other options"
"""The heading of the options outside any group, if other options are in groups."""

OPTIONS = "Options"
"""The heading of the options of a command without groups."""

SIMILAR = 0.65
"""How similar the name of an option is, without its dashes, to one that is meant (`difflib`)."""


def option_group(heading: str, *options: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """A decorator that adds these options to a command, whose help lists them under this heading.

    Groups with the same heading are listed as one.

        @click.command(cls=GroupedCommand)
        @option_group("Output", click.option("--json"), click.option("--unique"))
        def find(...): ...
    """

    def add(function: Function) -> Function:
        before = len(getattr(function, "__click_params__", ()))
        for option in reversed(options):
            function = option(function)
        for parameter in vars(function)["__click_params__"][before:]:
            parameter.heading = heading
        return function

    return add


def flag(*names: str, help: str) -> Callable[[Function], Function]:
    """A decorator that adds to a command an option without a value, such as `--json`."""
    return click.option(*names, is_flag=True, help=help)


class GroupedCommand(click.Command):
    """A command whose help lists its options in groups, and which suggests `--format csv` in place of `--csv`.

    Its function returns the exit status, and the docstring of the function is its help. The part from "Examples:" on
    follows the options, line by line as it is written.
    """

    def __init__(self, *, help: str | None = None, **settings: Any) -> None:
        text, _, examples = cleandoc(help or "").partition("\n\nExamples:\n")
        paragraphs = f"Examples:\n{examples}".split("\n\n") if examples else ()
        epilog = "\n".join(f"\b\n{paragraph}\n" for paragraph in paragraphs)
        super().__init__(help=text, epilog=epilog, **settings)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. The message about an unknown option suggests the options with a similar name or, if
        there is none, an option with that word as its value.
        """
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            from difflib import get_close_matches  # takes milliseconds to import, and only mistakes need it

            # Click compares the names with their dashes, so that `--rejoin` is similar to `--json`.
            names = [name.removeprefix("--") for name in error.possibilities or ()]
            if get_close_matches(error.option_name.removeprefix("--"), names, cutoff=SIMILAR):
                raise
            for instead in options_with_value(self, error.option_name):
                message = f"No such option '{error.option_name}': did you mean '{instead}'?"
                raise click.NoSuchOption(error.option_name, message, ctx=ctx) from error
            raise

    def invoke(self, ctx: click.Context) -> None:
        """Run the command, and exit with its status."""
        ctx.exit(super().invoke(ctx))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, group by group."""
        for heading, options in grouped_options(ctx):
            records = [option.get_help_record(ctx) for option in options]
            with formatter.section(heading):
                formatter.write_dl([record for record in records if record is not None])


def options_with_value(command: click.Command, wrong: str) -> Iterator[str]:
    """The options, with their values, that an unknown option such as `--csv` or `--json` resembles; `--format` first.

    >>> find = click.Command("find", params=[click.Option(["--format"], type=OneOf(["text", "jsonl", "csv"]))])
    >>> list(options_with_value(find, "--json")), list(options_with_value(find, "-c"))
    (['--format jsonl'], [])
    """
    word = wrong.removeprefix("--")
    for parameter in sorted(command.params, key=lambda one: "--format" not in one.opts) if len(word) > 2 else ():
        if isinstance(parameter.type, OneOf):
            yield from (f"{parameter.opts[0]} {value}" for value in parameter.type.offers if value.startswith(word))


def grouped_options(context: click.Context) -> Iterator[tuple[str, list[click.Option]]]:
    """The headings of a command's options, in order, with the options below each; ungrouped options come last."""
    groups: dict[str, list[click.Option]] = {}
    for parameter in context.command.get_params(context):
        if isinstance(parameter, click.Option):
            groups.setdefault(getattr(parameter, "heading", ""), []).append(parameter)
    ungrouped = groups.pop("", [])
    yield from groups.items()
    if ungrouped:
        yield OTHER if groups else OPTIONS, ungrouped
