"""The page: one file, which asks nobody for anything and runs nothing but its own script.

Here belongs the frame around the entries, from the first tag to the last. Every string from outside goes through
`safe_html`; none goes into the script or the style sheet, whose hashes are all that the page allows itself.
"""

import base64
import hashlib
from functools import cache
from importlib.resources import files

from linksift.cli.report.link_entry import LinkEntry
from linksift.cli.report.overview import called, figures, messages, notices, tables, title
from linksift.cli.report.safe_html import safe_html
from linksift.cli.report.totals import Document, Totals

SECTION_END = "</ol></section>\n"

BEGIN = (
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    '<meta name="generator" content="linksift find --report">\n'
)
"""How every page begins, and no other file does."""


@cache
def data(name: str) -> str:
    """A file that lies beside this module."""
    return files("linksift.cli.report").joinpath(name).read_text(encoding="utf-8")


def allowed(text: str) -> str:
    """What a Content-Security-Policy calls a style sheet or a script, so that no other is taken for it."""
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
        f"<main>\n{messages(totals)}{tables(totals)}"
        '<section id="links" tabindex="-1" aria-labelledby="links-title">\n<h2 id="links-title">Links</h2>\n'
        f'{controls(totals)}<div id="documents">\n'
    )


def end(totals: Totals) -> str:
    """The page behind its last document."""
    nothing = "" if totals.links else '<p class="notice">No links were found.</p>\n'
    return (
        f"{nothing}</div>\n</section>\n</main>\n<footer>Made by linksift. What the page shows was not visited: that no "
        "hazard is named does not say that a link is safe. Passwords are not shown.</footer>\n"
        f"<script>{data('page.js')}</script>\n</body>\n</html>\n"
    )


# ---- Filters ---------------------------------------------------------------------------------------------------------


def controls(totals: Totals) -> str:
    """What filters and sorts; the script shows it, since without the script it would do nothing."""
    kinds = "".join(
        f'<option value="{safe_html(kind)}">{safe_html(kind)} ({count:,})</option>'
        for kind, count in totals.kinds.most_common()
    )
    return (
        '<form id="controls" role="search" aria-label="Filter and sort the links" hidden>\n'
        '<label class="wide">Search <input type="search" id="search" autocomplete="off" spellcheck="false" '
        'placeholder="URI, host, document, text of the link"></label>\n'
        f'<label>Kind <select id="kind"><option value="">All kinds</option>{kinds}</select></label>\n'
        '<label>Host <select id="host"><option value="">All hosts</option></select></label>\n'
        '<label class="wide">Order <select id="order"><option value="">As in the documents</option>'
        '<option value="uri">By URI</option><option value="host">By host</option></select></label>\n'
        f'<div class="checks">{checks(totals)}<button type="reset">Show all</button>'
        '<output id="count" aria-live="polite"></output></div>\n</form>\n'
    )


def checks(totals: Totals) -> str:
    """A box for each kind of links that can be shown alone, where there are some."""
    boxes = (
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
    """What stands before the entries of a document."""
    links = f"{document.links:,} link{'s' * (document.links != 1)}"
    if document.listed < document.links:
        links += f", {document.listed:,} listed"
    return (
        f'<section class="document" id="d{place}" aria-labelledby="t{place}">'
        f'<h3 id="t{place}"><span class="name">{safe_html(called(document))}</span> '
        f'<span class="count">{links}</span></h3>\n'
        "<ol>"
    )


def item(number: int, entry: LinkEntry, whole: bool) -> str:
    """An entry, with what it can be filtered by."""
    flags = "".join(f" data-{name}" for name in ("warned", "joined", "changed") if getattr(entry, name))
    more, brief = (entry.more, "") if whole else ("", ' class="brief"')
    data = f'data-kind="{entry.kind}" data-host="{safe_html(entry.host)}"{flags}'
    return f'<li id="l{number}"{brief} {data}>{entry.html}{more}</li>\n'
