"""Fuzz target: invariants of finding, for options and text chosen by bytes."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import html5lib

import linksift
from linksift.uri import is_uri
from tests.corpus import read_corpora
from tests.finding.guided.given import HEADER, Tested, octets_of, parted, shape_of
from tests.readings import with_notes_applied

PROFILES = ("text", "document", "chat", "ascii", "uts58")
EVERY_KIND = ("uri", "suffix", "email", "domain", "ip")
SCHEMES = (None, None, None, "any", {"s"}, {"http", "s", "tel"}, {"x", "javascript"}, None)
REJOIN = (None, None, "enclosed", "auto", "columns", "never")
LENGTHS = (None, None, None, 1_000, 300, 100, 40, 24)

MOST = 2_000
"""The maximum number of code points in a text."""


def test(octets: bytes) -> Tested:
    """The faults that bytes lead to; raises whatever linksift raises."""
    header, rest = parted(octets)
    return Tested([*faults(finder_of(header[:4]), text_of(header[4], rest), header[5])])


def faults(finder: linksift.Finder, text: str, which: int) -> Iterator[str]:
    """The faults in what is found; `which` chooses a stream's chunks, and one of the slower checks."""
    matches = finder.find(text)
    yield from out_of_order(matches, text)
    for match in matches:
        yield from unlike_its_text(match, text, finder.max_length)
        linksift.hazards(match, link_text=match.text)
    yield from cut(finder, text, matches, 1 + which // 8)
    if which % 8 == 1:
        yield from linked(finder, text)
    if which % 8 == 2:
        yield from cleaned(text[:200])


def options_of(header: bytes) -> dict[str, Any]:
    """The options of a finder, chosen by bytes."""
    profile, kinds, scheme, others = header
    options = {
        "schemes": SCHEMES[scheme % len(SCHEMES)],
        "rejoin": REJOIN[others % len(REJOIN)],
        "kinds": [kind for bit, kind in enumerate(EVERY_KIND) if kinds >> bit & 1] or None,
        "refang": kinds & 0x30 == 0x30 or None,
        "max_length": LENGTHS[profile // 8 % len(LENGTHS)],
        "unusable_hosts": "skip" if kinds & 0xC0 == 0xC0 else None,
        "default_scheme": "https" if scheme >= 0xC0 else None,
        "templates": ("{}", "{{}}", "${}", "%()s")[: 1 + scheme % 4] if scheme & 0x18 == 0x18 else None,
        "top_level_domains": ("zzz", "a") if scheme & 0x30 == 0x30 else None,
    }
    chosen = {name: value for name, value in options.items() if value is not None}
    return {"profile": PROFILES[profile % len(PROFILES)], **chosen}


@lru_cache(4_096)
def finder_of(header: bytes) -> linksift.Finder:
    return linksift.Finder(**options_of(header))


def text_of(times: int, rest: bytes) -> str:
    """The text of a shape whose body is repeated up to 63 times."""
    shape = shape_of(rest)
    body = "".join(shape.body) * max(1, times - 0xC0)
    return ("".join(shape.head) + body + "".join(shape.tail))[:MOST]


def out_of_order(matches: list[linksift.Match], text: str) -> Iterator[str]:
    """Faults in the order of matches: those that overlap, or begin before the previous one."""
    position = 0
    for match in matches:
        if not position <= match.start < match.end <= len(text):
            yield "matches overlap"
        position = match.end


def unlike_its_text(match: linksift.Match, text: str, most: int) -> Iterator[str]:
    """Faults of readings: those that are no URI or too long, or that are not their text with the notes applied."""
    others = match.alternatives
    if len(others) > 8 or match.uri in [other.uri for other in others]:
        yield "more than 8 alternatives, or one of them is the match"
    if any(other.alternatives for other in others):
        yield "an alternative has alternatives"
    for which, reading in [("the match", match), *(("an alternative", other) for other in others)]:
        if not is_uri(reading.uri) or str(reading.reference) != reading.uri:
            yield f"{which} is not a URI, or its reference differs"
        if text[reading.start : reading.end] != reading.text:
            yield f"{which} has the text of another span"
        elif with_notes_applied(reading) != reading.uri:
            yield f"{which} has notes that make something else"
        if reading.end - reading.start > most:
            yield f"{which} is longer than max_length"
        _ = reading.iri, repr(reading)


def cut(finder: linksift.Finder, text: str, matches: list[linksift.Match], size: int) -> Iterator[str]:
    """Faults of streams and segments: different matches, or segments that when joined are not the text."""
    streamed = finder.stream(text[place : place + size] for place in range(0, len(text), size))
    if described(streamed) != described(matches):
        yield "a stream has other matches"
    segments = finder.segments(text)
    if "".join(part if isinstance(part, str) else part.text for part in segments) != text:
        yield "segments do not join to the text"


def described(matches: Iterable[linksift.Match]) -> list[tuple[object, ...]]:
    return [(m.start, m.end, m.uri, m.kind, m.enclosure, m.notes, m.alternatives) for m in matches]


def linked(finder: linksift.Finder, text: str) -> Iterator[str]:
    """Faults of linked HTML: changed text, elements other than links, or links with schemes that are never linked."""
    shown = text.replace("\r\n", "\n").replace("\r", "\n")
    shown = "".join("\ufffd" if one == "\0" or "\ud800" <= one <= "\udfff" else one for one in shown)
    markup = linksift.Linker(finder).linkify(text)
    tree = html5lib.parseFragment(f"<p>{markup}</p>", namespaceHTMLElements=False)[0]
    if "".join(tree.itertext()) != shown:
        yield "linked HTML shows another text"
    for element in tree.iter():
        if element is not tree and (element.tag != "a" or is_never_linked(element.get("href", ""))):
            yield f"linked HTML has {element.tag} {element.attrib}"


def is_never_linked(uri: str) -> bool:
    """Whether a URI has a scheme that runs code or contains a document."""
    return uri.partition(":")[0].lower() in {"javascript", "data", "vbscript"}


def cleaned(typed: str) -> Iterator[str]:
    """Faults of cleaning: results that are not a URI, or are one that is never linked."""
    try:
        uri = linksift.clean(typed).uri
    except linksift.NotAURI:
        return
    if not is_uri(uri) or is_never_linked(uri):
        yield f"cleaning gives {uri}"


def seeds() -> list[bytes]:
    """The texts of the corpora, for the default finder and for one with every kind and scheme."""
    texts = [octets_of(case.text) for case in read_corpora()]
    headers = (bytes(HEADER), bytes([1, 0x3F, 3, 3, 0, 1]))
    return [header + text for text in texts for header in headers]
