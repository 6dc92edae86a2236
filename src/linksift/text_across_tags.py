"""Decides where the text of a document continues across its tags, and where separate text begins.

An inline element is shown without a space before or after it, so a URI may continue across its tags: highlighters, word
processors and mail programs split URIs across several elements. Links, labels and footnote marks are separate pieces of
text. The document readers, `linkify_html` and the drop-ins for HTML all use this module.
"""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from linksift.delimiters import STOPS
from linksift.finding import Finder, Match, details_of

HIDDEN = frozenset({"script", "style", "template", "iframe"})
"""Elements whose text is not shown."""

CODE = frozenset({"pre", "code", "kbd", "samp", "tt"})
"""Elements of code, whose content highlighters split into elements at every symbol."""

KEPT = frozenset({"pre", "textarea", "listing", "xmp", "plaintext"})
"""Elements whose white space is shown unchanged."""

_BLOCK_NAMES = """
    address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset
    figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing
    main marquee menu nav noembed noframes noscript ol optgroup option p plaintext pre search section select
    summary table tbody td template textarea tfoot th thead title tr ul xmp
    audio button canvas embed iframe img input math object svg text video
"""
BLOCKS = frozenset(_BLOCK_NAMES.split())
"""Elements that interrupt running text: blocks (HTML, 15.3), and elements that are shown like pictures or controls."""

BREAKS = BLOCKS | HIDDEN
"""Elements at whose tags running text ends."""

_EDGE_NAMES = "a label sup sub q rt rp output meter progress"
EDGES = BREAKS | frozenset(_EDGE_NAMES.split())
"""Elements that no URI continues into or out of: blocks, links, captions, footnote marks, and elements that are shown
with quotes or apart from the line."""

_NO_GAP = frozenset({"wbr", "br"})
"""Tags that are not gaps: one allows a line to break, and the other is a line break, a character of the text."""

_SEPARATES = frozenset('<>"')
_OPENERS = frozenset("([{'\u2018\u201c\u201a\u201e\u2039\u00ab\u3008\u300a\u300c\u300e\u3010")
_CLOSERS = frozenset(")]}'\u2019\u201d\u203a\u00bb\u3009\u300b\u300d\u300f\u3011")
_BEGINNINGS = ("http://", "https://", "ftp://", "www.", "mailto:")
_LAST_WORD = re.compile(r"\S+\Z")
_FIRST_WORD = re.compile(r"\S+")
_OF_URIS = re.compile(r"[.:@/%]|(?i:www|http|ftp|mailto)")
"""Text that every URI and address contains or begins with."""

LONGEST_WORD = 64
"""The number of characters read before a seam."""

_DELIMITED = frozenset({"angle", "double-quote"})


class Seam(Enum):
    """The effect that a seam between two pieces of text has on a URI."""

    GOES_ON = "the text continues"
    DOUBTFUL = "the text continues, or another word begins"
    NEW_WORD = "another word begins, or the text continues"
    NEW_TEXT = "another text begins"


class Gap(Enum):
    """The tags between two pieces of text."""

    NONE = "no tag"
    START_TAG = "start tags"
    END_TAG = "an end tag"
    CODE_START = "the start tag of code"
    CODE_END = "the end tag of code"
    SIBLINGS = "an end tag, and later a start tag: two elements side by side"
    EDGE = "a tag of an element in EDGES"


class DoubtfulSeams(NamedTuple):
    """The offsets in a text at which a URI may or may not continue, and those at which it probably does not.

    They are in order and stored in arrays, since a page may have a seam for every character.
    """

    offsets: "array[int]"
    new_words: "array[int]"

    def add(self, offset: int, seam: Seam) -> None:
        """Add the offset of a seam if the seam is doubtful."""
        if seam is not Seam.GOES_ON:
            self.offsets.append(offset)
            if seam is Seam.NEW_WORD:
                self.new_words.append(offset)


def doubtful_seams() -> DoubtfulSeams:
    """An empty record of doubtful seams."""
    return DoubtfulSeams(array("q"), array("q"))


