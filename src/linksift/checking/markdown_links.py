"""Markdown links that CommonMark does not recognize because they contain a space."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import chain

from linksift.checking.link_problem import Fault
from linksift.checking.missed_links import Unfound
from linksift.checking.template_placeholders import has_placeholder
from linksift.delimiters import HTTP_OR_FTP
from linksift.documents import MARKDOWN_SUFFIXES
from linksift.uri import hide_passwords

_WEB = f"(?i:{HTTP_OR_FTP})://"
_DESTINATION = re.compile(
    rf"""\]\(({_WEB}[^\s()<>"']++(?:[ ]++[^\s()<>"']++)++)
         (?:[ ]++(?:"[^"\n]*+"|'[^'\n]*+'))?+\)  # a title""",
    re.VERBOSE,
)
_AUTOLINK = re.compile(rf"(?<!\()(?<!\]: )<({_WEB}[^\s<>]++(?:[ ]++[^\s<>]++)++)>")
_DOUBTFUL = re.compile(
    r"""[ ]{2} | [,;][ ] | [ ].*://   # a gap, a list, a second URI
        | [ ][^\W\d_]++[ ][^\W\d_]++(?![^ ])  # two words of letters alone: a label behind the URI""",
    re.VERBOSE,
)
"""Signs that text containing a space might not be a single URI."""
_FENCE = re.compile(r"^[ >]{0,16}(?:```|~~~)", re.MULTILINE)
_FARTHEST_BEFORE = 512
"""The maximum number of characters before a link, on its line, that are searched for the backtick of a code span."""


def is_markdown(path: str | None) -> bool:
    """Whether a file's name indicates that it is Markdown.

    >>> is_markdown("notes.MD"), is_markdown(None)
    (True, False)
    """
    return path is not None and path.lower().endswith(MARKDOWN_SUFFIXES)


def unlinked(text: str) -> Iterator[Unfound]:
    """The destinations and autolinks that contain a space (CommonMark, 6.3 and 6.5), each with a suggested replacement.

    Links in code spans and fenced code are samples and are omitted. A repair is certain (`Fault.replacement`) unless
    the text could be a URI followed by a label, or two URIs.

    >>> [one.fault.replacement for one in unlinked("[a](http://a.example/b c) and <http://a.example/d e>")]
    ['<http://a.example/b c>', 'http://a.example/d%20e']
    >>> [one.fault.replacement for one in unlinked("<http://a.example/b for more> <http://a.example/b, http://c.example>")]
    [None, None]
    >>> [*unlinked("[a](<http://a.example/b c>) [d](http://a.example/e 'f') `<http://a.example/g h>`")]
    []
    """
    fences = [fence.start() for fence in _FENCE.finditer(text)]
    for found in chain(_DESTINATION.finditer(text), _AUTOLINK.finditer(text)):
        if not is_sample(found, fences):
            yield _unfound(found)


def is_sample(found: re.Match[str], fences: list[int]) -> bool:
    """Whether a link contains a placeholder, or is in a code span or between `fences`, which open and close code."""
    before = found.string[max(0, found.start() - _FARTHEST_BEFORE) : found.start()].rpartition("\n")[2]
    is_code = before.count("`") % 2 == 1 or bisect_left(fences, found.start()) % 2 == 1
    return is_code or has_placeholder(found[1])


def _unfound(found: re.Match[str]) -> Unfound:
    if found.re is _DESTINATION:
        instead = f"<{found[1]}>"
        why = "A destination that contains a space is a link only in angle brackets (CommonMark)."
    else:
        instead = found[1].replace(" ", "%20")
        why = "Angle brackets that contain a space are not a link (CommonMark)."
    certain = None if _DOUBTFUL.search(found[1]) else instead
    return Unfound(*found.span(1), Fault("invalid.space", f"{why} Write {hide_passwords(instead)}", certain))
