"""`linksift find`: documents in, the links in them out."""

from functools import partial
from typing import Any

import click

from linksift.cli.inputs import octets, tasks
from linksift.cli.layout import Asked, check, rendering, unsaid, writing
from linksift.cli.options import finder_with, finding_options, names, uri, usual_jobs
from linksift.cli.output import TROUBLE, leaving_what_was_found, standard_output
from linksift.cli.run import run
from linksift.cli.source import STANDARD_INPUT
from linksift.cli.work import Job
from linksift.documents import MEBI, Limits, ReadOptions, WalkOptions

FOUND, NOTHING_FOUND = 0, 1

EPILOG = """\b
Examples:
  linksift find mail.txt                    file:line:column:uri for each match
  linksift find --explain rfc.txt           ... with its lines, and every change
  linksift find --hazards mail.txt          ... with what it could deceive with
  linksift find ~/Mail report.pdf docs/     mail, documents, whole folders
  git log | linksift find --unique          each URI of a pipe once
  linksift find --schemes https,ftp *.txt   these schemes only
  linksift find --format jsonl mail.txt | jq -r .reference.host
  linksift find --report links.html ~/Mail  a page to look at in a browser

\b
Exit status: 0 when something was found, 1 when nothing was, 2 when something
went wrong (a file that is missing, an option that makes no sense).
"""


@click.command(epilog=EPILOG)
@click.argument("inputs", metavar="[PATH|-]...", nargs=-1)
@click.option(
    "--format",
    "layout",
    type=click.Choice(["text", "jsonl", "csv"]),
    default="text",
    show_default=True,
    help="A line of text, a JSON object or a row for spreadsheets for each match.",
)
@click.option(
    "--report",
    metavar="FILE|-",
    help="In place of the links, write a page for browsers: each link in its context, its hazards, hosts, filters.",
)
@click.option(
    "--explain",
    is_flag=True,
    help="Under each match its lines, what was dropped, joined or re-encoded and why, and its other readings.",
)
@click.option(
    "--hazards",
    is_flag=True,
    help="Under each match, or in its JSON object, what it could deceive or harm with, and where that is warned of.",
)
@click.option("--unique", is_flag=True, help="Each URI once, where it first appears in all the inputs.")
@click.option("--count", "-c", "counted", is_flag=True, help="How many links each input has, in place of the links.")
@click.option("--files-with-matches", "-l", "files", is_flag=True, help="Only the names of the inputs with links.")
@click.option("--null", "-0", is_flag=True, help="A NUL byte in place of each line end of the output, for xargs -0.")
@click.option(
    "--kinds",
    callback=names,
    metavar="KIND,...",
    help="What to find: uri, suffix (www. and ftp. names), email, domain, and stated (links that a document states: "
    "href, annotations, headers). Default: all but domain.",
)
@finding_options
@click.option(
    "--base",
    callback=uri,
    metavar="URI",
    help="What relative references are resolved against: the URI that a document came by; of a folder, that it lay at.",
)
@click.option("--no-code", is_flag=True, help="Leave out the code in Markdown.")
@click.option("--hidden", is_flag=True, help="Look into hidden files and folders too.")
@click.option("--no-ignore", is_flag=True, help="Do not heed .gitignore and .ignore files.")
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many processes read at a time. Default: as many as there are processors.",
)
@click.option(
    "--max-size",
    type=click.IntRange(min=1),
    metavar="MIB",
    default=Limits().size // MEBI,
    show_default=True,
    help="How many MiB are read of a file that has to be read whole, and unpacked of one that is packed.",
)
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
    base: str | None,
    no_code: bool,
    hidden: bool,
    no_ignore: bool,
    jobs: int | None,
    max_size: int,
    kinds: frozenset[str] | None,
    **options: Any,
) -> None:
    """Find the links in files, folders or standard input.

    Standard input is read without a PATH, and where a PATH is -. Read are mail (messages, mailboxes, Maildirs), HTML,
    Markdown, PDF, DOCX, XLSX, ODT and plain text, packed with gzip, bzip2 or xz or not. A URI is found whole, out of
    prose, quotes and angle brackets, where line breaks, indentation and the "> " of a quoted mail are taken out of
    it, as RFC 3986 Appendix C says. In folders, hidden files, binary files and what ignore files name are left out.
    """
    inputs = inputs or (STANDARD_INPUT,)
    given = {name: options.pop(name) for name in Asked._fields if name in options}
    asked = Asked(named=inputs != (STANDARD_INPUT,), **given)
    check(asked)
    way = ReadOptions(limits=Limits(size=max_size * MEBI), skip_code=no_code)
    finder = finder_with(kinds=kinds, **options)
    leave_out = WalkOptions(skip_hidden=not hidden, skip_ignored=not no_ignore)
    total = partial(octets, inputs, leave_out)
    job = Job(finder, way, kinds, unsaid, first=asked.files and not asked.unique)
    all_tasks, jobs = tasks(inputs, leave_out, base), jobs or usual_jobs()
    with leaving_what_was_found():
        if asked.report is not None:
            from linksift.cli.report import reported  # for those who ask

            went = reported(asked.report, all_tasks, job, jobs, asked.unique, total)
        else:
            with standard_output() as output:
                job = job._replace(render=rendering(asked, output))
                went = run(all_tasks, job, jobs, writing(asked, output), output, total)
    context.exit(TROUBLE if went.trouble else FOUND if went.found else NOTHING_FOUND)
