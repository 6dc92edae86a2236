"""What a document states to be a reference, made a match: the URI that it stands for, and what that took.

This is done to a stated reference whichever kind of document states it. No text is searched, and nothing is trimmed,
since its writer says where it begins and ends. Where a document states one is for its reader.
"""

import re
from functools import lru_cache

from linksift.documents.document_model import Problem, StatedReference
from linksift.documents.reference_repair import (
    Base,
    applied,
    in_browsers,
    needs_no_repair,
    repairs,
    scheme_in,
    scheme_of_base,
    without_overlaps,
)
from linksift.finding import Match, Step, Told, new_match
from linksift.notes import rule
from linksift.registries import never_by_default, schemes
from linksift.uri import C0_CONTROL_OR_SPACE, RefusedURL, is_uri, parse, split

_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_COLON_IN_FIRST_SEGMENT = re.compile(r"[^/?#:]*+:")

LONGEST = 65_536
"""Code points that a reference or its base may have, as many as a URI in a text: a base is work for each reference."""


_LONGEST_SHOWN = 100


class NoURIError(ValueError):
    """No URI can be made of a stated reference: why, in words for people."""


class NotALinkError(ValueError):
    """A stated reference leads nowhere that anybody asked for: into its own document, or by a scheme not wanted."""


@rule
def resolved(reference: str, base: Base) -> str:
    """A relative reference is resolved against the base of its document (RFC 3986, 5.2).

    >>> uri_of("../c#d", "http://a.example/b/e"), uri_of("c d:e", "http://a.example/b/")
    ('http://a.example/c#d', 'http://a.example/b/c%20d:e')
    """
    before = "./" if _COLON_IN_FIRST_SEGMENT.match(reference) else ""  # no scheme is one that stands behind (4.2)
    return str(parse(before + reference).resolve(base.reference))


@rule
def unescaped(_: str, uri: str) -> str:
    """What stands in the source is written as its format wants it: entities, escapes, a folded line.

    >>> from linksift.documents.document_model import Source
    >>> stated = StatedReference("http://a.example/?b&c", "a href", source=Source("http://a.example/?b&amp;c"), end=25)
    >>> stated_match(stated).text
    'http://a.example/?b&amp;c'
    """
    return uri


def stated_match(stated: StatedReference, wanted: frozenset[str] | str | None = None) -> Match | Problem | None:
    """The match for what is stated, of kind "stated"; a Problem where browsers refuse it or no URI can be made of it.

    None for what is no link: a fragment alone, a relative reference without a base, a file on a drive (`C:\\a`), and a
    scheme that is not wanted. `wanted` is the `schemes` of a finder: None and "any" let pass all but those that run or
    carry what a reader takes for an address (`javascript`, `data`, `vbscript`), names those named. `start` and `end` of
    the match are the statement's in its source, and `text` stands there; without a source, the reference is its own.

    >>> stated_match(StatedReference("c d", "a href", base="http://a.example/b"))
    <Match 0:3 Reference('http://a.example/c%20d')>
    >>> stated_match(StatedReference("http:/a.example:70000", "a href")).message
    'a href left out, since browsers refuse it (port-out-of-range): http:/a.example:70000'
    >>> stated_match(StatedReference("#top", "a href", base="http://a.example/b"))
    >>> stated_match(StatedReference("javascript:alert(1)", "a href"))
    """
    try:
        uri, steps = _made(stated, wanted)
    except NotALinkError:
        return None
    except ValueError as error:
        return _left_out(stated, error)
    start, text = 0, stated.reference
    if stated.source is not None:
        start, text = stated.start, stated.source.text[stated.start : stated.end]
    end = start + len(text)
    if text != stated.reference:
        steps = [Step(unescaped, start, end, unescaped(text, uri)), *(Step(s.rule, start, end, None) for s in steps)]
    else:
        steps = [step._replace(start=step.start + start, end=step.end + start) for step in steps]
    return new_match(uri, start, end, text, "stated", None, Told(tuple(without_overlaps(steps))))


