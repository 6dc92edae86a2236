"""Finds where a URI ends in running text, in which no angle bracket shows the end: one function per rule.

`scan_to_end` moves forward from the end of the authority (or of `scheme:`). It skips ordinary characters in one step,
and calls the rule in `RULES` for each other character. Every rule looks at a bounded stretch, so the scan stays linear.
"""

import re
import unicodedata
from functools import lru_cache

from linksift.finding.scan import escaped_characters
from linksift.finding.scan.beyond_ascii import (
    beyond_ascii,
    ends_beyond_ascii,
    ends_word,
    is_destination,
    prose_after_ascii,
    reads_as_prose,
)
from linksift.finding.scan.character_roles import (
    CLOSERS,
    ENDING,
    GOES_ON,
    LETTERS,
    ORDINARY,
    PUNCTUATION,
    RULE_OF,
    UNSPACED_LETTERS,
    in_class,
    is_symbol,
    rule_at,
)
from linksift.finding.scan.host_names import LONGEST_HOST, is_complete_host
from linksift.finding.scan.scanned_text import ScanState, angle_closer, opening_bracket
from linksift.finding.scan.template_placeholders import placeholder_end
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule
from linksift.registries import function_words, written_without_spaces

LONGEST_MACRO = 64
"""The maximum length of a name in braces, with its parameters, directly before a URI."""

LONGEST_GROUP, MOST_INNER = 256, 8
"""A pair of braces or brackets that contains longer text or more pairs is not part of the URI."""

_ORDINARY = re.compile(f"[{in_class(ORDINARY)}]++")
_ORDINARY_BEYOND_ASCII = lazy_pattern(f"[{in_class(ORDINARY)}{LETTERS}{UNSPACED_LETTERS}]++")
"""Ordinary characters in a URI that is not all ASCII so far, in which Kana, Han and Hangul are not prose."""

_INSIDE = rf"[A-Za-z0-9\-._~!$&'()*+,;=:@/?%]{{0,{LONGEST_GROUP}}}+"
_BRACED = lazy_pattern(rf"\{{{_INSIDE}(?:\{{{_INSIDE}\}}{_INSIDE}){{0,{MOST_INNER}}}\}}")
_BRACKETED = lazy_pattern(rf"\[(?!/){_INSIDE}(?:\[{_INSIDE}\]{_INSIDE}){{0,{MOST_INNER}}}\]")
_IN_SEGMENT = r"[A-Za-z0-9\-._~!$&'()*+,;=:@%]"
_BRACKETED_IN_PATH = lazy_pattern(
    rf"\[(?:(?<=[_\-=]\[)(?![0-9,\-]*+\]){_IN_SEGMENT}{{1,{LONGEST_GROUP}}}+\]"
    rf"|(?<=\.\[)(?![0-9,\-]*+\]){_IN_SEGMENT}{{1,{LONGEST_GROUP}}}+\](?=\.[A-Za-z0-9])"
    rf"|{_IN_SEGMENT}{{0,{LONGEST_GROUP}}}+\](?=[{in_class(GOES_ON)}]))"
)
"""A bracket that belongs to a path, with its closer: after `_`, `-` or `=`, after a dot, or before a path character."""

_ENDS_WORD = rf"[{re.escape(PUNCTUATION + CLOSERS)}]{{0,16}}+(?:[\s<>\"`|]|\Z)"
"""The characters that may be trimmed before white space, a delimiter or the end of the text."""

_EXPONENT = lazy_pattern(r"(?<=[A-Za-z0-9)])\^[A-Za-z0-9\-(]")
ESCAPED_AMPERSAND = lazy_pattern(r"\^(?=&[A-Za-z0-9_])")
"""The caret before an ampersand and the name of a parameter, as Windows' command prompt escapes it."""

_NOTE = lazy_pattern(rf"\^[0-9]{{1,2}}+{_ENDS_WORD}")
_LABEL = lazy_pattern(rf"\[[A-Za-z][^\s\[\]]{{0,{LONGEST_GROUP}}}+\]{_ENDS_WORD}")
"""A word in brackets at the end of a URI."""

_BEGINS_NOTE = rf"\([^\W\d_]{{1,{LONGEST_GROUP}}}+[,;:]?[ \t][^()\r\n]{{0,{LONGEST_GROUP}}}+"
"""A parenthesis, a word and a space, and what follows in the parentheses."""

_NOTE_OF_WORDS = lazy_pattern(rf"{_BEGINS_NOTE}\)")
OPEN_NOTE = rf"(?<=[^\s(]){_BEGINS_NOTE}"
"""The beginning of a note directly after a word."""

