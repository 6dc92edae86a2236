"""`linksift find`: texts in, the URIs in them out."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, BinaryIO

import click

from linksift.cli import explain as explained
from linksift.cli import jsonl, text
from linksift.cli.colour import palette
from linksift.cli.options import finder_with, names
from linksift.cli.output import TROUBLE, complain, standard_output
from linksift.cli.place import Window
from linksift.cli.source import PIECE, STANDARD_INPUT, CannotRead, NotText, Source, name_of, opened
from linksift.finding import PROFILES, Finder, Match, lag

FOUND, NOTHING_FOUND = 0, 1

Render = Callable[[Source, Window, Iterable[Match]], Iterator[bytes]]
"""A source, what is kept of its text and the matches in it in, what is written of each match out."""

EPILOG = """\b
Examples:
  linksift find mail.txt                    file:line:column:uri for each match
  linksift find --explain rfc.txt           ... with its lines, and every change
  git log | linksift find --unique          each URI of a pipe once
  linksift find --schemes https,ftp *.txt   these schemes only
  linksift find --format jsonl mail.txt | jq -r .reference.host

\b
Exit status: 0 when something was found, 1 when nothing was, 2 when something
went wrong (a file that is missing, an option that makes no sense).
"""


@click.command(epilog=EPILOG)
@click.argument("inputs", metavar="[PATH|-]...", nargs=-1)
@click.option(
    "--format",
    "layout",
    type=click.Choice(["text", "jsonl"]),
    default="text",
    show_default=True,
    help="A line of text or a JSON object for each match.",
)
@click.option(
    "--explain",
    is_flag=True,
    help="Under each match its lines, what was dropped, joined or re-encoded and why, and its other readings.",
)
@click.option("--unique", is_flag=True, help="Each URI once, where it first appears in all the inputs.")
@click.option(
    "--profile",
    type=click.Choice(list(PROFILES)),
    default="document",
    show_default=True,
    help="A choice of the options below; those that are given count before it.",
)
@click.option(
    "--kinds",
    callback=names,
    metavar="KIND,...",
    help="What to find: uri, suffix (www. and ftp. names), email, domain. Default: all but domain.",
)
@click.option(
    "--schemes",
    callback=names,
    metavar="SCHEME,...|any",
    help="Find these schemes only, or any at all. Default: the known ones.",
)
@click.option(
    "--rejoin",
    metavar="auto|enclosed|never",
    help="Join URIs broken over lines where there is evidence (the default), in angle brackets and quotes, or nowhere.",
)
@click.option("--refang", is_flag=True, default=None, help="Read defanged links too: hxxp, [.], [at] and the like.")
@click.option("--default-scheme", metavar="SCHEME", help="What www. stands for. Default: http.")
@click.option("--max-length", type=int, metavar="N", help="How long a URI may be, in characters of the text.")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colour the text format. auto: on a terminal, unless NO_COLOR is set.",
)
@click.pass_context
def find(
    context: click.Context,
    /,
    inputs: tuple[str, ...],
    layout: str,
    explain: bool,
    unique: bool,
    color: str,
    **options: Any,
) -> None:
    """Find the URIs in files or standard input.

    Standard input is read without a PATH, and where a PATH is -. A URI is found whole out of prose, quotes and angle
    brackets, where line breaks, indentation and the "> " of a quoted mail are taken out of it, as RFC 3986
    Appendix C says. Texts are UTF-8, or UTF-16 with its mark; files that are not text are skipped.
    """
    inputs = inputs or (STANDARD_INPUT,)
    finder = finder_with(**options)
    with standard_output() as output:
        render = _renderer(layout, explain, color, inputs != (STANDARD_INPUT,), output)
        status = _find_in_all(inputs, finder, render, unique, output)
    context.exit(status)


def _renderer(layout: str, explain: bool, color: str, named: bool, output: BinaryIO) -> Render:
    """What writes the matches; a usage error for an option that would change nothing."""
    if layout == "jsonl":
        for option, given in (("--explain", explain), ("--color always", color == "always")):
            if given:
                raise click.UsageError(f"{option} is for --format text: JSON holds every note, and has no colours.")
        return jsonl.lines
    return partial(explained.blocks if explain else text.lines, named=named, colours=palette(color, output))


def _find_in_all(inputs: Iterable[str], finder: Finder, render: Render, unique: bool, output: BinaryIO) -> int:
    """Write what is found in each input, go on past those that make trouble, and return the exit status."""
    found = trouble = False
    seen: set[str] | None = set() if unique else None
    for name in inputs:
        try:
            found |= _find_in(name, finder, render, seen, output)
        except NotText:
            complain(f"{name_of(name)}: binary file skipped")
        except CannotRead as error:
            complain(f"{name_of(name)}: {error}")
            trouble = True
        output.flush()
    return TROUBLE if trouble else FOUND if found else NOTHING_FOUND


def _find_in(name: str, finder: Finder, render: Render, seen: set[str] | None, output: BinaryIO) -> bool:
    """Write what is found in one input, as it is read; whether there was anything."""
    found = False
    with opened(name) as source:
        window = Window(source.chunks, lag(finder.max_length, PIECE))
        matches: Iterator[Match] = finder.stream(window.chunks())
        for piece in render(source, window, matches if seen is None else _first_of_each(matches, seen)):
            output.write(piece)
            found = True
    return found


def _first_of_each(matches: Iterable[Match], seen: set[str]) -> Iterator[Match]:
    """The matches whose URI was not seen before; `seen` learns them."""
    for match in matches:
        if match.uri not in seen:
            seen.add(match.uri)
            yield match
