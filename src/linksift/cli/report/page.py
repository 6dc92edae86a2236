"""The HTML of the page around the overview and the entries, from the first tag to the last.

The page is one file that loads nothing and runs only its own script. Every string from outside passes through
`safe_html`. No such string goes into the script or the style sheet, which the page's policy allows by their hashes.
"""

import base64
import hashlib
from functools import cache
from importlib.resources import files

from linksift.cli.report.link_entry import LinkEntry
from linksift.cli.report.safe_html import safe_html
from linksift.cli.report.summary import figures, heading, messages, notices, sent, tables, title, unread, verdict
from linksift.cli.report.totals import Document, Totals

SECTION_END = "</ol></section>\n"

BEGIN = (
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    '<meta name="generator" content="linksift find --report">\n'
)
"""The beginning of every report, by which an earlier report is recognized."""


@cache
def data(name: str) -> str:
    """The text of a file next to this module."""
    return files("linksift.cli.report").joinpath(name).read_text(encoding="utf-8")


def allowed(text: str) -> str:
    """The source expression in a Content-Security-Policy that allows exactly this style sheet or script."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def begin(totals: Totals) -> str:
    """The page up to its first document."""
    style, script = data("page.css"), data("page.js")
    policy = (
        f"default-src 'none'; style-src {allowed(style)}; script-src {allowed(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    return (
        f'{BEGIN}<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n<meta name="color-scheme" content="light dark">\n'
        f"<title>{title(totals)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        '<a class="skip" href="#links">Skip to the links</a>\n'
        f"<header>\n<h1>{title(totals)}</h1>\n{figures(totals)}{notices(totals)}</header>\n"
        f"<main>\n{messages(totals)}{unread(totals)}{tables(totals)}"
        '<section id="links" tabindex="-1" aria-labelledby="links-title">\n<h2 id="links-title">Links</h2>\n'
        f'{controls(totals)}<div id="documents">\n'
    )


def end(totals: Totals) -> str:
    """The page after its last document."""
    nothing = "" if totals.links else '<p class="notice">No links were found.</p>\n'
    return (
        f"{nothing}</div>\n</section>\n</main>\n<footer>Made by linksift. No link was visited, and a link without a "
        "listed hazard is not necessarily safe. Passwords are not shown.</footer>\n"
        f"<script>{data('page.js')}</script>\n</body>\n</html>\n"
    )


# ---- Filters ---------------------------------------------------------------------------------------------------------


def controls(totals: Totals) -> str:
    """The form for filtering and sorting. The script reveals it, since the form does nothing without the script."""
    kinds = "".join(
        f'<option value="{safe_html(kind)}">{safe_html(kind)} ({count:,})</option>'
        for kind, count in totals.kinds.most_common()
    )
    deceptive_first = '<option value="deceives">May deceive first</option>' if totals.deceptive else ""
    return (
        '<form id="controls" role="search" aria-label="Filter and sort the links" hidden>\n'
        '<label class="wide">Search <input type="search" id="search" autocomplete="off" spellcheck="false" '
        'placeholder="URI, host, document, text of the link"></label>\n'
        f'<label>Kind <select id="kind"><option value="">All kinds</option>{kinds}</select></label>\n'
        '<label>Host <select id="host"><option value="">All hosts</option></select></label>\n'
        '<label class="wide">Order <select id="order"><option value="">As in the documents</option>'
        f"{deceptive_first}"
        '<option value="uri">By URI</option><option value="host">By host</option></select></label>\n'
        f'<div class="checks">{checks(totals)}<button type="reset">Show all</button>'
        '<output id="count" aria-live="polite"></output></div>\n</form>\n'
    )


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
