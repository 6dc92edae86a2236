"""The JSON Lines format: an object for each link, on its own line, with the fields of `Match`."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linksift.cli.formats.location_and_hazards import hazards_of, location_fields, signs_of

if TYPE_CHECKING:
    from linksift.documents import LinkInContext
    from linksift.finding import Match

COMPONENTS = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")
FIELDS = ("uri", "iri", "start", "end", "text", "kind", "enclosure", "site", "registered_domain")
DIGITS = 4
"""The number of decimal places of a confidence."""


def link_line(seen: "LinkInContext", with_hazards: bool = False, with_defanged: bool = False) -> bytes:
    """The line for a link: the known fields of its location, those of its match, and those that are asked for."""
    match = seen.found.match
    fields = location_fields(seen.found) | match_record(match)
    fields["alternatives"] = [match_record(alternative) for alternative in match.alternatives]
    if with_hazards:
        fields["hazards"] = [hazard._asdict() for hazard in hazards_of(seen.found)]
        fields["worth_a_look"] = [sign._asdict() for sign in signs_of(seen.found)]
    if seen.times is not None:
        fields["count"] = seen.times
    if with_defanged:
        from linksift.finding import defang  # imported lazily: see tests/test_import.py

        fields["defanged"] = defang(seen.uri)
    return json_line(fields)


def json_line(record: dict[str, Any]) -> bytes:
    r"""An object as a line of JSON. Non-ASCII characters are escaped, so even a lone surrogate in the source or a path
    yields valid JSON and UTF-8.

    >>> json_line({"path": "\udcff"})
    b'{"path": "\\udcff"}\n'
    """
    return json.dumps(record).encode() + b"\n"


def json_ready(value: Any) -> Any:
    r"""A value that JSON can represent: named tuples become objects, and bytes become text, in which a byte that is not
    UTF-8 is a lone surrogate.

    >>> from linksift.notes import Note
    >>> json_ready([Note("a.rule", 1, 2, None, "because")])
    [{'rule': 'a.rule', 'start': 1, 'end': 2, 'replacement': None, 'why': 'because'}]
    >>> json_ready((b"\xc3\xa9\xff", {"a": 1}))
    ['é\udcff', {'a': 1}]
    """
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {str(name): json_ready(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [json_ready(item) for item in value]
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    return value if value is None or isinstance(value, str | int) else str(value)


def match_record(match: "Match") -> dict[str, Any]:
    """The fields of a match except its alternatives, since an alternative has none of its own."""
    reference = match.reference
    return {field: getattr(match, field) for field in FIELDS} | {
        "confidence": round(match.confidence, DIGITS),
        "notes": [note._asdict() for note in match.notes],
        "reference": {component: getattr(reference, component) for component in COMPONENTS},
    }
