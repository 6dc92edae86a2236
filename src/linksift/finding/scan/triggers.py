"""The patterns for which a text is searched; most of the text is never looked at twice.

One pattern begins with the literal `:`. It finds every scheme, and matches the plainest URIs as a whole. Another finds
angle brackets, in which any scheme is accepted, even one followed by a break.
"""

import re
from collections.abc import Collection, Generator, Iterator, Sequence
from itertools import chain
from operator import itemgetter
from sys import maxsize

from linksift.delimiters import WHITE_SPACE
from linksift.finding.scan.character_roles import (
    CLOSERS,
    FIRST_OF_PARTICLES,
    LETTERS,
    NEVER_TRIMMED,
    ORDINARY,
    PUNCTUATION,
    UNSPACED_LETTERS,
    in_class,
)
from linksift.finding.scan.enclosures import CLOSING_QUOTES
from linksift.finding.scan.escaped_characters import REFERENCE
from linksift.finding.scan.schemes import ADDRESSED, LONGEST_SCHEME, SCHEME, SCHEME_CHARACTERS, Schemes
from linksift.lazy_pattern import lazy_pattern

_NOT_GLUED = rf"(?<![{in_class(SCHEME_CHARACTERS)}:])(?<![Ll]:\s)(?<!://)"
HTTP = rf"//(?:(?<={_NOT_GLUED}https://)|(?<={_NOT_GLUED}http://))"
"""The slashes after the colon of `http` or `https`."""

_LABEL = r"[A-Za-z0-9_][A-Za-z0-9_\-]{0,39}+"
_GOES_ON = r"(?=\.[A-Za-z0-9_]|[/?\#]|:[0-9])"
"""A place where another label, a path, a query, a fragment or a port follows a label."""

_LATER_LABEL = rf"\.(?<!-\.)[A-Za-z0-9_]{{1,40}}+(?:-[A-Za-z0-9_\-]{{1,20}}+{_GOES_ON}|(?!-))"
"""A dot and a label. One with a hyphen where the URI ends may be a top-level domain and a suffix: `a.example-on`."""

_TWO_LABELS = rf"{_LABEL}{_LATER_LABEL}(?<!-)(?!\.)"
_SOME_LABELS = rf"{_LABEL}(?:{_LATER_LABEL}){{0,5}}(?<!-)"
_NOT_WWW_ALONE = r"(?![Ww][Ww][Ww]\.(?:[^\w\-%/?#:@]|\Z))"
"""A place where more than `www.` follows: that alone is no host (see `readings.first_valid_reading`)."""

_HOST = rf"{_NOT_WWW_ALONE}(?>{_TWO_LABELS}|{_SOME_LABELS})"
"""Most hosts have two labels, and a repeated group takes a tenth of the pattern's time.

Six labels of forty characters are no longer than a host may be, so nothing has to be measured. If the
text that follows is not plain, the pattern does not try fewer labels: that took longer than all other work on the link.
"""

_AT_BLANK = rf"(?:(?=[{re.escape(WHITE_SPACE)}])|\Z)"
ENDS_ANY_READING = '<>"`'
"""The delimiters that end every reading of a URI. The others may be encoded, so the scan reads what follows them."""

_TRIMMED = re.escape(PUNCTUATION + CLOSERS)
_CLOSER = rf"[{re.escape(CLOSERS)}{CLOSING_QUOTES}][{_TRIMMED}]{{0,16}}+(?:[{ENDS_ANY_READING}\s]|\Z)"
"""A closing bracket or quote and the characters trimmed with it, after which no reading continues."""

FARTHEST_AHEAD = LONGEST_SCHEME + len("://")
"""The greatest distance that these patterns look ahead after a URI. If a search ends within that distance, they have
mistaken the end of the search for the end of the text."""

