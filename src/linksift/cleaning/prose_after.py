"""Finds the prose after a URI that somebody pasted with its sentence: where in a text the URI ends.

What may be prose differs between the scheme and host, the path, and the query: a query may hold words.
"""

import re

from linksift.cleaning.markup import BRACKETS
from linksift.delimiters import STOPS, TRIMMED
from linksift.lazy_pattern import lazy_pattern

_WORD = r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?"
_WORD_ENDS = rf"(?=[\s>|{STOPS}\u2026\"')]|\Z)"
_WORDS = rf"{_WORD}[,;:]?\s+{_WORD}{_WORD_ENDS}"
_MARKED = r"(?:[\u2013\u2014|(\[{<\u201c\u201e\u2018\u00ab\"]|[-=]+>?(?:\s|\Z)|#\s|\*+/|//\s|HTTP/[0-9])"
_LONE_SIGNS = r"[^\w\s!-~]+(?=\s|\Z)"
"""Signs beyond ASCII between spaces, which separate titles or are emoji: `·`, `»`. A query may hold them."""

_NO_FILE_NAME = rf"(?=[{STOPS}\u2026\"')]*+(?:[\s>|]|\Z))"

_NO_SEGMENT = (
    rf"[^\W\d_]{{2,}}(?::\s|\s+[0-9]++{_NO_FILE_NAME})|[0-9]+[^\W\d_]*\s+[^\W\d_]{{2,}}+{_NO_FILE_NAME}"
    rf"|{_WORD}\s+[@#]\w|&\s++[\w\-]*+{_NO_FILE_NAME}|'[^\W\d_]|\+[0-9]{{1,3}}\s"
)
"""A word with a number, a mention or a colon, `page 5`, `12 May`, `via @joe`, `Tel: `, a mark or quote, or a telephone
number: a query may hold these, but few paths do, except in the name of a file (`Report 2020.pdf`)."""

_AFTER_SENTENCE_END = r"(?<=[.,;!])\s+(?=\S)"
_ASIDE = r"(?<=[,;!])\s+[^\W\d_]++(?![.:/]|[\w.+\-]*@)"
_CELL = r"[^\S\r\n\t]*\t[^\S\r\n]*+(?=\S)"

PICTURE = r"[\u2190-\u21ff\u2022\u25a0-\u27bf\U0001f000-\U0001faff]\ufe0f?"
"""A pattern for an emoji, arrow or dingbat."""

_OPTION = r"(?:-[A-Za-z]\s|--[A-Za-z])"
"""An option of a command in which the URI was pasted: `-O file`, `--quiet`."""

_NOTED = rf"{PICTURE}|@\w|#\w+(?:\s|\Z)"
_UNSPACED_LETTERS = r"\u0e01-\u0ecd\u1000-\u103f\u1780-\u17d3\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3"

_UNSPACED = rf"(?<=[!-~])\s+[\u300a-\u3011\uff08]?[{_UNSPACED_LETTERS}]"
"""White space between ASCII and a letter of a script without spaces, such as Thai, Kana or Han: whoever continues a URI
in such a script puts no space first."""

_NUMBERED = r"(?<=\w)\s+[^\W\d_]{2,}(?:[.:]{1,2}\s?|\s)\+?[(0-9]"
"""A word and a number after a host: `Tel: 555-1234`, `Phone +49 30`, `Room 5`."""

_LABEL = r"(?:(?<=\.html)|(?<=\.htm)|(?<=\.php)|(?<=\.pdf))\s+[^\W\d_]++\Z"
"""One word after the end of a file's name: `index.html Home`."""

_DATED = r"\s+[0-9]{1,4}[:\-][0-9][0-9:\-]*(?=[\sT]|\Z)"
_FIELD = r"\s*\n\s*[^\W\d_][\w\- ]{0,40}(?::\s|\uff1a)"

_PROSE_IN_HEAD = lazy_pattern(
    rf"(?<!\s)(?:{_FIELD}|{_ASIDE}|{_UNSPACED}|{_DATED}|{_NUMBERED}"
    rf"|\s+(?:{_WORDS}|(?!(?<=[:;]\s)//){_MARKED}|{_LONE_SIGNS}))"
)

