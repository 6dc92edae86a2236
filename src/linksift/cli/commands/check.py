"""`linksift check`: reports wrapped, invalid and deceptive links to people, editors and code hosts.

It also repairs the links in Markdown files, and either writes the files in place or shows the changes as a diff.
"""

import codecs
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import diff_bytes, unified_diff
from functools import partial
from io import BytesIO
from itertools import chain
from typing import Any, NamedTuple

import click

from linksift.checking import check_pieces, checking_finder, fixed, is_markdown, rules, selected_rules
from linksift.cli.formats.problem_formats import github_line, json_line_of, sarif_file, sarif_result, text_line
from linksift.cli.options.grouped_command import flag, option_group
from linksift.cli.options.parameter_types import Names, OneOf, PathName
from linksift.cli.options.project_settings import ProjectCommand
from linksift.cli.options.shared_options import color_option, format_by_suffix, output_option, reading_options
from linksift.cli.running.find_task import Job, Task, error_text, render_each
from linksift.cli.running.run_tasks import outputs, run_tasks, tasks_from, total_size, whole, without_outputs
from linksift.cli.streams.terminal_text import STANDARD_INPUT, input_message, palette, path_escaper, visible
from linksift.cli.streams.write_outputs import (
    TROUBLE,
    atomic_write,
    complain,
    ending_by_signal,
    output_to,
    refuse_input_as_output,
)
from linksift.documents import Account, NotText, ReadError, ReadOptions, WalkOptions, links_in_file

NO_LINE_END = b"\n\\ No newline at end of file\n"
"""Follows the last line of a file in a diff if that line has no line ending."""

_UNQUOTED = re.compile(rb'[\x00-\x1f\x7f"\\]')
"""The bytes that a quoted name in a diff contains as octal escapes."""


class FixedFile(NamedTuple):
    """A file whose links were repaired: its path, and its bytes before and after."""

    path: str
    before: bytes
    after: bytes

    def diff(self) -> bytes:
        r"""A unified diff, in the form that `patch` expects.

        >>> FixedFile("a.md", b"one", b"two").diff()
        b'--- a.md\n+++ a.md\n@@ -1 +1 @@\n-one\n\\ No newline at end of file\n+two\n\\ No newline at end of file\n'
        """
        name = name_in_diff(self.path)
        before, after = BytesIO(self.before).readlines(), BytesIO(self.after).readlines()
        shown = diff_bytes(unified_diff, before, after, name, name)
        return b"".join(line if line.endswith(b"\n") else line + NO_LINE_END for line in shown)


def name_in_diff(path: str) -> bytes:
    r"""The name of a file in a diff. Like `diff`, which `patch` and git can read, it quotes a name with white space,
    control characters, quotation marks or backslashes.

    >>> name_in_diff("a.md"), name_in_diff("a b\n.md")
    (b'a.md', b'"a b\\012.md"')
    """
    name = path.encode("utf-8", "surrogateescape")
    quoted = _UNQUOTED.sub(lambda found: b"\\%03o" % ord(found[0]), name)
    return b'"%b"' % quoted if quoted != name or b" " in name else name


def visible_lines(diff: bytes) -> bytes:
    r"""A diff for a terminal, with control and invisible characters as escapes and without carriage returns.

    >>> print(visible_lines(b"+a\x1b[31m\r\n").decode(), end="")
    +a\x1b[31m
    """
    lines = diff.decode("utf-8", "surrogateescape").split("\n")
    return "\n".join(visible(line.removesuffix("\r")) for line in lines).encode()


def fixed_files(
    tasks: Iterable[Task], options: ReadOptions, names: frozenset[str], on_fault: Callable[[str], object]
) -> Iterator[FixedFile]:
    """The tasks' Markdown files that change when the problems of these rules are repaired.

    `on_fault` is called with a message about each file that cannot be read.
    """
    for task in tasks:
        path = task.path or ""
        if task.fault is not None:
            on_fault(input_message(task.path, task.fault))
        elif is_markdown(path):
            try:
                yield from _fixed_file(path, options, names)
            except NotText:
                pass
            except (OSError, ReadError) as error:
                on_fault(input_message(path, error_text(error)))