_AT_DELIMITER = rf"(?=[{ENDS_ANY_READING}](?<!->)|{_CLOSER})"
"""A character that ends a URI in any reading, or a closer. `->` is an arrow, which may end it earlier."""

_ORDINARY = in_class("".join(character for character in ORDINARY if character not in "%,;"))
_IN_PARENTHESES = in_class(ORDINARY.replace("%", ""))
_NO_SCHEME = rf"(?!{SCHEME}:)"
"""A scheme after a comma, semicolon or closer may begin the next URI; the scan decides that."""

_UNIT = "|".join(
    (
        "%[0-9A-Fa-f]{2}",
        rf"(?!(?!&amp;(?![#A-Za-z0-9]{{1,31}};)){REFERENCE})&",
        rf"[,;]{_NO_SCHEME}",
        ":(?!//)",
        rf"\([{_IN_PARENTHESES}]*+\){_NO_SCHEME}",
        rf"'(?=[A-Za-rt-z0-9])(?![a-zıü]{{1,6}}[{_TRIMMED}]{{0,16}}(?:[{ENDS_ANY_READING}|\s]|\Z))",
    )
)
"""Units that belong to a URI depending on their neighbours, such as an escape, parentheses or an apostrophe."""

_UNIT_WITH_URI = rf"{_UNIT}|:(?:(?<=[=/?&]http:)|(?<=[=/?&]https:))"
"""A unit, or a URI in place of a value or segment, if it does not begin the next URI."""

_BEGINS_UNIT = "%&,;:('"
"""Checking one class is faster than trying all the units, and most URIs contain none of them."""


def _part(more: str = "", unit: str = _UNIT) -> str:
    """The pattern of a path of ordinary characters and these, or of a query."""
    return rf"[{_ORDINARY}{more}]*+(?:(?=[{_BEGINS_UNIT}])(?:{unit})[{_ORDINARY}{more}]*+)*"


def _query_and_fragment(more: str = "", unit: str = _UNIT) -> str:
    return rf"(?:\?{_part(f'?{more}', unit)})?(?:\#{_part(f'?{more}', unit)})?"


_PATH = rf"(?:/{_part()})?{_query_and_fragment()}"
_AFTER_HOST = rf"(?>\.(?={_AT_BLANK}|{_AT_DELIMITER})|:(?={_AT_BLANK})|(?::[0-9]{{1,5}}+)?{_PATH})"
"""A final dot or colon, or a port, path, query and fragment."""

_CLOSING_APOSTROPHE = rf"(?:'[{re.escape(PUNCTUATION)}]{{0,16}}+)?"
BLANK, DELIMITER, TAIL, MARK = 1, 2, 3, 4
"""The end of a fast path's match, as shown by its last group: white space or the end of the text; a delimiter or
closer; either of these after characters that may be trimmed; or a mark that ends a host (`http://a.example, b`).

Each earlier fast path of a trigger has four groups of its own, so the group numbers of later ones are higher.
"""


_ENDS = (
    rf"(?<!\*/)(?:(?<=[{in_class(NEVER_TRIMMED)}])(?:{_AT_DELIMITER}()|{_AT_BLANK})"
    rf"|{_CLOSING_APOSTROPHE}(?:{_AT_BLANK}|{_AT_DELIMITER})()|(?=[.,;!]{_AT_BLANK})())"
)
"""The end of a URI, after characters that nothing trims, or after some that may be trimmed; but `*/` may close a
comment."""

FAST_PATH = rf"(){_HOST}{_AFTER_HOST}{_ENDS}"
"""Most text that follows `http://`: a subset of the grammar in which nothing is doubtful or needs encoding or
balancing.

Only single classes are possessive: before 3.11.5, CPython matches possessive groups incorrectly
(python/cpython#106052). It matches atomic groups correctly.
"""

