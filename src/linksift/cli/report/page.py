"""The HTML of the page around the entries, from the first tag to the last: title, figures, notices, messages, tables.

`page.html` is its frame. The page is one file that loads nothing and runs only its own script. Every string from
outside passes through `safe_html`. No such string goes into the script or the style sheet, which the page's policy
allows by their hashes.
"""

import base64
import hashlib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from string import Template

from linksift.cli.report.link_entry import DECEIVES, Counts, Document, LinkEntry, Totals
from linksift.cli.report.source_html import safe_html
from linksift.cli.running.run_tasks import RunState
from linksift.cli.streams.terminal_text import display_name
from linksift.hazards import deceptions
from linksift.uri import hide_passwords

FEW = 10
"""The list of unread files is shown expanded if it has at most this many entries."""

MOST_ROWS = 1_000
"""The maximum number of rows in a table."""


def title(totals: Totals) -> str:
    """The title of the page."""
    inputs = list(dict.fromkeys(display_name(document.path) for document in totals.documents))
    names = list(map(safe_html, inputs[:2]))
    more = len(inputs) - len(names)
    if not names:
        return "Links: none"
    return "Links in " + (", ".join(names) + f" and {more:,} more" if more else " and ".join(names))


def heading(document: Document) -> str:
    """The name of a document, and the subject of the message in it, as HTML."""
    name, message = safe_html(display_name(document.path)), document.message
    if not any(message):
        return f'<span class="name">{name}</span>'
    file = f"{name}, message {message.message}" if message.message else name
    shown = safe_html(hide_passwords(message.subject)) if message.subject else "(no subject)"
    return f'<span class="name"><span class="subject">{shown}</span> <span class="file">{file}</span></span>'


def sent(document: Document) -> str:
    """The sender and date of a message as HTML, or "" for any other document.

    >>> from linksift.documents import Locator
    >>> sent(Document(0, "a.eml", Locator(sender="jo@a.example", date="2026-11-21T09:13:46+01:00")))
    '<span class="sent">from jo@a.example, 2026-11-21 09:13</span>'
    """
    sender, date = document.message.sender, document.message.date or ""
    day = " ".join(date.split("T", 1))[:16] if date[4:5] == "-" else date
    words = ", ".join(filter(None, (sender and f"from {sender}", day)))
    return f'<span class="sent">{safe_html(hide_passwords(words))}</span>' if words else ""


def verdict(document: Document) -> str:
    """The hazards of the links in a document or message, with those that deceive first, or "" if there are none."""
    listed = sorted(document.hazards.items(), key=lambda item: (item[0] not in deceptions(), -item[1], item[0]))
    items = "".join(f"<li{DECEIVES * (name in deceptions())}>{_counted(name, count)}</li>" for name, count in listed)
    return f'<ul class="verdict" aria-label="What its links may do">{items}</ul>' if items else ""


def _counted(hazard: str, count: int) -> str:
    """The name of a hazard in words, with the number of links that have it if there are several.

    >>> _counted("link_text_mismatch", 1), _counted("password", 2)
    ('link text mismatch', 'password × 2')
    """
    words = hazard.replace("_", " ")
    return words if count == 1 else f"{words} × {count:,}"


def figures(totals: Totals, run: RunState) -> str:
    """The figures at the top of the page."""
    counts, with_links = totals.counts, len({document.number for document in totals.documents})
    documents = f"{with_links:,}"
    if with_links != totals.inputs:
        documents += f" of {totals.inputs:,}"
    mails = sum(any(document.message) for document in totals.documents)
    rows = [
        (f"{counts['links']:,}", "link", counts["links"]),
        (f"{len(totals.hosts):,}", "host", len(totals.hosts)),
        (documents, "document", totals.inputs),
        *([(f"{mails:,}", "mail", mails)] if mails else ()),
        (f"{counts['joined']:,}", "joined over lines", 0),
        (f"{counts['warned']:,}", "with hazards", 0),
        (f"{counts['deceives']:,}", "may deceive", 0),
    ]
    if run.not_read:
        rows.append((f"{run.not_read:,} of {run.files:,}", "files not read", 0))
    if totals.messages:
        rows.append((f"{totals.messages:,}", "message", totals.messages))
    return '<dl class="figures">' + "".join(map(_figure, rows)) + "</dl>\n"


