"""The ladder of comparison (RFC 3986, 6.2): at which rung two references first are equal."""

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import NamedTuple

from linksift.uri.components import Components, recompose
from linksift.uri.normalize import LADDER, normalize
from linksift.uri.resolve import resolve


class Rung(IntEnum):
    """A rung of the ladder of RFC 3986, 6.2: the higher, the more must be known to call two URIs equal.

    They compare like numbers: what is equal on `Rung.PATH_SEGMENTS` or a lower one is equal by syntax alone.
    """

    SIMPLE_STRING = 1  # 6.2.1
    CASE = 2  # 6.2.2.1
    PERCENT_ENCODING = 3  # 6.2.2.2
    PATH_SEGMENTS = 4  # 6.2.2.3
    SCHEME_BASED = 5  # 6.2.3
    PROTOCOL_BASED = 6  # 6.2.4


class Form(NamedTuple):
    """Two references as they read on a rung of the ladder."""

    rung: Rung
    a: str
    b: str


def climb(a: Components, b: Components) -> Iterator[Form]:
    """Two references as they read on each rung that needs nothing but them, the lowest first, up to where they are
    equal (RFC 3986, 6.2.1 to 6.2.3).

    >>> from linksift.uri.components import split
    >>> [form.rung.name for form in climb(split("http://a/%7e"), split("http://a/~"))]
    ['SIMPLE_STRING', 'CASE', 'PERCENT_ENCODING']
    """
    yield Form(Rung.SIMPLE_STRING, recompose(a), recompose(b))
    for rung, step in zip(list(Rung)[1:], LADDER, strict=False):
        if a == b:
            return
        a, b = step(a), step(b)
        yield Form(rung, recompose(a), recompose(b))


def lowest_rung(a: Components, b: Components, redirects: Mapping[Components, Components]) -> Rung | None:
    """The lowest rung on which two references are equal, or None (RFC 3986, 6.2).

    `redirects` says what the caller knows to lead where, to a target that may be relative to its source (RFC 9110,
    10.2.2); on the last rung a URI is what it leads to in the end. Where redirects go in a circle, nothing is known.

    >>> from linksift.uri.components import split
    >>> lowest_rung(split("http://a"), split("http://a/"), {}), lowest_rung(split("http://a/"), split("http://b/"), {})
    (<Rung.SCHEME_BASED: 5>, None)
    """
    for form in climb(a, b):
        if form.a == form.b:
            return form.rung
    known = {_page(normalize(source)): normalize(resolve(target, source)) for source, target in redirects.items()}
    leads = _end(normalize(a), known) == _end(normalize(b), known)
    return Rung.PROTOCOL_BASED if leads else None


def _end(uri: Components, known: Mapping[Components, Components]) -> Components:
    """Where redirects lead from a normalized URI; a fragment stays unless a redirect has its own (RFC 9110, 10.2.2)."""
    start, seen = uri, set()
    while (page := _page(uri)) in known:
        if page in seen:
            return start
        seen.add(page)
        target = known[page]
        uri = target._replace(fragment=uri.fragment if target.fragment is None else target.fragment)
    return uri


def _page(uri: Components) -> Components:
    """What is asked for over a protocol: all but the fragment (RFC 3986, 3.5)."""
    return uri._replace(fragment=None)