_LABELS = r"[A-Za-z0-9_\-]++(?:\.[A-Za-z0-9_\-]++)*"
_ONE_ADDRESS = (
    rf"[A-Za-z0-9_\-.+=]++@(?=[A-Za-z0-9]){_LABELS}(?:[?{ENDS_ANY_READING}\s]|\Z|[.,;:!)\]'][{ENDS_ANY_READING}\s])"
)
_NO_ADDRESS = "".join(f"(?<!{''.join(f'[{each}{each.upper()}]' for each in name[-2:])}:)" for name in sorted(ADDRESSED))
"""A place not preceded by a scheme that ends in the same letters as a scheme with addresses."""

OPAQUE = rf"(?:{_NO_ADDRESS}|(?={_ONE_ADDRESS}))(){_part('?')}(?:\#{_part('?')})?{_ENDS}"
"""Most text after `mailto:` and similar schemes, as with `FAST_PATH`, but only single, very plain addresses."""

SOME_USER = r"(?:[A-Za-z0-9\-._~]{1,64}+(?::[A-Za-z0-9\-._~]{0,64}+)?@)?"
_LONG_LABEL = r"[A-Za-z0-9_][A-Za-z0-9_\-]{0,62}+"
_ALL_LABELS = rf"{_LONG_LABEL}(?:\.(?<!-\.){_LONG_LABEL})*(?<!-)(?!\.?[A-Za-z0-9_\-]|\.\.)"
_BEYOND_ASCII = r"[^\x00-\x7f]"
_IDN_HOST = rf"(?=[A-Za-z0-9.\-]*+{_BEYOND_ASCII})[\w.\-]+(?<![.\-])"
PLAIN_HOST = rf"{_NOT_WWW_ALONE}(?:{_ALL_LABELS}(?!{_BEYOND_ASCII})|{_IDN_HOST}|{_ALL_LABELS})"
"""A host of letters, digits, `_` and hyphens, even beyond ASCII."""

_BEFORE_NAME = rf"(?:[A-Za-z0-9\-._]++/){{1,4}}(?<=[A-Za-z0-9]/)(?![{FIRST_OF_PARTICLES}])(?=[{UNSPACED_LETTERS}])"
"""The first segments of a path, before a name in Kana, Han or Hangul, which is not prose there (`wiki/日本`); `を`,
however, may begin prose."""

_PLAIN_PATH = (
    rf"/(?:{_BEFORE_NAME}{_part(LETTERS + UNSPACED_LETTERS, _UNIT_WITH_URI)}|{_part(LETTERS, _UNIT_WITH_URI)})"
)
NO_ADDRESS_FOR_PORT = r"(?![0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9])"
"""Four numbers after a host and a colon are the host's IP address, as in Docker and lists of DNS records."""

AFTER_PLAIN_HOST = (
    rf"()(?:\.(?={_AT_BLANK})|(?::{NO_ADDRESS_FOR_PORT}[0-9]{{1,5}}+)?)()"
    rf"(?:(?=[/?\#])(?:{_PLAIN_PATH})?({_query_and_fragment(LETTERS, _UNIT_WITH_URI)}))?"
)
"""The text that follows the host, up to the first character about which a rule has to decide. The second group, at the
end of the authority, is empty."""

QUERY = 3
"""The group of the query and fragment; it is None if no more of the URI follows the authority."""

BEFORE_NUMBER = 4
"""Text that ends an IP address in place of these groups: a prefix length or a port after a number sign."""

_USABLE_LABEL, _USABLE_END = "[a-z0-9]{1,40}+", "[a-z]{2,40}+(?![A-Za-z0-9_.\\-:])"
_USABLE_HOST = rf"(?:{_USABLE_LABEL}\.{_USABLE_END}|(?:{_USABLE_LABEL}\.){{2,5}}{_USABLE_END})"
USABLE_FAST_PATH = rf"(){_USABLE_HOST}{_AFTER_HOST}{_ENDS}"
"""`FAST_PATH` with a host that browsers and the DNS are certain to accept: no A-label, final number or port."""

