"""The JSON format: an object on a line of its own for each match, with the fields of `Match`."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from linksift.cli.place import fields
from linksift.documents import Found, LinkInContext
from linksift.finding import Match

COMPONENTS = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")
FIELDS = ("uri", "iri", "start", "end", "text", "kind", "enclosure")

# All that is not ASCII is escaped: so a lone surrogate of the source, or of a path, is valid JSON and valid UTF-8.
_encode = json.JSONEncoder(ensure_ascii=True).encode

Describe = Callable[[Found], dict[str, Any]]
"""What is written of a link: `record`, or `record_with_hazards`."""


def line(seen: LinkInContext, describe: Describe) -> bytes:
    """The line for a match: where it is stands first, as far as there is anything to say of that."""
    return encoded(fields(seen.found) | describe(seen.found))


def encoded(record: dict[str, Any]) -> bytes:
    r"""An object on its line.

    >>> encoded({"path": "\udcff"})
    b'{"path": "\\udcff"}\n'
    """
    return _encode(record).encode() + b"\n"


def plain(value: Any) -> Any:
    r"""A value as JSON has it: tuples with names are objects, and octets are text, in which those that are no UTF-8
    are lone surrogates, as in `decode`.

    >>> from linksift.notes import Note
    >>> plain([Note("a.rule", 1, 2, None, "because")])
    [{'rule': 'a.rule', 'start': 1, 'end': 2, 'replacement': None, 'why': 'because'}]
    >>> plain((b"\xc3\xa9\xff", {"a": 1}))
    ['é\udcff', {'a': 1}]
    """
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    return value if value is None or isinstance(value, str | int) else str(value)


def record(found: Found) -> dict[str, Any]:
    """The fields of a link's match, with each alternative a record as well."""
    match = found.match
    return reading(match) | {"alternatives": [reading(alternative) for alternative in match.alternatives]}


def record_with_hazards(found: Found) -> dict[str, Any]:
    """The same, and the hazards, for which the text counts that is shown."""
    from linksift.hazards import hazards  # for those who ask

    return record(found) | {"hazards": [hazard._asdict() for hazard in hazards(found.match, found.link_text)]}


def reading(match: Match) -> dict[str, Any]:
    """The fields of a match but for its alternatives, which an alternative has not."""
    reference = match.reference
    return {field: getattr(match, field) for field in FIELDS} | {
        "notes": [note._asdict() for note in match.notes],
        "reference": {component: getattr(reference, component) for component in COMPONENTS},
    }
