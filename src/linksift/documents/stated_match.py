"""Makes a match, with its URI and the steps that led to it, from a reference that a document states.

The procedure is the same for all kinds of documents. No text is searched and nothing is trimmed, since the author
states where the reference begins and ends.
"""

import re
from functools import lru_cache

from linksift.documents.document_model import Problem, StatedReference
from linksift.documents.reference_repair import (
    Base,
    applied,
    in_browsers,
    is_plain_path,
    is_plain_url,
    repairs,
    scheme_in,
    scheme_of_base,
    without_overlaps,
)
from linksift.finding import Match, MatchDetails, Step, new_match
from linksift.notes import rule
from linksift.registries import never_by_default, schemes
from linksift.uri import C0_CONTROL_OR_SPACE, SPECIAL_SCHEMES, RefusedURL, is_uri, parse, split

_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_COLON_IN_FIRST_SEGMENT = re.compile(r"[^/?#:]*+:")

LONGEST = 65_536
"""The maximum number of code points in a reference, as for a URI in text."""

LONGEST_BASE = 2_048
"""The maximum number of code points of a base that are used: each reference requires work on its base, and its URI
repeats it. The URIs in sitemaps are shorter (sitemaps.org)."""

_LONGEST_IN_MESSAGE = 100


class NoURIError(ValueError):
    """A stated reference cannot be made into a URI; the message explains why."""


class NotALinkError(ValueError):
    """A stated reference is not a wanted link: it leads into its own document, or its scheme is not wanted."""


@rule
def resolved(reference: str, base: Base) -> str:
    """A relative reference is resolved against the base of its document (RFC 3986, 5.2).

    >>> uri_of("../c#d", "http://a.example/b/e"), uri_of("c d:e", "http://a.example/b/")
    ('http://a.example/c#d', 'http://a.example/b/c%20d:e')
    """
    before = "./" if _COLON_IN_FIRST_SEGMENT.match(reference) else ""  # so that no segment is taken for a scheme (4.2)
    return str(parse(before + reference).resolve(base.reference))


@rule
def unescaped(_: str, uri: str) -> str:
    """The source spells the reference as its format requires: with entities, escapes or a folded line.

    >>> from linksift.documents.document_model import Source
    >>> stated = StatedReference("http://a.example/?b&c", "a href", source=Source("http://a.example/?b&amp;c"), end=25)
    >>> stated_match(stated).text
    'http://a.example/?b&amp;c'
    """
    return uri


def stated_match(stated: StatedReference, wanted: frozenset[str] | str | None = None) -> Match | Problem | None:
    """The match for a stated reference, of kind "stated", or a Problem if browsers refuse it or it cannot be made into
    a URI.

    The result is None if the reference is not a link: a fragment alone, a relative reference without a base, a file on
    a drive (`C:\\a`), or a reference with a scheme that is not wanted. `wanted` is the `schemes` setting of a finder:
    None and "any" allow all schemes except those whose URIs run code or contain content (`javascript`, `data`,
    `vbscript`); names allow only those schemes. The `start`, `end` and `text` of the match are those in the source;
    without a source, the reference is its own source.

    >>> stated_match(StatedReference("c d", "a href", base="http://a.example/b"))
    <Match 0:3 Reference('http://a.example/c%20d')>
    >>> stated_match(StatedReference("http:/a.example:70000", "a href")).message
    'a href left out, since browsers refuse it (port-out-of-range): http:/a.example:70000'
    >>> stated_match(StatedReference("#top", "a href", base="http://a.example/b"))
    >>> stated_match(StatedReference("javascript:alert(1)", "a href"))
    """
    try:
        uri, steps = _uri_and_steps(stated, wanted)
    except NotALinkError:
        return None
    except ValueError as error:
        return _problem(stated, error)
    start, text = 0, stated.reference
    if stated.source is not None:
        start, text = stated.start, stated.source.text[stated.start : stated.end]
    end = start + len(text)
    if not steps and text == stated.reference:
        return new_match(uri, start, end, text, "stated", None, None)
    if text != stated.reference:
        steps = [Step(unescaped, start, end, unescaped(text, uri)), *(Step(s.rule, start, end, None) for s in steps)]
    else:
        steps = [step._replace(start=step.start + start, end=step.end + start) for step in steps]
    return new_match(uri, start, end, text, "stated", None, MatchDetails(tuple(without_overlaps(steps))))


def uri_of(reference: str, base: str | None = None) -> str | None:
    """The URI of a stated reference, or None if there is none; readers need it for the base of a document.

    >>> uri_of("b c/", "http://a.example"), uri_of("b")
    ('http://a.example/b%20c/', None)
    """
    match = stated_match(StatedReference(reference, "", base))
    return match.uri if isinstance(match, Match) else None


