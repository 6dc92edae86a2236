"""The comparison ladder (RFC 3986, 6.2), and the lowest rung on which two references are equal."""

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import NamedTuple

from linksift.uri.components import Components, recompose
from linksift.uri.normalize import LADDER, normalize
from linksift.uri.resolve import resolve


class Rung(IntEnum):
    """A rung of the ladder of RFC 3986, 6.2: the higher it is, the more one must know to call two URIs equal.

    Rungs compare like numbers: URIs that are equal on `Rung.PATH_SEGMENTS` or lower are equal by syntax alone.
    """

    SIMPLE_STRING = 1  # 6.2.1
    CASE = 2  # 6.2.2.1
    PERCENT_ENCODING = 3  # 6.2.2.2
    PATH_SEGMENTS = 4  # 6.2.2.3
    SCHEME_BASED = 5  # 6.2.3
    PROTOCOL_BASED = 6  # 6.2.4


class Form(NamedTuple):
    """Two references in the form that a rung of the ladder compares."""

    rung: Rung
    a: str
    b: str


def climb(a: Components, b: Components) -> Iterator[Form]:
    """The forms of two references on each rung, from the lowest to the one on which they are equal.

    The last rung, which needs more than the two references, is left out (RFC 3986, 6.2.1 to 6.2.3).

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

    `redirects` maps URIs to their targets, which may be relative to them (RFC 9110, 10.2.2). The last rung compares the
    final targets. A URI whose redirects form a loop stays as it is.

    >>> from linksift.uri.components import split
    >>> lowest_rung(split("http://a"), split("http://a/"), {}), lowest_rung(split("http://a/"), split("http://b/"), {})
    (<Rung.SCHEME_BASED: 5>, None)
    """
    for form in climb(a, b):
        if form.a == form.b:
            return form.rung
    known = {
        _without_fragment(normalize(source)): normalize(resolve(target, source)) for source, target in redirects.items()
    }
    same_target = _final_target(normalize(a), known) == _final_target(normalize(b), known)
    return Rung.PROTOCOL_BASED if same_target else None


def _final_target(uri: Components, known: Mapping[Components, Components]) -> Components:
    """The target after all redirects; the fragment is kept unless a redirect has its own (RFC 9110, 10.2.2)."""
    start, seen = uri, set()
    while (page := _without_fragment(uri)) in known:
        if page in seen:
            return start
        seen.add(page)
        target = known[page]
        uri = target._replace(fragment=uri.fragment if target.fragment is None else target.fragment)
    return uri


def _without_fragment(uri: Components) -> Components:
    """The part of a URI that a client requests (RFC 3986, 3.5)."""
    return uri._replace(fragment=None)
