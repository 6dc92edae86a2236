"""Recognizes HTML in Markdown: blocks of lines, and tags in text (CommonMark, 4.6 and 6.6)."""

import re

from linksift.documents.markdown.lines import Line

_ATTRIBUTE = r"""\s++[A-Za-z_:][A-Za-z0-9_.:-]*+(?:\s*+=\s*+(?:[^\s"'=<>`]++|'[^']*+'|"[^"]*+"))?"""
TAG = rf"(?:<[A-Za-z][A-Za-z0-9-]*+(?:{_ATTRIBUTE})*\s*+/?>|</[A-Za-z][A-Za-z0-9-]*+\s*+>)"
_ALONE = re.compile(rf"{TAG}[ \t]*+\Z")
_BLOCK_NAMES = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|"
    "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|"
    "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|"
    "track|ul"
)

ENDS_AT_BLANK_LINE = re.compile(r"(?!)")
"""The ending, which never matches, of a block that only a blank line ends."""


KINDS = (
    (
        re.compile(r"(?i)<(?:script|pre|style|textarea)(?=[\s>]|\Z)"),
        re.compile(r"(?i)</(?:script|pre|style|textarea)>"),
    ),
    (re.compile(r"<!--"), re.compile(r"-->")),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<![A-Za-z]"), re.compile(r">")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (re.compile(rf"(?i)</?(?:{_BLOCK_NAMES})(?=[\s>]|/>|\Z)"), ENDS_AT_BLANK_LINE),
)
"""The beginnings and ends of the first six kinds of blocks (4.6); the seventh kind is a tag alone on its line."""


def html_ending_at(line: Line, in_paragraph: bool) -> re.Pattern[str] | None:
    """The pattern in the last line of the block of HTML that begins in a line after its white space, if there is one.

    >>> html_ending_at(Line("<p>a", 0, 0, 4), False) is not None, html_ending_at(Line("<b>a", 0, 0, 4), False)
    (True, None)
    """
    if not line.text.startswith("<", line.first, line.end):
        return None
    for beginning, ending in KINDS:
        if line.match(beginning) is not None:
            return ending
    return None if in_paragraph or line.match(_ALONE) is None else ENDS_AT_BLANK_LINE