def _problem(stated: StatedReference, error: ValueError) -> Problem:
    """The Problem that says why a reference is not a match; it quotes the reference without its query or password."""
    if isinstance(error, RefusedURL):
        why = f"browsers refuse it ({error.error})"
    else:
        why = str(error) if isinstance(error, NoURIError) else "it cannot be made into a URI"
    line = f" on line {stated.source.line_and_column(stated.start)[0]}" if stated.source else ""
    before_at, at, end = stated.reference.rpartition("@")
    text = f"{before_at and '...'}{at}{re.split('[?#]', end, maxsplit=1)[0]}"[:_LONGEST_IN_MESSAGE]
    return Problem(
        f"{_printable(stated.stated_by)}{line} left out, since {why}: {_printable(text)}", stated.locator, "link"
    )


def _printable(text: str) -> str:
    """Text with its unprintable characters escaped: they come from a page, and a terminal would act on them.

    >>> print(_printable("a" + chr(27) + "é"))
    a\\x1bé
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def _uri_and_steps(stated: StatedReference, wanted: frozenset[str] | str | None) -> tuple[str, list[Step]]:
    """The URI of a reference and the steps that lead to it, with their spans in the reference. Raises NoURIError,
    NotALinkError or ValueError."""
    reference = stated.reference
    is_plain = len(reference) <= LONGEST and is_plain_url(reference)
    if not is_plain or isinstance(wanted, frozenset):
        _check_wanted(reference.lstrip(C0_CONTROL_OR_SPACE), wanted)
    if is_plain:
        return reference, []
    base = _base(stated.base) if stated.base is not None else None
    if base is None and ":" not in reference:  # without a base, as in most saved pages
        raise NotALinkError
    if len(reference) > LONGEST:
        raise NoURIError(f"it is longer than {LONGEST:,} characters")
    if scheme_in(reference) not in SPECIAL_SCHEMES and is_uri(reference):
        _check_host(reference)
        return reference, []
    steps = [] if base is not None and is_plain_path(reference, base) else list(repairs(reference, base))
    uri = applied(reference, steps)
    if scheme_in(uri) is None or any(step.rule is scheme_of_base for step in steps):
        uri = _by_base(uri, base)
        steps.insert(0, Step(resolved, 0, len(reference), uri))  # first, even if another has an equal span
    if not is_uri(uri):
        raise NoURIError("it cannot be made into a URI")
    _check_wanted(uri, wanted)
    _check_host(uri)
    return uri, steps


def _by_base(reference: str, base: Base | None) -> str:
    """A relative reference resolved against its base; raises NotALinkError if it leads into its own document."""
    if base is None or not reference or reference.startswith("#"):
        raise NotALinkError
    return resolved(reference, base)


def _check_wanted(reference: str, wanted: frozenset[str] | str | None) -> None:
    """Raise NotALinkError for an unwanted scheme, and for a drive, which looks like a scheme."""
    scheme = scheme_in(reference)
    if scheme is None:
        return
    is_wanted = scheme in wanted if isinstance(wanted, frozenset) else scheme not in never_by_default()
    if not is_wanted or _DRIVE.match(reference):
        raise NotALinkError


def _check_host(uri: str) -> None:
    """Raise NoURIError if the scheme needs a host and there is none."""
    scheme = schemes().get(uri.partition(":")[0].lower())
    if scheme is not None and scheme.host and not split(uri).host:
        raise NoURIError("its scheme needs a host")


@lru_cache(maxsize=256)
def _base(base: str) -> Base | None:
    """A stated or given base, repaired like any reference, or None if it is not a URI. Its query does not matter
    (RFC 3986, 5.2.2): only a reference into the document itself takes it over. A long base is cut."""
    base = re.split("[?#]", base, maxsplit=1)[0]
    try:
        written = applied(base, list(repairs(base, None)))
        if is_uri(written) and len(cut := _cut(written)) <= LONGEST_BASE:  # unless its scheme is longer
            return Base(parse(cut), in_browsers(written, None))
    except ValueError:
        pass
    return None


def _cut(base: str) -> str:
    """A base whose path ends at the last slash within LONGEST_BASE, so that references keep their host. An authority
    that is too long loses its user name, and a host that is too long is left out: references to it are then problems,
    and the others are still links.

    >>> _cut("http://a.example/b/" + "c" * LONGEST_BASE), _cut("http://" + "u" * LONGEST_BASE + "@a.example/b")
    ('http://a.example/b/', 'http://a.example/b')
    """
    if len(base) <= LONGEST_BASE:
        return base
    starts = split(base).starts()
    authority, path = starts["userinfo"], starts["path"]
    if path >= LONGEST_BASE:
        base = base[:authority] + base[starts["host"] :]
        path -= starts["host"] - authority
    if path >= LONGEST_BASE:
        return base[:authority]
    return base if len(base) <= LONGEST_BASE else base[: max(path, base.rfind("/", path, LONGEST_BASE) + 1)]
