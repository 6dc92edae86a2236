"""Reads the strings, formulas and names of cells (ISO/IEC 29500-1, 18.17 and 22.9.2.19)."""

import re

_CELLS = re.compile(r"[A-Z]{1,3}[0-9]{1,7}(?::[A-Z]{1,3}[0-9]{1,7})?")
_PLAIN_TITLE = re.compile(r"(?![A-Za-z]{1,3}[0-9]+\Z)[^\W\d][\w.]*")
_ESCAPED = re.compile(r"_x(?![Dd][89A-Fa-f])([0-9A-Fa-f]{4})_")
_STRING = re.compile(r'(\bHYPERLINK\s*+\(\s*+)?"([^"]*+(?:""[^"]*+)*)"(\s*+[,;)])?', re.IGNORECASE)
"""A string in a formula, with the characters around it if it is the whole target of a hyperlink. Commas separate the
arguments in Excel, and semicolons in OpenDocument."""


def unescaped(text: str) -> str:
    r"""A string in which the escapes for characters that XML does not allow are decoded (22.9.2.19).

    >>> unescaped("http://a.example_x000D_\nb")
    'http://a.example\r\nb'
    """
    return _ESCAPED.sub(lambda escape: chr(int(escape[1], 16)), text) if "_x" in text else text


def targets(formula: str) -> list[str]:
    """The hyperlink targets in a formula that are literal strings (18.17.7.149).

    >>> targets('IF(A1,HYPERLINK("http://a.example/""b""/","Here"),HYPERLINK("http://"&B1))')
    ['http://a.example/"b"/']
    """
    return [found[2].replace('""', '"') for found in _STRING.finditer(formula) if found[1] and found[3]]


def quoted_title(title: str) -> str:
    """The title of a sheet, quoted if needed before the name of a cell (18.17.2.3).

    >>> quoted_title("Sheet1"), quoted_title("Jo's links")
    ('Sheet1', "'Jo''s links'")
    """
    return title if _PLAIN_TITLE.fullmatch(title) else "'" + title.replace("'", "''") + "'"


def column_name(number: int) -> str:
    """The name of a column, counted from 1.

    >>> column_name(1), column_name(28)
    ('A', 'AB')
    """
    name = ""
    while number > 0:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def is_cells(name: str) -> bool:
    """Whether a name refers to a cell or a range of cells.

    >>> is_cells("B3"), is_cells("B3:C4"), is_cells("B")
    (True, True, False)
    """
    return _CELLS.fullmatch(name) is not None
