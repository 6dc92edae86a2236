"""Finds links that people understand but that are not valid URIs or have an unreachable host or port."""

import re

from linksift.checking.link_problem import Fault, Faults, has_placeholder, text_with_changes
from linksift.checking.mistyped_links import is_markdown
from linksift.delimiters import CHECKED
from linksift.documents import LinkInContext, StatedReference
from linksift.finding import Match
from linksift.notes import Note
from linksift.uri import RefusedURL, browser_url, hide_passwords, judge_host, split

_ENCODED = (
    "encode.percent_encoded",
    "reference_repair.percent_encoded",
    "reference_repair.backslash",
    "reference_repair.backslash_after_host",
)
_DESTINATIONS = frozenset({"link", "image", "definition"})
"""The constructs that state a Markdown destination, which may contain spaces if it is in angle brackets (CommonMark,
6.3)."""

_IN_NO_URI = re.compile(r"[\x20-\x7e](?<![A-Za-z0-9\-._~!$&'()*+,;=:@/?%])|%(?![0-9A-Fa-f]{2})")
"""An ASCII character that no component of a URI may contain literally, or a `%` that does not begin an escape."""


def faults(link: LinkInContext) -> Faults:
    """The repairable faults of a link: those in its characters and its slashes.

    >>> from linksift.documents import Found, Location, Locator
    >>> from linksift.finding import find
    >>> text = "http://a.example/100%/?a[]=b"
    >>> link = LinkInContext(Found(find(text)[0], Location(None, Locator())), text, 0, None)
    >>> [fault.rule for fault in faults(link)]
    ['invalid.percent_escape', 'invalid.character']
    """
    match = link.found.match
    if match.uri.partition(":")[0].lower() not in CHECKED or has_placeholder(match.text):
        return
    encoded = [note for note in match.notes if note.rule in _ENCODED and _faulty(match, note)]
    place = link.found.location
    spaced = is_markdown(place.path) and place.stated_by in _DESTINATIONS
    yield from _characters(match, encoded, " " if spaced else "")
    if any(note.rule == "reference_repair.slashes" for note in match.notes) and ":" in match.text:
        yield Fault("invalid.scheme", f"Write two slashes after the scheme: {hide_passwords(match.uri)}")


def _faulty(match: Match, note: Note) -> str:
    """The ASCII characters that a note encodes or that browsers replace; non-ASCII letters are allowed in IRIs."""
    return "".join(_IN_NO_URI.findall(match.text[note.start - match.start : note.end - match.start]))


def _characters(match: Match, encoded: list[Note], allowed: str) -> Faults:
    faulty = "".join(dict.fromkeys("".join(_faulty(match, note) for note in encoded)))
    if "%" in faulty:
        why = 'Two hexadecimal digits have to follow a "%". For a percent sign, write %25:'
        yield Fault("invalid.percent_escape", f"{why} {hide_passwords(_repaired(match, encoded))}")
    if others := faulty.translate(dict.fromkeys(map(ord, f"%{allowed}"))):
        shown = " ".join("space" if character == " " else character for character in others)
        whole = "%" not in faulty and _as_written(match)
        instead = _repaired(match, encoded)
        message = f"A URI cannot contain {shown} here. Write it percent-encoded: {hide_passwords(instead)}"
        yield Fault("invalid.character", message, instead if whole else None)


def _as_written(match: Match) -> bool:
    """Whether the text of a match is its URI exactly as written in the document, without entities and the like."""
    is_unescaped = any(note.rule.endswith("unescaped") for note in match.notes)
    return match.uri.isascii() and "&" not in match.text and not is_unescaped


def _repaired(match: Match, encoded: list[Note]) -> str:
    """The text of a match with only the changes in these notes, or the URI if a note does not specify a replacement."""
    text = text_with_changes(match, encoded)
    return match.uri if "\n" in text or any(note.replacement is None for note in encoded) else text


def unusable(uri: str) -> Faults:
    """The fault for a host or port that browsers or the DNS reject (the hazard `unusable_host`).

    >>> [fault.message for fault in unusable("http://a.example:99999/")]
    ['Nobody can connect to this port: a port is at most 65535 (RFC 6335, 6).']
    """
    reference = split(uri)
    host, port = reference.host or "", reference.port
    verdict = judge_host(host)
    if verdict.usability != "usable":
        yield Fault("invalid.host", f"Nobody can reach this host: {verdict.why} ({verdict.section}).")
    elif (verdict := judge_host(host, port)).usability != "usable":
        yield Fault("invalid.port", f"Nobody can connect to this port: {verdict.why} ({verdict.section}).")
    else:
        yield Fault("invalid.host", "Browsers refuse this host (URL Standard, 3.5).")


def faults_of_refused(stated: StatedReference) -> Faults:
    """The fault for a reference that a document states but that cannot be turned into a URI.

    >>> [fault.rule for fault in faults_of_refused(StatedReference("http://a.example:99999/", "a href"))]
    ['invalid.port']
    """
    reference = stated.reference.strip()
    if reference.partition(":")[0].lower() not in CHECKED or has_placeholder(reference):
        return
    try:
        browser_url(reference)
    except RefusedURL as refused:
        rule = "invalid.port" if refused.error.startswith("port-") else "invalid.host"
        yield Fault(rule, f"Browsers refuse this link ({refused.error}), and it cannot be turned into a URI.")
        return
    yield Fault("invalid.host", "This link cannot be made into a valid URI.")
