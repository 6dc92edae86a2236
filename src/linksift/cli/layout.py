"""How the output looks: what the options ask for, what is written of a link, and what of all of them.

Here belongs the choice. To add a format, write a module with what it writes of a link, or of all, and name it here.
"""

from collections.abc import Callable
from functools import partial
from typing import BinaryIO, NamedTuple

import click

from linksift.cli import answers, csv_rows, explain, jsonl, text
from linksift.cli.colour import palette
from linksift.documents import Seen

Render = Callable[[Seen], bytes]
"""What is written of a link; it can be sent to another process."""


class Asked(NamedTuple):
    """What the options say of the output; `named` is whether inputs are named in it."""

    layout: str
    report: str | None
    explain: bool
    hazards: bool
    unique: bool
    counted: bool
    files: bool
    null: bool
    color: str
    named: bool


def check(asked: Asked) -> None:
    """Raise click.UsageError for an option that would change nothing."""
    if asked.report is not None:
        _check_report(asked)
    _check_format(asked)
    _check_summaries(asked)


def _check_format(asked: Asked) -> None:
    if asked.layout != "text":
        for option, given in (("--explain", asked.explain), ("--color always", asked.color == "always")):
            if given:
                raise click.UsageError(f"{option} is for --format text: {asked.layout} names every rule, uncoloured.")
    if asked.null and (asked.explain or asked.hazards or asked.layout != "text"):
        raise click.UsageError("--null is for --format text with a line for each link.")


def _check_summaries(asked: Asked) -> None:
    summaries = [("--count", asked.counted), ("--files-with-matches", asked.files)]
    of_links = [
        (f"--format {asked.layout}", asked.layout != "text"),
        ("--explain", asked.explain),
        ("--hazards", asked.hazards),
    ]
    for summary, wanted in summaries:
        for option, given in [*of_links, *summaries[1:]] if wanted else ():
            if given and option != summary:
                raise click.UsageError(f"{summary} writes nothing of a link, so that {option} makes no sense.")


def _check_report(asked: Asked) -> None:
    """Raise click.UsageError for what is said of links that are not written: the page has all of it."""
    of_links = {
        f"--format {asked.layout}": asked.layout != "text",
        "--explain": asked.explain,
        "--hazards": asked.hazards,
        "--count": asked.counted,
        "--files-with-matches": asked.files,
        "--null": asked.null,
        "--color always": asked.color == "always",
    }
    for option, given in of_links.items():
        if given:
            raise click.UsageError(f"--report writes a page in place of the links, so that {option} makes no sense.")


def rendering(asked: Asked, output: BinaryIO) -> Render:
    """What writes a link."""
    if asked.counted or asked.files:
        return unsaid
    if asked.layout == "jsonl":
        return partial(jsonl.line, describe=jsonl.record_with_hazards if asked.hazards else jsonl.record)
    if asked.layout == "csv":
        return csv_rows.render(asked.hazards)
    warn = text.hazards_of if asked.hazards else text.silence
    render = explain.block if asked.explain else text.line
    return partial(render, named=asked.named, colours=palette(asked.color, output), warn=warn)


def unsaid(seen: Seen) -> bytes:
    """Nothing: the link is only counted."""
    return b""


def writing(asked: Asked, output: BinaryIO) -> answers.Write:
    """What writes the output, of all links."""
    colours, end = palette(asked.color, output), b"\0" if asked.null else b"\n"
    write: answers.Write = answers.links_ended if asked.null else answers.links
    if asked.counted:
        write = partial(answers.counts, named=asked.named, colours=colours, end=end)
    elif asked.files:
        write = partial(answers.names, colours=colours, end=end)
    elif asked.layout == "csv":
        write = partial(csv_rows.with_names, asked.hazards)
    return partial(answers.unique, write) if asked.unique else write