class TextFlow:
    """Follows the tags of a document and says, for each piece of text, whether it continues the previous one. `in_gap`
    says whether a tag has been passed since the last piece.

    >>> flow = TextFlow()
    >>> flow.tag("span", closes=True)
    >>> flow.tag("span", closes=False)
    >>> flow.seam("http://a.example/", "Share")
    <Seam.DOUBTFUL: 'the text continues, or another word begins'>
    """

    __slots__ = ("_gap", "_open_code", "in_gap")

    def __init__(self) -> None:
        self.in_gap = False
        self._gap = Gap.NONE
        self._open_code = 0

    def tag(self, name: str, closes: bool) -> None:
        """Move past a tag, given the name of its element in lowercase."""
        code = name in CODE and self._enters_or_leaves_code(closes)
        if name in EDGES:
            self.in_gap, self._gap = True, Gap.EDGE
        elif name not in _NO_GAP:
            self.in_gap, self._gap = True, wider_gap(self._gap, closes, code)

    def _enters_or_leaves_code(self, closes: bool) -> bool:
        """Count the open elements of code, and return whether the tag opens the first of them or closes the last."""
        before = self._open_code
        self._open_code = max(0, before + (-1 if closes else 1))
        return (before > 0) is not (self._open_code > 0)

    def pass_gap(self) -> None:
        """Forget the tags passed so far, because a space or a block separates the pieces of text."""
        self.in_gap, self._gap = False, Gap.NONE

    def begins_new_text(self, pieces: Sequence[str], length: int, beyond: str, seams: "DoubtfulSeams") -> bool:
        """Whether a piece of text begins a new text instead of continuing those before it, which have this length
        together. A doubtful seam is recorded."""
        if not self.in_gap:
            return False
        seam = self.seam(last_word(pieces), beyond[:LONGEST_WORD])
        seams.add(length, seam)
        return seam is Seam.NEW_TEXT

    def seam(self, before: str, beyond: str) -> Seam:
        """How a piece of text continues the previous one: `before` is the last word of the previous piece, and `beyond`
        is the first word of this one. Tags passed so far no longer count."""
        gap = self._gap
        self.pass_gap()
        if gap is Gap.NONE or not cuts(before, beyond):
            return Seam.GOES_ON
        word_on_both_sides = before[-1].isalnum() and beyond[0].isalnum()
        side_by_side = gap is Gap.SIBLINGS and not self._open_code
        if gap is Gap.EDGE or (begins_uri(beyond) and (side_by_side or word_on_both_sides)):
            return Seam.NEW_TEXT
        if gap is Gap.CODE_START and word_on_both_sides:
            return Seam.NEW_TEXT
        if gap is Gap.CODE_END and beyond[0].isalpha():
            return Seam.NEW_WORD
        return Seam.DOUBTFUL if side_by_side else Seam.GOES_ON


def wider_gap(gap: Gap, closes: bool, code: bool) -> Gap:
    """The gap after one more tag, which `closes` an element or opens one; with `code`, the tag begins or ends code.

    >>> wider_gap(Gap.END_TAG, closes=False, code=False).name, wider_gap(Gap.NONE, closes=True, code=True).name
    ('SIBLINGS', 'CODE_END')
    """
    if gap is Gap.NONE:
        if code:
            return Gap.CODE_END if closes else Gap.CODE_START
        return Gap.END_TAG if closes else Gap.START_TAG
    if closes:
        return Gap.CODE_END if code and gap is Gap.END_TAG else gap
    return Gap.SIBLINGS if gap in (Gap.END_TAG, Gap.CODE_END) else gap


def last_word(pieces: Sequence[str]) -> str:
    """The last characters of a text given in pieces, as many as `seam` reads.

    >>> last_word(["see http", "://"])
    'see http://'
    """
    found = ""
    for piece in reversed(pieces):
        found = piece[-LONGEST_WORD:] + found
        if len(found) >= LONGEST_WORD:
            break
    return found[-LONGEST_WORD:]


def may_hold_uri(before: str, beyond: str) -> bool:
    """Whether a word that spans a seam, given the text on both sides, may contain a URI.

    >>> may_hold_uri("see http://a.example/", "next one"), may_hold_uri("a.b see", "also a.b"), may_hold_uri("x", "www")
    (True, False, True)
    """
    words = _LAST_WORD.search(before), _FIRST_WORD.match(beyond)
    return any(word is not None and _OF_URIS.search(word[0]) is not None for word in words)


