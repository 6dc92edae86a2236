"""The CSV format, for spreadsheets: a row for each link under a row of names (RFC 4180).

It begins with the mark of UTF-8, without which Excel takes it for something else. A cell that a spreadsheet would run
as a formula has an apostrophe before it, which spreadsheets take for "this is text".
"""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from linksift.cli.formats.link_location import location_fields
from linksift.documents import Found, Locator, Seen

COLUMNS = (
    "path",
    *Locator._fields,
    "line",
    "column",
    "kind",
    "stated_by",
    "uri",
    "iri",
    "scheme",
    "host",
    "text",
    "link_text",
    "enclosure",
    "rules",
    "alternatives",
)

WITH_HAZARDS = (*COLUMNS, "hazards")

MARK = "\ufeff"
_FORMULAS = tuple("=+-@\t\r\n＝＋－＠")
"""What a formula begins with, or what is passed over before one (OWASP, CSV Injection)."""

_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\r\n"}
"""The controls that no cell can hold (RFC 4180, 2) and that would command a terminal."""


def link_row(seen: Seen, columns: Sequence[str]) -> bytes:
    """The row of a link; a cell is empty where there is nothing to say."""
    cells = _cells(seen.found)
    if "hazards" in columns:
        from linksift.hazards import hazards  # for those who ask

        cells["hazards"] = _listed(hazard.name for hazard in hazards(seen.found.match, seen.found.link_text))
    return csv_row(cells.get(name) for name in columns)


def header(columns: Sequence[str]) -> bytes:
    """The row of names, which comes even if no link follows."""
    return MARK.encode() + csv_row(columns)


def csv_row(cells: Iterable[Any]) -> bytes:
    r"""A row: quoted where it has to be, ended by CR LF, in UTF-8; a byte that is not UTF-8 is written out.

    >>> print(csv_row(["a,b", "c", None, 3, "=1+1", "\udcff"]).decode().rstrip())
    "a,b",c,,3,'=1+1,\udcff
    """
    output = io.StringIO(newline="")
    csv.writer(output).writerow([defuse_formula(cell) if isinstance(cell, str) else cell for cell in cells])
    return output.getvalue().encode("utf-8", "backslashreplace")


def defuse_formula(cell: str) -> str:
    r"""The cell as text for every spreadsheet, its controls as escapes but for tabs and line ends.

    >>> defuse_formula("@SUM(A1)"), defuse_formula("http://a.example/=1")
    ("'@SUM(A1)", 'http://a.example/=1')
    >>> defuse_formula("a\x1b[31m.txt")
    'a\\x1b[31m.txt'
    """
    cell = cell.translate(_CONTROLS)
    return f"'{cell}" if cell.startswith(_FORMULAS) else cell


def _cells(found: Found) -> dict[str, Any]:
    match = found.match
    reference = match.reference
    return location_fields(found) | {
        "kind": match.kind,
        "uri": match.uri,
        "iri": match.iri,
        "scheme": reference.scheme,
        "host": reference.host,
        "text": match.text,
        "enclosure": match.enclosure,
        "rules": _listed(note.rule for note in match.notes),
        "alternatives": _listed(other.uri for other in match.alternatives),
    }


def _listed(names: Iterable[str]) -> str:
    """Names, or URIs, which have no space in them."""
    return " ".join(names)
