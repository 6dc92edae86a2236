"""Commands whose help lists their options in groups, by purpose."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import click

Function = TypeVar("Function", bound=Callable[..., Any])

OTHER = "Other options"
"""The heading of the options outside any group, if other options are in groups."""

OPTIONS = "Options"
"""The heading of the options of a command without groups."""


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


class GroupedCommand(click.Command):
    """A command whose help lists its options in groups."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, group by group."""
        for heading, options in grouped_options(self, ctx):
            records = [option.get_help_record(ctx) for option in options]
            with formatter.section(heading):
                formatter.write_dl([record for record in records if record is not None])


def grouped_options(command: click.Command, context: click.Context) -> Iterator[tuple[str, list[click.Option]]]:
    """The headings of a command's options, in order, with the options below each; ungrouped options come last."""
    groups: dict[str, list[click.Option]] = {}
    for parameter in command.get_params(context):
        if isinstance(parameter, click.Option):
            groups.setdefault(getattr(parameter, "heading", ""), []).append(parameter)
    ungrouped = groups.pop("", [])
    yield from groups.items()
    if ungrouped:
        yield OTHER if groups else OPTIONS, ungrouped
