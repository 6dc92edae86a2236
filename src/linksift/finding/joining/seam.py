"""A line break that may be inside a URI, with the text on both sides of it: the argument of every evidence rule."""

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import islice
from string import ascii_letters
from types import MappingProxyType

from linksift.delimiters import ASIAN_PUNCTUATION
from linksift.finding.joining.text_layout import Layout, Line
from linksift.finding.scan.character_roles import NON_BREAKING_HYPHEN, TYPESET_HYPHENS
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import common_words, function_words, top_level_domains

PARAMETER_START = r"[\w.\-\[\]]{1,64}="
"""The name of a parameter in a query, and the sign before its value."""

ROOT_DIRECTORIES = "bin|dev|etc|home|lib|mnt|opt|proc|root|srv|tmp|usr|var"
"""The directories at the root of Unix file systems, as alternatives in a pattern."""

LONGEST_PIECE = 512
"""The maximum length of a piece of a URI on a wrapped line."""

NO_PIECE = '\\s<>"`\\\\|^“”‘’«»←-⇿\u200b\ufeff\x00-\x1f' + "".join(sorted(ASIAN_PUNCTUATION))
"""The characters that no piece of a URI contains; an arrow points from one URI to another."""

_PIECE_WITH_ESCAPES = re.compile(rf"[^{NO_PIECE}]*(?:\\[_#&~%](?=\w)[^{NO_PIECE}]*)*")
"""A piece of a URI, perhaps with escapes of Markdown and LaTeX before letters (`b\\_c`), which its readings undo."""

_BEFORE_IDEOGRAPH = lazy_pattern(r"[!-~]*+(?<=[A-Za-z0-9)\]])(?=[\u2e80-\ufaff\ufb07-\U0010ffff])")
"""The part of a piece before the prose of a language that is written without spaces; U+FB00 to U+FB06 are the ligatures
of Latin letters: `tensorﬂow`."""

_WORDS_WITH_SLASH = lazy_pattern(r"[A-Za-z]+/[A-Za-z]+/?")
_UNIT = lazy_pattern(r"[^\-/?&=_.%#,+]*[\-/?&=_.%#,+]?")
_LETTERS = re.compile(r"[A-Za-z]*")
MOST_LETTERS = 40
_BEFORE_WORD, _AFTER_WORD = " \n(", " \n.,;:)"
MOST_PLACES = 16
"""The maximum number of places with the same text that are examined."""

_CLOSED = re.compile(r"(?:[)\]}'*\"!;][.,:;'\")\]]*|\.\.\.|…)\Z")
_MAY_CLOSE = ")]}'*\"!;.,:…"
_LABEL_EDGE = re.compile(r"://(?:[^/?#]{0,253}\.)?-\Z")
_PARAMETER = re.compile(r"[^?]*+\?.*=[^=\s'\"]*(?<=[A-Za-z0-9=]);\Z")
_OPENERS = {")": "(", "]": "[", "}": "{"}
_SENTENCE = ".,;:!?'*\"…"


class Seam:
    """The break between `line` and `next`: `uri` is the URI so far, and `piece` is the first run in `next` without
    white space; ideographs, kana and hangul after ASCII are not in it.

    `word` is the piece without closing punctuation, and `rest` is the text after the piece. `first` is the line on
    which the URI starts, at `start`; `joined_breaks` is the number of breaks already joined in it. `last` is the
    character before the break; `inside_run` says whether letters or digits are on both sides, and `is_word` says
    whether the word consists of letters only, as in prose. `lines_between` says whether other lines separate the two
    (blank lines, or the lines around the end of a page), and `bracketed` whether a bracket opens just before the URI.
    """

    def __init__(
        self, layout: Layout, start: int, uri: str, lines: tuple[Line, Line, Line], joined_breaks: int
    ) -> None:
        self.layout = layout
        self.start = start
        self.uri = uri
        self.first, self.line, self.next = lines
        self.joined_breaks = joined_breaks
        text = self.next.stripped
        self.piece = _PIECE_WITH_ESCAPES.match(text, 0, LONGEST_PIECE)[0]  # type: ignore[index]
        if not self.piece.isascii() and uri.isascii() and (found := _BEFORE_IDEOGRAPH.match(self.piece)):
            self.piece = found[0]
        self.rest = text[len(self.piece) :].strip()
        self.word = trimmed(self.piece)
        self.is_word = self.word.isalpha()
        self.last = uri[-1]
        self.lines_between = self.next.start > self.line.end + 1
        self.bracketed = start > 0 and layout.text[start - 1] in "(["
        self.inside_run = self.last.isalnum() and self.piece[:1].isalnum()

    @classmethod
    def in_text(cls, text: str, typefaces: Mapping[int, bool] = MappingProxyType({})) -> "Seam":
        r"""The first line break in a text after the start of a URI, for the examples in the evidence rules."""
        layout = Layout(text, top_level_domains(), typefaces)
        start = text.index("http")
        line = layout.line_of(start)
        following = layout.continuation_of(line) if line else None
        assert line is not None
        assert following is not None
        return cls(layout, start, text[start : line.text_end], (line, line, following), 0)

    @property
    def urn_goes_on(self) -> bool:
        """Whether the URI so far is a URN that ends in the colon before its next part (RFC 8141, 2; RFC 3553).

        After more than the namespace, the next part must contain a colon; otherwise this colon may belong to the
        sentence.
        """
        if self.last != ":" or self.is_word or self.uri[:4].lower() != "urn:":
            return False
        is_namespace = self.uri.count(":") == 2  # as in `urn:isbn:`
        return is_namespace or ":" in self.piece

    @property
    def has_host(self) -> bool:
        """Whether the URI so far continues after its host."""
        return "/" in self.uri.partition("://")[2].rstrip("/")

    @property
    def is_common(self) -> bool:
        """Whether the word is a common English word, or two words of prose with a slash."""
        return is_common_word(self.word) if self.is_word else self.is_prose_with_slash

    @property
    def is_prose_with_slash(self) -> bool:
        """Whether the word is two words or abbreviations of prose with a slash: `and/or`, `und/oder`, `TCP/IP`."""
        if "/" not in self.word or not _WORDS_WITH_SLASH.fullmatch(self.word):
            return False
        parts = self.word.strip("/").lower().split("/")
        return self.word.isupper() or all(map(is_common_word, parts)) or function_words().issuperset(parts)

    @property
    def is_function_word(self) -> bool:
        """Whether the word is a function word, which few parts of a URI are."""
        return self.is_word and self.word.lower() in function_words()

    @cached_property
    def elsewhere(self) -> list[int]:
        """The first places on other lines nearby where the URI so far begins, excluding the punctuation at its end."""
        places = self.layout.occurrences(trimmed(self.uri), *self.layout.window(self.line))
        return [place for place in islice(places, MOST_PLACES) if not self.first.start <= place <= self.next.end]

    @property
    def letters_around(self) -> tuple[str, str]:
        """The letters next to the break on both sides."""
        tail = self.uri[-MOST_LETTERS:]
        return tail[len(tail.rstrip(ascii_letters)) :], _LETTERS.match(self.piece)[0]  # type: ignore[index]

    @cached_property
    def needed_width(self) -> int:
        """The width of the line together with the first unbreakable part of the piece, which ends in a delimiter."""
        letter = self.last.isalnum()  # it cannot be separated from the next one
        unit = 1 if self.inside_run else _UNIT.match(self.piece, letter).end() + letter  # type: ignore[union-attr]
        return self.line.width + unit