def write_all(files: Iterable[FixedFile]) -> int:
    """Write the files and report their number. Return the exit status: 0, or TROUBLE if any could not be written."""
    written, status = 0, 0
    for path, _, after in files:
        try:
            with atomic_write(path) as file:
                file.write(after)
        except OSError as error:
            complain(input_message(path, error_text(error)))
            status = TROUBLE
        else:
            written += 1
    complain(f"repaired links in {written:,} file{'s' * (written != 1)}")
    return status


def _fixed_file(path: str, options: ReadOptions, names: frozenset[str]) -> Iterator[FixedFile]:
    """The file with its links repaired, unless nothing changes. Raises OSError and ReadError.

    Code is left alone. All other bytes are preserved, including line endings, a byte order mark, and bytes that are
    not UTF-8.
    """
    with open(path, "rb") as file:
        before = file.read(options.limits.size)
        rest = file.read()
    extract = partial(check_pieces, names=names)
    account = Account(options.limits, len(before))
    options = options._replace(skip_code=True)
    lists = links_in_file(
        BytesIO(before), path, None, checking_finder(), options, lambda problem: None, account, extract
    )
    mark = codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b""
    text = before.removeprefix(mark).decode("utf-8", "surrogateescape")
    after = mark + fixed(text, chain.from_iterable(lists)).encode("utf-8", "surrogateescape")
    if after != before:
        yield FixedFile(path, before + rest, after + rest)


# ---- The command -----------------------------------------------------------------------------------------------------

CLEAN, PROBLEMS = 0, 1

LAYOUTS: dict[str, Callable[..., bytes]] = {
    "text": text_line,
    "jsonl": json_line_of,
    "sarif": sarif_result,
    "github": github_line,
}
"""The values of `--format`, each with the function that writes a problem in that format."""

RULE_NAMES = ("all", *dict.fromkeys(rule.group for rule in rules()), *(rule.name for rule in rules()))
"""The values of `--select` and `--ignore`."""


