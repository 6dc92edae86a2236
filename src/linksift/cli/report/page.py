"""The HTML of the page around the overview and the entries, from the first tag to the last.

`page.html` is its frame. The page is one file that loads nothing and runs only its own script. Every string from
outside passes through `safe_html`. No such string goes into the script or the style sheet, which the page's policy
allows by their hashes.
"""

import base64
import hashlib
from functools import cache
from importlib.resources import files
from string import Template

from linksift.cli.report.link_entry import LinkEntry
from linksift.cli.report.safe_html import safe_html
from linksift.cli.report.summary import figures, heading, messages, notices, sent, tables, title, unread, verdict
from linksift.cli.report.totals import Document, Totals

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


def begin(totals: Totals) -> str:
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
        figures=figures(totals),
        notices=notices(totals),
        messages=messages(totals),
        unread=unread(totals),
        tables=tables(totals),
        kinds="".join(kinds),
        deceptive_first='<option value="deceives">May deceive first</option>' if totals.deceptive else "",
        checks=checks(totals),
    )


def end(totals: Totals) -> str:
    """The page after its last document."""
    nothing = "" if totals.links else '<p class="notice">No links were found.</p>\n'
    return nothing + Template(data("page.html").partition("$documents")[2]).substitute(script=data("page.js"))


def checks(totals: Totals) -> str:
    """A checkbox for each property by which links can be filtered and that some link has."""
    boxes = (
        ("deceives", "May deceive", totals.deceptive),
        ("warned", "With hazards", totals.warned),
        ("joined", "Joined over lines", totals.joined),
        ("changed", "Changed", totals.changed),
    )
    return "".join(
        f'<label class="check"><input type="checkbox" id="{name}"> {word} <span class="count">{count:,}</span></label>'
        for name, word, count in boxes
        if count
    )


# ---- Links -----------------------------------------------------------------------------------------------------------


def section(place: int, document: Document) -> str:
    """The heading of a document, before its entries."""
    links = f"{document.links:,} link{'s' * (document.links != 1)}"
    if document.listed < document.links:
        links += f", {document.listed:,} listed"
    return (
        f'<section class="document" id="d{place}" aria-labelledby="t{place}">'
        f'<h3 id="t{place}">{heading(document)} <span class="count">{links}</span></h3>\n'
        f"{sent(document)}{verdict(document)}"
        "<ol>"
    )


def item(number: int, entry: LinkEntry, whole: bool) -> str:
    """An entry as a list item, with the data that the filters use."""
    flags = "".join(f" data-{name}" for name in ("warned", "deceives", "joined", "changed") if getattr(entry, name))
    more, brief = (entry.more, "") if whole else ("", ' class="brief"')
    data = f'data-kind="{entry.kind}" data-host="{safe_html(entry.host)}"{flags}'
    return f'<li id="l{number}"{brief} {data}>{entry.html}{more}</li>\n'