_PART_OF_NAME = lazy_pattern(rf"\([^\s<>\"()]{{1,{LONGEST_GROUP}}}+\)(?:[{in_class(GOES_ON)}]|[.?#][A-Za-z0-9])")
"""Parentheses that close inside a URI."""

LONGEST_BEFORE_SUFFIX = 64
_SUFFIX = lazy_pattern(rf"['’](?:n?[dt][ae](?:n|ki)?|[yns]?[aeıiuü]|n?[ıiuü]n|y?l[ae])(?={_ENDS_WORD})")
"""A Turkish suffix of case at the end of a word: `'ye`, `'den`, `'nin`. Azerbaijani and Uzbek share most of them."""

_PLAIN_SEGMENT = lazy_pattern(r"/[^/_]*+\Z")
"""The last segment of a path, without underscores, such as those in titles of articles."""

_VALUE_BEFORE = lazy_pattern(r"=[^?&=]++\Z")
_SEPARATORS = ",;|)]}>"
_GLUED_SCHEME = lazy_pattern(r"(?<=[A-Za-z0-9])(?<![%=][0-9A-Fa-f]{2})https?\Z")
"""A scheme directly after a letter or digit, but not after an escape (`%20`), or one of quoted-printable (`=3D`)."""

_WORD_AFTER_ENDING = lazy_pattern(r"\.(?:html?|pdf|php|txt|xml|jpe?g|png)([a-z]{2,8})\Z")
"""A word directly after a file's ending. None of these begins a longer one, as `.js` does in `.json`."""

_LONGEST_WORD_AND_ENDING = 16
_HOST_AHEAD = lazy_pattern(rf"://([A-Za-z0-9.\-]{{1,{LONGEST_HOST}}}+)")
_LETTER_OR_DIGIT = lazy_pattern(r"[^\W_]")
_NO_SLASH_BEFORE = lazy_pattern(r"(?:[A-Za-z0-9+.\-]++://)?[^\s/?#\\]*+")


@rule
def delimiter(state: ScanState, position: int) -> int:
    r"""A character that is never unescaped in a URI ends it: a control, < > " ` | \ or ^ (RFC 1738, 2.2; Appendix C).

    >>> found("http://a/b|http://c/")
    ['http://a/b', 'http://c/']
    """
    return state.end(delimiter, position)


@rule
def arrow(state: ScanState, position: int) -> int:
    """Hyphens directly before > are an arrow or the end of a comment, so the URI ends before them (HTML, 13.6).

    >>> found("<!--http://a/b--> http://a/c->http://d/")
    ['http://a/b', 'http://a/c', 'http://d/']
    """
    end = position
    while state.text[end - 1] == "-":
        end -= 1
    return state.end(arrow if end < position else delimiter, end)


def caret(state: ScanState, position: int) -> int:
    """A caret ends a URI, except in an exponent in a query, where it is percent-encoded (comrak), or before `&` there.

    Windows' command prompt escapes `&` so (`rejoin.command_escape`). One or two digits at the very end may be a
    reference to a note: the reading without them is an alternative. Another ends before an escaped ampersand.

    >>> found("http://a/b^2 http://a/?i=x^2+(y-z)^2 http://a/?b^&c")
    ['http://a/b', 'http://a/?i=x%5E2+(y-z)%5E2', 'http://a/?b&c']
    """
    if not state.after_query or state.after_fragment:
        return delimiter(state, position)
    reference = escaped_characters.reference_at(state.text, position + 1)
    if ESCAPED_AMPERSAND.match(state.text, position) and not escaped_characters.reference_ends(reference):
        state.other_end = state.other_end or (delimiter, position)
        return position + 2
    if not _EXPONENT.match(state.text, position):
        return delimiter(state, position)
    if _NOTE.match(state.text, position):
        state.other_end = delimiter, position
    return position + 1


@rule
def backslash(state: ScanState, position: int) -> int:
    r"""A backslash after the host ends the URI; if an @ follows, some software takes the text after it as the host.

    Browsers read the backslash as / and therefore keep the first host (URL Standard, 4.4; RFC 3986, 7.6). Any other
    backslash is a `delimiter`, except one in the escape of a character that belongs to a URI, as in JSON and LaTeX; an
    alternative ends before it.

    >>> found(r"http://good.example\@evil.example/"), found(r'"http://a/?b\u0026c\u0022 \url{http://a/d\_e}')
    (['http://good.example'], ['http://a/?b&c', 'http://a/d_e'])
    """
    escape = escaped_characters.escape_at(state.text, position) if position > state.path_start else ""
    escaped = escaped_characters.escaped_in_uri(escape) if escape else ""
    if escaped and (escaped.isascii() or state.schemes.iris):
        state.other_end = state.other_end or (delimiter, position)
        return past_character(state, position, escape, escaped)
    before = _NO_SLASH_BEFORE.match(state.text, state.start)
    is_in_host = before is not None and before.end() == position
    return state.end(backslash if is_in_host and state.source.at_sign_follows(position) else delimiter, position)


