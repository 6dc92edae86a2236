r"""The formats that write chosen fields of a link: CSV, JSON with `--fields`, `--template`, and edges of a graph."""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from linksift.arguments import nearest
from linksift.cli.formats.jsonl import json_line
from linksift.cli.formats.location_and_hazards import hazards_of, location_fields, signs_of
from linksift.cli.streams.terminal_text import STANDARD_INPUT, visible
from linksift.documents import LinkInContext, Locator, edge_host, edge_source, edge_text
from linksift.finding import defang
from linksift.lazy_pattern import lazy_pattern

PLACE = (
    *("path", *Locator._fields, "line", "column", "source_start", "source_end", "stated_by", "opened_by"),
    "link_text",
)
"""The fields of a link's location, as `location_fields` returns them."""

_HAZARDS = ("hazards", "worth_a_look")
_NOT_BY_DEFAULT = frozenset({"rules", "alternatives", *_HAZARDS, "defanged"})
"""Fields that take longer to compute than the link takes to find, or that are another form of `uri`."""


_AS_IN_MATCH = ("uri", "start", "end", "kind", "text", "enclosure", "iri", "host", "site", "registered_domain")

OF_LINK: dict[str, Callable[[LinkInContext], Any]] = {
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
"""The fields of a link's match, and the number of times that its URI occurs. Each is a column of Parquet by default
(`_NOT_BY_DEFAULT` has the exceptions); `parquet_rows` has the types of those that `linksift.frames` lacks."""

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


_IN_WHOLE_OBJECTS = {"notes": "rules", "reference": "scheme"}
"""Members of a link's object in JSON lines that are not single values, and the most similar field."""


def unknown_field(given: Sequence[str], known: tuple[str, ...] = ALL) -> str:
    """A sentence about the first unknown field, or "" if there is no unknown field.

    >>> unknown_field(["+uri", "hots"])
    "'hots' is not a field of a link: did you mean 'host'?"
    >>> unknown_field(["notes"])
    "'notes' is only in the whole objects that --format jsonl writes without --fields: did you mean 'rules'?"
    >>> unknown_field(["from"])[:58]
    "'from' is not a field of a link. The fields are path, mess"
    """
    unknown = next((name for name in (field.removeprefix("+") for field in given) if name not in known), None)
    if unknown is None:
        return ""
    if similar := _IN_WHOLE_OBJECTS.get(unknown):
        whole = "only in the whole objects that --format jsonl writes without --fields"
        return f"{unknown!r} is {whole}: did you mean {similar!r}?"
    cure = nearest(unknown, known) or f". The fields are {', '.join(known)}"
    return f"{unknown!r} is not a field of a link{cure}"


def values_of(seen: LinkInContext, columns: Iterable[str]) -> dict[str, Any]:
    """The values of these fields of a link; None for a field of its location that is not known."""
    place = location_fields(seen.found)
    return {name: OF_LINK[name](seen) if name in OF_LINK else place.get(name) for name in columns}


def json_line_of_fields(seen: LinkInContext, columns: Sequence[str]) -> bytes:
    """A link as a line of JSON with only these fields; fields of its location are included only if they are known."""
    values = values_of(seen, columns)
    return json_line({name: value for name, value in values.items() if name in OF_LINK or value is not None})


# ---- CSV (RFC 4180) --------------------------------------------------------------------------------------------------

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""Without it, Excel does not read the file as UTF-8."""

_FORMULAS = tuple("=+-@\t\r\n＝＋－＠")
"""Characters that begin a formula, or are skipped before a formula (OWASP, CSV Injection)."""

CONTROLS = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\r\n"}
"""The control characters that a cell cannot contain (RFC 4180, 2) and that a terminal would act on."""


def csv_link_row(seen: LinkInContext, columns: Sequence[str]) -> bytes:
    """The row for a link; cells without a value are empty."""
    # The names or URIs in a list contain no spaces, so spaces join them into one cell.
    cells = (" ".join(value) if isinstance(value, list) else value for value in values_of(seen, columns).values())
    return csv_row(cells)


def csv_row(cells: Iterable[Any]) -> bytes:
    r"""A CSV row in UTF-8 that ends with CR LF. A byte that is not UTF-8 becomes an escape.

    >>> print(csv_row(["a,b", "c", None, 3, "=1+1", "\udcff"]).decode().rstrip())
    "a,b",c,,3,'=1+1,\udcff
    """
    output = io.StringIO(newline="")
    csv.writer(output).writerow([defuse_formula(cell) if isinstance(cell, str) else cell for cell in cells])
    return output.getvalue().encode("utf-8", "backslashreplace")


def defuse_formula(cell: str) -> str:
    r"""The cell in a form that a spreadsheet reads as text.

    Control characters other than tabs and line breaks become escapes.

    >>> defuse_formula("@SUM(A1)"), defuse_formula("http://a.example/=1")
    ("'@SUM(A1)", 'http://a.example/=1')
    >>> defuse_formula("a\x1b[31m.txt")
    'a\\x1b[31m.txt'
    """
    cell = cell.translate(CONTROLS)
    return f"'{cell}" if cell.startswith(_FORMULAS) else cell


# ---- Templates -------------------------------------------------------------------------------------------------------

_TEMPLATE_PART = re.compile(r"\{\{|\}\}|\{(?P<field>\w+)\}|\\(?P<escape>[tn\\])|(?P<wrong>[{}])")
_TEMPLATE_ESCAPES = {"t": "\t", "n": "\n", "\\": "\\"}


def fields_in(template: str) -> list[str]:
    r"""The names of the fields in a template. Raises ValueError for a brace without a name or for an unknown field.

    >>> fields_in(r"{host}\t{{{uri}}}")
    ['host', 'uri']
    >>> fields_in("{hots}")
    Traceback (most recent call last):
    ValueError: 'hots' is not a field of a link: did you mean 'host'?
    """
    parts = list(_TEMPLATE_PART.finditer(template))
    for part in parts:
        if part["wrong"]:
            raise ValueError(
                f"{part['wrong']!r} at character {part.start() + 1} is not part of a {{FIELD}}; write it twice"
            )
    fields = [part["field"] for part in parts if part["field"]]
    if message := unknown_field(fields):
        raise ValueError(message)
    return fields


def template_line(seen: LinkInContext, template: str, fields: Sequence[str]) -> bytes:
    """The line for a link. In a field, control characters and line breaks are escaped; a missing value is empty."""
    values = values_of(seen, fields)
    line = _TEMPLATE_PART.sub(lambda part: _replacement(part, values), template)
    return f"{line}\n".encode("utf-8", "backslashreplace")


def _replacement(part: re.Match[str], values: Mapping[str, Any]) -> str:
    """What replaces a part of a template: the value of a field, or the character that an escape or two braces mean."""
    if part["field"]:
        return _written(values[part["field"]])
    return _TEMPLATE_ESCAPES[part["escape"]] if part["escape"] else part[0][0]


def _written(value: Any) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        value = " ".join(value)
    return "" if value is None else visible(str(value)).replace("\t", r"\t")


# ---- Edges of a link graph, as tab-separated values ------------------------------------------------------------------

EDGES_HEADER = b"source\ttarget\ttext\n"
HOSTS_HEADER = b"source\ttarget\tlinks\n"

_WHITE_SPACE = lazy_pattern(r"\s+")


def edge_line(seen: LinkInContext) -> bytes:
    """The edge for a link: its source, its URI, and the text that people see for it (none for an image)."""
    return tsv_row((source_of(seen), seen.found.match.uri, edge_text(seen.found) or ""))


def host_edge_line(seen: LinkInContext) -> bytes:
    """The edge from the host of the source, or from the source if it is not a URI, to the host of the target. If the
    target has no host, the result is b""."""
    source, target = source_of(seen), seen.found.match.host
    return tsv_row((edge_host(source) or source, target.lower())) if target else b""


def source_of(seen: LinkInContext) -> str:
    """The most specific name of the source of a link; `-` means standard input."""
    return edge_source(seen.found, seen.document) or STANDARD_INPUT


def host_counts(lines: Iterable[bytes]) -> Iterator[bytes]:
    r"""The number of links for each edge between hosts, in descending order, counted from the lines of single links.

    >>> list(host_counts([b"a\tb\n", b"a\tc\na\tb\n"]))
    [b'source\ttarget\tlinks\n', b'a\tb\t2\n', b'a\tc\t1\n']
    """
    counted = Counter(edge for line in lines for edge in line.splitlines())
    yield HOSTS_HEADER
    for edge, links in sorted(counted.items(), key=lambda item: (-item[1], item[0])):
        yield b"%b\t%d\n" % (edge, links)


def tsv_row(cells: Iterable[Any]) -> bytes:
    r"""A row of tab-separated values in UTF-8.

    White space in a cell becomes one space, and control characters become escapes.

    >>> tsv_row(["a\tb\n c", "\x1b", "\udcff"])
    b'a b c\t\\x1b\t\\udcff\n'
    """
    row = "\t".join(_WHITE_SPACE.sub(" ", str(cell)).strip().translate(CONTROLS) for cell in cells)
    return f"{row}\n".encode("utf-8", "backslashreplace")
