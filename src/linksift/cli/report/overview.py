"""The HTML above the links: title, figures, notices of what is left out, messages, tables of hosts and documents."""

from collections.abc import Iterable

from linksift.cli.open_input import STANDARD_INPUT, display_name
from linksift.cli.report.safe_html import safe_html
from linksift.cli.report.totals import Document, Totals

MOST_ROWS = 1_000
"""The most rows of a table."""


def title(totals: Totals) -> str:
    """The title of the page."""
    names = [safe_html(called(document)) for document in totals.documents[:2]]
    more = len(totals.documents) - len(names)
    if not names:
        return "Links: none"
    return "Links in " + (", ".join(names) + f" and {more:,} more" if more else " and ".join(names))


def called(document: Document) -> str:
    """The name of a document."""
    return display_name(document.path or STANDARD_INPUT)


def figures(totals: Totals) -> str:
    """The figures of the page."""
    documents = f"{len(totals.documents):,}"
    if len(totals.documents) != totals.inputs:
        documents += f" of {totals.inputs:,}"
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
    """Sentences about what the page leaves out."""
    sentences = []
    if totals.interrupted:
        sentences.append("The search was interrupted, so the page has only the links found until then.")
    if totals.in_lines < totals.listed:
        sentences.append(f"Only the first {totals.in_lines:,} links are shown with their lines.")
    if totals.listed < totals.links:
        left_out = totals.links - totals.listed
        sentences.append(f"{left_out:,} more links are counted but not listed; --format csv and jsonl list all.")
    return "".join(f'<p class="notice">{sentence}</p>\n' for sentence in sentences)


def messages(totals: Totals) -> str:
    """The messages about what could not be read."""
    if not totals.messages:
        return ""
    items = "".join(f"<li>{safe_html(message)}</li>" for message in totals.shown_messages)
    more = totals.messages - len(totals.shown_messages)
    items += f"<li>{more:,} more messages are not shown.</li>" if more else ""
    return f'<section class="messages"><h2>Messages</h2><ul>{items}</ul></section>\n'


# ---- Tables ----------------------------------------------------------------------------------------------------------


def tables(totals: Totals) -> str:
    """The tables of hosts and of documents."""
    if not totals.links:
        return ""
    hosts = sorted(totals.hosts.items(), key=lambda item: (-item[1], item[0]))
    of_hosts = (
        _row(f'<span class="host">{safe_html(host)}</span>', count, totals.warned_hosts[host])
        for host, count in hosts[:MOST_ROWS]
    )
    of_documents = (
        _row(f'<a href="#d{place}">{safe_html(called(document))}</a>', document.links, document.warned)
        for place, document in enumerate(totals.documents[:MOST_ROWS], 1)
    )
    html = _table("hosts", "Hosts", "Host", of_hosts, len(hosts))
    if len(totals.documents) > 1:
        html += _table("list", "Documents", "Document", of_documents, len(totals.documents))
    return f'<div class="tables">\n{html}</div>\n'


def _table(name: str, heading: str, first: str, rows: Iterable[str], number: int) -> str:
    left_out = f'<p class="cut">{number - MOST_ROWS:,} more are not shown.</p>' if number > MOST_ROWS else ""
    return (
        f'<section class="table"><h2 id="{name}-title">{heading} <span class="count">{number:,}</span></h2>\n'
        f'<div class="scroll" role="region" aria-labelledby="{name}-title" tabindex="0"><table id="{name}">\n'
        f'<thead><tr><th scope="col">{first}</th><th scope="col">Links</th>'
        '<th scope="col">With hazards</th></tr></thead>\n'
        f"<tbody>{''.join(rows)}</tbody></table></div>{left_out}</section>\n"
    )


def _row(name: str, count: int, warned: int) -> str:
    hazards = f'<td class="warned">{warned:,}</td>' if warned else '<td class="none">0</td>'
    return f'<tr><th scope="row">{name}</th><td>{count:,}</td>{hazards}</tr>\n'