@rule
def quote_closer(state: ScanState, position: int) -> int:
    """The closing quote around a URI ends it, but an apostrophe inside a word does not (Appendix C).

    >>> found("'http://a/it's'")
    ["http://a/it's"]
    """
    if not closes_quotes(state, position):
        return apostrophe(state, position) if state.text[position] == "'" else position + 1
    return angle_closer(state, position) if state.text[position] == ">" else state.end(quote_closer, position)


def apostrophe(state: ScanState, position: int) -> int:
    """An apostrophe inside a word belongs to the URI, unless a suffix follows it."""
    if begins_suffix(state, position):
        return suffix_after_path(state, position)
    return position + 1 if state.text[position] == "'" else beyond_ascii(state, position)


@rule
def suffix_after_path(state: ScanState, position: int) -> int:
    """An apostrophe and a Turkish suffix after a path belong to the sentence, if its last segment is in small letters.

    That segment may be empty. Names with the same ending are written with a capital.

    >>> found("http://a.example/'a http://a.example/keys'ten, http://a.example/wiki/Hawai'i http://a.example/?b'ye")
    ['http://a.example/', 'http://a.example/keys', "http://a.example/wiki/Hawai'i", "http://a.example/?b'ye"]
    """
    return state.end(suffix_after_path, position)


def begins_suffix(state: ScanState, position: int) -> bool:
    """Whether a suffix begins with the apostrophe at `position`, and ends the path, before no closing quote."""
    suffix = None if state.after_query or state.after_fragment else _SUFFIX.match(state.text, position)
    if suffix is None or state.text[suffix.end() : suffix.end() + 1] in tuple(state.quote_closers):
        return False
    segment = _PLAIN_SEGMENT.search(state.text[max(state.start, position - LONGEST_BEFORE_SUFFIX) : position])
    return segment is not None and segment[0] == segment[0].lower()


def closes_quotes(state: ScanState, position: int) -> bool:
    """Whether the character at `position` closes the quotes around the URI: an apostrophe inside a word does not."""
    character = state.text[position]
    if character not in state.quote_closers:
        return False
    return character not in "'’" or _LETTER_OR_DIGIT.match(state.text, position + 1) is None


@rule
def host_character(state: ScanState, position: int) -> int:
    """A character that is not allowed in host names ends the host, and the URI with it (RFC 1123, 2.1).

    >>> found("http://a.example,b")
    ['http://a.example']
    """
    return state.end(host_character, position)


@rule
def character_reference(state: ScanState, position: int) -> int:
    """A character reference for white space, a quote or a delimiter ends a URI (HTML, 13.5; linkify-it#105).

    A reference for a letter beyond ASCII belongs to the URI as that letter, and so does one for an ASCII character,
    whose `#` would begin a fragment (WordPress writes `&#038;`). `&amp;` stays as it is.

    >>> found("&quot;http://a/b&quot; http://a/?b&amp;c&nbsp;d http://a/caf&eacute;/?b&#038;c")
    ['http://a/b', 'http://a/?b&amp;c', 'http://a/caf%C3%A9/?b&c']
    """
    reference = escaped_characters.reference_at(state.text, position)
    if not reference:
        return position + 1
    letter = escaped_characters.stands_in_uri(reference)
    if escaped_characters.reference_ends(reference) or (letter > "\x7f" and not state.schemes.iris):
        return state.end(character_reference, position)
    return past_character(state, position, reference, letter) if letter else position + 1


def past_character(state: ScanState, position: int, written: str, character: str) -> int:
    """Where the scan continues after a character of the URI that is written as an escape or a reference."""
    if not character.isascii():
        if reads_as_prose(state, position, character):
            return state.end(prose_after_ascii, position)
        state.ascii = False
    state.after_query |= character == "?"
    state.after_fragment |= character == "#"
    return position + len(written)


