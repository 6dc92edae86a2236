"""The options that several commands share, and the conversion of their values to arguments of `Finder`."""

import os
from collections.abc import Callable, Collection
from functools import wraps
from typing import Any, TypeVar, get_args

import click

from linksift.cli.options.grouped_command import flag, option_group
from linksift.cli.options.parameter_types import (
    ANY_SCHEME,
    Names,
    OneOf,
    PathName,
    Schemes,
    Text,
    WholeNumber,
    not_among,
    refused_by_library,
)
from linksift.cli.streams.terminal_text import visible
from linksift.cli.streams.write_outputs import COMPRESSIONS
from linksift.documents import MEBI, Limits, ReadOptions, WalkOptions
from linksift.finding import PROFILES, Finder, Matcher, Rejoin, Template, UnusableHosts
from linksift.uri import check_uri, to_uri

Command = TypeVar("Command", bound=Callable[..., Any])
Made = TypeVar("Made")

MOST_JOBS = 8
"""The maximum number of processes to start if `--jobs` is not given."""

STATED = "stated"
"""The kind of links that a document states. Finders do not look for them; they come from the document readers."""


def finder_from_options(schemes: frozenset[str] | None, kinds: frozenset[str] | None, **options: Any) -> Finder:
    """A finder with these options, as `made_from_options` returns it."""
    options["kinds"] = None if kinds is None else kinds - {STATED} or None
    options["schemes"] = "any" if schemes and ANY_SCHEME in schemes else schemes
    return made_from_options(Finder, options)


def made_from_options(kind: Callable[..., Made], options: dict[str, Any]) -> Made:
    """An instance of a class of the library with these options; an option that is None has the default of the class.

    Raises click.UsageError with the message of the class if it refuses a value.
    """
    try:
        return kind(**{name: value for name, value in options.items() if value is not None})
    except ValueError as error:
        raise refused_by_library(error) from error


READY: dict[str, Callable[..., Matcher]] = {
    "mention": Matcher.mentions,
    "hashtag": Matcher.hashtags,
    "ticket": Matcher.tickets,
    "phone": Matcher.phone_numbers,
}
"""The ready-made matchers that commands offer."""


def ready_matchers(context: click.Context, option: click.Parameter, values: tuple[str, ...]) -> list[Matcher] | None:
    """The ready-made matchers for values such as "mention=https://a.example/{name}", or None if there are no values.

    Only "phone" needs no template.

    Raises click.BadParameter for an unknown name, or for a template that a matcher rejects.
    """
    matchers = []
    for name, equals, template in (value.partition("=") for value in values):
        if name not in READY:
            raise click.BadParameter(not_among(name, tuple(READY)))
        if not equals and name != "phone":
            raise click.BadParameter(f"'{name}' is not of the form NAME=TEMPLATE.")
        try:
            matchers.append(READY[name](template) if equals else READY[name]())
        except ValueError as error:
            raise click.BadParameter(str(error)) from error
    return matchers or None


