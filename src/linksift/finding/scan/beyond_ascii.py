"""Decides whether a character beyond ASCII ends a URI, by UTS #58's Link_Term and the default profile's departures."""

import unicodedata

from linksift.delimiters import ASIAN_PUNCTUATION, INVISIBLE, JOINERS, LINE_BREAKS, TRIMMED
from linksift.finding.scan.character_roles import (
    ASIAN_BRACKETS_IN_NAMES,
    CLOSERS,
    CLOSES,
    ENDS,
    FULL_WIDTH_PARENTHESES,
    LINK_TERMS,
    QUOTES_IN_NAMES,
    SOFT_HYPHEN,
    in_class,
    row_beyond_ascii,
    rule_at,
)
from linksift.finding.scan.enclosures import ENCLOSURES
from linksift.finding.scan.scanned_text import ScanState
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule, rule_name
from linksift.registries import link_term, particles

_LINE_END = lazy_pattern(rf"[ \t]{{0,99}}+(?:[{LINE_BREAKS}]|\Z)")
_TRAILING = in_class(TRIMMED + CLOSERS)
_WORD_END = rf"[\s<>`|{''.join(sorted(ASIAN_PUNCTUATION))}]|\Z"
_VISIBLE_END = lazy_pattern(rf"[{INVISIBLE}]{{1,64}}+[{INVISIBLE}{_TRAILING}]{{0,64}}+(?:{_WORD_END})")
"""Invisible characters, and perhaps punctuation and closing brackets, before the visible end of a word."""
BRACKETS_IN_NAMES = ASIAN_BRACKETS_IN_NAMES | FULL_WIDTH_PARENTHESES


@rule
def format_character(state: ScanState, position: int) -> int:
    """An invisible or bidirectional format character ends a URI (element-web#30351).

    A zero-width joiner between two letters, marks or symbols beyond ASCII belongs to the URI (linkify-it fixtures,
    Malayalam).

    >>> found("http://a/b\\u200bc")
    ['http://a/b']
    """
    if is_joiner(state, position):
        return position + 1
    if _VISIBLE_END.match(state.text, position):
        return invisible_at_end(state, position)
    return state.end(format_character, position)


@rule
def invisible_at_end(state: ScanState, position: int) -> int:
    """An invisible or bidirectional character where the word ends also ends a URI, but hides none of it.

    Isolates, embeddings and marks are there in text from right to left and from PDFs; word processors add zero-width
    spaces. Closing brackets and punctuation may come before the word's end.

    >>> found("\\u2068http://a/b\\u2069 (http://a/c\\u200b).")
    ['http://a/b', 'http://a/c']
    """
    return state.end(invisible_at_end, position)


def is_joiner(state: ScanState, position: int) -> bool:
    """Whether a zero-width joiner is at `position`, between two characters beyond ASCII that belong to the URI."""
    text = state.text
    after = text[position + 1 : position + 2]
    if text[position] not in JOINERS or after in state.quote_closers:
        return False
    return _is_joined(text[position - 1]) and _is_joined(after)


def _is_joined(character: str) -> bool:
    """Whether joiners can join a character, that is, whether it is never trimmed or cut out."""
    return character > "\x7f" and link_term(character) == "Include" and unicodedata.category(character) != "Cf"


@rule
def line_end_hyphen(state: ScanState, position: int) -> int:
    """Typesetters add a soft hyphen or U+2010 at a line end; a URI that is not joined ends before it (Unicode, 6.2).

    >>> found("http://a/b\\u2010\\n\\nc http://a/b\\u2010c")
    ['http://a/b', 'http://a/b%E2%80%90c']
    """
    if _LINE_END.match(state.text, position + 1):
        return state.end(line_end_hyphen, position)
    return soft(state, position) if state.text[position] == SOFT_HYPHEN else included(state, position)


