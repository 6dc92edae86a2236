"""The page: one file, which asks nobody for anything and runs nothing but its own script.

Here belongs the frame around the entries, from the first tag to the last. Every string from outside goes through
`shown`; none goes into the script or the style sheet, whose hashes are all that the page allows itself.
"""

import base64
import hashlib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from linksift.cli.report.entry import Entry
from linksift.cli.report.html import shown
from linksift.cli.report.totals import Document, Totals
from linksift.cli.source import STANDARD_INPUT, name_of

MOST_ROWS = 1_000
"""So many rows a table has."""

SECTION_END = "</ol></section>\n"


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
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n<meta name="color-scheme" content="light dark">\n'
        f"<title>{title(totals)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        '<a class="skip" href="#links">Skip to the links</a>\n'
        f"<header>\n<h1>{title(totals)}</h1>\n{figures(totals)}{notices(totals)}</header>\n"
        f"<main>\n{messages(totals)}{overview(totals)}"
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


def title(totals: Totals) -> str:
    """What the page is about."""
    names = [shown(called(document)) for document in totals.documents[:2]]
    more = len(totals.documents) - len(names)
    if not names:
        return "Links: none"
    return "Links in " + (", ".join(names) + f" and {more:,} more" if more else " and ".join(names))


def called(document: Document) -> str:
    """What people call a document."""
    return name_of(document.path or STANDARD_INPUT)


# ---- Figures ---------------------------------------------------------------------------------------------------------


def figures(totals: Totals) -> str:
    """The figures of the page."""
    documents = f"{len(totals.documents):,}" + ("" if len(totals.documents) == totals.inputs else f" of {totals.inputs:,}")
    rows = [
        (f"{totals.links:,}", "link", totals.links),
        (f"{len(totals.hosts):,}", "host", len(totals.hosts)),
        (documents, "document", totals.inputs),
        (f"{totals.joined:,}", "joined over lines", 0),
        (f"{totals.warned:,}", "with hazards", 0),
    ]
    if totals.messages:
        rows.append((f"{totals.messages:,}", "message", totals.messages))
    return '<dl class="figures">' + "".join(map(_figure, rows)) + "</dl>\n"


def _figure(row: tuple[str, str, int]) -> str:
    figure, word, number = row
    many = "s" if number != 1 and " " not in word else ""
    return f"<div><dt>{word}{many}</dt><dd>{figure}</dd></div>"


def notices(totals: Totals) -> str:
    """What is not on the page, said."""
    said = []
    if totals.interrupted:
        said.append("It was interrupted: only what had been read until then is here.")
    if totals.in_lines < totals.listed:
        said.append(f"The first {totals.in_lines:,} links are shown in their lines, the others without.")
    if totals.listed < totals.links:
        left_out = totals.links - totals.listed
        said.append(f"Counted, but not listed, are {left_out:,} more links; --format csv and jsonl have them all.")
    return "".join(f'<p class="notice">{sentence}</p>\n' for sentence in said)


def messages(totals: Totals) -> str:
    """What could not be read."""
    if not totals.messages:
        return ""
    items = "".join(f"<li>{shown(message)}</li>" for message in totals.told)
    more = totals.messages - len(totals.told)
    items += f"<li>{more:,} more messages are not shown.</li>" if more else ""
    return f'<section class="messages"><h2>Messages</h2><ul>{items}</ul></section>\n'


# ---- Tables ----------------------------------------------------------------------------------------------------------


def overview(totals: Totals) -> str:
    """The tables of hosts and of documents."""
    if not totals.links:
        return ""
    hosts = sorted(totals.hosts.items(), key=lambda item: (-item[1], item[0]))
    of_hosts = (
        _row(f'<span class="host">{shown(host)}</span>', count, totals.warned_hosts[host])
        for host, count in hosts[:MOST_ROWS]
    )
    of_documents = (
        _row(f'<a href="#d{place}">{shown(called(document))}</a>', document.links, document.warned)
        for place, document in enumerate(totals.documents[:MOST_ROWS], 1)
    )
    tables = _table("hosts", "Hosts", "Host", of_hosts, len(hosts))
    if len(totals.documents) > 1:
        tables += _table("list", "Documents", "Document", of_documents, len(totals.documents))
    return f'<div class="tables">\n{tables}</div>\n'


