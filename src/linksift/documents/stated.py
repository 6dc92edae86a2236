"""What a document states to be a reference, made a match: the URI that it stands for, and what that took.

Here belongs what is done to a stated reference, whichever kind of document states it: no text is searched, and nothing
is trimmed, since its writer says where it begins and ends. Where a document states one is for its reader.
"""

import re
from functools import lru_cache

from linksift.documents.source import Stated
from linksift.documents.written import C0_AND_SPACE, applied, carried, rewritten
from linksift.finding import Match, Step, Told, new_match
from linksift.notes import rule
from linksift.registries import never_by_default, schemes
from linksift.uri import Reference, is_uri, parse, split

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*+(?=:)")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")

LONGEST = 65_536
"""Code points that a reference or its base may have, as many as a URI in a text: a base is work for each reference."""


class NoURI(ValueError):
    """No URI can be made of a stated reference, or none that leads out of its document."""


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
    return new_match(uri, start, end, text, "stated", None, Told(tuple(carried(steps))))


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
    if len(reference) > LONGEST:
        raise NoURI
    if base is not None and len(base) > LONGEST:
        base = None
    if base is None and ":" not in reference:  # relative to nothing, as most of a saved page may be
        raise NoURI
    head = reference.lstrip(C0_AND_SPACE)
    scheme = _SCHEME.match(head)
    if _DRIVE.match(head) or (scheme and not _is_wanted(scheme[0].lower(), wanted)):
        raise NoURI
    if is_uri(reference):
        _check_host(reference)
        return reference, []
    steps = list(rewritten(reference, base))
    uri = applied(reference, steps)
    if split(uri).scheme is None:
        uri = _by_base(uri, base)
        steps.insert(0, Step(resolved, 0, len(reference), uri))  # first, where it spans no more than another
    if not is_uri(uri) or not _is_wanted(uri.partition(":")[0].lower(), wanted):
        raise NoURI
    _check_host(uri)
    return uri, steps


def _by_base(reference: str, base: str | None) -> str:
    """A relative reference by its base; raises ValueError, and NoURI where it leads nowhere but into its document."""
    if base is None or not reference or reference.startswith("#"):
        raise NoURI
    return resolved(reference, base)


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
    if not is_uri(written := applied(base, list(rewritten(base, None)))):
        raise NoURI
    return parse(written)
