"""Evidence about a hyphen before a line break: whether it belongs to the URI or a typesetter broke a word (Appendix C).

A hyphen is kept unless the evidence against it prevails; the other reading is an alternative in any case.
"""

from collections.abc import Callable
from itertools import islice

from linksift.finding.joining.letter_odds import halves_log_odds
from linksift.finding.joining.seam import MOST_PLACES, Seam, is_between_blanks, is_common_word, occurs_nearby
from linksift.finding.joining.text_layout import LINE_END, QUOTE_SIGNS, Layout, Line
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

_BROKEN = lazy_pattern(r"(?:^|[\s(])([^\W\d_]{2,31})-$")
_BEGIN = lazy_pattern(r"([^\W\d_]{2,30})(?![\w-])")
_LAST = lazy_pattern(r"([A-Za-z]{2,40})-\Z")
_FIRST = lazy_pattern(r"[a-z]{2,40}")
_DELIMITERS = ("/", "?", "&", ".", "#")
_SEGMENT, _SEGMENT_GOES_ON = lazy_pattern(r"[^/?#&=.]*\Z"), lazy_pattern(r"[A-Za-z0-9\-_]*")
_PART = lazy_pattern(r"[A-Za-z0-9~%?]")
_LINE_END = lazy_pattern(LINE_END)
LONGEST_ADDRESS = 256
_AFTER_SEGMENT = "/.?# \n)"
_OUTSIDE = lazy_pattern(r"[\s<>\"]")
_WITH_HYPHEN = ("cgi-bin", "well-known", "wp-admin", "wp-content", "wp-includes")
"""Path segments named by programs; nobody writes them any other way."""

LONGEST_STEM = 48
LOG_ODDS_OF_HALVES = 2.0, 4.0
"""Log odds below the first value do not count as evidence, and those above the second add nothing more."""

ENOUGH = 2
"""The minimum number of different broken words nearby that shows a typesetter was at work."""


class Hyphen:
    """A hyphen before a break: its place, and the letters next to it on both sides.

    `after_delimiter` says whether it comes directly after a delimiter and is followed by a letter, digit, `~`, `%` or
    `?`.
    """

    __slots__ = ("after", "after_delimiter", "before", "between_letters", "layout", "line", "next", "stem")

    def __init__(self, layout: Layout, stem: str, line: Line, following: Line) -> None:
        last, first = _LAST.search(stem), _FIRST.match(following.stripped)
        self.before = last[1] if last else ""
        self.after = first[0] if first else ""
        self.between_letters = bool(self.before and self.after)
        self.layout = layout
        self.line = line
        self.next = following
        self.stem = stem.removesuffix("-")[-LONGEST_STEM:]
        self.after_delimiter = self.stem.endswith(_DELIMITERS) and _PART.match(following.stripped) is not None

    def has_nearby(self, word: str, is_alone: Callable[[str, int, int], bool]) -> bool:
        """Whether a word appears by itself on another line nearby, as `is_alone` decides for a span of a text."""
        return self.between_letters and occurs_nearby(self.layout, word, self.line, self.next, is_alone)

    @property
    def in_comment(self) -> bool:
        """Whether the line is a comment in source code, where no program breaks words."""
        return self.line.comment_mark not in ("", *QUOTE_SIGNS)

    @property
    def is_silent(self) -> bool:
        """Whether no evidence could justify dropping the hyphen, and none supports keeping it.

        The letters around it are not a common word and do not appear nearby, and no typesetter was at work.
        """
        low, high = self.layout.window(self.line)
        letters = self.before + self.after
        if self.after_delimiter or is_common_word(letters) or len(self.layout.hyphens.between(low, high)) > ENOUGH:
            return False
        near = letters, f"{self.before}-{self.after}"
        return all(self.layout.text.find(word, low, high) < 0 for word in near)

    @classmethod
    def in_text(cls, text: str) -> "Hyphen":
        """The hyphen at the end of a text's first line, for the examples."""
        seam = Seam.in_text(text)
        return cls(seam.layout, seam.line.text, seam.line, seam.next)


@rule
def other_words_broken(hyphen: Hyphen) -> float:
    r"""Two words nearby, in prose or in addresses, are broken with hyphens at line ends: a typesetter was at work.

    >>> other_words_broken(Hyphen.in_text("http://a.example/b-\nc\nwith exam-\nples and sen-\ntences."))
    1.0
    """
    layout, line = hyphen.layout, hyphen.line
    others = (place for place in layout.hyphens.between(*layout.window(line)) if not line.start <= place < line.end)
    return float(len({_broken_word(layout, place) for place in others} - {""}) >= ENOUGH)


def _broken_word(layout: Layout, hyphen: int) -> str:
    """The word that the hyphen at a line end breaks, if any; each hyphen is examined once."""
    if hyphen not in layout.broken_words:
        line = layout.line_of(hyphen)
        following = layout.after(line) if line else None
        layout.broken_words[hyphen] = _word_across(line.text, following.stripped) if line and following else ""
    return layout.broken_words[hyphen]


def _word_across(line: str, following: str) -> str:
    """The word that continues from one line to the next across a hyphen, in prose or in an address; "" if none does.

    >>> _word_across("of all the docu-", "ments, and"), _word_across("http://a.example/well-", "known")
    ('documents', '')
    """
    stem = line[-LONGEST_STEM:]
    if head := _BROKEN.search(stem):
        tail = _BEGIN.match(following)
        return head[1] + tail[1] if tail and _is_one_word(head[1], tail[1]) else ""
    if "://" not in line.rpartition(" ")[2]:
        return ""
    last, first = _LAST.search(stem), _FIRST.match(following)
    if last and first:
        return last[1] + first[0] if _is_common_only_whole(last[1], first[0]) else ""
    return stem if stem[:-1].endswith(_DELIMITERS) and _PART.match(following) else ""


