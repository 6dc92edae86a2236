"""The fields of a link in a table, one entry each: `--fields` names them, and CSV, Parquet and JSON write them."""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from linksift.arguments import nearest
from linksift.cli.formats.jsonl import json_line
from linksift.cli.formats.link_location import location_fields
from linksift.documents import Locator

if TYPE_CHECKING:
    from linksift.documents import Found, LinkInContext

PLACE = ("path", *Locator._fields, "line", "column", "source_start", "source_end", "stated_by", "link_text")
"""The fields of a link's location, as `location_fields` gives them."""

_NOT_BY_DEFAULT = frozenset({"rules", "alternatives", "hazards"})
"""These take longer to make than to find the link."""


def _rules(found: "Found") -> list[str]:
    return [note.rule for note in found.match.notes]


def _alternatives(found: "Found") -> list[str]:
    return [other.uri for other in found.match.alternatives]


def _hazards(found: "Found") -> list[str]:
    from linksift.hazards import hazards  # only if requested

    return [hazard.name for hazard in hazards(found.match, found.link_text)]


OF_MATCH: dict[str, Callable[["Found"], Any]] = {
    **{name: attrgetter(f"match.{name}") for name in ("uri", "start", "end", "kind", "text", "enclosure", "iri")},
    "scheme": lambda found: found.match.uri.partition(":")[0],
    "host": attrgetter("match.host"),
    "confidence": attrgetter("match.confidence"),
    "rules": _rules,
    "alternatives": _alternatives,
    "hazards": _hazards,
}
"""The fields of its match."""

ALL = (*PLACE, *OF_MATCH)

CSV = (
    *("path", *Locator._fields, "line", "column", "kind", "stated_by", "uri", "iri", "scheme", "host", "text"),
    *("link_text", "enclosure"),
)
"""The columns of CSV, unless `--fields` names others."""

PARQUET = tuple(name for name in ALL if name not in _NOT_BY_DEFAULT)
"""Those of Parquet."""


def chosen_fields(given: Sequence[str], default: Sequence[str], hazards: bool) -> tuple[str, ...]:
    """The fields that `--fields` names, or the default ones and those given with `+`, each once.

    >>> chosen_fields(["uri", "line"], ("path", "uri"), False), chosen_fields(["+rules"], ("path", "uri"), True)
    (('uri', 'line'), ('path', 'uri', 'rules', 'hazards'))
    >>> chosen_fields(["all"], ("uri",), False) == ALL
    True
    """
    named = [name for field in given for name in (ALL if field == "all" else (field.removeprefix("+"),))]
    begin = default if all(field.startswith("+") for field in given) else ()
    return tuple(dict.fromkeys((*begin, *named, *(("hazards",) if hazards else ()))))


def unknown_field(given: Sequence[str]) -> str:
    """A sentence about the first field that no link has; "" if there is none.

    >>> unknown_field(["+uri", "hots"])
    "'hots' is no field of a link: did you mean 'host'?"
    """
    known = (*ALL, "all")
    unknown = next((name for name in (field.removeprefix("+") for field in given) if name not in known), None)
    return "" if unknown is None else f"{unknown!r} is no field of a link{nearest(unknown, known)}"


def json_line_of_fields(seen: "LinkInContext", columns: Sequence[str]) -> bytes:
    """The line of a link as JSON with only some fields, those of its location if they are known."""
    found = seen.found
    place = location_fields(found)
    values = ((name, OF_MATCH[name](found) if name in OF_MATCH else place.get(name)) for name in columns)
    return json_line({name: value for name, value in values if name in OF_MATCH or value is not None})
