"""The entry for a link on the page: its HTML and the data that the page counts; and the counts of all links.

An entry is created in the process that finds the link, which may not be the one that writes the page.
"""

import pickle
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import quote

from linksift.cli.formats.location_and_hazards import hazards_of, locator_words, signs_of
from linksift.cli.report.source_html import HIDDEN, context_lines, dot_passwords, password_positions, safe_html
from linksift.cli.streams.terminal_text import quoted
from linksift.documents import LinkInContext, Location, Locator
from linksift.finding import Match, defang, was_defanged
from linksift.hazards import Hazard, deceptions
from linksift.linking import SAFE_SCHEMES
from linksift.notes import Note
from linksift.uri import hide_passwords

REL = "noreferrer noopener nofollow"
DECEIVES = ' class="deceives"'
MOST_IN_LINES = 10_000
"""The maximum number of links shown with their lines; in addition, the same number of links that may deceive can be
shown with theirs. Later links are shown without their lines, so that browsers can open the page."""

MOST_LINKS = 20_000
"""The maximum number of links on the page; in addition, the same number of links with hazards can be shown. Later links
are only counted, since a page of 100,000 links takes browsers half a minute, and nobody reads it."""

Counts = Counter[str]
"""The numbers of "links", and of links with each flag."""

LONGEST_LINK_TEXT = 300
"""The maximum number of characters of a link's text that are shown."""


class LinkEntry(NamedTuple):
    """A link: the data that the page counts, its HTML, and `more` HTML (lines, changes) that a very long page omits.

    `message` has only the fields that identify the message to people: its number, subject, sender and date. `hazards`
    contains the names of the link's hazards. `flags` are the properties by which the page filters links: "warned" (it
    has a hazard), "deceives" (a hazard concerns its destination), "joined" (over lines) and "changed".
    """

    host: str
    kind: str
    message: Locator
    hazards: list[str]
    flags: tuple[str, ...]
    html: str
    more: str


class EntryWriter:
    """Renders links for the page, as entries for another process. Those that the page cannot show have no HTML.

    The writer decides that from the links that it has rendered itself. On the page, at least as many precede a link,
    since each process runs its tasks in order. If the page lists each URI once (`unique`), only the first link to it
    counts, and the others have no entry.
    """

    def __init__(self, live: bool, unique: bool) -> None:
        self._live = live
        self._counts = Counts()
        self._uris: set[str] | None = set() if unique else None

    def __call__(self, links: Iterable[LinkInContext]) -> list[bytes]:
        return list(map(self._entry, links))

    def _entry(self, seen: LinkInContext) -> bytes:
        if self._uris is not None:
            if seen.uri in self._uris:
                return b""
            self._uris.add(seen.uri)
        return pickle.dumps(link_entry(seen, self._live, self._counts))


def shown_of(counts: Counts, flags: Iterable[str]) -> tuple[bool, bool]:
    """Whether the page lists a link with these flags, and whether with its lines, if it is the last that was counted.

    >>> shown_of(Counts(links=30_000, warned=5, deceives=5), ["warned", "deceives"]), shown_of(Counts(links=11_000), [])
    ((True, True), (True, False))
    """
    in_lines = counts["links"] <= MOST_IN_LINES or ("deceives" in flags and counts["deceives"] <= MOST_IN_LINES)
    is_listed = counts["links"] <= MOST_LINKS or ("warned" in flags and counts["warned"] <= MOST_LINKS)
    return is_listed, is_listed and in_lines


def link_entry(seen: LinkInContext, live: bool, counts: Counts | None = None) -> LinkEntry:
    """The entry for a link, whose URI can be clicked only if the page has `live` links. The link is added to `counts`,
    and has the HTML that the page shows of a link after as many."""
    match, at = seen.found.match, seen.found.location.locator
    warnings = hazards_of(seen.found)
    flags = _flags(match, warnings)
    counts = Counts() if counts is None else counts
    counts.update(("links", *flags))
    is_listed, in_lines = shown_of(counts, flags)
    shown = str if live else inert
    return LinkEntry(
        host=host_of(match),
        kind=match.kind,
        message=Locator(at.message, subject=at.subject, sender=at.sender, date=at.date),
        hazards=[hazard.name for hazard in warnings],
        flags=flags,
        html=_head(match, warnings, live) + shown(_brief(seen, warnings)) if is_listed else "",
        more=shown(context_lines(seen) + _notes(match)) if in_lines else "",
    )