_PROSE_IN_PATH = lazy_pattern(
    rf"(?<!\s)(?:{_AFTER_SENTENCE_END}|{_LABEL}|{_UNSPACED}|{_CELL}|{_DATED}|{_FIELD}"
    rf"|\s+(?:{_WORDS}|{_NO_SEGMENT}|{_MARKED}|{_LONE_SIGNS}|{_NOTED})|[ \t]+{_OPTION})"
)
_PROSE_IN_QUERY = lazy_pattern(rf"(?<!\s)(?:(?<=[.!;])\s+(?=\S)|{_CELL}|{_FIELD}|\s+(?:{_MARKED}|{_NOTED}))")
_PROSE_AFTER_NUMBER = lazy_pattern(rf"(?<!\s)\s+(?:{_WORDS}|(?!\([0-9+]){_MARKED})")
_NUMBER = lazy_pattern(r"(?:tel|sms|fax):", re.IGNORECASE)
ALL_CONTENT = lazy_pattern(r"(?:mailto:[^?]*+\?|magnet:|file:[/\\])", re.IGNORECASE)
_BRACKET = lazy_pattern(r"[()\[\]{}]")
_BEFORE_MORE = lazy_pattern(rf"[)\]}}][{TRIMMED}]*(?:\s+(?=\S)|(?=[^\x00-\x7f]))")
QUERY = lazy_pattern(r"(?<!\s)[?#]")
BLANKS = lazy_pattern(r"\s+")

_SCHEME = lazy_pattern(
    r"(?:[^/\\?#\uff0f@]*[:;\uff1a][/\\\uff0f\uff3c\s]+|(?:[^/\\?#.\uff0f]*|[A-Za-z]{1,8}\s*\.)[/\\\uff0f]{2,})?"
)
"""A scheme with its slashes, possibly mistyped: `http ://`, `https：／／`. It can match the empty string."""

_AUTHORITY = lazy_pattern(r"[^/\\?#]*")


def authority_start(text: str) -> int:
    """The offset at which the authority begins, if there is one, after a scheme and its slashes.

    >>> authority_start("http:/a.example/x"), authority_start("a.example//x")
    (6, 0)
    """
    found = _SCHEME.match(text)
    return found.end() if found else 0


def authority_end(text: str) -> int:
    """The offset at which the scheme and authority end, however their delimiters are written.

    >>> authority_end("http:/a.example/x"), authority_end("a.example?x")
    (15, 9)
    """
    found = _AUTHORITY.match(text, authority_start(text))
    return found.end() if found else 0


def prose_after(text: str) -> re.Match[str] | None:
    """The prose after the URI, with the white space before it, or a closing bracket that belongs to the text around the
    URI, whichever is first; None if there is neither.

    >>> [prose_after(text).start() for text in ("http://a.example/b for more", "http://a.example/b): for more")]
    [18, 18]
    """
    words, bracket = _words_after(text), _bracket_of_prose(text)
    return bracket if bracket and (words is None or bracket.start() < words.start()) else words


def _words_after(text: str) -> re.Match[str] | None:
    """The words after the URI, if any.

    In `mailto:`, `magnet:` and `file:`, all words are content; in a query, most are.
    """
    if _NUMBER.match(text):
        return _search_at_blanks(_PROSE_AFTER_NUMBER, text, 0)
    if ALL_CONTENT.match(text):
        return None
    head = authority_end(text)
    found = _search_at_blanks(_PROSE_IN_HEAD, text, 0)
    if found is None or found.start() > head:
        found = _search_at_blanks(_PROSE_IN_PATH, text, head)
    query = QUERY.search(text, head)
    if found and query and query.start() < found.start():
        return _search_at_blanks(_PROSE_IN_QUERY, text, query.end())
    return found


def _search_at_blanks(pattern: re.Pattern[str], text: str, start: int) -> re.Match[str] | None:
    """The first match of a pattern that can match only at the start of a run of white space.

    >>> _search_at_blanks(_PROSE_IN_HEAD, "a b - c", 0).start()
    3
    """
    matches = (pattern.match(text, blank.start()) for blank in BLANKS.finditer(text, start))
    return next(filter(None, matches), None)


def _bracket_of_prose(text: str) -> re.Match[str] | None:
    """A closing bracket that has no partner and is followed by more text: it closes one before the URI.

    >>> _bracket_of_prose("http://a.example/x_(y) z"), _bracket_of_prose("http://a.example/x): z").start()
    (None, 18)
    """
    if ALL_CONTENT.match(text):
        return None
    depths = dict.fromkeys(")]}", 0)
    for found in _BRACKET.finditer(text):
        closer = BRACKETS.get(found[0], found[0])
        depths[closer] += 1 if found[0] in BRACKETS else -1
        if depths[closer] < 0:
            depths[closer] = 0
            if more := _BEFORE_MORE.match(text, found.start()):
                return more
    return None
