"""Finds where a URI ends in running text, where no angle bracket says so: one rule a function.

`scan_to_end` goes forward from the end of the authority (or of `scheme:`). It passes ordinary characters in one step,
and calls the rule in `RULES` for each other one. Every rule looks at a bounded stretch, so the scan stays linear.
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
from linksift.finding.scan.templates import placeholder_end
from linksift.notes import rule

LONGEST_GROUP, MOST_INNER = 256, 8
"""A pair of braces or brackets with longer text, or more pairs inside, is not part of the URI."""

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
    r"""A character that is never unescaped in a URI ends it: a control, < > " ` | \ or ^ (RFC 1738, 2.2; Appendix C).

    >>> found("http://a/b|http://c/")
    ['http://a/b', 'http://c/']
    """
    return state.end(delimiter, position)


@rule
def backslash(state: ScanState, position: int) -> int:
    r"""A backslash after the host ends the URI; if an @ follows, some software takes the text after it as the host.

    Browsers read the backslash as /, and so keep the first host (URL Standard, 4.4; RFC 3986, 7.6). Any other
    backslash is a `delimiter`, such as one of an escape in source code.

    >>> found(r"http://good.example\@evil.example/")
    ['http://good.example']
    """
    before = _NO_SLASH_BEFORE.match(state.text, state.start)
    is_in_host = before is not None and before.end() == position
    return state.end(backslash if is_in_host and state.source.at_sign_follows(position) else delimiter, position)


@rule
def quote_closer(state: ScanState, position: int) -> int:
    """The closing quote around a URI ends it, but an apostrophe inside a word does not (Appendix C).

    >>> found("'http://a/it's'")
    ["http://a/it's"]
    """
    apostrophe = state.text[position] in "'’" and _LETTER_OR_DIGIT.match(state.text, position + 1)
    return position if apostrophe else state.end(quote_closer, position)


@rule
def host_character(state: ScanState, position: int) -> int:
    """A character that is not allowed in host names ends the host, and the URI with it (RFC 1123, 2.1).

    >>> found("http://a.example,b")
    ['http://a.example']
    """
    return state.end(host_character, position)


@rule
def entity(state: ScanState, position: int) -> int:
    """A markup character written as an entity ends a URI: &lt; &gt; &quot; &#39; (linkify-it#105).

    >>> found("&quot;http://a/b&quot;")
    ['http://a/b']
    """
    return state.end(entity, position) if _ENTITY.match(state.text, position) else position + 1


@rule
def second_scheme(state: ScanState, position: int) -> int:
    """A known scheme directly after , ; | or a closing bracket starts the next URI (lychee#1299).

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
    """A brace that is not closed in the URI ends it; a balanced pair and a template's placeholder belong to it.

    >>> found("http://a/{b http://a/{b}")
    ['http://a/', 'http://a/%7Bb%7D']
    """
    end = placeholder_end(state.schemes.placeholders, state.text, position)
    if end >= 0:
        return end
    group = _BRACED.match(state.text, position)
    return group.end() if group else state.end(unclosed_brace, position)


@rule
def square_bracket(state: ScanState, position: int) -> int:
    """A square bracket ends a URI, except a balanced pair in query or fragment (RFC 3986, 3.2.2; bleach#436).

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
    """Where the URI ends that was read up to `position`: at `limit`, if no rule ends it before."""
    text = state.text
    state.ended_by = None
    while position < limit and state.ended_by is None:
        ordinary = _ORDINARY.match(text, position, limit)
        position = ordinary.end() if ordinary else apply_rule(state, position)
    return position


def apply_rule(state: ScanState, position: int) -> int:
    """The next position after a character that is not ordinary, by the rule for it."""
    character = state.text[position]
    if character in state.quote_closers:
        quote_closer(state, position)
        if state.ended_by:
            return position
    return RULES.get(character, beyond_ascii)(state, position)


def runs_to(state: ScanState, position: int, end: int) -> bool:
    """Whether no rule ends the URI between `position` and `end`; brackets that open there stay open."""
    ahead = ScanState(state.source, state.start, state.quote_closers)
    if scan_to_end(ahead, position, end) < end or ahead.ended_by:
        return False
    state.open_brackets = ahead.open_brackets
    return True