@rule
def asian_punctuation(state: ScanState, position: int) -> int:
    """Chinese and Japanese sentence punctuation, full-width forms and dashes end a URI (markdown-it#1147).

    >>> found("http://a/b。http://a/c，d")
    ['http://a/b', 'http://a/c']
    """
    return state.end(asian_punctuation, position)


@rule
def prose_after_ascii(state: ScanState, position: int) -> int:
    """Han, Kana, Hangul, Thai, symbols, `〜`, `／` and CJK brackets after an ASCII letter, digit or bracket are prose.

    After a comma they are prose, too, unless a path continues after them: Chinese is often typed with ASCII's comma.
    After a delimiter they belong to the URI, except a particle or verb after a bare slash, a particle in prose
    after any other slash, and brackets that do not close. They also belong to a URI that is not all ASCII so
    far, and to the destination of a link in Markdown. Soft characters other than quotes around a name make
    no difference (openchamber#3040, twitter-text-js#131).

    >>> found("http://a/x에서 http://a/x,感谢 http://a/x（见） http://a/wiki/日本（国） http://a.example/にあります")
    ['http://a/x', 'http://a/x', 'http://a/x', 'http://a/wiki/%E6%97%A5%E6%9C%AC%EF%BC%88%E5%9B%BD%EF%BC%89', 'http://a.example/']
    """
    character = state.text[position]
    if reads_as_prose(state, position, character):
        return state.end(prose_after_ascii, position)
    if character in BRACKETS_IN_NAMES:
        state.ascii = False
    return rule_at(LINK_TERMS[link_term(state.text[position])].rule)(state, position)


def reads_as_prose(state: ScanState, position: int, character: str) -> bool:
    """Whether the character at `position` begins prose: a character of a script without spaces, or a symbol,
    directly after ASCII."""
    if state.ignore_prose or not state.ascii or is_destination(state.text, state.start):
        return False
    before = state.text[position - 1]
    if before in QUOTES_IN_NAMES and is_quoted_name(state, position - 1):
        return False
    if ends_word(before) or before == ",":
        is_prose = row_beyond_ascii(character).rule == rule_name(prose_after_ascii)
        may_be_path = before == "," or _IN_PATHS.match(character)
        return is_prose and not (may_be_path and shows_path(state.text, position))
    if character in BRACKETS_IN_NAMES:
        return not is_name_in_brackets(state, position)
    return begins_with_particle(state, position)


def shows_path(text: str, position: int) -> bool:
    """Whether the run at `position` shows that it is part of a path or query.

    >>> found("http://a.example/b.htmlและ http://a.example/bไทย.pdf")
    ['http://a.example/b.html', 'http://a.example/b%E0%B9%84%E0%B8%97%E0%B8%A2.pdf']
    """
    return _PART_OF_PATH.search(_RUN.match(text, position)[0]) is not None  # type: ignore[index]


def is_destination(text: str, start: int) -> bool:
    """Whether the URI at `start` is the destination of a link in Markdown: white space or its parenthesis ends it.

    >>> found("[C](http://a.example/wiki/C言語) (http://a.example/wiki/C言語)")
    ['http://a.example/wiki/C%E8%A8%80%E8%AA%9E', 'http://a.example/wiki/C']
    """
    return start > 1 and text.startswith("](", start - 2)


def is_name_in_brackets(state: ScanState, position: int) -> bool:
    """Whether brackets that open after a delimiter close again; full-width brackets also need a path segment before
    them."""
    opener = state.text[position]
    has_segment = 0 <= state.path_start < position - 1
    closes = state.source.closes_in_word(BRACKETS_IN_NAMES[opener], position)
    return closes and (has_segment or opener not in FULL_WIDTH_PARENTHESES)


