"""`linksift find`: finds the links in files, folders and standard input."""

import sys
from functools import partial
from typing import Any, get_args

import click

from linksift.cli.choose_writers import OutputOptions, check_options, link_writers, render_nothing
from linksift.cli.options.grouped_command import GroupedCommand, flag, option_group
from linksift.cli.options.parameter_types import ColumnName, Names, OneOf, PathName
from linksift.cli.options.shared_options import (
    STATED,
    WHAT_TO_FIND,
    color_option,
    compressible,
    finder_from_options,
    finding_options,
    format_by_suffix,
    output_option,
    reading_options,
    uri_option,
)
from linksift.cli.running.find_task import Job, UniqueIn
from linksift.cli.running.run_tasks import run_tasks, tasks_from, total_size, without_outputs
from linksift.cli.streams.terminal_text import STANDARD_INPUT
from linksift.cli.streams.write_outputs import TROUBLE, complain, ending_by_signal, output_to, refuse_input_as_output
from linksift.documents import Columns, OpenedBy, ReadOptions, WalkOptions, formats_in_words
from linksift.finding import Kind, may_search_stretches

FOUND, NOTHING_FOUND = 0, 1
NAMED_BY_SUFFIX = ("jsonl", "csv", "parquet")


def field_names(context: click.Context, option: click.Parameter, value: str | None) -> tuple[str, ...]:
    """The comma-separated names of fields, in order, without empty ones: "uri,line" becomes `("uri", "line")`."""
    return tuple(filter(None, map(str.strip, (value or "").split(","))))


