"""The single schema of this room: the Arrow types of the values that it returns."""

from collections.abc import Iterable
from typing import Literal

from linksift.arguments import some_of
from linksift.frames.require_pyarrow import pyarrow as pa

Field = Literal[
    "uri",
    "start",
    "end",
    "kind",
    "text",
    "enclosure",
    "iri",
    "scheme",
    "host",
    "site",
    "registered_domain",
    "confidence",
    "rules",
    "alternatives",
    "hazards",
    "worth_a_look",
]
"""The name of a field of a link."""

_NAMES = pa.list_(pa.string())

FIELDS = {
    field.name: field
    for field in (
        pa.field("uri", pa.string(), nullable=False),
        pa.field("start", pa.int64(), nullable=False),
        pa.field("end", pa.int64(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("text", pa.string(), nullable=False),
        pa.field("enclosure", pa.string()),
        pa.field("iri", pa.string(), nullable=False),
        pa.field("scheme", pa.string(), nullable=False),
        pa.field("host", pa.string()),
        pa.field("site", pa.string()),
        pa.field("registered_domain", pa.string()),
        pa.field("confidence", pa.float64(), nullable=False),
        pa.field("rules", _NAMES, nullable=False),
        pa.field("alternatives", _NAMES, nullable=False),
        pa.field("hazards", _NAMES, nullable=False),
        pa.field("worth_a_look", _NAMES, nullable=False),
    )
}
"""The fields of a link, by name: those of `Match`, the scheme of its URI, the names of the rules in its notes, the URIs
of its alternatives, and the names of its hazards and of the signs that make it worth a look."""

DEFAULT_FIELDS: tuple[Field, ...] = ("uri", "start", "end", "kind")
"""The fields of a link if the caller names none."""

CLEANED = pa.struct(
    [
        pa.field("uri", pa.string()),
        pa.field("error", pa.string()),
        pa.field("rules", _NAMES, nullable=False),
    ]
)
"""A cleaned reference: the URI and the names of the rules that produced it, or the error."""

PARTS = pa.struct(
    [pa.field(name, pa.string()) for name in ("scheme", "userinfo", "host", "port", "path", "query", "fragment")]
)
"""The components of a reference (RFC 3986, 3); null means undefined, and "" means present but empty."""


def field_names(fields: Iterable[str]) -> tuple[str, ...]:
    """The names of fields; a str is a single name.

    >>> field_names("uri"), field_names(["uri", "host"])
    (('uri',), ('uri', 'host'))
    """
    return (fields,) if isinstance(fields, str) else tuple(fields)


def list_of_links(fields: tuple[str, ...] = DEFAULT_FIELDS) -> pa.DataType:
    """The type of a column of links with these fields. Raises ValueError for any other name, or if there are no names.

    >>> str(list_of_links(("uri",)))
    'list<item: struct<uri: string not null>>'
    """
    some_of("fields", fields, FIELDS)
    return pa.list_(pa.struct([FIELDS[name] for name in fields]))
