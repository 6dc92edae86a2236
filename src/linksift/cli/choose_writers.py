"""Checks the options for the output, and chooses the functions that write each link and the listing of all links.

To add a format, write a module in `formats` and select it here. The module is imported only if it is selected.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby
from typing import BinaryIO, NamedTuple

import click

from linksift.cli.formats import text
from linksift.cli.running.find_task import Render, render_each
from linksift.cli.running.run_tasks import TaskLinks, WriteListing, first_of_each_uri, outputs, whole
from linksift.cli.streams.terminal_text import Escaper, Palette, display_name, palette, path_escaper, visible
from linksift.documents import LinkInContext
from linksift.finding import defang


class OutputOptions(NamedTuple):
    """The values of the options for the output; `named` indicates whether the output names the inputs, and
    `counts_uris` whether it is known how often a URI occurs."""

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
    counts_uris: bool


Refusal = tuple[bool, Iterable[str], str]
"""Whether a condition applies, the options that are refused then, and the message that follows an option's name."""

OF_LINES = ("--format", "--explain", "--hazards", "--no-location", "--defang")
"""The options that determine how a link is written."""


def check_options(options: OutputOptions) -> None:
    """Raise click.UsageError for options that cannot be combined, and for wrong values of `--fields` and
    `--template`."""
    for applies, refused, why in chain(_refused_for_report(options), _refused_for_lines(options)):
        for option in refused if applies else ():
            if _is_given(options, option):
                name = f"--format {options.layout}" if option == "--format" else option
                raise click.UsageError(f"{name}{why}")


_FIELDS = {"--format": "layout", "--count": "counted", "--files-with-matches": "files", "--unique-in": "counts_uris"}
"""The fields of `OutputOptions` whose names are not those of their options."""


def _is_given(options: OutputOptions, option: str) -> bool:
    """Whether an option has another value than its default or, in `--color always`, this value."""
    name, _, value = option.partition(" ")
    given = getattr(options, _FIELDS.get(name, name[2:].replace("-", "_")))
    if value:
        return bool(given == value)
    return given not in (None, False, ()) and (option, given) != ("--format", "text")


def _refused_for_report(options: OutputOptions) -> Iterator[Refusal]:
    """The options that do not apply to the page, which always shows all details of links, including hazards."""
    has_page, beside = options.report is not None, " cannot be combined with --report,"
    yield has_page, ["--hazards"], f"{beside} whose page shows them anyway."
    yield has_page, ["--defang"], f"{beside} whose page defangs URIs without --report-links live."
    summaries = ["--count", "--files-with-matches", "--template"]
    streams = ["--output", "--null", "--line-buffered", "--color always", "--group always"]
    yield has_page, [*OF_LINES, *summaries, *streams], f"{beside} which writes a page."
    yield not has_page, ["--report-links"], " is only for --report."


def _refused_for_lines(options: OutputOptions) -> Iterator[Refusal]:
    """The options that a format, a template, the edges between hosts or a summary does not support.

    Formats for programs have no colours and always the same details, and NUL can end only single lines. Edges have no
    hazards. A template determines the content of a link's line. The last option in a summary is another summary.
    """
    layout, beside = options.layout, " cannot be combined with"
    has = {"jsonl": "all details", "edges": "source, target and text"}.get(
        layout, "the fields of --fields, such as +rules"
    )
    of_text = ["--explain", "--no-location", "--color always", "--group always"]
    yield layout != "text", of_text, f" is only for --format text; {layout} has {has}, and no colours."
    yield layout == "parquet" and options.output is None, ["--format"], " needs --output FILE; - is standard output."
    yield layout == "parquet", ["--line-buffered"], f"{beside} --format parquet."
    above = f"{beside} --group always, which writes the location above the links."
    yield options.group == "always", ["--no-location", "--null"], above
    has_rows = options.explain or options.hazards or layout != "text"
    yield has_rows, ["--null"], " is only for --format text with one line for each link."
    yield layout in ("text", "edges"), ["--fields"], " is only for --format csv, parquet or jsonl."
    instead = f"{beside} --template, which says what a line has."
    yield options.template is not None, [*OF_LINES, "--group always", "--color always"], instead
    yield from _wrong_fields(options)
    yield layout == "edges", ["--hazards", "--defang"], f"{beside} --format edges."
    yield layout != "edges", ["--hosts"], " is only for --format edges."
    yield options.hosts, ["--unique", "--line-buffered"], f"{beside} --hosts, which counts all links."
    written = [*OF_LINES, "--template", "--group always"]
    yield options.counted, [*written, "--files-with-matches"], f"{beside} --count."
    yield options.files, [*written, "--unique-in"], f"{beside} --files-with-matches."
    yield options.line_buffered, ["--unique-in"], f"{beside} --line-buffered, which writes each link at once."


def _wrong_fields(options: OutputOptions) -> Iterator[Refusal]:
    """Unknown names in `--fields`, and wrong templates."""
    if not options.fields and options.template is None:
        return
    from linksift.cli.formats.field_formats import ALL, fields_in, unknown_field

    fault = unknown_field(options.fields, (*ALL, "all"))
    yield bool(fault), ["--fields"], f": {fault}"
    try:
        named = options.fields or fields_in(options.template or "")
    except ValueError as error:
        yield True, ["--template"], f": {error}{'' if str(error).endswith('?') else '.'}"
    else:
        lacks_count = not (options.counts_uris or {"count", "+count"}.isdisjoint(named))
        yield lacks_count, ["--fields", "--template"], ": count needs --unique-in input or --unique-in message."


