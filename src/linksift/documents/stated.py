"""What a document states to be a reference, made a match: the URI that it stands for, and what that took.

Here belongs what is done to a stated reference, whichever kind of document states it: no text is searched, and nothing
is trimmed, since its writer says where it begins and ends. Where a document states one is for its reader.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from linksift.documents.source import Stated
from linksift.finding import Match, Step, Told, new_match
from linksift.notes import rule
from linksift.registries import never_by_default, schemes
from linksift.uri import Reference, is_uri, parse, split, to_ascii_host

_C0_AND_SPACE = "".join(map(chr, range(0x21)))
_BREAKS = re.compile(r"[\t\n\r]+")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*+(?=:)")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_IN_NO_URI = re.compile(r"[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]|%(?![0-9A-Fa-f]{2})")
_WITH_SLASHES = frozenset({"http", "https", "ws", "wss", "ftp", "file"})
"""The schemes that browsers call special: `\\` is a slash in them (WHATWG URL, 4.4)."""


class NoURI(ValueError):
    """No URI can be made of a stated reference, or none that leads out of its document."""


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


@rule
def resolved(reference: str, base: str) -> str:
    """A relative reference is resolved against the base of its document (RFC 3986, 5.2).

    >>> uri_of("../c#d", "http://a.example/b/e")
    'http://a.example/c#d'
    """
    return str(parse(reference).resolve(_base(base)))


@rule
def unescaped(_: str, uri: str) -> str:
    """What stands in the source is written as its format wants it: entities, escapes, a folded line.

    >>> from linksift.documents.source import Source
    >>> stated = Stated("http://a.example/?b&c", "a href", source=Source("http://a.example/?b&amp;c"), end=25)
    >>> stated_match(stated).text
    'http://a.example/?b&amp;c'
    """
    return uri


# ---- From a statement to a match -------------------------------------------------------------------------------------


def stated_match(stated: Stated, wanted: frozenset[str] | str | None = None) -> Match | None:
    """The match for what is stated, of kind "stated"; None where no URI can be made of it, or none that is wanted.

    `wanted` is the `schemes` of a finder: None and "any" let pass all but those that run or carry what a reader takes
    for an address (`javascript`, `data`, `vbscript`), names those named. `start` and `end` of the match are the
    statement's in its source, and `text` stands there; without a source, the reference is its own.

    >>> stated_match(Stated("c d", "a href", base="http://a.example/b"))
    <Match 0:3 Reference('http://a.example/c%20d')>
    >>> stated_match(Stated("#top", "a href", base="http://a.example/b"))
    >>> stated_match(Stated("javascript:alert(1)", "a href"))
    """
    try:
        uri, steps = _made(stated, wanted)
    except ValueError:
        return None
    start, text = 0, stated.reference
    if stated.source is not None:
        start, text = stated.start, stated.source.text[stated.start : stated.end]
    end = start + len(text)
    if text != stated.reference:
        steps = [Step(unescaped, start, end, unescaped(text, uri)), *(Step(s.rule, start, end, None) for s in steps)]
    else:
        steps = [step._replace(start=step.start + start, end=step.end + start) for step in steps]
    return new_match(uri, start, end, text, "stated", None, Told(tuple(_carried(steps))))


def uri_of(reference: str, base: str | None = None) -> str | None:
    """The URI that a stated reference stands for, or None: for a reader that needs one, such as a document's base.

    >>> uri_of("b c/", "http://a.example"), uri_of("b")
    ('http://a.example/b%20c/', None)
    """
    match = stated_match(Stated(reference, "", base))
    return None if match is None else match.uri


def _made(stated: Stated, wanted: frozenset[str] | str | None) -> tuple[str, list[Step]]:
    """The URI and the steps to it, in code points of the reference. Raises ValueError, such as NoURI."""
    reference, base = stated.reference, stated.base
    head = reference.lstrip(_C0_AND_SPACE)
    scheme = _SCHEME.match(head)
    if _DRIVE.match(head) or (scheme and not _is_wanted(scheme[0].lower(), wanted)):
        raise NoURI
    if is_uri(reference):
        _check_host(reference)
        return reference, []
    steps = list(_written(reference, base))
    written = _applied(reference, steps)
    if not written or written.startswith("#"):
        raise NoURI
    if split(written).scheme is None:
        if base is None:
            raise NoURI
        written = resolved(written, base)
        steps.insert(0, Step(resolved, 0, len(reference), written))  # first, where it spans no more than another
    if not is_uri(written) or not _is_wanted(written.partition(":")[0].lower(), wanted):
        raise NoURI
    _check_host(written)
    return written, steps


def _is_wanted(scheme: str, wanted: frozenset[str] | str | None) -> bool:
    return scheme in wanted if isinstance(wanted, frozenset) else scheme not in never_by_default()


def _check_host(uri: str) -> None:
    """Raise NoURI where a scheme is nothing without a host, and there is none."""
    scheme = schemes().get(uri.partition(":")[0].lower())
    if scheme is not None and scheme.host and not split(uri).host:
        raise NoURI


@lru_cache(maxsize=256)
def _base(base: str) -> Reference:
    """A base, which was stated or given and so is written like any reference; raises ValueError where it is no URI."""
    if not is_uri(written := _applied(base, list(_written(base, None)))):
        raise NoURI
    return parse(written)


# ---- How it is written -----------------------------------------------------------------------------------------------


def _written(reference: str, base: str | None) -> Iterator[Step]:
    """What has to change in a reference for it to be written as RFC 3986 has it. Raises InvalidHost."""
    gaps = list(_white_space(reference))
    yield from (Step(white_space, *gap, white_space(reference[slice(*gap)])) for gap in gaps)
    kept = _left(len(reference), gaps)
    plain = "".join([reference[place] for place in kept])
    for step in _encoding(plain, base):
        yield step._replace(start=kept[step.start], end=kept[step.end - 1] + 1)


def _white_space(reference: str) -> Iterator[tuple[int, int]]:
    """The spans of what is no part of a reference: C0 and space at its ends, tab, LF and CR in it."""
    end = len(reference.rstrip(_C0_AND_SPACE))
    start = min(end, len(reference) - len(reference.lstrip(_C0_AND_SPACE)))
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
    plain = _applied(plain, slashes)
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


def _applied(text: str, steps: Iterable[Step]) -> str:
    """The text with each span replaced by what became of it."""
    pieces: list[str] = []
    position = 0
    for step in _carried(steps):
        if step.became is not None:
            pieces += text[position : step.start], step.became
            position = step.end
    return "".join([*pieces, text[position:]])


def _carried(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps in the order of the source; one whose span another one covers changes no more, and is a remark."""
    end = 0
    for step in sorted(steps, key=lambda step: (step.start, -step.end)):
        if step.became is None or step.start >= end:
            yield step
            end = step.end if step.became is not None else end
        else:
            yield step._replace(became=None)