def _flags(match: Match, warnings: list[Hazard]) -> tuple[str, ...]:
    """The properties of a link by which the page filters links."""
    flags = {
        "warned": bool(warnings),
        "deceives": any(hazard.name in deceptions() for hazard in warnings),
        "joined": "\n" in match.text,
        "changed": any(note.replacement is not None for note in match.notes),
    }
    return tuple(name for name, applies in flags.items() if applies)


def _brief(seen: LinkInContext, warnings: list[Hazard]) -> str:
    """What every listed link has below its URI."""
    return _details(seen) + _warnings(warnings) + _signs(signs_of(seen.found))


_LINKED_BY_PROGRAMS = re.compile(r"(?i)\bhttp(s?)://|\bwww\.(?=\S)")


def inert(html: str) -> str:
    """The HTML without text that programs would turn into links: schemes and `www.` are written as in `defang`.

    >>> inert("<mark>https://a.example/</mark> or www.b.example")
    '<mark>hxxps[://]a.example/</mark> or www[.]b.example'
    """
    return _LINKED_BY_PROGRAMS.sub(lambda found: "www[.]" if found[1] is None else f"hxxp{found[1]}[://]", html)


def host_of(match: Match) -> str:
    """The host in lowercase or, for a URI without a host, its scheme and the colon.

    >>> from linksift.finding import find
    >>> [host_of(match) for match in find("http://A.example/ mailto:joe@a.example")]
    ['a.example', 'mailto:']
    """
    return (match.host or f"{match.reference.scheme}:").lower()


def _head(match: Match, warnings: list[Hazard], live: bool) -> str:
    """The URI, defanged, since a click could cause an incident, and encoded for the script, so that nothing takes it
    for a link. If links are `live`, the URI is unchanged and is a link unless it has a hazard, an unsafe scheme or a
    password, or was defanged in the text."""
    uri = hide_passwords(match.uri)
    if not live:
        return f'<code class="uri" data-uri="{quote(uri, safe="")}">{safe_html(defang(uri))}</code>'
    scheme = match.uri.partition(":")[0].lower()
    if warnings or scheme not in SAFE_SCHEMES or uri != match.uri or was_defanged(match):
        return f'<code class="uri">{safe_html(uri)}</code>'
    return f'<a class="uri" href="{safe_html(uri)}" rel="{REL}">{safe_html(uri)}</a>'


def _details(seen: LinkInContext) -> str:
    """The location and kind of a link, how often it occurs in its message, its IRI, and its link text."""
    found, match = seen.found, seen.found.match
    kind = f"{match.kind} ({safe_html(found.location.stated_by)})" if found.location.stated_by else match.kind
    enclosure = f", enclosure: {match.enclosure}" if match.enclosure else ""
    times = f", {seen.times} times" if (seen.times or 1) > 1 else ""
    place = safe_html(dot_passwords(", ".join(location_in_words(found.location))))
    html = f'<p class="where"><span>{place}</span> <span>{kind}{enclosure}{times}</span></p>'
    if match.iri != match.uri:
        html += f'<p class="said">Reads <bdi>{safe_html(hide_passwords(match.iri))}</bdi></p>'
    if found.link_text is not None:
        text = " ".join(found.link_text.split())
        text = dot_passwords(text if len(text) <= LONGEST_LINK_TEXT else f"{text[:LONGEST_LINK_TEXT]}…")
        html += f'<p class="said">Shown as <q><bdi>{safe_html(text)}</bdi></q></p>' if text else ""
    return html


def location_in_words(location: Location) -> Iterator[str]:
    """The location of a link, in words.

    >>> from linksift.documents import Locator
    >>> list(location_in_words(Location("a.mbox", Locator(message=12, part="2"), None, 3, 7)))
    ['message 12', 'part 2', 'line 3, column 7']
    """
    yield from locator_words(location.locator, location.stated_by)
    if location.line is not None:
        yield f"line {location.line}, column {location.column}"


