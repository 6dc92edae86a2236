"""How a stated reference is written, put right: no white space, slashes that are slashes, RFC 3986's characters.

Here belongs what writers and browsers allow themselves in a reference. What it leads to is for `stated`.
"""

import re
from collections.abc import Iterable, Iterator

from linksift.finding import Step
from linksift.notes import rule
from linksift.uri import split, to_ascii_host

C0_AND_SPACE = "".join(map(chr, range(0x21)))
"""What may stand around a stated reference, and is no part of it."""

_BREAKS = re.compile(r"[\t\n\r]+")
_IN_NO_URI = re.compile(r"[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]|%(?![0-9A-Fa-f]{2})")
_WITH_SLASHES = frozenset({"http", "https", "ws", "wss", "ftp", "file"})
"""The schemes that browsers call special: `\\` is a slash in them (WHATWG URL, 4.4)."""


# ---- The rules -------------------------------------------------------------------------------------------------------


@rule
def white_space(_: str) -> str:
    r"""White space around a stated reference, and line ends and tabs in it, are no part of it (WHATWG URL, 4.4).

    >>> uri_of(" http://a.example/b\n  ")
    'http://a.example/b'
    """
    return ""


@rule
def backslash(_: str) -> str:
    r"""A backslash before the query is meant for a slash, as browsers have it (WHATWG URL, 4.4).

    >>> uri_of("http:\\\\a.example\\b?c\\d")
    'http://a.example/b?c%5Cd'
    """
    return "/"


@rule
def host_to_ascii(host: str) -> str:
    """A host name beyond ASCII becomes its A-labels (RFC 3987, 3.1; UTS #46).

    >>> uri_of("http://bücher.example/")
    'http://xn--bcher-kva.example/'
    """
    return to_ascii_host(host)


@rule
def percent_encoded(character: str) -> str:
    """A character that no URI holds is percent-encoded (RFC 3986, 2.1; RFC 3987, 3.1).

    >>> uri_of("http://a.example/b c|ü 100%"), uri_of("mailto:joe@a.example?subject=Hello there")
    ('http://a.example/b%20c%7C%C3%BC%20100%25', 'mailto:joe@a.example?subject=Hello%20there')
    """
    return "".join([f"%{octet:02X}" for octet in character.encode("utf-8", "surrogateescape")])


# ---- Where they change something -------------------------------------------------------------------------------------


def rewritten(reference: str, base: str | None) -> Iterator[Step]:
    """What has to change in a reference for it to be written as RFC 3986 has it. Raises InvalidHost."""
    gaps = list(_white_space(reference))
    yield from (Step(white_space, *gap, white_space(reference[slice(*gap)])) for gap in gaps)
    kept = _left(len(reference), gaps)
    plain = "".join([reference[place] for place in kept])
    for step in _encoding(plain, base):
        yield step._replace(start=kept[step.start], end=kept[step.end - 1] + 1)


def _white_space(reference: str) -> Iterator[tuple[int, int]]:
    """The spans of what is no part of a reference: C0 and space at its ends, tab, LF and CR in it."""
    end = len(reference.rstrip(C0_AND_SPACE))
    start = min(end, len(reference) - len(reference.lstrip(C0_AND_SPACE)))
    spans = [(0, start), *(found.span() for found in _BREAKS.finditer(reference, start, end)), (end, len(reference))]
    yield from (span for span in spans if span[0] < span[1])


def _left(length: int, gaps: Iterable[tuple[int, int]]) -> list[int]:
    """The places that are in no gap.

    >>> _left(6, [(0, 1), (3, 5)])
    [1, 2, 5]
    """
    places: list[int] = []
    position = 0
    for start, end in [*gaps, (length, length)]:
        places.extend(range(position, start))
        position = end
    return places


def _encoding(plain: str, base: str | None) -> Iterator[Step]:
    """What has to change in a reference without white space: backslashes, its host, what no URI holds."""
    slashes = list(_backslashes(plain, base))
    yield from slashes
    plain = applied(plain, slashes)
    components = split(plain)
    starts = components.starts()
    host_start, path_start = starts["host"], starts["path"]
    if components.host and not components.host.isascii():
        host_end = host_start + len(components.host)
        yield Step(host_to_ascii, host_start, host_end, host_to_ascii(components.host))
    yield from _encode(plain, 0, host_start if components.host else 0)
    yield from _encode(plain, path_start, starts["fragment"] - (components.fragment is not None))
    if components.fragment is not None:
        yield from _encode(plain, starts["fragment"], len(plain))


def _backslashes(plain: str, base: str | None) -> Iterator[Step]:
    scheme = split(plain).scheme or split(base or "").scheme or ""
    if scheme.lower() in _WITH_SLASHES:
        before_query = re.match(r"[^?#]*", plain)
        places = re.finditer(r"\\", before_query[0] if before_query else "")
        yield from (Step(backslash, *place.span(), backslash(place[0])) for place in places)


def _encode(plain: str, start: int, end: int) -> Iterator[Step]:
    for found in _IN_NO_URI.finditer(plain, start, end):
        yield Step(percent_encoded, *found.span(), percent_encoded(found[0]))


def applied(text: str, steps: Iterable[Step]) -> str:
    """The text with each span replaced by what became of it."""
    pieces: list[str] = []
    position = 0
    for step in carried(steps):
        if step.became is not None:
            pieces += text[position : step.start], step.became
            position = step.end
    return "".join([*pieces, text[position:]])


def carried(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps in the order of the source; one whose span another one covers changes no more, and is a remark."""
    end = 0
    for step in sorted(steps, key=lambda step: (step.start, -step.end)):
        if step.became is None or step.start >= end:
            yield step
            end = step.end if step.became is not None else end
        else:
            yield step._replace(became=None)
