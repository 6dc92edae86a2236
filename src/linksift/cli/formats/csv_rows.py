"""The CSV format for spreadsheets: a header row and one row for each link (RFC 4180).

It begins with a byte order mark, without which Excel does not read it as UTF-8. A cell that a spreadsheet would run as
a formula gets a leading apostrophe, which marks it as text.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from linksift.cli.formats.link_location import location_fields
from linksift.documents import Found, LinkInContext, Locator
from linksift.finding import defang

COLUMNS = (
    "path",
    *Locator._fields,
    "line",
    "column",
    "kind",
    "stated_by",
    "opened_by",
    "uri",
    "iri",
    "scheme",
    "host",
    "site",
    "registered_domain",
    "text",
    "link_text",
    "enclosure",
    "rules",
    "alternatives",
    "count",
)

HAZARD_COLUMNS = ("hazards", "worth_a_look")

BYTE_ORDER_MARK = "\ufeff"
_FORMULAS = tuple("=+-@\t\r\n＝＋－＠")
"""What begins a formula, or is skipped before one (OWASP, CSV Injection)."""

CONTROLS = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\r\n"}
"""The controls that a cell cannot hold (RFC 4180, 2) and that a terminal would obey."""


def columns(hazards: bool, defanged: bool = False) -> tuple[str, ...]:
    """The names of the columns."""
    return (*COLUMNS, *(HAZARD_COLUMNS if hazards else ()), *(("defanged",) if defanged else ()))


def link_row(seen: LinkInContext, columns: Sequence[str]) -> bytes:
    """The row of a link; cells without a value are empty."""
    cells = _cells(seen.found) | {"count": seen.times}
    if "hazards" in columns:
        from linksift.cli.formats.link_hazards import hazards_of, signs_of  # only if requested

        cells["hazards"] = _listed(hazard.name for hazard in hazards_of(seen.found))
        cells["worth_a_look"] = _listed(sign.name for sign in signs_of(seen.found))
    if "defanged" in columns:
        cells["defanged"] = defang(seen.uri)
    return csv_row(cells.get(name) for name in columns)


def header(columns: Sequence[str]) -> bytes:
    """The byte order mark and the header row."""
    return BYTE_ORDER_MARK.encode() + csv_row(columns)


def csv_row(cells: Iterable[Any]) -> bytes:
    r"""A row of CSV in UTF-8, ended by CR LF. A byte that is not UTF-8 becomes an escape.

    >>> print(csv_row(["a,b", "c", None, 3, "=1+1", "\udcff"]).decode().rstrip())
    "a,b",c,,3,'=1+1,\udcff
    """
    output = io.StringIO(newline="")
    csv.writer(output).writerow([defuse_formula(cell) if isinstance(cell, str) else cell for cell in cells])
    return output.getvalue().encode("utf-8", "backslashreplace")


def defuse_formula(cell: str) -> str:
    r"""The cell as a spreadsheet reads it as text, with controls other than tabs and line ends as escapes.

    >>> defuse_formula("@SUM(A1)"), defuse_formula("http://a.example/=1")
    ("'@SUM(A1)", 'http://a.example/=1')
    >>> defuse_formula("a\x1b[31m.txt")
    'a\\x1b[31m.txt'
    """
    cell = cell.translate(CONTROLS)
    return f"'{cell}" if cell.startswith(_FORMULAS) else cell


def _cells(found: Found) -> dict[str, Any]:
    match = found.match
    return location_fields(found) | {
        "kind": match.kind,
        "uri": match.uri,
        "iri": match.iri,
        "scheme": match.uri.partition(":")[0],
        "host": match.host,
        "site": match.site,
        "registered_domain": match.registered_domain,
        "text": match.text,
        "enclosure": match.enclosure,
        "rules": _listed(note.rule for note in match.notes),
        "alternatives": _listed(other.uri for other in match.alternatives),
    }


def _listed(names: Iterable[str]) -> str:
    """Names or URIs, none of which has a space, in one cell."""
    return " ".join(names)