_BREAK = r"[\s>|#*;%+\-]{0,256}+"
_SPACED_SLASHES = rf"(?={_BREAK}/{_BREAK}/|(?:=\r?\n//|/=\r?\n/))"
"""Two slashes, each possibly after a break: white space and the marks of the next line's prefix, or a soft line break
of quoted-printable."""

URL_LABEL = r"[Uu][Rr][Ll]:\s{0,32}+"
LONGEST_URL_PREFIX = len("<URL:") + 32
_URL = rf"(?:{URL_LABEL})?"
_IN_CLOSED_ANGLES = rf"(//{_HOST}(?=[/?\#:>])(?::[0-9]{{1,5}}+)?(?=[/?\#>])|(?!//)){_part()}{_query_and_fragment()}"
CLOSED_ANGLES = rf"<{_URL}({SCHEME}):{_IN_CLOSED_ANGLES}(?<=[{in_class(NEVER_TRIMMED + ')*_~')}])>"
"""A URI in angle brackets, with nothing in it to trim or encode. The second group contains the host."""

IN_ANGLES = lazy_pattern(rf"<(?!https?://){_URL}(?![Uu][Rr][Ll]:){SCHEME}:")
"""An angle bracket before any scheme."""


def trigger(schemes: Schemes, *earlier: str) -> re.Pattern[str]:
    """The pattern that stops at every colon after which a URI of these schemes may continue.

    The first of the earlier fast paths that matches a whole URI takes it; if none does, `FAST_PATH` may.
    """
    paths = "|".join((*earlier, FAST_PATH))
    return colon_trigger(schemes, rf"{HTTP}(?:{paths})|" if {"http", "https"} <= schemes.names else "")


def colon_trigger(schemes: Schemes, whole: str = "") -> re.Pattern[str]:
    """The pattern that stops at the same colons as `trigger`, in half the time, since it does not match whole URIs.

    >>> colon_trigger(Schemes(None)).search("at 12:30, see http://a.example").span()
    (18, 19)
    """
    return lazy_pattern(rf":(?:{whole}{_SPACED_SLASHES}{_rooted(schemes.rooted)}{_opaque(schemes.opaque)})")


def _rooted(names: Collection[str]) -> str:
    """The alternative `|(?=/)(?:(?<=[Ff][Ii][Ll][Ee]:))`, for schemes that a single slash may follow."""
    lookbehinds = "|".join(f"(?<={''.join(map(_either_case, name))}:)" for name in sorted(names))
    return rf"|(?=/)(?:{lookbehinds})" if names else ""


_BEGINS_NUMBER = r"\+?[0-9]{1,4}+[ \xa0][(0-9]"
"""The first digits of a telephone number written with spaces: `Tel:+49 30 1234`."""
_TRUTH_VALUE = "![01]"
"""A truth value in minified JavaScript: `search:!0,tel:!0`."""


def _opaque(names: Collection[str]) -> str:
    """The alternative `|(?=...)(?:(?<=[mt][os]:)|...)`, for the last letters of schemes without `//`, if text follows.

    Other words with such letters match as well, but a lookbehind for each name would cost more. Names that end in
    digits have a lookbehind of their own, since otherwise every time of day would match.
    """
    if not names:
        return ""
    in_digits = sorted(name for name in names if not name[-2:].isalpha())
    endings = [*map(list, in_digits), _last_two([name for name in names if name not in in_digits])]
    lookbehinds = "|".join(f"(?<={''.join(map(_either_case, ending))}:)" for ending in endings if ending)
    return rf"|(?=[^\s:/{ENDS_ANY_READING}])(?:{lookbehinds})(?!{_BEGINS_NUMBER}|{_TRUTH_VALUE})"