def cuts(before: str, beyond: str) -> bool:
    """Whether an edge between two texts cuts a word that may contain a URI.

    >>> cuts("See http://a.example/", "next"), cuts("See this", "next"), cuts("http://a.example/ ", "next")
    (True, False, False)
    """
    return touch(before, beyond) and may_hold_uri(before, beyond)


def touch(before: str, beyond: str) -> bool:
    """Whether a URI could continue from one text into the next: no space, delimiter, bracket or end of a sentence
    separates them. The finder handles such cases better when it has both texts.

    >>> touch("a", "b"), touch("a ", "b"), touch("see (", "http://a.example/")
    (True, False, False)
    """
    last, first = before[-1:], beyond[:1]
    if not last or not first or last.isspace() or first.isspace() or last in _SEPARATES or first in _SEPARATES:
        return False
    opens = last in _OPENERS and (len(before) == 1 or before[-2].isspace())
    ends_sentence = first in STOPS and beyond[1:2].isspace()
    return not (opens or ends_sentence or first in _CLOSERS)


def begins_uri(text: str) -> bool:
    """Whether a text begins with one of the most common schemes, or with `www.`.

    >>> begins_uri("HTTP://a.example"), begins_uri("a.example")
    (True, False)
    """
    return text[:8].lower().startswith(_BEGINNINGS)


def find_over_seams(
    finder: Finder, text: str, seams: DoubtfulSeams | None, skip: Iterable[tuple[int, int]] = ()
) -> Iterator[Match]:
    """The matches in a text with doubtful seams. A match across such a seam offers both readings: it is the likelier
    one, and the other is among its alternatives.

    >>> seams = doubtful_seams()
    >>> seams.add(17, Seam.DOUBTFUL)
    >>> [match] = find_over_seams(Finder(), "http://a.example/Share", seams)
    >>> match.uri, [other.uri for other in match.alternatives]
    ('http://a.example/', ['http://a.example/Share'])
    """
    found = finder.finditer(text, skip)
    return (likelier_reading(finder, text, match, seams) for match in found) if seams and seams.offsets else found


def likelier_reading(finder: Finder, text: str, joined: Match, seams: DoubtfulSeams) -> Match:
    """A match across doubtful seams, or the match that ends at the first seam where another word begins; the less
    likely of the two becomes an alternative.

    >>> seams = doubtful_seams()
    >>> seams.add(17, Seam.DOUBTFUL)
    >>> match = likelier_reading(Finder(), "http://a.example/x", Finder().find("http://a.example/x")[0], seams)
    >>> match.uri, [other.uri for other in match.alternatives]
    ('http://a.example/x', ['http://a.example/'])
    """
    inside = within(seams.offsets, joined)
    if not inside or joined.enclosure in _DELIMITED:
        return joined
    new_words = frozenset(within(seams.new_words, joined))
    pieces = pairwise([*inside, joined.end])
    words = [start for start, end in pieces if start in new_words or is_label(text[start:end])]
    shorter = next(finder.finditer(text[joined.start : (words or inside)[0]]), None)
    if shorter is None or shorter.start > 0:
        return joined
    shorter = shorter.shifted(joined.start)
    match, other = (shorter, joined) if words else (joined, shorter)
    others = (one for one in details_of(match).alternatives if one.uri != other.uri)
    return match.with_alternatives((other.with_alternatives(()), *others))


def within(offsets: "array[int]", match: Match) -> "array[int]":
    """The offsets inside a match, excluding its start and end."""
    return offsets[bisect_right(offsets, match.start) : bisect_left(offsets, match.end)]


MOST_REPEATED = 524_288
"""The maximum number of characters that the further links of a match may contain of its URI. With a link for each of
its pieces between tags, 128 KB of markup could otherwise become a gigabyte. A URI of 1,000 characters may have 525
pieces."""


def repeats_too_much(match: Match, pieces: int) -> bool:
    """Whether a link for each of these pieces of a match would repeat its URI too often.

    >>> match, = Finder().find("http://a.example/" + "b" * 983)
    >>> repeats_too_much(match, 525), repeats_too_much(match, 526)
    (False, True)
    """
    return (pieces - 1) * len(match.uri) > MOST_REPEATED


def is_label(text: str) -> bool:
    """Whether a piece of text looks like the label of a button or a caption: letters only, starting with a capital.

    >>> is_label("Share"), is_label("share"), is_label("README.md")
    (True, False, False)
    """
    return text.isalpha() and text[0].isupper()