def is_quoted_name(state: ScanState, position: int) -> bool:
    """Whether quotes that open after a delimiter, in a path with a segment, close in the same word (vscode#121438).

    >>> found("http://a/wiki/“常”误 http://a/“常”误 http://a/wiki/“常")
    ['http://a/wiki/%E2%80%9C%E5%B8%B8%E2%80%9D%E8%AF%AF', 'http://a/', 'http://a/wiki/']
    """
    has_segment = 0 <= state.path_start < position - 1
    closes = state.source.closes_in_word(QUOTES_IN_NAMES[state.text[position]], position)
    return has_segment and closes and not ends_word(state.text[position - 1])


PARTICLE_OF_ONE = lazy_pattern(r"[がでとにのはへも](?=[ァ-ヺ一-鿋]|https?://)|[가과는도로에와은을의이](?=[ \t\r\n])")
"""A particle of one syllable: in Japanese, before a word in Kanji or Katakana or another URI, and in Korean, before
a space. Names continue in the same script: `にほん`, `에너지`."""

_RUN = lazy_pattern(rf"(?:(?!https?://|www\.)[^\s<>\"'`|)\]}}”」）{''.join(sorted(ASIAN_PUNCTUATION))}]){{1,256}}")
_PART_OF_PATH = lazy_pattern(r"[?#&=_]|(?<=[^\x00-\x7f])(?:/|\.[A-Za-z0-9]{2,5}(?![A-Za-z0-9]))")
"""A sign that a run is a path: a delimiter of the query or fragment, an underscore, or another segment or the extension
of a file after a word that is not ASCII. Prose contains `HTTP/2` and `a-1.0.tar.gz`, too."""

_PART_OF_NAME = lazy_pattern(rf"\Aから|(?<=[^\x00-\x7f])[%+~(\-]|{_PART_OF_PATH.pattern}")
"""A sign that a run is a name: it begins a common one (`からあげ`), or has a hyphen or escape, as pages' titles do."""

