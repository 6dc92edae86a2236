"""Commands whose help lists their options in groups, by purpose, and the decorators that add the options."""

from collections.abc import Callable, Iterator
from inspect import cleandoc
from typing import Any, TypeVar

import click

from linksift.cli.options.parameter_types import OneOf

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
