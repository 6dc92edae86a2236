"""What always holds of answers (DESIGN, 5), for options and a text that octets choose."""

from functools import lru_cache
from typing import Any

import html5lib

import linksift
from linksift.uri import is_uri
from tests.corpus import read_corpora
from tests.finding.guided.given import HEADER, octets_of, parted, shape_of
from tests.readings import with_notes_applied

PROFILES = ("text", "document", "chat", "ascii", "uts58")
EVERY_KIND = ("uri", "suffix", "email", "domain")
SCHEMES = (None, None, None, "any", {"s"}, {"http", "s", "tel"}, {"x", "javascript"}, None)
REJOIN = (None, None, "enclosed", "auto", "never")
LENGTHS = (None, None, None, 1_000, 300, 100, 40, 24)
NEVER_LINKED = {"javascript", "data", "vbscript"}

MOST = 2_000
"""Code points of a text."""

STREAMED = 200_000
"""Those of a text that is more than a stream keeps."""


def test(octets: bytes) -> None:
    """Raises AssertionError, or whatever linksift raises."""
    header, rest = parted(octets)
    checked(finder_of(header[:4]), text_of(header[4], rest), header[5])


def checked(finder: linksift.Finder, text: str, which: int) -> None:
    """Raises AssertionError where something is wrong with what is found; `which` chooses a stream's chunks, and what
    takes longer to ask."""
    matches = finder.find(text)
    in_order(matches, text, finder.max_length)
    for match in matches:
        whole(match, text)
        linksift.hazards(match, shown=match.text)
    cut(finder, text, matches, 1 + which // 8)
    if which % 8 == 1:
        linked(finder, text)
    if which % 8 == 2:
        cleaned(text[:200])
    if which == 3:
        streamed_far(finder, text)


def cut(finder: linksift.Finder, text: str, matches: list[linksift.Match], size: int) -> None:
    """That a stream has the same matches, and that segments join to the text."""
    streamed = finder.stream(text[place : place + size] for place in range(0, len(text), size))
    assert described(streamed) == described(matches), "a stream has other matches"
    segments = finder.segments(text)
    assert "".join(part if isinstance(part, str) else part.text for part in segments) == text, "segments"


def options_of(header: bytes) -> dict[str, Any]:
    """The options of a finder that octets choose."""
    profile, kinds, scheme, others = header
    options = {
        "schemes": SCHEMES[scheme % len(SCHEMES)],
        "rejoin": REJOIN[others % len(REJOIN)],
        "kinds": [kind for bit, kind in enumerate(EVERY_KIND) if kinds >> bit & 1] or None,
        "refang": kinds & 0x30 == 0x30 or None,
        "max_length": LENGTHS[profile // 8 % len(LENGTHS)],
        "unusable_hosts": "skip" if kinds & 0xC0 == 0xC0 else None,
        "default_scheme": "https" if scheme >= 0xC0 else None,
    }
    chosen = {name: value for name, value in options.items() if value is not None}
    return {"profile": PROFILES[profile % len(PROFILES)], **chosen}


@lru_cache(4_096)
def finder_of(header: bytes) -> linksift.Finder:
    return linksift.Finder(**options_of(header))


def text_of(times: int, rest: bytes) -> str:
    """A shape whose body stands there once, or up to 63 times."""
    shape = shape_of(rest)
    body = "".join(shape.body) * max(1, times - 0xC0)
    return ("".join(shape.head) + body + "".join(shape.tail))[:MOST]


def in_order(matches: list[linksift.Match], text: str, most: int) -> None:
    """That matches are where they say, one behind the other, and not too long."""
    position = 0
    for match in matches:
        assert text[match.start : match.end] == match.text, "a span is of another text"
        assert position <= match.start < match.end, "matches overlap"
        assert match.end - match.start <= most, "a match is longer than max_length"
        position = match.end


def whole(match: linksift.Match, text: str) -> None:
    """That each reading is a URI, and what its notes make of its text."""
    others = match.alternatives
    assert len(others) <= 8, "more than 8 alternatives"
    assert match.uri not in [other.uri for other in others], "an alternative is the match"
    for reading in (match, *others):
        assert is_uri(reading.uri), "no URI"
        assert reading.alternatives == () or reading is match, "an alternative has some"
        assert text[reading.start : reading.end] == reading.text, "a reading's span is of another text"
        assert with_notes_applied(reading) == reading.uri, "notes make something else"
        assert str(reading.reference) == reading.uri, "the reference is another"
        _ = reading.iri, repr(reading)


def described(matches: Any) -> list[tuple[Any, ...]]:
    return [(m.start, m.end, m.uri, m.kind, m.enclosure, m.notes, m.alternatives) for m in matches]


def linked(finder: linksift.Finder, text: str) -> None:
    """That linked HTML shows the text, and has no elements but links of schemes that may be linked."""
    shown = text.replace("\r\n", "\n").replace("\r", "\n")
    shown = "".join("\ufffd" if one == "\0" or "\ud800" <= one <= "\udfff" else one for one in shown)
    markup = linksift.Linker(finder).linkify(text)
    tree = html5lib.parseFragment(f"<p>{markup}</p>", namespaceHTMLElements=False)[0]
    assert "".join(tree.itertext()) == shown, "linked HTML shows another text"
    for element in tree.iter():
        if element is not tree:
            assert element.tag == "a", f"linked HTML has an element {element.tag}"
            assert element.get("href", "").partition(":")[0].lower() not in NEVER_LINKED, (
                "a scheme that is never linked"
            )


def cleaned(typed: str) -> None:
    """That cleaning gives a URI, or says that there is none."""
    try:
        uri = linksift.clean(typed).uri
    except linksift.NotAURI:
        return
    assert is_uri(uri), "what was cleaned is no URI"
    assert uri.partition(":")[0].lower() not in NEVER_LINKED, "cleaning gives a script"


def streamed_far(finder: linksift.Finder, text: str) -> None:
    """That a stream which lets go of what it has read finds what is in the whole."""
    text = (text or "a") * (STREAMED // max(1, len(text)))
    chunks = (text[place : place + 50_000] for place in range(0, len(text), 50_000))
    assert described(finder.stream(chunks)) == described(finder.find(text)), "a long stream has other matches"


def seeds() -> list[bytes]:
    """The texts of the corpora, by the default finder and by one that finds all there is."""
    texts = [octets_of(case.text) for case in read_corpora()]
    headers = (bytes(HEADER), bytes([1, 0x3F, 3, 3, 0, 1]))
    return [header + text for text in texts for header in headers]