_IN_PATHS = lazy_pattern(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
"""Thai, Lao, Burmese and Khmer, whose words paths join to ASCII: `/tag/phoneมือสอง/`."""

_HAN = lazy_pattern(r"[\u3400-\u4dbf\u4e00-\u9fff]")

_BEFORE_LABEL = ("[", "|", "=")
"""Before a URI whose label follows after a space, as in MediaWiki and in tables."""


def begins_with_particle(state: ScanState, position: int) -> bool:
    """Whether prose continues with a particle or verb ending at `position`, after a path that is only a slash, after a
    second delimiter or, on better evidence, after the slash of a segment."""
    text = state.text
    if position - 1 == state.path_start or not (text[position - 2].isalnum() or text[position - 2] > "\x7f"):
        return text.startswith(particles("Hiragana", "Hangul"), position) or begins_phrase(state, position)
    return text[position - 1] == "/" and is_particle_after_segment(text, state.start, position)


def is_particle_after_segment(text: str, start: int, position: int) -> bool:
    """Whether prose continues at `position`, after the slash of a segment of the URI at `start`: with a particle before
    a space and a word, or with one that begins a longer word, if prose is also directly before the URI.

    Everything else is a name, as after `/wiki/`: nobody cites that path without a page.

    >>> found("http://a.example/b/를 참조, 詳細はhttp://a.example/b/を参照")
    ['http://a.example/b/', 'http://a.example/b/']
    >>> found("http://a.example/b/までの道 http://a.example/wiki/를 참조")
    ['http://a.example/b/%E3%81%BE%E3%81%A7%E3%81%AE%E9%81%93', 'http://a.example/wiki/%EB%A5%BC']
    """
    if text.endswith(("/wiki/", "/w/"), start, position):
        return False
    run = _RUN.match(text, position)[0]  # type: ignore[index]
    every = particles("Hiragana", "Hangul")
    after = text[position + len(run) : position + len(run) + 2]
    if run in every or (len(run) == 1 and PARTICLE_OF_ONE.match(text, position)):
        return after[:1] == " " and after[1:] > "\x7f" and text[start - 1 : start] not in _BEFORE_LABEL
    prose_before = text[max(0, start - 2) : start].rstrip(" ")[-1:] > "\x7f"
    return prose_before and text.startswith(every, position) and _PART_OF_NAME.search(run) is None


def begins_phrase(state: ScanState, position: int) -> bool:
    """Whether prose continues at `position`, after a path that is only a slash, with a word that may begin names, too:
    a particle of one syllable, a Chinese verb, or any word in Han if such a word is also directly before the URI.
    Anything that shows a path prevails.

    >>> found("http://a.example/下载安装 http://a.example/下载.png 'http://a.example/下载' http://a.example/に接続")
    ['http://a.example/', 'http://a.example/%E4%B8%8B%E8%BD%BD.png', 'http://a.example/%E4%B8%8B%E8%BD%BD', 'http://a.example/']
    >>> found("先在http://a.example/测试, http://a.example/测试")
    ['http://a.example/', 'http://a.example/%E6%B5%8B%E8%AF%95']
    """
    text = state.text
    if position - 1 != state.path_start:
        return False
    in_prose = state.start > 0 and _HAN.match(text, state.start - 1) and _HAN.match(text, position)
    if not (in_prose or text.startswith(particles("Han"), position) or PARTICLE_OF_ONE.match(text, position)):
        return False
    run = _RUN.match(text, position)[0]  # type: ignore[index]
    if _PART_OF_PATH.search(run):
        return False
    before, after = text[state.start - 1 : state.start], text[position + len(run) : position + len(run) + 1]
    is_alone = run in particles("Han")
    enclosure = ENCLOSURES.get(before)
    closes = after != "" and (before + after in ("><", "||") or (enclosure is not None and after in enclosure.closers))
    if closes and (is_alone or before not in "(（"):
        return False
    ends_line = after in ("", "\r", "\n")
    return not (is_alone and ends_line) or before > "\x7f"  # on a line that contains nothing else, it is a path


@rule
def hard_character(state: ScanState, position: int) -> int:
    """A character that UTS #58 calls Hard ends a URI: white space, a control, a private or unassigned one (Link_Term).

    >>> found("http://a/b\\u3000c")
    ['http://a/b']
    """
    return state.end(hard_character, position)


@rule
def beyond_ascii_ends(state: ScanState, position: int) -> int:
    """A character beyond ASCII ends a URI if only the characters of RFC 3986 are accepted (profile "ascii").

    >>> found("http://a/b–http://a/c", profile="ascii")
    ['http://a/b', 'http://a/c']
    """
    return state.end(beyond_ascii_ends, position)


def beyond_ascii(state: ScanState, position: int) -> int:
    """The next position after a character beyond ASCII, according to its rule in the table of ends."""
    if not state.schemes.iris:
        return beyond_ascii_ends(state, position)
    return rule_at(row_beyond_ascii(state.text[position]).rule)(state, position)


def ends_word(character: str) -> bool:
    """Whether a word, or brackets after it, may end with this character, which prose may then follow directly."""
    return character.isalnum() or character in CLOSERS or character > "\x7f"


def ends_beyond_ascii(last: str, character: str, is_ascii: bool) -> bool:
    """Whether a URI without open brackets ends between its `last` character and this character beyond ASCII, whatever
    surrounds the two.

    >>> [ends_beyond_ascii("a", character, True) for character in "。）日é’"], ends_beyond_ascii("a", "日", False)
    ([True, True, True, False, False], False)
    """
    row = row_beyond_ascii(character)
    is_prose = row.rule == rule_name(prose_after_ascii) and not _IN_PATHS.match(character)
    begins_prose = is_prose and is_ascii and ends_word(last) and last not in QUOTES_IN_NAMES
    return begins_prose or row.role in (ENDS, CLOSES)


def soft(state: ScanState, position: int) -> int:
    """A Soft character belongs to the URI; if only such characters follow, `trim` removes them."""
    return position + 1


def included(state: ScanState, position: int) -> int:
    """Any other character belongs to the URI."""
    state.ascii = False
    return position + 1