def _figure(row: tuple[str, str, int]) -> str:
    figure, word, number = row
    marked = ' class="deceives"' if word == "may deceive" and figure != "0" else ""
    many = "s" if number != 1 and " " not in word else ""
    return f"<div{marked}><dt>{word}{many}</dt><dd>{figure}</dd></div>"


def notices(totals: Totals) -> str:
    """Sentences about the links and files that the page leaves out."""
    sentences = []
    if totals.interrupted:
        sentences.append("The search was interrupted, so the page has only the links found until then.")
    if totals.in_lines < totals.listed:
        sentences.append(
            f"Only {totals.in_lines:,} links are shown with their lines: the first, and those that may deceive."
        )
    if totals.listed < totals.counts["links"]:
        left_out = totals.counts["links"] - totals.listed
        sentences.append(f"{left_out:,} more links are counted but not listed; --format csv and jsonl list all.")
    return "".join(f'<p class="notice">{sentence}</p>\n' for sentence in sentences)


def messages(totals: Totals) -> str:
    """The messages about inputs that could not be read."""
    if not totals.messages:
        return ""
    items = "".join(f"<li>{safe_html(message)}</li>" for message in totals.shown_messages)
    more = totals.messages - len(totals.shown_messages)
    items += f"<li>{more:,} more messages are not shown.</li>" if more else ""
    return f'<section class="messages"><h2>Messages</h2><ul>{items}</ul></section>\n'


def unread(run: RunState) -> str:
    """The files that were not read because of their formats."""
    if not run.unread:
        return ""
    items = "".join(f"<li>{safe_html(hide_passwords(': '.join(file)))}</li>" for file in run.unread)
    more = run.not_read - len(run.unread)
    items += f"<li>{more:,} more, of which messages tell or which are not shown.</li>" if more > 0 else ""
    opened = " open" * (len(run.unread) <= FEW)
    heading = f"<h2>Not read: {run.not_read:,} of {run.files:,} files</h2>"
    return f'<details class="messages"{opened}><summary>{heading}</summary><ul>{items}</ul></details>\n'


# ---- Tables ----------------------------------------------------------------------------------------------------------


def tables(totals: Totals) -> str:
    """The tables of hosts and of documents."""
    if not totals.counts["links"]:
        return ""
    hosts = sorted(totals.hosts.items(), key=lambda item: (-item[1]["deceives"], -item[1]["links"], item[0]))
    of_hosts = (_row(f'<span class="host">{safe_html(host)}</span>', counts) for host, counts in hosts[:MOST_ROWS])
    numbered = enumerate(totals.documents, 1)
    ranked = sorted(numbered, key=lambda item: (-item[1].counts["deceives"], -item[1].counts["warned"]))
    of_documents = (_document_row(place, document) for place, document in ranked[:MOST_ROWS])
    html = _table("hosts", "Hosts", "Host", of_hosts, len(hosts))
    if len(totals.documents) > 1:
        has_mail = any(any(document.message) for document in totals.documents)
        name, first = ("Mails and documents", "Mail or document") if has_mail else ("Documents", "Document")
        listed = _table("list", name, first, of_documents, len(totals.documents))
        html = listed.replace('"table"', '"table wide"', 1) + html if has_mail else html + listed
    return f'<div class="tables">\n{html}</div>\n'


def _document_row(place: int, document: Document) -> str:
    """The row of a document, whose heading is a link to its section, if the page has one."""
    name = f'<a href="#d{place}">{heading(document)}</a>' if document.listed else heading(document)
    return _row(f"{name}{sent(document)}{verdict(document)}", document.counts)


