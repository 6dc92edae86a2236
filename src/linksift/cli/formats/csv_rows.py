"""The CSV format for spreadsheets: a header row and one row for each link (RFC 4180).

The file begins with a byte order mark, without which Excel does not read it as UTF-8. A cell that a spreadsheet would
evaluate as a formula gets a leading apostrophe, which marks it as text.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from linksift.cli.formats.link_fields import values_of
from linksift.documents import LinkInContext

BYTE_ORDER_MARK = "\ufeff"
_FORMULAS = tuple("=+-@\t\r\n＝＋－＠")
"""Characters that begin a formula, or are skipped before a formula (OWASP, CSV Injection)."""

CONTROLS = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\r\n"}
"""The control characters that a cell cannot contain (RFC 4180, 2) and that a terminal would act on."""


def link_row(seen: LinkInContext, columns: Sequence[str]) -> bytes:
    """The row for a link; cells without a value are empty."""
    return csv_row(map(_cell, values_of(seen, columns).values()))


def header(columns: Sequence[str]) -> bytes:
    """The byte order mark and the header row."""
    return BYTE_ORDER_MARK.encode() + csv_row(columns)


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


def _cell(value: Any) -> Any:
    """A value as a cell; the names or URIs in a list contain no spaces, so spaces join them into one cell."""
    return " ".join(value) if isinstance(value, list) else value