def link_writers(options: OutputOptions, output: BinaryIO) -> tuple[Render, WriteListing, bool]:
    """The function that writes links, the one that writes the whole output for all links, and whether this one needs
    the output for each link singly.

    Links are listed below a line with their input and message either always or only on a terminal.
    """
    colours, escape, end = palette(options.color, output), path_escaper(output), b"\0" if options.null else b"\n"
    render: Render = render_nothing
    write: WriteListing = outputs
    in_groups = options.group == "always" or (options.group == "auto" and output.isatty())
    if options.counted:
        write = partial(counts, named=options.named, colours=colours, end=end, escape=escape)
    elif options.files:
        write = partial(names, colours=colours, end=end, escape=escape)
    elif options.layout != "text" or options.template is not None:
        render_one, write = _in_format(options)
        render = partial(render_each, render=render_one)
    elif in_groups and options.named and not (options.no_location or options.null):
        render, write = _in_text(options, "in group", colours, visible), grouped
    else:
        located: text.Located = "in line" if options.named and not options.no_location else "nowhere"
        render = _in_text(options, located, colours, escape)
    singly = options.unique or options.null or write is grouped
    if options.null and write is outputs:
        write = partial(whole, nul_terminated)
    return render, (lambda found: write(first_of_each_uri(found))) if options.unique else write, singly


def render_nothing(links: Sequence[LinkInContext]) -> list[bytes]:
    """Return no output, for links that are only counted."""
    return [b""] * len(links)


def _in_text(options: OutputOptions, located: text.Located, colours: Palette, escape: Escaper) -> Render:
    style = text.LineStyle(located, colours, escape, defang if options.defang else str, options.hazards)
    if options.explain:
        return partial(render_each, render=text.explained_link, style=style)
    if options.hazards:
        return partial(render_each, render=text.link_line, style=style)
    return partial(text.link_lines, style=style)


def _in_format(options: OutputOptions) -> tuple[Callable[..., bytes], WriteListing]:
    """The functions for a template, and for every format but text. Raises click.UsageError if pyarrow is missing."""
    if options.layout == "jsonl" and not options.fields:
        from linksift.cli.formats import jsonl

        render = partial(jsonl.link_line, with_hazards=options.hazards, with_defanged=options.defang)
        return render, outputs
    from linksift.cli.formats import field_formats

    if options.template is not None:
        fields = field_formats.fields_in(options.template)
        return partial(field_formats.template_line, template=options.template, fields=fields), outputs
    if options.hosts:
        return field_formats.host_edge_line, partial(whole, field_formats.host_counts)
    if options.layout == "edges":
        return field_formats.edge_line, partial(outputs_after, field_formats.EDGES_HEADER)
    default = field_formats.PARQUET if options.layout == "parquet" else field_formats.CSV
    columns = field_formats.chosen_fields(options.fields, default, options.hazards, options.defang)
    if options.layout == "jsonl":
        return partial(field_formats.json_line_of_fields, columns=columns), outputs
    if options.layout == "csv":
        write = partial(outputs_after, field_formats.BYTE_ORDER_MARK + field_formats.csv_row(columns))
        return partial(field_formats.csv_link_row, columns=columns), write
    try:
        from linksift.cli.formats import parquet_rows
    except ImportError as error:
        raise click.UsageError("--format parquet needs pyarrow: pip install 'linksift[arrow]'") from error
    write_file = partial(parquet_rows.file_of, columns=columns)
    return partial(parquet_rows.link_row, columns=columns), partial(whole, write_file)


# ---- The listing of all links ----------------------------------------------------------------------------------------


def grouped(found: Iterable[TaskLinks]) -> Iterator[bytes]:
    r"""The output for each link, preceded by the line of its group, which only the first link of a group keeps.

    >>> from linksift.cli.running.find_task import RenderedLinks, Task
    >>> links = RenderedLinks(2, (b"a.txt\n1:1:http://a.example\n", b"a.txt\n2:1:http://b.example\n"))
    >>> b"".join(grouped([(Task(0, "a.txt"), links)]))
    b'a.txt\n1:1:http://a.example\n2:1:http://b.example\n'
    """
    before = None
    for output in outputs(found):
        group, _, lines = output.partition(b"\n")
        if group != before:
            yield group + b"\n" if before is None else b"\n" + group + b"\n"
            before = group
        yield lines


def outputs_after(header: bytes, found: Iterable[TaskLinks]) -> Iterator[bytes]:
    """A header, followed by the outputs of all links."""
    return chain([header], outputs(found))


def nul_terminated(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The output for each link, with NUL in place of the line ending."""
    return (line.removesuffix(b"\n") + b"\0" for line in lines)


def counts(found: Iterable[TaskLinks], named: bool, colours: Palette, end: bytes, escape: Escaper) -> Iterator[bytes]:
    """`name:count` for each input with links or, if inputs are not named, only the total count, even if it is 0."""
    if not named:
        yield b"%d%b" % (sum(links.links for _, links in found), end)
        return
    for name, inside in _by_input(found, colours, escape):
        yield name + b":%d%b" % (sum(links.links for _, links in inside), end)


def names(found: Iterable[TaskLinks], colours: Palette, end: bytes, escape: Escaper) -> Iterator[bytes]:
    """The name of each input with links."""
    return (name + end for name, _ in _by_input(found, colours, escape))


def _by_input(
    found: Iterable[TaskLinks], colours: Palette, escape: Escaper
) -> Iterator[tuple[bytes, Iterator[TaskLinks]]]:
    """The name of each input with links, and its links."""
    for (_, path), inside in groupby(found, key=lambda listed: listed[0][:2]):
        yield os.fsencode(f"{colours.name}{escape(display_name(path))}{colours.end}"), inside
