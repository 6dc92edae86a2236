"""Checks the options for the output, and chooses the functions that write each link and the whole output.

To add a format, write a module in `formats` and select it here. The module is imported only if it is selected.
"""

from collections.abc import Sequence
from functools import partial
from types import ModuleType
from typing import BinaryIO, NamedTuple

import click

from linksift.cli.formats import text
from linksift.cli.running import result_listings
from linksift.cli.running.find_task import Render, render_each
from linksift.cli.streams.colour import palette
from linksift.cli.streams.terminal_safe import path_escaper, visible
from linksift.documents import LinkInContext
from linksift.finding import defang


class OutputOptions(NamedTuple):
    """The values of the options for the output; `named` indicates whether the output names the inputs."""

    layout: str
    fields: tuple[str, ...]
    template: str | None
    hosts: bool
    output: str | None
    report: str | None
    report_links: str | None
    defang: bool
    explain: bool
    hazards: bool
    no_location: bool
    group: str
    unique: bool
    counted: bool
    files: bool
    null: bool
    line_buffered: bool
    color: str
    named: bool


def check_options(options: OutputOptions) -> None:
    """Raise click.UsageError for options that cannot be combined."""
    if options.report is not None:
        _check_report(options)
    elif options.report_links is not None:
        raise click.UsageError("--report-links is only for --report.")
    _check_format(options)
    _check_fields(options)
    _check_template(options)
    _check_graph(options)
    _check_summaries(options)


def _check_report(options: OutputOptions) -> None:
    """Refuse options that do not apply to the page, which always shows all details of links, including hazards."""
    _refuse({"--hazards": options.hazards}, "{} cannot be combined with --report, whose page shows them anyway.")
    _refuse(
        {"--defang": options.defang},
        "{} cannot be combined with --report, whose page defangs URIs without --report-links live.",
    )
    others = {
        "--template": options.template is not None,
        "--output": options.output is not None,
        "--null": options.null,
        "--line-buffered": options.line_buffered,
        "--color always": options.color == "always",
        "--group always": options.group == "always",
    }
    excluded = _link_options(options) | {"--count": options.counted, "--files-with-matches": options.files} | others
    _refuse(excluded, "{} cannot be combined with --report, which writes a page.")


def _check_format(options: OutputOptions) -> None:
    """Refuse options that the format does not support.

    Formats for programs have no colours and always the same details; NUL can end only single lines.
    """
    if options.layout != "text":
        has = "source, target and text" if options.layout == "edges" else "all details"
        of_text = {
            "--explain": options.explain,
            "--no-location": options.no_location,
            "--color always": options.color == "always",
            "--group always": options.group == "always",
        }
        _refuse(of_text, f"{{}} is only for --format text; {options.layout} has {has}, and no colours.")
    if options.layout == "parquet":
        if options.output is None:
            raise click.UsageError("--format parquet needs --output FILE; - is standard output.")
        _refuse({"--line-buffered": options.line_buffered}, "{} cannot be combined with --format parquet.")
    if options.group == "always":
        unfit = {"--no-location": options.no_location, "--null": options.null}
        _refuse(unfit, "{} cannot be combined with --group always, which writes the location above the links.")
    if options.null and (options.explain or options.hazards or options.layout != "text"):
        raise click.UsageError("--null is only for --format text with one line for each link.")


def _check_fields(options: OutputOptions) -> None:
    """Refuse field names for text lines and edges, and the names of unknown fields."""
    if options.fields and options.layout not in ("csv", "parquet", "jsonl"):
        raise click.UsageError("--fields is only for --format csv, parquet or jsonl.")
    if options.fields:
        from linksift.cli.formats.link_fields import ALL, unknown_field

        if message := unknown_field(options.fields, (*ALL, "all")):
            raise click.UsageError(f"--fields: {message}")


def _check_template(options: OutputOptions) -> None:
    """Refuse options that conflict with a template, which determines the content of a link's line."""
    if options.template is None:
        return
    excluded = _link_options(options) | {"--group always": options.group == "always"}
    _refuse(excluded, "{} cannot be combined with --template, which says what a line has.")
    from linksift.cli.formats.template import parsed_template

    try:
        parsed_template(options.template)
    except ValueError as error:
        message = str(error)
        raise click.UsageError(f"--template: {message}{'' if message.endswith('?') else '.'}") from error


def _columns(options: OutputOptions) -> tuple[str, ...]:
    """The fields of a link that are columns of the table."""
    from linksift.cli.formats import link_fields

    default = link_fields.PARQUET if options.layout == "parquet" else link_fields.CSV
    return link_fields.chosen_fields(options.fields, default, options.hazards, options.defang)


def _check_graph(options: OutputOptions) -> None:
    """Refuse hazards, which edges lack, and options that conflict with counting the edges between all hosts."""
    if options.layout == "edges":
        unfit = {"--hazards": options.hazards, "--defang": options.defang}
        _refuse(unfit, "{} cannot be combined with --format edges.")
    elif options.hosts:
        raise click.UsageError("--hosts is only for --format edges.")
    if options.hosts:
        excluded = {"--unique": options.unique, "--line-buffered": options.line_buffered}
        _refuse(excluded, "{} cannot be combined with --hosts, which counts all links.")