def _table(name: str, heading: str, first: str, rows: Iterable[str], number: int) -> str:
    left_out = f'<p class="cut">{number - MOST_ROWS:,} more are not shown.</p>' if number > MOST_ROWS else ""
    return (
        f'<section class="table"><h2 id="{name}-title">{heading} <span class="count">{number:,}</span></h2>\n'
        f'<div class="scroll" role="region" aria-labelledby="{name}-title" tabindex="0"><table id="{name}">\n'
        f'<thead><tr><th scope="col">{first}</th><th scope="col">Links</th><th scope="col">With hazards</th></tr></thead>\n'
        f"<tbody>{''.join(rows)}</tbody></table></div>{left_out}</section>\n"
    )


def _row(name: str, count: int, warned: int) -> str:
    hazards = f'<td class="warned">{warned:,}</td>' if warned else '<td class="none">0</td>'
    return f'<tr><th scope="row">{name}</th><td>{count:,}</td>{hazards}</tr>\n'


# ---- Filters ---------------------------------------------------------------------------------------------------------


def controls(totals: Totals) -> str:
    """What filters and sorts; the script shows it, since without the script it would do nothing."""
    kinds = "".join(
        f'<option value="{shown(kind)}">{shown(kind)} ({count:,})</option>' for kind, count in totals.kinds.most_common()
    )
    boxes = (
        ("warned", "With hazards", totals.warned),
        ("joined", "Joined over lines", totals.joined),
        ("changed", "Changed", totals.changed),
    )
    checks = "".join(
        f'<label class="check"><input type="checkbox" id="{name}"> {word} <span class="count">{count:,}</span></label>'
        for name, word, count in boxes
        if count
    )
    return (
        '<form id="controls" role="search" aria-label="Filter and sort the links" hidden>\n'
        '<label class="wide">Search <input type="search" id="search" autocomplete="off" spellcheck="false" '
        'placeholder="URI, host, document, text of the link"></label>\n'
        f'<label>Kind <select id="kind"><option value="">All kinds</option>{kinds}</select></label>\n'
        '<label>Host <select id="host"><option value="">All hosts</option></select></label>\n'
        '<label class="wide">Order <select id="order"><option value="">As in the documents</option><option value="uri">By URI</option>'
        '<option value="host">By host</option></select></label>\n'
        f'<div class="checks">{checks}<button type="reset">Show all</button>'
        '<output id="count" aria-live="polite"></output></div>\n</form>\n'
    )


# ---- Links -----------------------------------------------------------------------------------------------------------


def section(place: int, document: Document) -> str:
    """What stands before the entries of a document."""
    links = f"{document.links:,} link{'s' * (document.links != 1)}"
    if document.listed < document.links:
        links += f", {document.listed:,} listed"
    return (
        f'<section class="document" id="d{place}" aria-labelledby="t{place}">'
        f'<h3 id="t{place}"><span class="name">{shown(called(document))}</span> <span class="count">{links}</span></h3>\n'
        "<ol>"
    )


def item(number: int, entry: Entry, whole: bool) -> str:
    """An entry, with what it can be filtered by."""
    flags = "".join(
        f" data-{name}" for name in ("warned", "joined", "changed") if getattr(entry, name)
    )
    more, brief = (entry.more, "") if whole else ("", ' class="brief"')
    return f'<li id="l{number}"{brief} data-kind="{entry.kind}" data-host="{shown(entry.host)}"{flags}>{entry.html}{more}</li>\n'