def _is_one_word(before: str, after: str) -> bool:
    return after.islower() and (
        is_common_word(before + after) or not (is_common_word(before) and is_common_word(after))
    )


@rule
def letters_run_on(hyphen: Hyphen) -> float:
    r"""The letters on both sides of the hyphen follow each other as inside a word rather than as in two words.

    >>> letters_run_on(Hyphen.in_text("http://a.example/docu-\nments")), letters_run_on(
    ...     Hyphen.in_text("http://a.example/access-\ncontext")
    ... )
    (1.0, 0.0)
    """
    if not hyphen.between_letters:
        return 0.0
    low, high = LOG_ODDS_OF_HALVES
    return min(1.0, max(0.0, (halves_log_odds(hyphen.before, hyphen.after) - low) / (high - low)))


@rule
def other_hyphens_in_segment(hyphen: Hyphen) -> float:
    r"""The path segment has two or more hyphens besides this one, as slugs do; a single one counts half as much.

    >>> other_hyphens_in_segment(Hyphen.in_text("http://a.example/how-to-boil-\ntea"))
    1.0
    """
    segment = _SEGMENT.search(hyphen.stem)[0] + _SEGMENT_GOES_ON.match(hyphen.next.stripped)[0]  # type: ignore[index]
    return min(2, segment.count("-")) / 2


@rule
def one_word(hyphen: Hyphen) -> float:
    r"""Without the hyphen, the letters around it form a common word, and are not two common words.

    >>> one_word(Hyphen.in_text("http://a.example/docu-\nmentation"))
    1.0
    """
    return float(hyphen.between_letters and _is_common_only_whole(hyphen.before, hyphen.after))


def _is_common_only_whole(before: str, after: str) -> bool:
    """Whether two strings form a common word, and are not two common words themselves.

    >>> _is_common_only_whole("docu", "mentation"), _is_common_only_whole("over", "all")
    (True, False)
    """
    return is_common_word(before + after) and not (is_common_word(before) and is_common_word(after))


@rule
def unhyphenated_word_near(hyphen: Hyphen) -> float:
    r"""The letters around the hyphen appear nearby as one word without it, in a sentence or as a path segment.

    >>> unhyphenated_word_near(Hyphen.in_text("http://a.example/xor-\ngana\nAll of xorgana is there"))
    1.0
    """
    return float(hyphen.has_nearby(hyphen.before + hyphen.after, _is_word_or_segment))


def _is_word_or_segment(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` is a word in a sentence or a path segment, and not a host label."""
    before = text[max(0, start - 2) : start]
    if before[-1:] == "/" != before[:1]:
        return text[end : end + 1] in _AFTER_SEGMENT
    return is_between_blanks(text, start, end)


@rule
def hyphenated_word_near(hyphen: Hyphen) -> float:
    r"""The letters around the hyphen appear nearby with a hyphen between them, or always do in paths (cgi-bin).

    >>> hyphenated_word_near(Hyphen.in_text("http://a.example/xor-\ngana\nAll of xor-gana is there"))
    1.0
    """
    if f"{hyphen.before}-{hyphen.after}" in _WITH_HYPHEN:
        return 1.0
    return float(hyphen.has_nearby(f"{hyphen.before}-{hyphen.after}", _is_between_delimiters))


def _is_between_delimiters(text: str, start: int, end: int) -> bool:
    """Whether no letter or digit is next to `text[start:end]`."""
    return not text[max(0, start - 1) : start].isalnum() and not text[end : end + 1].isalnum()


@rule
def unhyphenated_uri_near(hyphen: Hyphen) -> float:
    r"""The URI appears nearby without this hyphen.

    >>> unhyphenated_uri_near(Hyphen.in_text("http://a.example/docu-\nments\nhttp://a.example/documents"))
    1.0
    """
    if not hyphen.between_letters:
        return 0.0
    low, high = hyphen.layout.window(hyphen.line)
    return float(hyphen.layout.text.find(hyphen.stem + hyphen.after, low, high) >= 0)


@rule
def after_delimiter(hyphen: Hyphen) -> float:
    r"""After / ? & . or #, a line-end hyphen is a typesetter's (dblatex, FOP) unless a nearby URI has one mid-line.

    Few URIs have a segment that starts with a hyphen, but GitLab's have a segment that is only a hyphen.

    >>> after_delimiter(Hyphen.in_text("http://a.example/-\nb")), after_delimiter(Hyphen.in_text("http://a.example/-\n/b"))
    (1.0, 0.0)
    """
    return float(hyphen.after_delimiter and not _is_written_near(f"{hyphen.stem[-1]}-", hyphen))


def _is_written_near(pair: str, hyphen: Hyphen) -> bool:
    """Whether an address nearby contains the delimiter and the hyphen, but not at a line end."""
    text, (low, high) = hyphen.layout.text, hyphen.layout.window(hyphen.line)
    for place in islice(hyphen.layout.places(pair, low, high), MOST_PLACES):
        slashes = text.rfind("://", max(low, place - LONGEST_ADDRESS), place)
        in_address = slashes >= 0 and _OUTSIDE.search(text, slashes, place) is None
        if in_address and not _LINE_END.match(text, place + 2):
            return True
    return False
