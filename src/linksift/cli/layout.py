"""How the output looks: what the options ask for, what is written of a link, and what of all of them.

Here belongs the choice. To add a format, write a module with what it writes of a link, or of all, and name it here.
"""

from collections.abc import Callable
from functools import partial
from typing import BinaryIO, NamedTuple

import click

from linksift.cli import answers, csv_rows, explain, jsonl, text
from linksift.cli.colour import palette
from linksift.cli.visible import spelling
from linksift.documents import LinkInContext

Render = Callable[[LinkInContext], bytes]
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


def _check_report(asked: Asked) -> None:
    """The page has all that can be said of links, and is no stream of them."""
    others = {"--null": asked.null, "--color always": asked.color == "always"}
    said = _of_a_link(asked) | {"--count": asked.counted, "--files-with-matches": asked.files} | others
    _refuse(said, "--report writes a page in place of the links, so that {} makes no sense.")


def _check_format(asked: Asked) -> None:
    """What programs read has all that there is to say, and no colours; a NUL ends a line."""
    if asked.layout != "text":
        of_text = {"--explain": asked.explain, "--color always": asked.color == "always"}
        _refuse(of_text, f"{{}} is for --format text: {asked.layout} names every rule, uncoloured.")
    if asked.null and (asked.explain or asked.hazards or asked.layout != "text"):
        raise click.UsageError("--null is for --format text with a line for each link.")


def _check_summaries(asked: Asked) -> None:
    """A summary says nothing of a link, and there is one at a time."""
    if asked.counted:
        said = _of_a_link(asked) | {"--files-with-matches": asked.files}
        _refuse(said, "--count writes nothing of a link, so that {} makes no sense.")
    if asked.files:
        _refuse(_of_a_link(asked), "--files-with-matches writes nothing of a link, so that {} makes no sense.")


def _of_a_link(asked: Asked) -> dict[str, bool]:
    """The options for what is written of a link, and whether they are given."""
    return {
        f"--format {asked.layout}": asked.layout != "text",
        "--explain": asked.explain,
        "--hazards": asked.hazards,
    }


def _refuse(options: dict[str, bool], why: str) -> None:
    """Raise click.UsageError for the first of the options that is given; `why` has a place for its name."""
    for option, given in options.items():
        if given:
            raise click.UsageError(why.format(option))


def rendering(asked: Asked, output: BinaryIO) -> Render:
    """What writes a link."""
    if asked.counted or asked.files:
        return unsaid
    if asked.layout == "jsonl":
        return partial(jsonl.line, describe=jsonl.record_with_hazards if asked.hazards else jsonl.record)
    if asked.layout == "csv":
        return partial(csv_rows.row, columns=_columns(asked))
    warn = text.hazards_of if asked.hazards else text.silence
    render = explain.block if asked.explain else text.line
    colours, spell = palette(asked.color, output), spelling(output)
    return partial(render, named=asked.named, colours=colours, warn=warn, spell=spell)


def _columns(asked: Asked) -> tuple[str, ...]:
    return csv_rows.WITH_HAZARDS if asked.hazards else csv_rows.COLUMNS


def unsaid(seen: LinkInContext) -> bytes:
    """Nothing: the link is only counted."""
    return b""


def writing(asked: Asked, output: BinaryIO) -> answers.Write:
    """What writes the output, of all links."""
    colours, end = palette(asked.color, output), b"\0" if asked.null else b"\n"
    spell = spelling(output)
    write: answers.Write = answers.links_ended if asked.null else answers.links
    if asked.counted:
        write = partial(answers.counts, named=asked.named, colours=colours, end=end, spell=spell)
    elif asked.files:
        write = partial(answers.names, colours=colours, end=end, spell=spell)
    elif asked.layout == "csv":
        write = partial(csv_rows.with_names, _columns(asked))
    return partial(answers.unique, write) if asked.unique else write