def _last_two(names: Collection[str]) -> list[str]:
    """The last two characters of names, position by position; only the last if a name has just one.

    >>> _last_two(["ab", "cd"]), _last_two(["ab", "c"])
    (['ac', 'bd'], ['bc'])
    """
    places = range(-min([2, *map(len, names)]), 0) if names else ()
    return ["".join(sorted({name[place] for name in names})) for place in places]


def _either_case(characters: str) -> str:
    return f"[{re.escape(''.join(sorted({*characters, *characters.upper()})))}]"


def hits(
    text: str,
    pattern: re.Pattern[str] | None,
    others: Sequence[re.Pattern[str]] = (),
    start: int = 0,
    longest: int = maxsize,
) -> Generator[re.Match[str], int | None]:
    """The hits in a text, starting at `start`, in order: those of a `trigger`, if there is one, and of others.

    Hits of the others are left out inside a URI that the trigger matched completely, and are searched for only up to
    the trigger's hit. If the rules may read less than was matched, the search resumes where they may stop. If a
    completely matched URI begins inside text that was refused earlier, the caller sends the end of that text, and the
    search resumes there.

    >>> [hit[0] for hit in hits("abcd", None, [re.compile("[ac]"), re.compile("[bd]")])]
    ['a', 'b', 'c', 'd']
    """
    rare = _hits_and_block_ends(text, others, start)
    place, other = next(rare)
    found = pattern.finditer(text, start) if pattern else iter(())
    while pattern and (hit := next(found, None)) is not None:
        begin, end = hit.span()
        while place < begin:
            if other is not None:
                yield other
            place, other = next(rare)
        refused = yield hit
        if refused is not None:
            yield hit  # the answer to `send`
            end = max(refused, begin + 1)
            found = pattern.finditer(text, end)
        elif hit.lastindex:
            if end - begin > longest or ("'" in hit[0] and "'" in text[begin - 6 : begin - 4] + text[begin - 5]):
                resume, end = _surely_read(text, begin, end, longest)
                found = pattern.finditer(text, resume)  # no whole URI begins inside another, so none is matched twice
        else:
            continue
        while place < end:
            place, other = next(rare)
    yield from filter(None, chain((other,), map(itemgetter(1), rare)))


def _surely_read(text: str, colon: int, end: int, longest: int) -> tuple[int, int]:
    """Where the search resumes after a URI that was matched completely from its colon onwards, and the end of the part
    that certainly belongs to a URI.

    A match of more than `longest` code points is not a URI, and the rules read no more of it than that.
    """
    end = value_end(text, colon - (5 if text[colon - 1] == "s" else 4), end)
    return (end, end) if end - colon <= longest else (colon + max(1, longest), colon)  # never back to this hit


def value_end(text: str, start: int, end: int) -> int:
    """The actual end of a URI that was matched from `start` to `end`, which may be the value of an attribute in single
    quotes.

    >>> value_end("<a href='http://a/'b='c'>", 9, 23), value_end("'http://a/b'", 1, 11)
    (18, 11)
    """
    quote = text.find("'", start, end) if start and text[start - 1] == "'" else -1
    return quote if quote >= 0 else end


BLOCK = 16_384
"""The number of code points that are searched at a time for several patterns, so that their hits can be sorted."""

_BLOCK_END = re.compile(r"[^\s:]\s")
"""A character followed by white space, where no hit continues: `IN_ANGLES` allows white space only after a colon."""


def _hits_and_block_ends(
    text: str, patterns: Sequence[re.Pattern[str]], start: int
) -> Iterator[tuple[int, re.Match[str] | None]]:
    """The hits in order, each with its place; a place with None says how far the text was searched, and is `maxsize` at
    the end."""
    while start < len(text):
        yield start, None
        cut = _BLOCK_END.search(text, start + BLOCK)
        end = cut.end() if cut else len(text)
        found = [(hit.start(), hit) for pattern in patterns for hit in pattern.finditer(text, start, end)]
        found.sort(key=itemgetter(0))
        yield from found
        start = end
    yield maxsize, None
