"""The fields that identify a message to people: its Message-ID, subject, sender and date (RFC 5322, 3.6)."""

import re

from linksift.documents.document_model import Locator
from linksift.documents.mail.mime.entities import Fields
from linksift.documents.mail.mime.header_values import decoded_field, text

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
    return locator.of_message(
        message_id=decoded_field(message_id[1])[:LONGEST] if message_id else None,
        subject=_words(fields, "subject"),
        sender=_words(fields, "from") or _words(fields, "sender"),
        date=_date(_words(fields, "date")),
    )


def _words(fields: Fields, name: str) -> str | None:
    """The text of a field on one line, or None if there is no such field."""
    return " ".join(text(fields[name][0]).split())[:LONGEST] or None if name in fields else None


def _date(written: str | None) -> str | None:
    """The date and time in a field, in RFC 3339 format, or as written if they cannot be parsed.

    >>> _date("Sat, 21 Nov 2026 9:13:46 +0100"), _date("Sat, 21 Nov 26 09:13 GMT"), _date("soon")
    ('2026-11-21T09:13:46+01:00', '2026-11-21T09:13:00+00:00', 'soon')
    """
    plain = _PLAIN_DATE.fullmatch(written or "")
    if plain:
        day, month, year, hour, rest, zone_hours, zone_minutes = plain.groups()
        return f"{year}-{_MONTH_NAMES.index(month) // 3 + 1:02}-{day:0>2}T{hour:0>2}:{rest}{zone_hours}:{zone_minutes}"
    from email.utils import parsedate_to_datetime  # slow to import

    try:
        return parsedate_to_datetime(written).isoformat() if written else None
    except (ValueError, TypeError, IndexError, OverflowError):  # malformed dates of any kind
        return written
