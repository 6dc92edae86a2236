"""The figures of the page: counts links, hosts, documents and messages."""

from collections import Counter
from dataclasses import dataclass, field

from linksift.cli.report.link_entry import LinkEntry


@dataclass(slots=True)
class Document:
    """An input with links: its number among the inputs, its path (None for standard input), and its counts."""

    number: int
    path: str | None
    links: int = 0
    warned: int = 0
    listed: int = 0
    size: int = 0
    """The size of its entries on the page, in bytes."""


@dataclass(slots=True)
class Totals:
    """The counts of all links so far."""

    inputs: int = 0
    links: int = 0
    warned: int = 0
    joined: int = 0
    changed: int = 0
    listed: int = 0
    in_lines: int = 0
    messages: int = 0
    shown_messages: list[str] = field(default_factory=list)
    interrupted: bool = False
    kinds: Counter[str] = field(default_factory=Counter)
    hosts: Counter[str] = field(default_factory=Counter)
    warned_hosts: Counter[str] = field(default_factory=Counter)
    documents: list[Document] = field(default_factory=list)

    def add(self, number: int, path: str | None, entry: LinkEntry) -> Document:
        """Count a link, and return the document that it is in."""
        if not self.documents or self.documents[-1].number != number:
            self.documents.append(Document(number, path))
        document = self.documents[-1]
        document.links += 1
        document.warned += entry.warned
        self.links += 1
        self.warned += entry.warned
        self.joined += entry.joined
        self.changed += entry.changed
        self.kinds[entry.kind] += 1
        self.hosts[entry.host] += 1
        self.warned_hosts[entry.host] += entry.warned
        return document
