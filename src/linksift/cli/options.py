"""What the options of the command become: the arguments of `Finder`."""

from typing import Any

import click

from linksift.finding import Finder


def names(context: click.Context, option: click.Parameter, value: str | None) -> frozenset[str] | None:
    """Names with commas between them: "uri,email" is `frozenset({"uri", "email"})`, and None stays None.

    Raises click.BadParameter when a name is empty.
    """
    if value is None:
        return None
    found = frozenset(name.strip() for name in value.split(","))
    if "" in found:
        raise click.BadParameter(f"{value!r} has an empty name; names stand with one comma between them.")
    return found


def finder_with(schemes: frozenset[str] | None, **options: Any) -> Finder:
    """The finder that the options ask for; those that were not given are left to it.

    Raises click.UsageError, in the finder's own words, for what the finder refuses.
    """
    given = {name: value for name, value in options.items() if value is not None}
    if schemes is not None:
        given["schemes"] = "any" if schemes == {"any"} else schemes
    try:
        return Finder(**given)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