def _table(name: str, heading: str, first: str, rows: Iterable[str], number: int) -> str:
    left_out = f'<p class="cut">{number - MOST_ROWS:,} more are not shown.</p>' if number > MOST_ROWS else ""
    return (
        f'<section class="table"><h2 id="{name}-title">{heading} <span class="count">{number:,}</span></h2>\n'
        f'<div class="scroll" role="region" aria-labelledby="{name}-title" tabindex="0"><table id="{name}">\n'
        f'<thead><tr><th scope="col">{first}</th><th scope="col">Links</th>'
        '<th scope="col">With hazards</th><th scope="col">May deceive</th></tr></thead>\n'
        f"<tbody>{''.join(rows)}</tbody></table></div>{left_out}</section>\n"
    )


def _row(name: str, counts: Counts) -> str:
    cells = (
        f'<td class="{flag}">{counts[flag]:,}</td>' if counts[flag] else '<td class="none">0</td>'
        for flag in ("warned", "deceives")
    )
    return f'<tr><th scope="row">{name}</th><td>{counts["links"]:,}</td>{"".join(cells)}</tr>\n'


SECTION_END = "</ol></section>\n"


@cache
def data(name: str) -> str:
    """The text of a file next to this module."""
    return files("linksift.cli.report").joinpath(name).read_text(encoding="utf-8")


BEGIN = data("page.html").partition("<meta http-equiv")[0]
"""The beginning of every report, by which an earlier report is recognized."""


def allowed(text: str) -> str:
    """The source expression in a Content-Security-Policy that allows exactly this style sheet or script."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def begin(totals: Totals, run: RunState) -> str:
    """The page up to its first document. The script reveals the form for filtering and sorting, since the form does
    nothing without the script."""
    kinds = (
        f'<option value="{safe_html(kind)}">{safe_html(kind)} ({count:,})</option>'
        for kind, count in totals.kinds.most_common()
    )
    style, before = data("page.css"), data("page.html").partition("$documents")[0]
    return Template(before).substitute(
        style=style,
        style_source=allowed(style),
        script_source=allowed(data("page.js")),
        title=title(totals),
        figures=figures(totals, run),
        notices=notices(totals),
        messages=messages(totals),
        unread=unread(run),
        tables=tables(totals),
        kinds="".join(kinds),
        deceptive_first='<option value="deceives">May deceive first</option>' if totals.counts["deceives"] else "",
        checks=checks(totals),
    )


def end(totals: Totals) -> str:
    """The page after its last document."""
    nothing = "" if totals.counts["links"] else '<p class="notice">No links were found.</p>\n'
    return nothing + Template(data("page.html").partition("$documents")[2]).substitute(script=data("page.js"))


def checks(totals: Totals) -> str:
    """A checkbox for each property by which links can be filtered and that some link has."""
    boxes = {"deceives": "May deceive", "warned": "With hazards", "joined": "Joined over lines", "changed": "Changed"}
    return "".join(
        f'<label class="check"><input type="checkbox" id="{flag}"> {word} <span class="count">{count:,}</span></label>'
        for flag, word in boxes.items()
        if (count := totals.counts[flag])
    )


# ---- Links -----------------------------------------------------------------------------------------------------------


def section(place: int, document: Document) -> str:
    """The heading of a document, before its entries."""
    number = document.counts["links"]
    links = f"{number:,} link{'s' * (number != 1)}"
    if document.listed < number:
        links += f", {document.listed:,} listed"
    return (
        f'<section class="document" id="d{place}" aria-labelledby="t{place}">'
        f'<h3 id="t{place}">{heading(document)} <span class="count">{links}</span></h3>\n'
        f"{sent(document)}{verdict(document)}"
        "<ol>"
    )


def item(number: int, entry: LinkEntry, whole: bool) -> str:
    """An entry as a list item, with the data that the filters use."""
    flags = "".join(f" data-{flag}" for flag in entry.flags)
    more, brief = (entry.more, "") if whole else ("", ' class="brief"')
    data = f'data-kind="{entry.kind}" data-host="{safe_html(entry.host)}"{flags}'
    return f'<li id="l{number}"{brief} {data}>{entry.html}{more}</li>\n'