@click.command(cls=GroupedCommand)
@click.argument("inputs", metavar="[PATH|-]...", nargs=-1, type=PathName())
@option_group(
    WHAT_TO_FIND,
    click.option(
        "--kinds",
        type=Names("kind", *get_args(Kind), STATED),
        help="What to find: uri, suffix (www. and ftp. names), email, domain, ip (IP addresses, and localhost with a "
        "port or path), and stated (explicit links in a document: href, annotations, header fields). Default: all "
        "except domain and ip, or those of the profile.",
    ),
    click.option(
        "--opened-by",
        type=OneOf(get_args(OpenedBy)),
        help="Find only links that people click (a href, forms, annotations, links in text), or only those that are "
        "loaded with the document (img src, style, cid:). Default: both.",
    ),
)
@finding_options
@option_group(
    "Reading files and folders",
    click.option(
        "--base",
        callback=uri_option,
        metavar="URI",
        help="The URI that the document or folder came from, against which relative references are resolved.",
    ),
    click.option(
        "--column",
        "columns",
        type=ColumnName(),
        multiple=True,
        help="Search only this column of tables (Parquet, CSV, TSV, JSON records). Can be repeated.",
    ),
    click.option("--id", "id_column", type=ColumnName(), help="The column of tables whose values identify the rows."),
)
@reading_options
@option_group(
    "What to show",
    flag(
        "--explain",
        help="For each link, show its lines, what was dropped, joined or re-encoded and why, and the alternatives.",
    ),
    flag("--hazards", help="For each link, show how it could deceive or harm someone, and the source of each warning."),
    flag("--no-location", help="Show only URIs, without their locations, as input for other commands."),
    click.option(
        "--group",
        type=OneOf(["auto", "always", "never"]),
        default="auto",
        help="Write the name of a file or message only once, above its links; auto: only on a terminal.",
    ),
    flag("--unique", help="List each URI only once across all inputs, where it first appears."),
    click.option(
        "--unique-in",
        type=OneOf(get_args(UniqueIn)),
        help="List each URI once per input, or once per message; JSON, CSV and Parquet state how often it occurs "
        "(count).",
    ),
    flag("--count", "-c", "counted", help="Only count the links in each input."),
    flag("--files-with-matches", "-l", "files", help="Only list the inputs that contain links."),
)
@option_group(
    "Output",
    click.option(
        "--format",
        "layout",
        type=OneOf(["text", *NAMED_BY_SUFFIX, "edges"]),
        help="For each link, write a line of text, a JSON object, a row for spreadsheets, a row in a Parquet file, or "
        "an edge of a link graph (source, target and text, separated by tabs). Default: what the suffix of --output "
        "names (.jsonl, .csv or .parquet), otherwise text.",
    ),
    click.option(
        "--fields",
        metavar="NAME,...",
        callback=field_names,
        help="With --format csv, parquet or jsonl: write only these fields of each link (linksift help command lists "
        "them). +NAME adds a field to the default ones, and all means every field.",
    ),
    click.option(
        "--template",
        help="For each link, write this text, in which the fields of --fields are in braces: '{host}\\t{uri}'.",
    ),
    flag("--hosts", help="With --format edges: write the number of links from each host to every other host."),
    click.option(
        "--report",
        type=PathName(),
        callback=compressible,
        help="Instead of listing links, write a web page that shows each link in context, with hazards and filters.",
    ),
    click.option(
        "--report-links",
        type=OneOf(["defanged", "live"]),
        help="With --report: write URIs as text that nobody can click (the default), or as links unless they have a "
        "hazard.",
    ),
    flag(
        "--defang",
        help="Write URIs in a form that no program turns into a link: hxxps[://]a[.]example. JSON, CSV and Parquet "
        "keep the URI, and add this form as the field defanged.",
    ),
    output_option,
    flag(
        "--line-buffered",
        help="Write each link immediately, and read standard input as plain text, line by line. Joins URIs only in "
        "angle brackets and quotes (--rejoin enclosed), or never.",
    ),
    flag("--null", "-0", help="End each line of the output with a NUL byte, for xargs -0."),
    color_option,
)
def find(
    inputs: tuple[str, ...],
    base: str | None,
    columns: tuple[str, ...],
    id_column: str | None,
    read_options: ReadOptions,
    walk_options: WalkOptions,
    jobs: int,
    kinds: frozenset[str] | None,
    opened_by: OpenedBy | None,
    unique_in: UniqueIn | None,
    **options: Any,
) -> int:
    """Find the links in files, folders or standard input.

    Reads standard input if there is no PATH or a PATH is -. URIs that are broken across lines are joined, without the
    indentation and the "> " of quoted mail, as RFC 3986, Appendix C, describes. In folders, hidden files and files that
    a .gitignore or .ignore excludes are skipped. A message gives the number of files that were not read because they
    are binary or encrypted.

    Reads {formats}.

    Examples:
      linksift find mail.txt                   # file:line:column:uri of each link
      linksift find --explain rfc.txt          # with lines and every change
      linksift find --hazards mail.txt         # with signs of deception
      linksift find ~/Mail report.pdf docs/    # mail, documents, whole folders
      git log | linksift find --unique         # each URI in a pipe once
      linksift find --no-location ~/Mail | linksift unwrap   # only URIs
      tail -f log | linksift find --line-buffered       # links as they arrive
      linksift find --schemes https,ftp *.txt           # only these schemes
      linksift find --format jsonl mail.txt | jq -r .reference.host
      linksift find t.parquet --column body --id id     # one column of a table
      linksift find --format edges --hosts crawl.warc.gz    # a graph of hosts
      linksift find --template '{host}\\t{uri}' mail.txt     # your own lines
      linksift find --report links.html ~/Mail          # a page for the browser
      linksift find --password infected a.zip           # an encrypted archive

    Exit status: 0 if a link was found, 1 if none was, 2 after an error (such as
    a missing file or an invalid option).
    """
    inputs = inputs or (STANDARD_INPUT,)
    given = {name: options.pop(name) for name in OutputOptions._fields if name in options}
    if given["layout"] is None:
        options_of_lines = [given[name] for name in ("counted", "files", "explain", "null", "report")]
        is_text = any(options_of_lines) or given["template"] is not None or given["color"] == "always"
        given["layout"] = "text" if is_text else format_by_suffix(given["output"], NAMED_BY_SUFFIX)
    named = inputs != (STANDARD_INPUT,)
    output_options = OutputOptions(**given, named=named, counts_uris=unique_in is not None)
    check_options(output_options)
    refuse_input_as_output(inputs, output_options.report or output_options.output)
    if output_options.line_buffered:
        if options["rejoin"] in ("auto", "columns"):
            raise click.UsageError(
                f"--line-buffered cannot be combined with --rejoin {options['rejoin']}, which waits for later lines."
            )
        options["rejoin"] = options["rejoin"] or "enclosed"
    read_options = read_options._replace(as_it_comes=output_options.line_buffered, columns=Columns(columns, id_column))
    finder = finder_from_options(kinds=kinds, **options)
    total = partial(total_size, inputs, walk_options)
    wanted = None if kinds is None else kinds.union(matcher.name for matcher in finder.matchers)
    job = Job(
        finder,
        read_options,
        wanted,
        render_nothing,
        opened_by=opened_by,
        unique_in=unique_in,
        stop_after_first=output_options.files and not output_options.unique,
        counts_left_out=kinds is None,
    )
    counts_uris = unique_in is not None or output_options.report is not None
    divides_texts = jobs > 1 and may_search_stretches(finder) and not (read_options.columns.all or counts_uris)
    all_tasks = tasks_from(inputs, walk_options, base, unique_in != "input", divides_texts)
    with ending_by_signal():
        if output_options.report is not None:
            from linksift.cli.report.write_report import write_report  # imported only if requested

            all_tasks = without_outputs(all_tasks, output_options.report, sys.stdout)
            live = output_options.report_links == "live"
            run = write_report(output_options.report, all_tasks, job, jobs, output_options.unique, total, live)
        else:
            with output_to(output_options.output) as output:
                all_tasks = without_outputs(all_tasks, output_options.output, output)
                render, write, singly = link_writers(output_options, output)
                job = job._replace(render=render, listed_singly=singly)
                run = run_tasks(all_tasks, job, jobs, write, output, total, flushed=output_options.line_buffered)
    base_message = run.base_message() if kinds is None or STATED in kinds else ""
    messages = [run.unread_message(), base_message, run.left_out.message()]
    if not (run.found or run.trouble or any(messages)) and sys.stderr is not None and sys.stderr.isatty():
        messages.append("no link was found; --kinds and --schemes say what is looked for")
    for message in filter(None, messages):
        complain(message)
    return TROUBLE if run.trouble else FOUND if run.found else NOTHING_FOUND


find.help = (find.help or "").replace("{formats}", formats_in_words())