@rule
def second_scheme(state: ScanState, position: int) -> int:
    """A known scheme directly after , ; | a closing bracket or a symbol beyond ASCII starts the next URI (lychee#1299).

    So does one after the colon between an image and its link in Textile.

    >>> found("http://a/,http://b/ http://a/→http://b/ !http://a/!:http://b/")
    ['http://a/', 'http://b/', 'http://a/', 'http://b/', 'http://a/', 'http://b/']
    """
    text = state.text
    if text.startswith("//", position + 1):
        start = state.schemes.start_before(text, position)
    else:
        start = state.schemes.opaque_start_before(text, position)
    if start > state.start and (state.ignore_prose or separates(text[start - 1]) or text.startswith("!:", start - 2)):
        end = start
        while is_symbol(text[end - 1]):  # punctuation is trimmed later
            end -= 1
        return state.end(second_scheme, end)
    return glued_uri(state, position)


@rule
def glued_uri(state: ScanState, position: int) -> int:
    """`http` or `https` directly after a letter or digit starts the next URI, if a complete host follows it.

    Text of tables and pages loses the space between two URIs, and around a word between a file's ending and the second.
    After an escape, `http` belongs to the first URI, as it does after `/` or `=`, and if only one label follows.

    >>> found("http://a/b.pdfhttps://c.example http://a/?b=%20http://c.example http://a/bhttp://c/")
    ['http://a/b.pdf', 'https://c.example', 'http://a/?b=%20http://c.example', 'http://a/bhttp://c/']
    >>> found("http://a/b.htmlandhttps://c.example")
    ['http://a/b.html', 'https://c.example']
    """
    scheme = _GLUED_SCHEME.search(state.text, max(state.path_start, position - len("https")), position)
    host = _HOST_AHEAD.match(state.text, position) if scheme else None
    if scheme is None or host is None or not state.schemes.known(scheme[0]):
        return position + 1
    if not is_complete_host(host[1], state.schemes.top_level_domains):
        return position + 1
    end = scheme.start()
    word = _WORD_AFTER_ENDING.search(state.text, max(state.path_start, end - _LONGEST_WORD_AND_ENDING), end)
    return state.end(glued_uri, word.start(1) if word and word[1] in function_words() else end)


def separates(character: str) -> bool:
    """Whether a character directly before a scheme shows that another URI begins there."""
    return character in _SEPARATORS or (character > "\x7f" and unicodedata.category(character)[0] in "PS")


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
    if group and is_around(state, group[0]):
        return closing_macro(state, position)
    return group.end() if group else state.end(unclosed_brace, position)


@rule
def closing_macro(state: ScanState, position: int) -> int:
    """A name in braces that is also directly before the URI closes the markup around it (Jira's text formatting).

    >>> found("{color:red}http://a/b{color} and {quote}http://a/c{quote}, but {x} http://a/{x}")
    ['http://a/b', 'http://a/c', 'http://a/%7Bx%7D']
    """
    return state.end(closing_macro, position)


def is_around(state: ScanState, macro: str) -> bool:
    """Whether a name in braces, with or without parameters, is also directly before the URI."""
    text, start = state.text, state.start
    opener = text.rfind("{", max(0, start - LONGEST_MACRO), start) if text.startswith("}", start - 1) else -1
    return opener >= 0 and text.startswith((macro, f"{macro[:-1]}:"), opener)


@rule
def square_bracket(state: ScanState, position: int) -> int:
    """A square bracket ends a URI, except for a balanced pair in a query, a fragment or a path's name (bleach#436).

    In a path, the pair belongs to the URI if it is part of a name: it is directly after `_ - =` and contains more than
    numbers, or the path continues directly after it. Other pairs are citations, footnotes and labels, and so is a word
    in brackets at the end of a fragment, or of a value in a query (AsciiDoc).

    >>> found("http://a/b[1] http://a/?b[]=1 http://a/w_[tea] http://a/b[the docs] http://a/?b=1[JSR-3]")
    ['http://a/b', 'http://a/?b%5B%5D=1', 'http://a/w_%5Btea%5D', 'http://a/b', 'http://a/?b=1']
    """
    part = FRAGMENT if state.after_fragment else QUERY if state.after_query else PATH
    group = bracketed(state.text, position, part)
    return group.end() if group else state.end(square_bracket, position)


PATH, QUERY, FRAGMENT = PARTS = "", "?", "#"
"""The parts of a URI, each represented by the character that begins it."""


