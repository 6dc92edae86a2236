"""The Arrow types of the values that this room returns, in one schema."""

from collections.abc import Iterable, Sequence
from typing import Literal, get_args

from linksift.arguments import some_of
from linksift.frames.require_pyarrow import pa

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

_TYPES = {"start": pa.int64(), "end": pa.int64(), "confidence": pa.float64()} | dict.fromkeys(
    ("rules", "alternatives", "hazards", "worth_a_look"), _NAMES
)
"""The types of the fields that are not strings."""

_NULLABLE = ("enclosure", "host", "site", "registered_domain")

FIELDS = {name: pa.field(name, _TYPES.get(name, pa.string()), nullable=name in _NULLABLE) for name in get_args(Field)}
"""The fields of a link, by name: those of `Match`, the scheme of its URI, the names of the rules in its notes, the URIs
of its alternatives, and the names of its hazards and of the signs that make it worth a look."""

DEFAULT_FIELDS: tuple[Field, ...] = ("uri", "start", "end", "kind")
"""The fields of a link if the caller names none."""

CLEANED = pa.struct([("uri", pa.string()), ("error", pa.string()), pa.field("rules", _NAMES, nullable=False)])
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


def require_distinct(names: Sequence[str]) -> None:
    """Raise ValueError if two columns would have the same name.

    >>> require_distinct(["row", "uri", "uri"])
    Traceback (most recent call last):
    ValueError: two columns would have the name 'uri'
    """
    for place, name in enumerate(names):
        if name in names[:place]:
            raise ValueError(f"two columns would have the name {name!r}")


def list_of_links(fields: tuple[str, ...] = DEFAULT_FIELDS) -> pa.DataType:
    """The type of a column of links with these fields. Raises ValueError for any other name, for one given twice,
    or if there are no names.

    >>> str(list_of_links(("uri",)))
    'list<item: struct<uri: string not null>>'
    """
    some_of("fields", fields, FIELDS)
    require_distinct(fields)
    return pa.list_(pa.struct([FIELDS[name] for name in fields]))
