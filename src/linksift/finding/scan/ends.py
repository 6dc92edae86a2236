"""Where a URI ends in running text, when no angle bracket says so: one rule a function.

`scan_to_end` goes forward from the end of the authority (or of `scheme:`). Ordinary characters pass in one go; each other
character is handed to the rule that `RULES` has for it, which answers where to go on, or ends the run. Every rule looks
at a bounded stretch, so that what a run has passed is never read again.
"""

import re
from collections.abc import Callable

from linksift.finding.scan.beyond_ascii import beyond_ascii
from linksift.finding.scan.scan_state import (
    DELIMITERS,
    WHITE_SPACE,
    ScanState,
    closing_bracket,
    opening_bracket,
    white_space,
)
from linksift.finding.scan.scanned_text import FARTHEST_AT, IN_AUTHORITY
from linksift.notes import rule

LONGEST_GROUP, MOST_INNER = 256, 8
"""Braces and brackets with longer stretches than this, or more pairs of their own inside, are not the URI's."""

_ORDINARY = re.compile(r"[A-Za-z0-9\-._~!$*+,;=@/%]++")
_INSIDE = rf"[A-Za-z0-9\-._~!$&'()*+,;=:@/?%]{{0,{LONGEST_GROUP}}}+"
_BRACED = re.compile(rf"\{{{_INSIDE}(?:\{{{_INSIDE}\}}{_INSIDE}){{0,{MOST_INNER}}}\}}")
_BRACKETED = re.compile(rf"\[(?!/){_INSIDE}(?:\[{_INSIDE}\]{_INSIDE}){{0,{MOST_INNER}}}\]")
ENTITY = r"&(?:lt|gt|quot|#39);"
_ENTITY = re.compile(ENTITY)
_SEPARATORS = ",;|)]}>"
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
BACKSLASH_BEFORE_AT = rf"\\{IN_AUTHORITY}{{0,{FARTHEST_AT - 1}}}@"
_NO_SLASH_BEFORE = re.compile(r"(?:[A-Za-z0-9+.\-]++://)?[^\s/?#\\]*+")


@rule
def delimiter(state: ScanState, position: int) -> int:
    r"""A character that no URI holds unescaped ends it: a control, or one of < > " ` | \ ^ (RFC 1738, 2.2; Appendix C).

    >>> found("http://a/b|http://c/")
    ['http://a/b', 'http://c/']
    """
    return state.end(delimiter, position)


@rule
def backslash(state: ScanState, position: int) -> int:
    r"""A backslash behind the host ends it, though with an @ further on some software takes what follows for the host.

    Browsers read the backslash as / and stay with the first (URL Standard, 4.4; RFC 3986, 7.6). Any other backslash is
    a `delimiter`, such as those of escapes in source code.

    >>> found(r"http://good.example\@evil.example/")
    ['http://good.example']
    """
    before = _NO_SLASH_BEFORE.match(state.text, state.start)
    is_in_host = before is not None and before.end() == position
    return state.end(backslash if is_in_host and state.source.at_sign_follows(position) else delimiter, position)


@rule
def quote_closer(state: ScanState, position: int) -> int:
    """The closer of the quotes around a URI ends it; an apostrophe inside a word is none (Appendix C).

    >>> found("'http://a/it's'")
    ["http://a/it's"]
    """
    apostrophe = state.text[position] in "'’" and _LETTER_OR_DIGIT.match(state.text, position + 1)
    return position if apostrophe else state.end(quote_closer, position)


@rule
def host_character(state: ScanState, position: int) -> int:
    """A character that no host name has ends the host, and the URI with it (RFC 1123, 2.1).

    >>> found("http://a.example,b")
    ['http://a.example']
    """
    return state.end(host_character, position)


@rule
def entity(state: ScanState, position: int) -> int:
    """A markup character written out as an entity ends a URI: &lt; &gt; &quot; &#39; (linkify-it#105).

    >>> found("&quot;http://a/b&quot;")
    ['http://a/b']
    """
    return state.end(entity, position) if _ENTITY.match(state.text, position) else position + 1


@rule
def second_scheme(state: ScanState, position: int) -> int:
    """A known scheme directly behind , ; | or a closer starts the next URI (lychee#1299).

    >>> found("http://a/,http://b/")
    ['http://a/', 'http://b/']
    """
    text = state.text
    if text.startswith("//", position + 1):
        start = state.schemes.start_before(text, position)
    else:
        start = state.schemes.opaque_start_before(text, position)
    if start > state.start and (state.ignore_prose or text[start - 1] in _SEPARATORS):
        return state.end(second_scheme, start)
    return position + 1


@rule
def unclosed_brace(state: ScanState, position: int) -> int:
    """A brace that does not close in the URI ends it; a balanced pair belongs to it.

    >>> found("http://a/{b http://a/{b}")
    ['http://a/', 'http://a/%7Bb%7D']
    """
    group = _BRACED.match(state.text, position)
    return group.end() if group else state.end(unclosed_brace, position)


@rule
def square_bracket(state: ScanState, position: int) -> int:
    """A square bracket ends a URI, but for a balanced pair in query or fragment (RFC 3986, 3.2.2; bleach#436).

    >>> found("http://a/b[1] http://a/?b[]=1")
    ['http://a/b', 'http://a/?b%5B%5D=1']
    """
    group = _BRACKETED.match(state.text, position) if state.after_query or state.after_fragment else None
    return group.end() if group else state.end(square_bracket, position)


def _query(state: ScanState, position: int) -> int:
    state.after_query = True
    return position + 1


def _fragment(state: ScanState, position: int) -> int:
    state.after_fragment = True
    return position + 1


def _ordinary(state: ScanState, position: int) -> int:
    return position + 1


RULES: dict[str, Callable[[ScanState, int], int]] = {
    **dict.fromkeys(map(chr, (*range(0x20), 0x7F)), delimiter),
    **dict.fromkeys(WHITE_SPACE, white_space),
    **dict.fromkeys(DELIMITERS, delimiter),
    "\\": backslash,
    "&": entity,
    ":": second_scheme,
    "(": opening_bracket,
    ")": closing_bracket,
    "]": closing_bracket,
    "}": closing_bracket,
    "{": unclosed_brace,
    "[": square_bracket,
    "?": _query,
    "#": _fragment,
    "'": _ordinary,
}


def scan_to_end(state: ScanState, position: int, limit: int) -> int:
    """Where the URI ends that has been read up to `position`; `limit` is where reading stops in any case."""
    text = state.text
    state.ended_by = None
    while position < limit and state.ended_by is None:
        ordinary = _ORDINARY.match(text, position, limit)
        position = ordinary.end() if ordinary else apply_rule(state, position)
    return position


def apply_rule(state: ScanState, position: int) -> int:
    """What the character at `position` does, which is no ordinary one."""
    character = state.text[position]
    if character in state.quote_closers:
        quote_closer(state, position)
        if state.ended_by:
            return position
    return RULES.get(character, beyond_ascii)(state, position)


def runs_to(state: ScanState, position: int, end: int) -> bool:
    """Whether no rule ends the URI between `position` and `end`; the brackets that open there stay open."""
    ahead = ScanState(state.source, state.start, state.quote_closers)
    if scan_to_end(ahead, position, end) < end or ahead.ended_by:
        return False
    state.open_brackets = ahead.open_brackets
    return True