@click.command(cls=ProjectCommand)
@click.argument("inputs", metavar="[PATH|-]...", nargs=-1, type=PathName())
@option_group(
    "Rules",
    click.option(
        "--select",
        type=Names("rule", *RULE_NAMES),
        help="Check only these rules or groups: wrapped, invalid, deceptive, risky, or all. Default: all except risky.",
    ),
    click.option("--ignore", type=Names("rule", *RULE_NAMES), help="Skip these rules or groups."),
)
@option_group(
    "Repairs",
    flag(
        "--fix",
        help="Repair Markdown links that contain a space (invalid.space) if the repair is certain, "
        "then check the files.",
    ),
    flag("--diff", help="Write what --fix would change as a diff, without changing or checking any file."),
)
@reading_options
@option_group(
    "Output",
    click.option(
        "--format",
        "layout",
        type=OneOf(LAYOUTS),
        help="For each problem, write a line of text, a JSON object or a GitHub command; or write a SARIF file. "
        "Default: what the suffix of --output names (.jsonl or .sarif), otherwise text.",
    ),
    output_option,
    color_option,
)
def check(
    inputs: tuple[str, ...],
    select: frozenset[str] | None,
    ignore: frozenset[str] | None,
    fix: bool,
    diff: bool,
    read_options: ReadOptions,
    walk_options: WalkOptions,
    jobs: int,
    layout: str | None,
    output: str | None,
    color: str,
) -> int:
    """Check files for links that are wrapped, invalid or deceptive.

    Reads the same files as find, and standard input if there is no PATH or a PATH is -. Nothing is fetched: whether a
    link still leads anywhere is not checked. Links with placeholders ({id}, %s, ...) are left alone. A line with the
    comment "linksift: ignore" is not checked, and one with "linksift: ignore[RULE]" is not checked by that rule. A
    project sets options in [tool.linksift] in its pyproject.toml. The page "checking" of linksift help lists the rules.

    Examples:
      linksift check docs/ notes.txt                       # files and folders
      linksift check --ignore invalid,deceptive docs/      # without some rules
      linksift check --select all mail.txt                 # risky links, too
      linksift check --exclude '*.min.js' --exclude tests/ docs/
      linksift check --diff docs/                          # what --fix would write
      linksift check --format sarif -o links.sarif docs/   # for code hosts

    Exit status: 0 if there is no problem, 1 if there is one, 2 after an error
    (such as a missing file or an invalid option).
    """
    inputs = inputs or (STANDARD_INPUT,)
    refuse_input_as_output(inputs, output)
    names = selected_rules(select, ignore or ())
    if not names:
        raise click.UsageError("--select and --ignore, or select and ignore in pyproject.toml, leave no rule to check.")
    layout = layout or ("text" if diff else format_by_suffix(output, ["jsonl", "sarif"]))
    refuse_without_effect(diff, layout, color)
    if fix or diff:
        if STANDARD_INPUT in inputs:
            raise click.UsageError("--fix and --diff repair files, not standard input: name files or folders.")
        faults: list[str] = []
        all_tasks = tasks_from(inputs, walk_options, None, split=False)
        repaired = fixed_files(all_tasks, read_options, names, faults.append)
        status = write_diff(repaired, faults, output) if diff else write_all(repaired)  # the check reports the faults
        if diff or status != CLEAN:
            return status
    is_sarif = layout == "sarif"
    write = partial(whole, sarif_file) if is_sarif else outputs
    with ending_by_signal(), output_to(output) as file:
        of_text: dict[str, Any] = {"colours": palette(color, file), "escape": path_escaper(file)}
        render = partial(render_each, render=LAYOUTS[layout], **(of_text if layout == "text" else {}))
        extract = partial(check_pieces, names=names)
        job = Job(checking_finder(), read_options, None, render, listed_singly=is_sarif, extract=extract)
        total = partial(total_size, inputs, walk_options)
        all_tasks = without_outputs(tasks_from(inputs, walk_options, None), output, file)
        run = run_tasks(all_tasks, job, jobs, write, file, total)
    if unread := run.unread_message():
        complain(unread)
    if layout == "github" or (layout == "text" and sys.stderr is not None and sys.stderr.isatty()):
        complain(summary(run.found, run.files))
    return TROUBLE if run.trouble else PROBLEMS if run.found else CLEAN


def refuse_without_effect(diff: bool, layout: str, color: str) -> None:
    """Raise click.UsageError for a format beside `--diff`, and for colours in a format that has none."""
    if diff and layout != "text":
        raise click.UsageError(f"--format {layout} cannot be combined with --diff, which writes a diff.")
    if color == "always" and (diff or layout != "text"):
        raise click.UsageError("--color always is only for --format text; a diff and other formats have no colours.")


def write_diff(repaired: Iterable[FixedFile], faults: Sequence[str], output: str | None) -> int:
    """Write a diff of all files that --fix would change, then the faults found on the way, and return the exit
    status."""
    status = CLEAN
    with ending_by_signal(), output_to(output) as file:
        for changed in repaired:
            file.write(visible_lines(changed.diff()) if file.isatty() else changed.diff())
            status = PROBLEMS
    for message in faults:
        complain(message)
    return TROUBLE if faults else status


def summary(problems: int, files: int) -> str:
    """The summary that is written at the end of a run.

    >>> summary(0, 12), summary(2, 1)
    ('no problem in 12 files', '2 problems in 1 file')
    """
    count = "no problem" if not problems else f"{problems:,} problem{'s' * (problems > 1)}"
    return f"{count} in {files:,} file{'s' * (files != 1)}"