def uri_option(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """The URI itself, or the URI that an IRI maps to; None stays None. Raises click.BadParameter for anything else."""
    if value is None:
        return None
    try:
        check_uri(mapped := to_uri(value))
    except ValueError as error:
        raise click.BadParameter(f"this is not a URI such as https://a.example/b: {error}") from error
    return mapped


def default_jobs() -> int:
    """The number of jobs: one for each processor that this process may use but, to save memory, at most `MOST_JOBS`."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(processors, MOST_JOBS)


def compressible(context: click.Context, option: click.Parameter, path: str | None) -> str | None:
    """The path. Raises click.BadParameter if its suffix names a compression that the command does not write."""
    if path is not None and path.lower().endswith((".zst", ".zip")):
        raise click.BadParameter(
            f"'{visible(path)}' cannot be compressed: name a .gz, .bz2 or .xz file, or use a pipe."
        )
    return path


output_option = click.option(
    "--output",
    "-o",
    type=PathName(),
    callback=compressible,
    help="Write to a file, which replaces any older file once it is complete; .gz, .bz2 and .xz files are compressed.",
)


_MISTAKEN_SUFFIXES = {"json": "jsonl", "ndjson": "jsonl", "tsv": "csv", "pq": "parquet"}
"""Suffixes of formats that are not written, and the similar format that is."""

_WRITERS = {
    "csv": "linksift find",
    "parquet": "linksift find",
    "html": "linksift find --report FILE",
    "sarif": "linksift check",
}
"""Suffixes of formats that some command writes, and that command."""


def format_by_suffix(output: str | None, formats: Collection[str]) -> str:
    """The format that the suffix of `--output` names, before that of a compression; "text" if it names none.

    Raises click.UsageError for the suffix of a similar format, or of one that only another command writes: whoever
    reads `links.json` or `links.sarif` later expects no text in it.

    >>> format_by_suffix("links.CSV.gz", ["jsonl", "csv"]), format_by_suffix("links.txt", ["jsonl", "csv"])
    ('csv', 'text')
    """
    name, suffix = os.path.splitext((output or "").lower())
    suffix = (os.path.splitext(name)[1] if suffix in COMPRESSIONS else suffix).removeprefix(".")
    if suffix in formats:
        return suffix
    if (meant := _MISTAKEN_SUFFIXES.get(suffix)) in formats:
        raise click.UsageError(
            f"--output: the suffix {suffix!r} names no format: did you mean {meant!r}? Or give --format."
        )
    if suffix in _WRITERS:
        raise click.UsageError(
            f"--output: this command has no format for the suffix {suffix!r}: {_WRITERS[suffix]} writes it. "
            "Or give --format."
        )
    return "text"


color_option = click.option(
    "--color",
    type=OneOf(["auto", "always", "never"]),
    default="auto",
    help="Colour the text format; auto: only on a terminal, unless NO_COLOR is set.",
)

_READING = option_group(
    "Reading files and folders",
    flag("--no-code", help="Leave out the code in Markdown."),
    click.option(
        "--password",
        metavar="WORD",
        help="The password of encrypted PDFs and zip archives; for malware, often the word infected.",
    ),
    flag("--hidden", help="Also read hidden files and folders."),
    flag("--no-ignore", help="Ignore .gitignore and .ignore files."),
    click.option(
        "--exclude",
        multiple=True,
        metavar="PATTERN",
        help="In folders, skip what matches this pattern, as in a .gitignore: *.min.js, docs/old/. Can be repeated.",
    ),
    click.option(
        "--max-size",
        type=WholeNumber(1),
        metavar="MIB",
        default=Limits().size // MEBI,
        help="The maximum number of MiB to read from a file that must be kept in memory, "
        "or to unpack from a compressed file.",
    ),
    click.option(
        "--jobs", "-j", type=WholeNumber(1), help="The number of processes. Default: one per processor, at most 8."
    ),
)


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds to a command the options for reading files and folders, which it receives as `read_options`, `walk_options`
    and `jobs`."""

    @wraps(command)
    def with_options(**options: Any) -> Any:
        no_code, password, max_size = (options.pop(name) for name in ("no_code", "password", "max_size"))
        hidden, no_ignore, exclude = (options.pop(name) for name in ("hidden", "no_ignore", "exclude"))
        options["read_options"] = ReadOptions(limits=Limits(size=max_size * MEBI), skip_code=no_code, password=password)
        folder = os.curdir
        if exclude:
            from linksift.cli.options.project_settings import folder_of_patterns  # imported only if patterns are given

            folder = folder_of_patterns(click.get_current_context())
        options["walk_options"] = WalkOptions(
            skip_hidden=not hidden, skip_ignored=not no_ignore, exclude=exclude, exclude_from=folder
        )
        options["jobs"] = options["jobs"] or default_jobs()
        return command(**options)

    return _READING(with_options)


WHAT_TO_FIND = "What to find"

top_level_domains_option = click.option(
    "--top-level-domains",
    type=Names("name"),
    help="Names, such as corp,lan, that count as top-level domains in addition to the known ones.",
)

_WHAT_TO_FIND = option_group(
    WHAT_TO_FIND,
    click.option(
        "--profile",
        type=OneOf(PROFILES),
        default="document",
        help="A preset for the kinds and the options below; any option that you give overrides it.",
    ),
    click.option(
        "--schemes",
        type=Schemes(),
        metavar="SCHEME,...|any",
        help="Find only URIs with these schemes, or with any scheme. Default: all known schemes; in the profile uts58, "
        "http, https and mailto.",
    ),
    click.option("--refang", is_flag=True, default=None, help="Also find defanged links: hxxp, [.], [at] and so on."),
    click.option(
        "--default-scheme",
        metavar="SCHEME",
        help="The scheme of www. names, bare domains and IP addresses. Default: http, or https in the profiles chat "
        "and uts58.",
    ),
    top_level_domains_option,
    click.option(
        "--templates",
        type=Names("template", *get_args(Template)),
        help="Read placeholders as parts of a URI: any of {}, {{}}, ${} and %()s.",
    ),
    click.option(
        "--match",
        "matchers",
        type=Text(lambda: (name if name == "phone" else f"{name}=" for name in READY)),
        multiple=True,
        callback=ready_matchers,
        metavar="NAME=TEMPLATE",
        help="Also find mentions, hashtags, tickets or telephone numbers, and make URIs from them: "
        "mention=https://chat.example/{name}, hashtag=..., ticket=https://tracker.example/{0}, phone (which needs no "
        "template). Can be repeated.",
    ),
    click.option(
        "--unusable-hosts",
        type=OneOf(get_args(UnusableHosts)),
        help="skip: leave out URIs whose host or port neither browsers nor the DNS accept, such as http://1.1.1.1.1/. "
        "Default: find; in the profile chat, skip.",
    ),
    click.option("--max-length", type=WholeNumber(1), help="The maximum length of a URI, in characters of the text."),
)

_JOINING = option_group(
    "Joining URIs broken across lines",
    click.option(
        "--rejoin",
        type=OneOf(get_args(Rejoin)),
        help="Join URIs that are broken across lines: on evidence (auto, the default of the profile document), also "
        "within columns, as pdftotext -layout prints them (columns), only in angle brackets and quotes (enclosed), or "
        "never.",
    ),
)


def finding_options(command: Command) -> Command:
    """Adds to a command the options that determine what to find, except `--kinds`, which differs by command."""
    return _WHAT_TO_FIND(_JOINING(command))