def joined(uri: str, piece: str) -> str:
    r"""A URI joined to the piece after a break; a hyphen that cannot belong to it is dropped, and U+2011 becomes `-`.

    >>> joined("http://a.example/b\N{HYPHEN}", "c"), joined("http://a.example/b\N{NON-BREAKING HYPHEN}", "c")
    ('http://a.example/bc', 'http://a.example/b-c')
    """
    if ends_in_typeset_hyphen(uri):
        return uri[:-1] + piece
    return f"{uri[:-1]}-{piece}" if uri[-1] == NON_BREAKING_HYPHEN else uri + piece


def ends_in_typeset_hyphen(uri: str) -> bool:
    r"""Whether a URI ends in a hyphen that only typesetters print, or in a hyphen at the start of a host label.

    >>> ends_in_typeset_hyphen("http://a.example/b\N{HYPHEN}"), ends_in_typeset_hyphen("http://tea.-")
    (True, True)
    """
    return uri[-1] in TYPESET_HYPHENS or (uri[-1] == "-" and _LABEL_EDGE.search(uri) is not None)


def ends_in_closer(uri: str) -> bool:
    """Whether a URI ends in a closer, quote, emphasis mark or ellipsis of its sentence, and so does not continue.

    A semicolon after a parameter may separate it from the next parameter.

    >>> ends_in_closer("http://a.example/b'),"), ends_in_closer("http://a.example/b_(c)")
    (True, False)
    """
    if uri[-1] not in _MAY_CLOSE or uri.endswith("&amp;") or (uri[-1] == ")" and "(" in uri):
        return False
    return (uri[-1] != ";" or not _PARAMETER.match(uri)) and _CLOSED.search(uri) is not None


def trimmed(piece: str) -> str:
    """A piece without the punctuation at its end, and without closing brackets that nothing in it opens.

    >>> trimmed("example)."), trimmed("a_(b)")
    ('example', 'a_(b)')
    """
    while piece:
        last = piece[-1]
        opener = _OPENERS.get(last)
        if last in _SENTENCE or last in "([{" or (opener and piece.count(last) > piece.count(opener)):
            piece = piece[:-1]
        else:
            break
    return piece


def occurs_nearby(
    layout: Layout, word: str, line: Line, following: Line, is_alone: Callable[[str, int, int], bool]
) -> bool:
    """Whether a word appears by itself, as `is_alone` decides for a span of a text, on a nearby line other than those
    from `line` to `following`."""
    places = islice(layout.places(word, *layout.window(line)), MOST_PLACES)
    elsewhere = (place for place in places if not line.start <= place < following.end)
    return any(is_alone(layout.text, place, place + len(word)) for place in elsewhere)


def is_between_blanks(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` is a word in a sentence."""
    return text[max(0, start - 1) : start] in _BEFORE_WORD and text[end : end + 1] in _AFTER_WORD


def is_common_word(word: str) -> bool:
    """Whether a word is a common English word or the plural of one.

    >>> is_common_word("Words"), is_common_word("xorg")
    (True, False)
    """
    word = word.lower()
    return word in common_words() or (word.endswith("s") and word[:-1] in common_words())
