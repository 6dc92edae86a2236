"""The figures on the page: counts of links, hosts, documents and messages."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from linksift.cli.report.link_entry import LinkEntry, MessageHead
from linksift.cli.running.find_task import UnreadFile


@dataclass(slots=True, kw_only=True)
class Counts:
    """The numbers of links, of links with hazards, and of links that may deceive."""

    links: int = 0
    warned: int = 0
    deceptive: int = 0

    def count(self, entry: LinkEntry) -> None:
        """Count a link."""
        self.links += 1
        self.warned += entry.warned
        self.deceptive += entry.deceives


@dataclass(slots=True)
class Document(Counts):
    """An input with links, or a message in such an input: the number of the input, its path (None for standard input),
    the data by which people identify the message, and its counts. `hazards` counts the links with each hazard."""

    number: int
    path: str | None
    message: MessageHead
    hazards: Counter[str] = field(default_factory=Counter)
    listed: int = 0
    size: int = 0
    """The size, in bytes, of the document's entries on the page."""


@dataclass(slots=True)
class Totals(Counts):
    """The counts of all links so far."""

    inputs: int = 0
    joined: int = 0
    changed: int = 0
    listed: int = 0
    in_lines: int = 0
    files: int = 0
    not_read: int = 0
    unread: list[UnreadFile] = field(default_factory=list)
    messages: int = 0
    shown_messages: list[str] = field(default_factory=list)
    interrupted: bool = False
    kinds: Counter[str] = field(default_factory=Counter)
    hosts: defaultdict[str, Counts] = field(default_factory=lambda: defaultdict(Counts))
    documents: list[Document] = field(default_factory=list)

    def add(self, number: int, path: str | None, entry: LinkEntry) -> Document:
        """Count a link, and return the document or message that contains it."""
        last = self.documents[-1] if self.documents else None
        if last is None or (last.number, last.message) != (number, entry.message):
            self.documents.append(Document(number, path, entry.message))
        document = self.documents[-1]
        for counts in (self, document, self.hosts[entry.host]):
            counts.count(entry)
        document.hazards.update(entry.hazards)
        self.joined += entry.joined
        self.changed += entry.changed
        self.kinds[entry.kind] += 1
        return document

    def summary(self) -> str:
        """The number of links, and how many of them may deceive.

        >>> Totals(links=5400, deceptive=26).summary(), Totals(links=1).summary()
        ('5,400 links, 26 may deceive', '1 link')
        """
        deceptive = f", {self.deceptive:,} may deceive" if self.deceptive else ""
        return f"{self.links:,} link{'s' * (self.links != 1)}{deceptive}"
