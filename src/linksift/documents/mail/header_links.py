"""Finds the links and the base in the header fields of a message or part: stated references, and texts to search."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial

from linksift.documents.document_model import Locator, Piece, Source, StatedReference, Text
from linksift.documents.mail.mime.entities import Fields
from linksift.documents.mail.mime.header_values import text
from linksift.documents.reader_bugs import each_or_fault
from linksift.documents.stated_links.stated_match import uri_of

_BRACKETED = re.compile(r'"[^"]*"|<([^<>]*)>')
# Tried only once for each run of letters, digits and dots, rather than at each letter in it.
_BARE = re.compile(r"(?<![A-Za-z0-9+.\-])[0-9+.\-]*+([A-Za-z][A-Za-z0-9+.\-]*+:[^\s,]++)")

IN_BRACKETS = frozenset({"archived-at", "link"})
"""Fields with a URI in angle brackets, besides the `List-` fields (RFC 2369; RFC 5064; RFC 8288)."""

NO_URI = frozenset({"list-id", "list-unsubscribe-post", "list-software"})
"""`List-` fields whose value is not a URI (RFC 2919; RFC 8058)."""

WHOLE = ("content-location", "content-base")
"""Fields whose whole value is a URI or relative reference (RFC 2557, 4.2; RFC 2110, 4.3)."""

TEXT_FIELDS = frozenset(
    [
        *("subject", "comments", "openpgp", "url", "bimi-location", "organization", "snapshot-content-location"),
        *("x-gerrit-changeurl", "x-report-abuse"),
    ]
)
"""Fields whose text may contain URIs, as may any field whose name ends in `-URL` or `-URI`."""


def read(
    fields: Fields, locator: Locator, base: str | None, may_hold_link: Callable[[str], bool] = bool
) -> Iterator[Piece]:
    """The references that the fields of a message or part state, and the texts that may contain a link.

    >>> [(link.stated_by, link.reference) for link in read({"list-post": [" <mailto:l@a.example>"]}, Locator(), None)]
    [('List-Post', 'mailto:l@a.example')]
    """
    stating = [(name, references, fields[name]) for name in fields if (references := references_in(name))]
    if not stating:
        return iter(())
    in_field = partial(_in_field, locator, base, may_hold_link)
    return each_or_fault(stating, in_field, lambda field: _inside(locator, field[0]))


def _in_field(
    locator: Locator,
    base: str | None,
    may_hold_link: Callable[[str], bool],
    field: tuple[str, Callable[[str], list[str]], list[str]],
) -> Iterable[Piece]:
    name, references, values = field
    if references is not text_to_search:
        inside = _inside(locator, name)
        found = (reference for value in values for reference in references(value))
        return (StatedReference(reference, name.title(), base, locator=inside) for reference in found)
    lines = list(filter(may_hold_link, map(text, values)))
    if not lines:
        return ()
    inside = _inside(locator, name)
    return (Text(line, Source(line), locator=inside) for line in lines)


def _inside(locator: Locator, name: str) -> Locator:
    """The locator of a field in a header."""
    return locator.in_part(locator.part, None, name.title())


def base_of(fields: Fields, base: str | None) -> str | None:
    """The base of the references in a body: its location, resolved against the base of the enclosing part (RFC 2557, 5;
    RFC 3986, 5.1.1 and 5.1.2).

    >>> base_of({"content-location": ["b/c.html"], "content-base": ["http://a.example/"]}, None)
    'http://a.example/b/c.html'
    """
    for name in reversed(WHOLE):
        for reference in map(whole_value, fields.get(name, ())):
            base = uri_of(reference[0], base) or base if reference else base
    return base


def bracketed_references(value: str) -> list[str]:
    """The references in angle brackets outside comments and quoted strings; without brackets, anything that looks like
    a URI.

    >>> bracketed_references(' <http://a/ b>; title="<i>", <c> (d)'), bracketed_references(" http://a/, e")
    (['http://a/b', 'c'], ['http://a/'])
    """
    line = text(value)
    found = list(filter(None, _BRACKETED.findall(line)))
    return ["".join(reference.split()) for reference in found or _BARE.findall(line)]


def text_to_search(_: str) -> list[str]:
    """No references: the text of the field is searched like any other text."""
    return []


@lru_cache(1024)
def references_in(name: str) -> Callable[[str], list[str]] | None:
    """The function that reads the references in fields with a given name, or None for fields without references.

    >>> references_in("archived-at").__name__, references_in("bimi-location").__name__, references_in("date")
    ('bracketed_references', 'text_to_search', None)
    """
    if name in TEXT_FIELDS or name.endswith(("-url", "-uri")):
        return text_to_search
    if name in IN_BRACKETS or (name.startswith("list-") and name not in NO_URI):
        return bracketed_references
    return whole_value if name in WHOLE else None


def whole_value(value: str) -> list[str]:
    """The reference that is the whole value of a field, without the white space of its folds (RFC 2557, 4.4.2).

    >>> whole_value(' "http://a.example/long/\\r\\n name" ')
    ['http://a.example/long/name']
    """
    reference = "".join(text(value).split()).strip('"<>')
    return [reference] if reference else []
