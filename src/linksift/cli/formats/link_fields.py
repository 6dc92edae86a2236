"""A table of the fields of a link that `--fields` can name and that CSV, Parquet and JSON can contain."""

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from linksift.arguments import nearest
from linksift.cli.formats.jsonl import json_line
from linksift.cli.formats.link_hazards import hazards_of, signs_of
from linksift.cli.formats.link_location import location_fields
from linksift.documents import Locator
from linksift.finding import defang

if TYPE_CHECKING:
    from linksift.documents import LinkInContext

PLACE = (
    *("path", *Locator._fields, "line", "column", "source_start", "source_end", "stated_by", "opened_by"),
    "link_text",
)
"""The fields of a link's location, as `location_fields` returns them."""

_HAZARDS = ("hazards", "worth_a_look")
_NOT_BY_DEFAULT = frozenset({"rules", "alternatives", *_HAZARDS, "defanged"})
"""Fields that take longer to compute than the link takes to find, or that are another form of `uri`."""


_AS_IN_MATCH = ("uri", "start", "end", "kind", "text", "enclosure", "iri", "host", "site", "registered_domain")

OF_LINK: dict[str, Callable[["LinkInContext"], Any]] = {
    **{name: attrgetter(f"found.match.{name}") for name in _AS_IN_MATCH},
    "scheme": lambda seen: seen.uri.partition(":")[0],
    "confidence": attrgetter("found.match.confidence"),
    "count": attrgetter("times"),
    "rules": lambda seen: [note.rule for note in seen.found.match.notes],
    "alternatives": lambda seen: [other.uri for other in seen.found.match.alternatives],
    "hazards": lambda seen: [hazard.name for hazard in hazards_of(seen.found)],
    "worth_a_look": lambda seen: [sign.name for sign in signs_of(seen.found)],
    "defanged": lambda seen: defang(seen.uri),
}
"""The fields of a link's match, and the number of times that its URI occurs."""

ALL = (*PLACE, *OF_LINK)

CSV = (
    *("path", *Locator._fields, "line", "column", "kind", "stated_by", "opened_by", "uri", "iri", "scheme", "host"),
    *("site", "registered_domain", "text", "link_text", "enclosure", "count"),
)
"""The CSV columns, unless `--fields` names others."""

PARQUET = tuple(name for name in ALL if name not in _NOT_BY_DEFAULT)
"""The Parquet columns, unless `--fields` names others."""


def chosen_fields(
    given: Sequence[str], default: Sequence[str], hazards: bool, defanged: bool = False
) -> tuple[str, ...]:
    """The fields that `--fields` names, or the default fields and those given with `+`, without duplicates.

    >>> chosen_fields(["uri", "line"], ("path", "uri"), False), chosen_fields(["+rules"], ("path", "uri"), True)
    (('uri', 'line'), ('path', 'uri', 'rules', 'hazards', 'worth_a_look'))
    >>> chosen_fields(["all"], ("uri",), False) == ALL, chosen_fields(["+all"], ("uri",), False)[:2]
    (True, ('uri', 'path'))
    """
    plain = [field.removeprefix("+") for field in given]
    named = [name for field in plain for name in (ALL if field == "all" else (field,))]
    begin = default if all(field.startswith("+") for field in given) else ()
    return tuple(dict.fromkeys((*begin, *named, *(_HAZARDS if hazards else ()), *(("defanged",) if defanged else ()))))


def unknown_field(given: Sequence[str], known: tuple[str, ...] = ALL) -> str:
    """A sentence about the first unknown field, or "" if there is no unknown field.

    >>> unknown_field(["+uri", "hots"])
    "'hots' is not a field of a link: did you mean 'host'?"
    >>> unknown_field(["from"])[:58]
    "'from' is not a field of a link. The fields are path, mess"
    """
    unknown = next((name for name in (field.removeprefix("+") for field in given) if name not in known), None)
    if unknown is None:
        return ""
    cure = nearest(unknown, known) or f". The fields are {', '.join(known)}"
    return f"{unknown!r} is not a field of a link{cure}"


def values_of(seen: "LinkInContext", columns: Iterable[str]) -> dict[str, Any]:
    """The values of these fields of a link; None for a field of its location that is not known."""
    place = location_fields(seen.found)
    return {name: OF_LINK[name](seen) if name in OF_LINK else place.get(name) for name in columns}


def json_line_of_fields(seen: "LinkInContext", columns: Sequence[str]) -> bytes:
    """A link as a line of JSON with only these fields; fields of its location are included only if they are known."""
    values = values_of(seen, columns)
    return json_line({name: value for name, value in values.items() if name in OF_LINK or value is not None})
