"""What the options of the command become: the arguments of `Finder`, and what is beside it.

Here belongs what more than one command takes. What a command alone takes stands with it.
"""

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from linksift.finding import PROFILES, Finder
from linksift.uri import check_uri, to_uri

Command = TypeVar("Command", bound=Callable[..., Any])

MOST_JOBS = 8
"""So many processes are started when nobody says how many."""

STATED = "stated"
"""The kind of what a document states, which no finder looks for."""


def comma_separated(context: click.Context, option: click.Parameter, value: str | None) -> frozenset[str] | None:
    """Names with commas between them: "uri,email" is `frozenset({"uri", "email"})`, and None stays None.

    Raises click.BadParameter when a name is empty.
    """
    if value is None:
        return None
    found = frozenset(name.strip() for name in value.split(","))
    if "" in found:
        raise click.BadParameter(f"{value!r} has an empty name; names stand with one comma between them.")
    return found


def finder_from_options(schemes: frozenset[str] | None, kinds: frozenset[str] | None, **options: Any) -> Finder:
    """The finder that the options ask for; those that were not given are left to it.

    Raises click.UsageError, in the finder's own words, for what the finder refuses.
    """
    kinds = None if kinds is None else kinds - {STATED} or None
    given = {name: value for name, value in (options | {"kinds": kinds}).items() if value is not None}
    if schemes is not None:
        given["schemes"] = "any" if schemes == {"any"} else schemes
    try:
        return Finder(**given)
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def uri_option(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """A URI, or an IRI as the URI that it maps to; None stays None. Raises click.BadParameter for what is neither."""
    if value is None:
        return None
    try:
        check_uri(mapped := to_uri(value))
    except ValueError as error:
        raise click.BadParameter(str(error)) from error
    return mapped


def default_jobs() -> int:
    """As many jobs as there are processors that this process may use, but not so many that they fill the memory."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(processors, MOST_JOBS)


_FINDING = (
    click.option(
        "--profile",
        type=click.Choice(list(PROFILES)),
        default="document",
        show_default=True,
        help="A choice of the kinds and of the options below; those that are given count before it.",
    ),
    click.option(
        "--schemes",
        callback=comma_separated,
        metavar="SCHEME,...|any",
        help="Find these schemes only, or any at all. Default: the known ones.",
    ),
    click.option(
        "--rejoin",
        metavar="auto|enclosed|never",
        help="Join URIs broken over lines where there is evidence (the default), in angle brackets and quotes, or "
        "nowhere.",
    ),
    click.option("--refang", is_flag=True, default=None, help="Read defanged links too: hxxp, [.], [at] and the like."),
    click.option("--default-scheme", metavar="SCHEME", help="What www. stands for. Default: http."),
    click.option(
        "--unusable-hosts",
        metavar="find|skip",
        help="Leave out hosts and ports that no browser or DNS takes, such as http://1.1.1.1.1/. Default: find.",
    ),
    click.option("--max-length", type=int, metavar="N", help="How long a URI may be, in characters of the text."),
)


def finding_options(command: Command) -> Command:
    """A command with the options that say what is found; the kinds, of which each command has its own, stand before."""
    for option in reversed(_FINDING):
        command = option(command)
    return command