def bracketed(text: str, position: int, part: str) -> re.Match[str] | None:
    """The pair of square brackets at `position`, if it belongs to a URI in this part of it; otherwise None."""
    group = (_BRACKETED_IN_PATH if part == PATH else _BRACKETED).match(text, position)
    if group is None or part == PATH or not _LABEL.match(text, position):
        return group
    return (
        group if part == QUERY and not _VALUE_BEFORE.search(text, max(0, position - LONGEST_GROUP), position) else None
    )


@rule
def note_in_parentheses(state: ScanState, position: int) -> int:
    """A parenthesis directly after a word ends a URI if it opens a note in prose (VuePress's `(opens new window)`).

    A note consists of words and spaces up to its closer, or begins with Han, Kana, Hangul or Thai. Other
    parentheses belong to the URI, and so do those in a name beyond ASCII: after a delimiter such as `_`, or if the URI
    continues directly after their closer.

    >>> found("http://a/x(opens new window) http://a/x(需要登录) http://a/x_(y) http://a/x(版).pdf")
    ['http://a/x', 'http://a/x', 'http://a/x_(y)', 'http://a/x(%E7%89%88).pdf']
    """
    if opens_note(state, position):
        return state.end(note_in_parentheses, position)
    return opening_bracket(state, position)


def opens_note(state: ScanState, position: int) -> bool:
    """Whether the parenthesis at `position` opens a note in prose. Directly after a host, another rule decides, since a
    parenthesis always ends a host."""
    text = state.text
    if state.ignore_prose or not state.ascii or position == state.path_start or is_destination(text, state.start):
        return False
    if not ends_word(text[position - 1]) and position - 1 != state.path_start:
        return False
    if not written_without_spaces(text[position + 1 : position + 2] or " "):
        return _NOTE_OF_WORDS.match(text, position) is not None
    return _PART_OF_NAME.match(text, position) is None


def query(state: ScanState, position: int) -> int:
    """A question mark begins the query (RFC 3986, 3.4)."""
    state.after_query = True
    return position + 1


def fragment(state: ScanState, position: int) -> int:
    """A number sign begins the fragment (RFC 3986, 3.5)."""
    state.after_fragment = True
    return position + 1


RULES = {character: rule_at(address) for character, address in RULE_OF.items()} | {"’": apostrophe}
"""The rule for each ASCII character that is not ordinary, according to the table of ends, and for an apostrophe."""


def scan_to_end(state: ScanState, position: int, limit: int) -> int:
    """The end of the URI that was read up to `position`: `limit` if no rule ends it earlier.

    Ordinary characters belong to it; the rule of any other character, or of closing quotes, says where to go on.
    """
    text = state.text
    state.ended_by = None
    while position < limit and state.ended_by is None:
        ordinary = (_ORDINARY if state.ascii else _ORDINARY_BEYOND_ASCII).match(text, position, limit)
        if ordinary:
            position = ordinary.end()
        elif state.quote_closers and closes_quotes(state, position):
            position = quote_closer(state, position)
        else:
            position = RULES.get(text[position], beyond_ascii)(state, position)
    return position


def ends_at(text: str, position: int, last: str, is_ascii: bool, part: str) -> bool:
    """Whether it is clear, without looking any farther, that a URI without open brackets ends at `position`, after its
    last character.

    `part` is the part in which the URI ends.
    """
    after = text[position : position + 1]
    if after == "&":
        return escaped_characters.reference_ends(escaped_characters.reference_at(text, position))
    if after == "\\":  # before some characters, it begins an escape, after which the URI may continue
        return text[position + 1 : position + 2] not in escaped_characters.BEGINS_ESCAPE
    return bracketed(text, position, part) is None if after == "[" else ends_between(last, after, is_ascii)


@lru_cache(4096)
def ends_between(last: str, after: str, is_ascii: bool) -> bool:
    """Whether a URI without open brackets ends between its last character and the next one, whatever surrounds them.

    At the end of the text, `after` is empty. `is_ascii` says that the whole URI is ASCII.

    >>> [ends_between("a", after, True) for after in ("|", "", "。", ")", "[")], ends_between("/", "次", True)
    ([True, True, True, True, False], False)
    """
    if after == ">" and last == "-":  # an arrow begins with the hyphens before it
        return False
    if after > "\x7f":
        return ends_beyond_ascii(last, after, is_ascii)
    return not after or after in CLOSERS or after in ENDING


def runs_to(state: ScanState, position: int, end: int) -> bool:
    """Whether no rule ends the URI between `position` and `end`; brackets that open there stay open."""
    ahead = ScanState(state.source, state.start, state.enclosure)
    if scan_to_end(ahead, position, end) < end or ahead.ended_by:
        return False
    state.open_brackets = ahead.open_brackets
    return True