def _warnings(warnings: list[Hazard]) -> str:
    """The hazards; those that mislead people about where a link leads come first and are marked."""
    items = "".join(
        f"<li{DECEIVES * (name in deceptions())}><strong>{safe_html(name)}</strong> {safe_html(why)} "
        f"<cite>{safe_html(source)}</cite></li>"
        for name, why, source in sorted(warnings, key=lambda hazard: hazard.name not in deceptions())
    )
    return f'<ul class="hazards" aria-label="Hazards">{items}</ul>' if warnings else ""


def _signs(signs: list[Hazard]) -> str:
    """The signs that make a link worth a look, which rank one level below hazards."""
    items = "; ".join(f"{safe_html(sign.name)}: {safe_html(sign.why)}" for sign in signs)
    return f'<p class="said">Worth a look: {items}</p>' if items else ""


def _notes(match: Match) -> str:
    """The changes and alternatives, in an element that can be expanded."""
    notes, others = match.notes, match.alternatives
    if not notes and not others:
        return ""
    changes = sum(note.replacement is not None for note in notes)
    counted = ((changes, "change"), (len(notes) - changes, "remark"), (len(others), "other reading"))
    summary = ", ".join(f"{number} {word}{'s' * (number != 1)}" for number, word in counted if number)
    hidden = password_positions(match)
    items = "".join(_note(match, note, any(place in hidden for place in range(note.start, note.end))) for note in notes)
    items += "".join(f"<li>Or <code>{safe_html(hide_passwords(other.uri))}</code></li>" for other in others)
    return f"<details><summary>{summary}</summary><ul>{items}</ul></details>"


def _note(match: Match, note: Note, is_secret: bool) -> str:
    """A note: the piece, its replacement, the reason, and the rule."""
    piece = match.text[note.start - match.start : note.end - match.start]
    piece = HIDDEN if is_secret else dot_passwords(piece)
    replacement = HIDDEN if is_secret else dot_passwords(note.replacement or "")
    if note.replacement is None:
        done = f"<code>{safe_html(quoted(piece))}</code>: " if piece else ""
    elif not piece:
        done = f"<code>{safe_html(quoted(replacement))}</code> added: "
    else:
        end = f"became <code>{safe_html(quoted(replacement))}</code>" if replacement else "dropped"
        done = f"<code>{safe_html(quoted(piece))}</code> {end}: "
    return f"<li>{done}{safe_html(note.why)} <cite>{safe_html(note.rule)}</cite></li>"


# ---- Counts ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Document:
    """An input with links, or a message in such an input: the number of the input, its path (None for standard input),
    the data by which people identify the message, and its counts. `hazards` counts the links with each hazard."""

    number: int
    path: str | None
    message: Locator
    counts: Counts = field(default_factory=Counter)
    hazards: Counter[str] = field(default_factory=Counter)
    listed: int = 0
    size: int = 0
    """The size, in bytes, of the document's entries on the page."""


@dataclass(slots=True)
class Totals:
    """The counts of all links so far."""

    counts: Counts = field(default_factory=Counter)
    inputs: int = 0
    listed: int = 0
    in_lines: int = 0
    messages: int = 0
    shown_messages: list[str] = field(default_factory=list)
    interrupted: bool = False
    kinds: Counter[str] = field(default_factory=Counter)
    hosts: defaultdict[str, Counts] = field(default_factory=lambda: defaultdict(Counter))
    documents: list[Document] = field(default_factory=list)

    def add(self, number: int, path: str | None, entry: LinkEntry) -> Document:
        """Count a link, and return the document or message that contains it."""
        last = self.documents[-1] if self.documents else None
        if last is None or (last.number, last.message) != (number, entry.message):
            self.documents.append(Document(number, path, entry.message))
        document = self.documents[-1]
        for counts in (self.counts, document.counts, self.hosts[entry.host]):
            counts.update(("links", *entry.flags))
        document.hazards.update(entry.hazards)
        self.kinds[entry.kind] += 1
        return document

    def summary(self) -> str:
        """The number of links, and how many of them may deceive.

        >>> Totals(Counter(links=5400, deceives=26)).summary(), Totals(Counter(links=1)).summary()
        ('5,400 links, 26 may deceive', '1 link')
        """
        links, deceptive = self.counts["links"], self.counts["deceives"]
        return f"{links:,} link{'s' * (links != 1)}" + (f", {deceptive:,} may deceive" if deceptive else "")
