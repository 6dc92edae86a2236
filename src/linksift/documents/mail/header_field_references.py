"""Reads the references that the header fields of a message or part state, and the fields that identify a message.

Some identify the message to people: its Message-ID, subject, sender and date (RFC 5322, 3.6). Others state a link or
the base, or contain a text to search.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from linksift.documents.document_model import Locator, Piece, Source, StatedReference, Text
from linksift.documents.mail.mime import Fields, decoded_field, field_text
from linksift.documents.reading_limits import each_or_fault
from linksift.documents.stated_match import uri_of

# ---- Identity --------------------------------------------------------------------------------------------------------


LONGEST = 256
"""The maximum number of characters kept from a field, since each link in the message repeats them."""

_MESSAGE_ID = re.compile(r"\s*+<?\s*+([^<>\s]++)", re.ASCII)

_MONTH_NAMES = "JanFebMarAprMayJunJulAugSepOctNovDec"
_PLAIN_DATE = re.compile(
    r"[A-Z][a-z]{2}, (0?[1-9]|1\d|2[0-8])"
    rf" ({'|'.join(_MONTH_NAMES[start : start + 3] for start in range(0, 36, 3))}) (20\d\d|19[7-9]\d)"
    r" ([01]?\d|2[0-3]):([0-5]\d:[0-5]\d) (?!-0000)([+-](?:0\d|1[0-4]))([0-5]\d)",
    re.ASCII,
)
"""A date in the form that most messages use, on a day that exists in every month (RFC 5322, 3.3)."""


def identified(locator: Locator, fields: Fields) -> Locator:
    """The locator of a message with these fields; those that identify it replace those of an enclosing message.

    >>> found = identified(Locator(), {"from": [" Jo <jo@a.example>"], "date": [" Sat, 21 Nov 2026 9:13:46 +0100"]})
    >>> found.sender, found.date, found.subject
    ('Jo <jo@a.example>', '2026-11-21T09:13:46+01:00', None)
    """
    message_id = _MESSAGE_ID.match(fields["message-id"][0]) if "message-id" in fields else None
    return locator._replace(
        message_id=kept(decoded_field(message_id[1])) if message_id else None,
        subject=_words(fields, "subject"),
        sender=_words(fields, "from") or _words(fields, "sender"),
        date=_date(_words(fields, "date")),
        content_type=None,
        header=None,
    )


def _words(fields: Fields, name: str) -> str | None:
    """The text of a field on one line, or None if there is no such field."""
    return kept(" ".join(field_text(fields[name][0]).split())) if name in fields else None


def kept(text: str) -> str | None:
    """The part of a field's text that is kept, or None if the text is empty."""
    return text[:LONGEST] or None


def _date(written: str | None) -> str | None:
    """The date and time in a field, in RFC 3339 format, or as written if they cannot be parsed.

    >>> _date("Sat, 21 Nov 2026 9:13:46 +0100"), _date("Sat, 21 Nov 26 09:13 GMT"), _date("soon")
    ('2026-11-21T09:13:46+01:00', '2026-11-21T09:13:00+00:00', 'soon')
    """
    if plain := _PLAIN_DATE.fullmatch(written or ""):
        day, month, year, hour, rest, zone_hours, zone_minutes = plain.groups()
        return f"{year}-{_MONTH_NAMES.index(month) // 3 + 1:02}-{day:0>2}T{hour:0>2}:{rest}{zone_hours}:{zone_minutes}"
    from email.utils import parsedate_to_datetime  # slow to import

    try:
        return parsedate_to_datetime(written).isoformat() if written else None
    except (ValueError, TypeError, IndexError, OverflowError):  # malformed dates of any kind
        return written


# ---- Links -----------------------------------------------------------------------------------------------------------


_BRACKETED = re.compile(r'"[^"]*"|<([^<>]*)>')
# Tried only once for each run of letters, digits and dots, rather than at each letter in it.
_BARE = re.compile(r"(?<![A-Za-z0-9+.\-])[0-9+.\-]*+([A-Za-z][A-Za-z0-9+.\-]*+:[^\s,]++)")

IN_BRACKETS = frozenset({"archived-at", "link"})
"""Fields with a URI in angle brackets, besides the `List-` fields (RFC 2369; RFC 5064; RFC 8288)."""

NO_URI = frozenset({"list-id", "list-unsubscribe-post", "list-software"})
"""`List-` fields whose value is not a URI (RFC 2919; RFC 8058)."""

WHOLE = ("content-location", "content-base")
"""Fields whose whole value is a URI or relative reference (RFC 2557, 4.2; RFC 2110, 4.3)."""

_TEXT_FIELDS = """
    bimi-location comments openpgp organization snapshot-content-location subject url x-gerrit-changeurl x-report-abuse
"""
TEXT_FIELDS = frozenset(_TEXT_FIELDS.split())
"""Fields whose text may contain URIs, as may any field whose name ends in `-URL` or `-URI`."""


References = Callable[[str], list[str]]
"""A function that reads the references in the value of a field."""


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

    def in_field(field: tuple[str, References, list[str]]) -> Iterable[Piece]:
        name, references, values = field
        if references is not text_to_search:
            inside = _inside(locator, name)
            found = (reference for value in values for reference in references(value))
            return (StatedReference(reference, name.title(), base, locator=inside) for reference in found)
        lines = list(filter(may_hold_link, map(field_text, values)))
        if not lines:
            return ()
        inside = _inside(locator, name)
        return (Text(line, Source(line), locator=inside) for line in lines)

    return each_or_fault(stating, in_field, lambda field: _inside(locator, field[0]))


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
    line = field_text(value)
    found = list(filter(None, _BRACKETED.findall(line)))
    return ["".join(reference.split()) for reference in found or _BARE.findall(line)]


def text_to_search(_: str) -> list[str]:
    """No references: the text of the field is searched like any other text."""
    return []


@lru_cache(1024)
def references_in(name: str) -> References | None:
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
    reference = "".join(field_text(value).split()).strip('"<>')
    return [reference] if reference else []