def uri_of(reference: str, base: str | None = None) -> str | None:
    """The URI that a stated reference stands for, or None: for a reader that needs one, such as a document's base.

    >>> uri_of("b c/", "http://a.example"), uri_of("b")
    ('http://a.example/b%20c/', None)
    """
    match = stated_match(StatedReference(reference, "", base))
    return match.uri if isinstance(match, Match) else None


def _left_out(stated: StatedReference, error: ValueError) -> Problem:
    """Why a reference is no match, for people; without its query, and without what may be a password."""
    if isinstance(error, RefusedURL):
        why = f"browsers refuse it ({error.error})"
    else:
        why = str(error) if isinstance(error, NoURIError) else "no URI can be made of it"
    line = f" on line {stated.source.line_and_column(stated.start)[0]}" if stated.source else ""
    before_at, at, shown = stated.reference.rpartition("@")
    shown = f"{before_at and '...'}{at}{re.split('[?#]', shown, maxsplit=1)[0]}"[:_LONGEST_SHOWN]
    return Problem(f"{stated.stated_by}{line} left out, since {why}: {_printable(shown)}", stated.locator, "link")


def _printable(text: str) -> str:
    """A text with escapes for what is not to be printed, since a page chose it and a terminal would obey it.

    >>> print(_printable("a" + chr(27) + "é"))
    a\\x1bé
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def _made(stated: StatedReference, wanted: frozenset[str] | str | None) -> tuple[str, list[Step]]:
    """The URI and the steps to it, in code points of the reference. Raises ValueError, such as NoURIError and NotALinkError."""
    reference = stated.reference
    _check_wanted(reference.lstrip(C0_CONTROL_OR_SPACE), wanted)
    base = _base(stated.base) if stated.base is not None else None
    if base is None and ":" not in reference:  # relative to nothing, as most of a saved page may be
        raise NotALinkError
    if len(reference) > LONGEST:
        raise NoURIError(f"it is longer than {LONGEST:,} characters")
    if needs_no_repair(reference):
        _check_host(reference)
        return reference, []
    steps = list(repairs(reference, base))
    uri = applied(reference, steps)
    if scheme_in(uri) is None or any(step.rule is scheme_of_base for step in steps):
        uri = _by_base(uri, base)
        steps.insert(0, Step(resolved, 0, len(reference), uri))  # first, where it spans no more than another
    if not is_uri(uri):
        raise NoURIError("no URI can be made of it")
    _check_wanted(uri, wanted)
    _check_host(uri)
    return uri, steps


def _by_base(reference: str, base: Base | None) -> str:
    """A relative reference by its base; raises NotALinkError where it leads nowhere but into its document."""
    if base is None or not reference or reference.startswith("#"):
        raise NotALinkError
    return resolved(reference, base)


def _check_wanted(reference: str, wanted: frozenset[str] | str | None) -> None:
    """Raise NotALinkError for a scheme that is not wanted, and for a drive, which looks like one."""
    scheme = scheme_in(reference)
    if scheme is None:
        return
    is_wanted = scheme in wanted if isinstance(wanted, frozenset) else scheme not in never_by_default()
    if not is_wanted or _DRIVE.match(reference):
        raise NotALinkError


def _check_host(uri: str) -> None:
    """Raise NoURIError where a scheme is nothing without a host, and there is none."""
    scheme = schemes().get(uri.partition(":")[0].lower())
    if scheme is not None and scheme.host and not split(uri).host:
        raise NoURIError("its scheme needs a host")


@lru_cache(maxsize=256)
def _base(base: str) -> Base | None:
    """A base, which was stated or given and so is written like any reference; None where it is no URI."""
    try:
        if len(base) <= LONGEST and is_uri(written := applied(base, list(repairs(base, None)))):
            return Base(parse(written), in_browsers(written, None))
    except ValueError:
        pass
    return None
