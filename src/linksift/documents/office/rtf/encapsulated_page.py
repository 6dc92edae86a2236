r"""The HTML page that Outlook encapsulates in Rich Text, so that both can be displayed (MS-OXRTFEX).

The page's tags are in groups such as `{\*\htmltag84 <a href=...>}`. The text is that of the file, except the parts
between `\htmlrtf` and `\htmlrtf0`, which only Rich Text programs display.
"""

import re
from typing import NamedTuple

from linksift.documents.office.rtf.rtf_tokenizer import NO_TEXT, content_of

_FROM_HTML = re.compile(rb"\{\\rtf[^{}]{0,1000}?\\fromhtml1(?![0-9])")
"""The control word in the header of a file that encapsulates a page (2.1.1)."""

_LINE_ENDS = ("par", "line")


class Group(NamedTuple):
    """The state within braces: whether the text is skipped, and whether it is only for Rich Text programs."""

    skipped: bool = False
    rich_text_only: bool = False


def page_in(octets: bytes) -> str | None:
    r"""The page encapsulated in a file (2.2), or None if there is none.

    >>> page_in(rb"{\rtf1\fromhtml1{\*\htmltag84 <b>}\htmlrtf{\b\htmlrtf0 Caf\'e9\htmlrtf}\htmlrtf0}")
    '<b>Café'
    >>> page_in(rb"{\rtf1 a}")
    """
    if not _FROM_HTML.match(octets):
        return None
    markup: list[str] = []
    group, outside, starred = Group(), list[Group](), False
    for word, number, text in content_of(octets):
        if word == "{":
            outside.append(group)
        elif word == "}":
            group = outside.pop()
        elif not word or word in _LINE_ENDS:
            if not group.skipped and not group.rich_text_only:
                markup.append(text or "\n")
        else:
            group = _after(group, word, number, starred)
        starred = word == "*"
    return "".join(markup)


def _after(group: Group, word: str, number: int | None, starred: bool) -> Group:
    """The state after a control word."""
    if word == "htmlrtf":
        return group._replace(rich_text_only=number != 0)
    if word == "htmltag" and starred:
        return Group()
    return group._replace(skipped=True) if starred or word in NO_TEXT else group
