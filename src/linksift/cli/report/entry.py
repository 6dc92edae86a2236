"""A link on the page: what is shown of it, and what is counted. It is made where the link was found, which may be
another process.

Here belongs what the page says of a single link.
"""

import json
from collections.abc import Iterator
from typing import NamedTuple

from linksift.cli.place import words_of_place
from linksift.cli.report.context import lines
from linksift.cli.report.html import HIDDEN, shown, without_passwords
from linksift.cli.report.marks import secrets
from linksift.cli.visible import quoted
from linksift.documents import Found, LinkInContext, Location
from linksift.finding import Match
from linksift.hazards import Hazard, hazards
from linksift.linking import SAFE_SCHEMES
from linksift.notes import Note
from linksift.uri import hide_passwords

REL = "noreferrer noopener nofollow"
LONGEST = 300
"""So many characters are shown of a text that people see for a link, at most."""


class Entry(NamedTuple):
    """A link: what is counted of it, its HTML, and its lines and what was done, which a very long page leaves out."""

    host: str
    kind: str
    warned: bool
    joined: bool
    changed: bool
    html: str
    more: str


def packed(seen: LinkInContext) -> bytes:
    """The entry of a link, as octets."""
    return json.dumps(entry(seen)).encode()


def unpacked(octets: bytes) -> Entry:
    """The entry that was packed."""
    return Entry(*json.loads(octets))


def entry(seen: LinkInContext) -> Entry:
    """What the page has of a link."""
    match = seen.found.match
    warnings = hazards(match, seen.found.link_text)
    notes = match.notes
    return Entry(
        host=host_of(match),
        kind=match.kind,
        warned=bool(warnings),
        joined="\n" in match.text,
        changed=any(note.replacement is not None for note in notes),
        html=_head(match, warnings) + _said(seen.found) + _warnings(warnings),
        more=lines(seen) + _notes(match, notes),
    )


def host_of(match: Match) -> str:
    """The host, in lower case; of a URI without one, its scheme with the colon.

    >>> from linksift.finding import find
    >>> [host_of(match) for match in find("http://A.example/ mailto:joe@a.example")]
    ['a.example', 'mailto:']
    """
    reference = match.reference
    return (reference.host or f"{reference.scheme}:").lower()


def _head(match: Match, warnings: list[Hazard]) -> str:
    """The URI; as a link only where nothing is known to be wrong with it, and no password goes with it."""
    uri = hide_passwords(match.uri)
    scheme = match.uri.partition(":")[0].lower()
    if warnings or scheme not in SAFE_SCHEMES or uri != match.uri:
        return f'<code class="uri">{shown(uri)}</code>'
    return f'<a class="uri" href="{shown(uri)}" rel="{REL}">{shown(uri)}</a>'


def _said(found: Found) -> str:
    """Where it is, what it is, how it reads, and what people see for it."""
    match = found.match
    kind = f"{match.kind} ({shown(found.location.stated_by)})" if found.location.stated_by else match.kind
    enclosure = f", enclosure: {match.enclosure}" if match.enclosure else ""
    place = shown(", ".join(place_of(found.location)))
    html = f'<p class="where"><span>{place}</span> <span>{kind}{enclosure}</span></p>'
    if match.iri != match.uri:
        html += f'<p class="said">Reads <bdi>{shown(hide_passwords(match.iri))}</bdi></p>'
    if found.link_text is not None:
        text = " ".join(found.link_text.split())
        text = without_passwords(text if len(text) <= LONGEST else f"{text[:LONGEST]}…")
        html += f'<p class="said">Shown as <q><bdi>{shown(text)}</bdi></q></p>' if text else ""
    return html


def place_of(location: Location) -> Iterator[str]:
    """Where a link is, in words.

    >>> from linksift.documents import Locator
    >>> list(place_of(Location("a.mbox", Locator(message=12, part="2"), None, 3, 7)))
    ['message 12', 'part 2', 'line 3, column 7']
    """
    yield from words_of_place(location.locator, location.stated_by)
    if location.line is not None:
        yield f"line {location.line}, column {location.column}"


def _warnings(warnings: list[Hazard]) -> str:
    items = (
        f"<li><strong>{shown(name)}</strong> {shown(why)} <cite>{shown(source)}</cite></li>"
        for name, why, source in warnings
    )
    return f'<ul class="hazards" aria-label="Hazards">{"".join(items)}</ul>' if warnings else ""


def _notes(match: Match, notes: tuple[Note, ...]) -> str:
    """What was done to the text, and the other readings, behind a button."""
    others = match.alternatives
    if not notes and not others:
        return ""
    changes = sum(note.replacement is not None for note in notes)
    counted = ((changes, "change"), (len(notes) - changes, "remark"), (len(others), "other reading"))
    summary = ", ".join(f"{number} {word}{'s' * (number != 1)}" for number, word in counted if number)
    hidden = secrets(match)
    items = "".join(_note(match, note, any(place in hidden for place in range(note.start, note.end))) for note in notes)
    items += "".join(f"<li>Or <code>{shown(hide_passwords(other.uri))}</code></li>" for other in others)
    return f"<details><summary>{summary}</summary><ul>{items}</ul></details>"


def _note(match: Match, note: Note, is_secret: bool) -> str:
    """A note: the piece, what became of it, the rule and its reason."""
    piece = match.text[note.start - match.start : note.end - match.start]
    piece = HIDDEN if is_secret else without_passwords(piece)
    became = HIDDEN if is_secret else without_passwords(note.replacement or "")
    if note.replacement is None:
        done = f"<code>{shown(quoted(piece))}</code>: " if piece else ""
    elif not piece:
        done = f"<code>{shown(quoted(became))}</code> added: "
    else:
        end = f"became <code>{shown(quoted(became))}</code>" if became else "dropped"
        done = f"<code>{shown(quoted(piece))}</code> {end}: "
    return f"<li>{done}{shown(note.why)} <cite>{shown(note.rule)}</cite></li>"
