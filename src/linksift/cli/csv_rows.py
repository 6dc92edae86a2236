"""The CSV format, for spreadsheets: a row for each link under a row of names (RFC 4180).

It begins with the mark of UTF-8, without which Excel takes it for something else. A cell that a spreadsheet would run
as a formula has an apostrophe before it, which spreadsheets take for "this is text".
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from linksift.cli import answers
from linksift.cli.place import fields
from linksift.documents import Found, LinkInContext, Locator

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


def row(seen: LinkInContext, columns: Sequence[str]) -> bytes:
    """The row of a link; a cell is empty where there is nothing to say."""
    cells = _cells(seen.found)
    if "hazards" in columns:
        from linksift.hazards import hazards  # for those who ask

        cells["hazards"] = _listed(hazard.name for hazard in hazards(seen.found.match, seen.found.link_text))
    return written(cells.get(name) for name in columns)


def with_names(columns: Sequence[str], found: Iterable[answers.Answer]) -> Iterator[bytes]:
    """The row of names, also where there is nothing below it, and the rows of all links."""
    yield MARK.encode() + written(columns)
    yield from answers.links(found)


def written(cells: Iterable[Any]) -> bytes:
    r"""A row: quoted where it has to be, ended by CR LF, in UTF-8; a byte that is not UTF-8 is written out.

    >>> print(written(["a,b", "c", None, 3, "=1+1", "\udcff"]).decode().rstrip())
    "a,b",c,,3,'=1+1,\udcff
    """
    output = io.StringIO(newline="")
    csv.writer(output).writerow([harmless(cell) if isinstance(cell, str) else cell for cell in cells])
    return output.getvalue().encode("utf-8", "backslashreplace")


def harmless(cell: str) -> str:
    r"""The cell as text for every spreadsheet, its controls as escapes but for tabs and line ends.

    >>> harmless("@SUM(A1)"), harmless("http://a.example/=1")
    ("'@SUM(A1)", 'http://a.example/=1')
    >>> harmless("a\x1b[31m.txt")
    'a\\x1b[31m.txt'
    """
    cell = cell.translate(_CONTROLS)
    return f"'{cell}" if cell.startswith(_FORMULAS) else cell


def _cells(found: Found) -> dict[str, Any]:
    match = found.match
    reference = match.reference
    return fields(found) | {
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