def _check_summaries(options: OutputOptions) -> None:
    """Refuse details of links in summaries, and more than one kind of summary."""
    others = {"--template": options.template is not None, "--group always": options.group == "always"}
    written = _link_options(options) | others
    if options.counted:
        _refuse(written | {"--files-with-matches": options.files}, "{} cannot be combined with --count.")
    if options.files:
        _refuse(written, "{} cannot be combined with --files-with-matches.")


def _link_options(options: OutputOptions) -> dict[str, bool]:
    """The options that determine how a link is written, and whether each is given."""
    return {
        f"--format {options.layout}": options.layout != "text",
        "--explain": options.explain,
        "--hazards": options.hazards,
        "--no-location": options.no_location,
        "--defang": options.defang,
    }


def _refuse(given: dict[str, bool], why: str) -> None:
    """Raise click.UsageError for the first option that is given; `why` contains a placeholder for its name."""
    for option, is_given in given.items():
        if is_given:
            raise click.UsageError(why.format(option))


def link_renderer(options: OutputOptions, output: BinaryIO) -> Render:
    """The function that writes links."""
    if options.counted or options.files:
        return render_nothing
    if options.template is not None:
        from linksift.cli.formats import template

        return partial(render_each, render=template.link_line, template=template.parsed_template(options.template))
    if options.layout in ("csv", "parquet") or options.fields:
        return _renderer_of_fields(options)
    if options.layout == "jsonl":
        from linksift.cli.formats import jsonl

        describe = jsonl.record_with_hazards if options.hazards else jsonl.record
        describe_line = partial(jsonl.link_line, describe=describe, with_defanged=options.defang)
        return partial(render_each, render=describe_line)
    if options.layout == "edges":
        from linksift.cli.formats import link_graph

        return partial(render_each, render=link_graph.host_edge_line if options.hosts else link_graph.edge_line)
    return _renderer_of_text(options, output)


def groups_links(options: OutputOptions, output: BinaryIO) -> bool:
    """Whether links are listed below a line with their input and message, either only on a terminal or always."""
    in_lines = options.layout != "text" or options.template is not None or options.no_location or options.null
    listed = not (in_lines or options.counted or options.files)
    wanted = options.group == "always" or (options.group == "auto" and output.isatty())
    return options.named and listed and wanted


def _renderer_of_fields(options: OutputOptions) -> Render:
    from linksift.cli.formats import csv_rows, link_fields

    render = csv_rows.link_row
    if options.layout == "jsonl":
        render = link_fields.json_line_of_fields
    elif options.layout == "parquet":
        render = _parquet_rows().link_row
    return partial(render_each, render=render, columns=_columns(options))


def _renderer_of_text(options: OutputOptions, output: BinaryIO) -> Render:
    colours, escape = palette(options.color, output), path_escaper(output)
    located: text.Located = "in line" if options.named and not options.no_location else "nowhere"
    if groups_links(options, output):
        located, escape = "in group", visible
    write_uri = defang if options.defang else str
    if not options.explain and not options.hazards:
        return partial(text.link_lines, located=located, colours=colours, escape=escape, write_uri=write_uri)
    render = text.link_line
    if options.explain:
        from linksift.cli.formats import explain

        render = explain.explained_link
    warn = text.hazard_warnings if options.hazards else text.no_warnings
    return partial(
        render_each, render=render, located=located, colours=colours, warn=warn, escape=escape, write_uri=write_uri
    )


def _parquet_rows() -> ModuleType:
    """The module for Parquet. Raises click.UsageError if pyarrow is missing."""
    try:
        from linksift.cli.formats import parquet_rows
    except ImportError as error:
        raise click.UsageError("--format parquet needs pyarrow: pip install 'linksift[arrow]'") from error
    return parquet_rows


def render_nothing(links: Sequence[LinkInContext]) -> list[bytes]:
    """Return no output, for links that are only counted."""
    return [b""] * len(links)


def listing_writer(options: OutputOptions, output: BinaryIO) -> result_listings.WriteListing:
    """The function that writes the whole output for all links."""
    colours, end = palette(options.color, output), b"\0" if options.null else b"\n"
    escape = path_escaper(output)
    write: result_listings.WriteListing = (
        result_listings.outputs_nul_terminated if options.null else result_listings.outputs
    )
    if options.counted:
        write = partial(result_listings.counts, named=options.named, colours=colours, end=end, escape=escape)
    elif options.files:
        write = partial(result_listings.names, colours=colours, end=end, escape=escape)
    elif groups_links(options, output):
        write = result_listings.grouped
    else:
        write = _format_writer(options) or write
    return partial(result_listings.unique, write) if options.unique else write


def _format_writer(options: OutputOptions) -> result_listings.WriteListing | None:
    """The function that writes the whole output in a format, if the output is more than a line for each link."""
    if options.layout == "csv":
        from linksift.cli.formats import csv_rows

        return partial(result_listings.outputs_after, csv_rows.header(_columns(options)))
    if options.layout == "edges":
        from linksift.cli.formats import link_graph

        if options.hosts:
            return partial(result_listings.whole, link_graph.host_counts)
        return partial(result_listings.outputs_after, link_graph.HEADER)
    if options.layout == "parquet":
        return partial(result_listings.whole, partial(_parquet_rows().file_of, columns=_columns(options)))
    return None
