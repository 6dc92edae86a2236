"""What stands in a cell of a sheet, and how a cell is named: escapes, formulas, whether there may be a link.

Here belongs what a string of a workbook means (ISO/IEC 29500-1, 18.17 and 22.9.2.19). Its elements never do.
"""

import re

_MAY_HOLD_A_LINK = re.compile(r"[:@\[({<]|[.\u3002\uff0e\uff61](?![ \n]|\Z)")
_CELLS = re.compile(r"[A-Z]{1,3}[0-9]{1,7}(?::[A-Z]{1,3}[0-9]{1,7})?")
_PLAIN_TITLE = re.compile(r"(?![A-Za-z]{1,3}[0-9]+\Z)[^\W\d][\w.]*")
_ESCAPED = re.compile(r"_x(?![Dd][89A-Fa-f])([0-9A-Fa-f]{4})_")
_STRING = re.compile(r'(\bHYPERLINK\s*+\(\s*+)?"([^"]*+(?:""[^"]*+)*)"(\s*+[,)])?', re.IGNORECASE)
"""A string in a formula; if it is all that a hyperlink leads to, also what stands before and behind it."""


def may_hold_a_link(text: str) -> bool:
    """Whether a finder could find anything in a text, whatever it looks for; most cells of most sheets hold nothing.

    >>> may_hold_a_link("a[.]example"), may_hold_a_link("Total, in all. See there")
    (True, False)
    """
    return _MAY_HOLD_A_LINK.search(text) is not None


def unescaped(text: str) -> str:
    r"""A string without the escapes of characters that XML has not (22.9.2.19).

    >>> unescaped("http://a.example_x000D_\nb")
    'http://a.example\r\nb'
    """
    return _ESCAPED.sub(lambda escape: chr(int(escape[1], 16)), text) if "_x" in text else text


def targets(formula: str) -> list[str]:
    """Where the hyperlinks in a formula lead to, those that are written out in it (18.17.7.149).

    >>> targets('IF(A1,HYPERLINK("http://a.example/""b""/","Here"),HYPERLINK("http://"&B1))')
    ['http://a.example/"b"/']
    """
    return [found[2].replace('""', '"') for found in _STRING.finditer(formula) if found[1] and found[3]]


def quoted(title: str) -> str:
    """The title of a sheet as it stands before a cell's name (18.17.2.3).

    >>> quoted("Sheet1"), quoted("Jo's links")
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
    """Whether this is the name of a cell, or of a range of them.

    >>> is_cells("B3"), is_cells("B3:C4"), is_cells("B")
    (True, True, False)
    """
    return _CELLS.fullmatch(name) is not None
