"""Finds the matches in a text that arrives in chunks: the same as in the whole text, in bounded memory.

Every finder rule reads a limited stretch around a hit and nothing beyond it. The matches at a hit are therefore final
as soon as that stretch has arrived, and the text before it can be dropped.
"""

import re
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from io import TextIOBase
from itertools import chain
from sys import maxsize
from typing import NamedTuple

from linksift.arguments import plain_str
from linksift.delimiters import LINE_BREAKS
from linksift.finding.match import Ending, Match, ResumeAt
from linksift.finding.scan.character_roles import TYPESET_HYPHENS
from linksift.finding.scan.enclosed.attribute_values import MOST_BLANKS_AFTER_VALUE, is_assigned
from linksift.finding.scan.enclosures import ENCLOSURES
from linksift.finding.scan.names.email_addresses import QUOTED_IN_ANGLES
from linksift.finding.scan.triggers import URL_LABEL
from linksift.finding.scan.uri_end import OPEN_NOTE
from linksift.finding.search_loop import Plan, search
from linksift.lazy_pattern import lazy_pattern
from linksift.uri import OTHER_DOTS

LOOKBEHIND = 32_768
"""The number of code points kept before a hit: no rule reads farther back."""

WORDS_BEHIND = 4_096
"""The number of code points kept before a word: emphasis and comments look back 1,024, and no other rule looks back
across white space."""

LONGEST_START = 256
"""The maximum length of a match before the character that identifies it: an address's local part, or a name."""

LONGEST_NUMBER = 16
"""The minimum length of text that is settled in the middle of a word, after a space or line feed: an output format may
read a number there together with the mark after it (as a list item in Markdown)."""

_MAY_HOLD_LINK = lazy_pattern(rf"[^\w\s,;!?'\"()\-]|[wW]{{3}}|[{OTHER_DOTS}]")
"""No match is made in text without at least one of these."""

_OPEN_LABEL = lazy_pattern(
    rf"""
    <(?:
        {URL_LABEL} [^\s<>|]*+                               # the word after `URL:`
    |
        (?:{URL_LABEL})? [^\s<>|]*+                          # the word in angle brackets
        [ \t]\s*+                                           # white space,
        (?: [^\W\d_]++ (?: \s++ (?: [^\W\d_]++ \\?+ )?+ )?+ )?+   # and what may become two words of letters
    )\Z
    """,
    re.VERBOSE,
)
"""An angle bracket followed by text that may become a link with a two-word label (`scan.angle_brackets.label`)."""

_OPEN_NOTE = lazy_pattern(rf"{OPEN_NOTE}\Z")
"""A parenthesis followed by text that may become a note of words (`scan.uri_end.note_in_parentheses`)."""

_OPEN_WORD = lazy_pattern(
    rf"""
    (?: [{TYPESET_HYPHENS}] [ \t]{{1,99}}+    # a hyphen, and what may be the end of its line
      | :\+?[0-9]{{1,4}}+[ ]                 # what may be the first digits of a telephone number
      | [0-9](?:\.[0-9]{{1,2}}){{3}}\.?[ \t]{{1,8}}+[A-Z]?+   # what may be the number of a section
    )\Z
    """,
    re.VERBOSE,
)
"""A word that the text after white space may change (`scan.beyond_ascii.line_end_hyphen`, `Tel:+49 30 1234`,
`1.2.3.4 Scope`)."""

LOOKAHEAD = 32_768
"""The number of code points awaited after the longest match: no rule reads farther ahead."""


_BLOCK = 65_536
"""The number of code points read at once from a file."""

GROWTH = 8
"""Text that is not settled is examined again when an eighth of it is new."""


def max_lookahead(max_length: int, chunk: int) -> int:
    """The maximum number of code points of a text that are kept if no chunk is longer than `chunk`.

    A match is yielded before the text has been read this far past the start of the match.
    """
    return 2 * (max_length + LOOKAHEAD + LOOKBEHIND) + chunk


def blocks(chunks: Iterable[str]) -> Iterable[str]:
    r"""The chunks, or the blocks of a file: reading its lines as chunks would take fourteen times as long.

    The lines of a terminal or pipe remain chunks, since the next line may take long to arrive.

    >>> from io import StringIO
    >>> list(blocks(StringIO("a\nb\n")))
    ['a\nb\n']
    """
    is_file = isinstance(chunks, TextIOBase) and chunks.seekable()
    return iter(partial(chunks.read, _BLOCK), "") if is_file else chunks  # type: ignore[attr-defined]


def matches_in_stream(chunks: Iterable[str], plan: Plan) -> Iterator[list[Match]]:
    """The matches in the text that the chunks form, with positions in the whole text. Before each further chunk is
    read, the matches that it cannot change are yielded."""
    whole = Stretch(0, 0, maxsize, Reach())
    for found in matches_in_stretch(chunks, plan, whole):
        if not isinstance(found, Reach):
            yield found


def matches_in_lines(chunks: Iterable[str], plan: Plan) -> Iterator[list[Match]]:
    """The matches of a search in which white space ends everything but enclosures. The matches in a line are yielded
    before the next chunk is read, unless a later line can change them."""
    ahead = plan.options.max_length + LOOKAHEAD
    text, onward, offset, settled, looked_to = "", ResumeAt(), 0, 0, 0
    for piece in merged_until(chunks, lambda chunk, length: "\n" in chunk or length >= ahead):
        text += piece
        if GROWTH * (len(text) - looked_to) < len(text) - settled:
            continue  # an enclosure is open: the pending text is not read again for each of its lines
        settled = settled_end(text, settled, plan.options.max_length)
        known = max(onward.hits, settled, len(text) - ahead)
        if known > onward.hits:
            matches, onward = found_at(offset, search(plan, text, onward, known))
            yield matches
            dropped = line_start(text, max(0, onward.hits - LOOKBEHIND))
            text, offset, settled = text[dropped:], offset + dropped, max(0, settled - dropped)
            onward = moved(onward, dropped)
        looked_to = len(text)
    yield found_at(offset, search(plan, text, onward, len(text) + 1))[0]


class Reach(NamedTuple):
    """Where matches may begin if their hits are at or after a place, in code points relative to that place: a match at
    `matches` or later, and a name without a scheme at `names` or later. Both may be before the place, by at most
    `LOOKBEHIND`, the farthest that any rule reads back."""

    matches: int = 0
    names: int = 0


class Stretch(NamedTuple):
    """A stretch of a text, from `start` to `stop` (code points of the whole, half-open). It is searched in chunks that
    begin at `offset` and include all the text that rules read around the stretch. `reach` is the reach at its start, if
    the caller knows it."""

    offset: int
    start: int
    stop: int
    reach: Reach | None = None


def matches_in_stretch(chunks: Iterable[str], plan: Plan, stretch: Stretch) -> Iterator[list[Match] | Reach]:
    """The matches at hits in a stretch, as `matches_in_stream` yields them, preceded by the reach at its start and
    followed by the reach at its stop. If the reach at its start is unknown, the text before the stretch is searched.

    Two adjacent stretches have the matches of the whole if the reach at the end of the first equals that at the start
    of the second and no `<` shortly precedes that place: the text shows the rest of a search's state.
    """
    ahead = plan.options.max_length + LOOKAHEAD
    text, onward, (offset, start, stop, reach) = "", ResumeAt(), stretch
    begun = False
    for piece in chain(merged_until(chunks, lambda _, length: length >= ahead), (None,)):
        text += piece or ""
        known = len(text) + 1 if piece is None else max(onward.hits, len(text) - ahead)
        if not begun and offset + known >= start:
            here = start - offset
            reach = reach or _reach(found_at(0, search(plan, text, onward, here))[1], here)
            yield reach
            onward, begun = ResumeAt(here, max(0, here + reach.matches), max(0, here + reach.names)), True
        if piece is not None and known <= onward.hits:
            continue  # as in a text that is shorter than that
        matches, onward = found_at(offset, search(plan, text, onward, min(known, stop - offset)))
        if begun:
            yield matches
        if onward.hits >= stop - offset:
            break
        dropped = line_start(text, max(0, onward.hits - LOOKBEHIND))
        text, offset = text[dropped:], offset + dropped
        onward = moved(onward, dropped)
    yield _reach(onward, stop - offset)


def _reach(onward: ResumeAt, place: int) -> Reach:
    return Reach(max(-LOOKBEHIND, onward.matches - place), max(-LOOKBEHIND, onward.names - place))


def found_at(offset: int, search: Generator[Match, None, ResumeAt]) -> tuple[list[Match], ResumeAt]:
    """The matches of a search in a text that begins at an offset in the whole, and where the search resumes."""
    ending = Ending(search)
    found = [match.shifted(offset) for match in ending] if offset else list(ending)
    return found, ending.value


class SettledStretch(NamedTuple):
    """A stretch of a stream that no later text can change: where it begins in the stream, its text, and its matches,
    whose positions are relative to the stretch."""

    offset: int
    text: str
    matches: list[Match]


def stretches_of_words(
    chunks: Iterable[str], plan: Plan, may_hold_link: Callable[[str], bool]
) -> Iterator[SettledStretch]:
    """The text that the chunks form, in stretches, for a search in which white space ends every match.

    The word at the end, which is the text after the last space or line feed, is held back. If no link can begin in a
    long word, at most 320 code points of it are held back: `LONGEST_START`, and the text that arrives before the word
    is examined again. Only stretches that may contain a link are searched.
    """
    ahead = plan.options.max_length + LOOKAHEAD
    text, onward, offset, settled, waiting, new = "", ResumeAt(), 0, 0, list[str](), 0
    is_open = False
    for piece in chunks:
        waiting.append(piece)
        new += len(piece)
        held = len(text) + new - settled
        if held > 2 * LONGEST_START and GROWTH * new < held and (is_open or not (" " in piece or "\n" in piece)):
            continue  # a long word or open enclosure is neither copied nor examined again for each of its pieces
        text, waiting, new = text + "".join(waiting), [], 0
        end = _end_of_words(text, settled)
        if held > ahead:
            end = max(end, len(text) - ahead)
        is_open = end == settled < _word_start(text, settled, len(text))
        if end == settled:
            continue
        matches: list[Match] = []
        if may_hold_link(text[settled:end]):
            matches, onward = found_at(0, search(plan, text, onward, end))
            end = max([end, *(match.end for match in matches[-1:])])
            matches = [match.shifted(-settled) for match in matches]
        yield SettledStretch(offset + settled, text[settled:end], matches)
        settled = end
        if settled > 2 * WORDS_BEHIND:
            dropped = settled - WORDS_BEHIND
            text, offset, settled = text[dropped:], offset + dropped, WORDS_BEHIND
            onward = moved(onward, dropped)
    text += "".join(waiting)
    matches, _ = found_at(0, search(plan, text, onward, len(text) + 1))
    yield SettledStretch(offset + settled, text[settled:], [match.shifted(-settled) for match in matches])


LONGEST_PIECE = LONGEST_START // 8
"""Text without white space is examined when this many code points of it are waiting."""


def merged_words(chunks: Iterable[str]) -> Iterator[str]:
    """Chunks merged until each contains white space or is long. Raises TypeError for a chunk that is not a str.

    This is meant for many small chunks, such as single characters or the tokens of a model.

    >>> list(merged_words(["ht", "tp", " ", "a"]))
    ['http ', 'a']
    """
    waiting = ""
    for chunk in chunks:
        if chunk.__class__ is not str:
            chunk = plain_str("stream", chunk)
        waiting += chunk
        if " " in chunk or "\n" in chunk or len(waiting) >= LONGEST_PIECE:
            yield waiting
            waiting = ""
    if waiting:
        yield waiting


def _end_of_words(text: str, start: int) -> int:
    """The end of the text that is settled: after the last space or line feed, or, in a long word in which no link can
    begin, `LONGEST_START` before its end.

    How an output format writes white space and a `!` may depend on what follows, so the text is not settled next to
    white space or after a `!`. Nor is it settled after an angle bracket until two words show whether they form a label,
    in what may be the quoted local part of an address in angle brackets, after a parenthesis directly after what may be
    a link until the text shows whether it is a note, or after a typeset hyphen, the first digits of a telephone number,
    what may be the number of a section or the value of an attribute until a word or quote follows.

    >>> _end_of_words("see http://a.exam", 0), _end_of_words("a" * 300, 0), _end_of_words("a" * 30 + "!" + "b" * 256, 0)
    (4, 44, 30)
    >>> _end_of_words("see <http://a.example for ", 0), _end_of_words("see <http://a.example for more ", 0)
    (4, 31)
    >>> _end_of_words('see <"joe doe"@', 0), _end_of_words('see <"joe doe" joe@', 0)
    (4, 15)
    >>> _end_of_words("see tel:+49 ", 0), _end_of_words("see tel:+49 30 ", 0)
    (4, 15)
    >>> _end_of_words("see a.example(opens new ", 0), _end_of_words("see a.example(opens new window) ", 0)
    (4, 32)
    """
    end = _word_start(text, start, len(text))
    label = text.rfind("<", start, end)
    if label >= 0 and _OPEN_LABEL.match(text, label):
        end = _word_start(text, start, label)
    note = text.rfind("(", start, end)
    if note >= 0 and _OPEN_NOTE.match(text, note):
        word = _word_start(text, start, note)
        end = word if _MAY_HOLD_LINK.search(text, word, note) else end
    if unsure := _OPEN_WORD.search(text, max(len(text) - 100, start)):
        end = min(end, _word_start(text, start, unsure.start()))
    end = _before_local_part(text, start, min(end, _open_value(text, start)))
    last = len(text) - LONGEST_START
    if last - end < LONGEST_NUMBER or _MAY_HOLD_LINK.search(text, end):
        return end
    for cut in range(last, max(end, last - LONGEST_NUMBER), -1):
        if text[cut - 1] != "!" and not (text[cut - 1].isspace() or text[cut].isspace()):
            return cut
    return end


def _before_local_part(text: str, start: int, end: int) -> int:
    """The start of the word in which an angle bracket opens before a quoted local part, if `end` is in that part;
    otherwise `end`. If that start is in another such part, nothing is settled.

    >>> _before_local_part('see <"joe doe"@', 0, 10), _before_local_part('<"a b"@c.example><"a b', 0, 21)
    (4, 0)
    """
    if (opener := _local_part_around(text, start, end)) < 0:
        return end
    word = _word_start(text, start, opener)
    return word if _local_part_around(text, start, word) < 0 else start


def _local_part_around(text: str, start: int, end: int) -> int:
    """The place of the angle bracket before a quoted local part that is still open at `end`, or -1 if there is none."""
    opener = text.rfind("<", start, end)
    found = QUOTED_IN_ANGLES.match(text, opener) if opener >= 0 else None
    return opener if found is not None and (found.end() > end or found.end() == len(text)) else -1


def _open_value(text: str, start: int) -> int:
    """The start of the last word if only white space follows it and it may end with the value of an attribute, which a
    quote after the white space would close (`scan.attribute_values.attribute_value`); otherwise the end of the text.

    >>> _open_value('<a href="http://a/. ', 0), _open_value('<a href="http://a/. b', 0), _open_value('"http://a/. ', 0)
    (3, 21, 12)
    """
    tail = text[max(start, len(text) - MOST_BLANKS_AFTER_VALUE - 1) :]
    last = len(text) - (len(tail) - len(tail.rstrip()))
    if not last < len(text) <= last + MOST_BLANKS_AFTER_VALUE:
        return len(text)
    word = _word_start(text, start, last)
    values = (text.rfind(quote, word, last) + 1 for quote in "\"'")
    return word if any(value and is_assigned(text, value) for value in values) else len(text)


def _word_start(text: str, start: int, end: int) -> int:
    return max(start, text.rfind(" ", start, end) + 1, text.rfind("\n", start, end) + 1)


def moved(resume: ResumeAt, by: int) -> ResumeAt:
    """Where a search resumes after the first `by` code points of its text were dropped."""
    return resume.mapped(lambda place: place - by)._replace(own=resume.own.moved(by))


def merged_until(chunks: Iterable[str], is_enough: Callable[[str, int], bool]) -> Iterator[str]:
    """Chunks merged until `is_enough` accepts the last one and their length, so that small chunks do not cause repeated
    searches. Raises TypeError for a chunk that is not a str.

    >>> list(merged_until(["a", "b.", "c"], lambda chunk, _: chunk.endswith(".")))
    ['ab.', 'c']
    """
    waiting: list[str] = []
    length = 0
    for chunk in chunks:
        chunk = plain_str("stream", chunk)
        waiting.append(chunk)
        length += len(chunk)
        if is_enough(chunk, length):
            yield "".join(waiting)
            waiting, length = [], 0
    if length:
        yield "".join(waiting)


def line_start(text: str, position: int) -> int:
    r"""The start of the line at `position`, or `position` if that start is too far away to matter.

    >>> line_start("a\nbc", 3), line_start("abc", 2)
    (2, 0)
    """
    start = text.rfind("\n", max(0, position - LOOKBEHIND), position) + 1
    return start or (position if position > LOOKBEHIND else 0)


# ---- How much of a growing text is settled -----------------------------------------------------------------------

# Text that follows does not change a match in a settled line. White space ends a URI, except in angle brackets and
# quotes, which may close on a later line (Appendix C). So lines are settled up to the first enclosure that may still
# close. Anything that could be such an enclosure is treated as one.

MOST_LINES = 17
"""Quotes that do not close within this many lines enclose no URI; `scan.enclosed.quotes` sets the limit."""

_LAST_WORDS = lazy_pattern(rf"(?<!\S)(\S++)[^\S{LINE_BREAKS}]*+(?:\r\n|[{LINE_BREAKS}])")
_LINE_END = lazy_pattern(rf"\r\n|[{LINE_BREAKS}]")
_EMPTY_LINE = lazy_pattern(rf"\n[^\S{LINE_BREAKS}]*+\r?\n")

_PREFIX = lazy_pattern(r"[\s>|#*/;%\-]*+")
_CLOSES = lazy_pattern(
    r"<(?:(?=[\s!\"#$&'()*+,\-./:;<=>?@\[\\\]^`{|}~])"
    rf"|[^{LINE_BREAKS}]*?[>|]|(?:[^{LINE_BREAKS}]*+[{LINE_BREAKS}][\s>|#*/;%\-]*+)+?[^{LINE_BREAKS}>|]++[>|])"
)
"""An angle bracket that opens nothing, or is closed on its line, or on a later line after more than a prefix. The
prefixes of lines are passed together, since many line ends may be one."""

_QUOTES = {opener: enclosure.closers for opener, enclosure in ENCLOSURES.items() if enclosure.joins and opener != "<"}


def settled_end(text: str, start: int, max_length: int) -> int:
    r"""The end of the settled lines that begin at `start`, which is itself the start of a settled line.

    >>> settled_end("see http://a.example\nmore", 0, 100), settled_end("a\n<http://a.exam\nmore", 0, 100)
    (21, 2)
    """
    end = text.rfind("\n", start) + 1
    if end <= start:
        return start
    begun = [_open_angle(text, start, end), _open_quote(text, max(start, end - max_length), end)]
    opened = min((place for place in begun if place >= max(0, end - max_length - 1)), default=end)
    return max(start, text.rfind("\n", start, opened) + 1)


def _open_angle(text: str, start: int, end: int) -> int:
    r"""The last `<` before `end` if the angle brackets that it opens may still close, otherwise -1.

    A `>` at the start of a line may be a quote prefix, so it does not count. An empty line ends them once another line
    follows, since the two words of a label may be on different sides of it.

    >>> _open_angle("<http://a/\n", 0, 11), _open_angle("<http://a/>\n", 0, 12), _open_angle("<http://a/\n> b\n", 0, 15)
    (0, -1, 0)
    """
    opener = text.rfind("<", start, end)
    if opener < 0 or _CLOSES.match(text, opener, end):
        return -1
    last = opener + len(text[opener:end].rstrip())
    return -1 if _EMPTY_LINE.search(text, opener, last) else opener


def _open_quote(text: str, start: int, end: int) -> int:
    r"""The start of the first word that ends a line and opens quotes in which a URI may continue on later lines, or -1.

    Only the last lines are read, since too many lines follow earlier ones.

    >>> _open_quote('a "http://a/\n', 0, 13), _open_quote('a "http://a/\nb c\n', 0, 17), _open_quote('don\'t.\n', 0, 7)
    (2, -1, -1)
    """
    for found in _LAST_WORDS.finditer(text, _last_lines(text, start, end), end):
        quotes = [quote for quote in _QUOTES if quote in found[1]]
        if quotes and _may_hold_uri(found[1]) and any(_goes_on(text, found.end(), end, _QUOTES[q]) for q in quotes):
            return found.start()
    return -1


def _last_lines(text: str, start: int, end: int) -> int:
    r"""The start of the first line before `end` followed by fewer than `MOST_LINES` lines, or `start` if that is later.

    >>> _last_lines("a\n" * 20, 0, 40), _last_lines("a\n" * 20, 10, 40), _last_lines("a\n", 0, 2)
    (6, 10, 0)
    """
    place = end
    for _ in range(MOST_LINES + 1):
        place = text.rfind("\n", start, place)
        if place < 0:
            return start
    return place + 1


def _may_hold_uri(word: str) -> bool:
    """Whether a word may contain a URI, a name or an address that continues on the next line: other words have neither
    colon nor slash nor at sign.

    >>> [_may_hold_uri(word) for word in ("'http:", "'a.example/", "'www.", "'joe@", "don't.")]
    [True, True, True, True, False]
    """
    return not set(":/@").isdisjoint(word) or "www." in word.lower() or "ftp." in word.lower()


def _goes_on(text: str, start: int, end: int, closers: str) -> bool:
    r"""Whether quotes that opened before these lines may still close: each line is one word without a closer.

    >>> [_goes_on(lines, 0, len(lines), "'") for lines in ("", "> b\n", "b c\n", "b'\n", "\n", "b\n" * 17)]
    [True, True, False, False, False, False]
    """
    place, lines = start, 0
    for line_end in _LINE_END.finditer(text, start, end):
        line, place = text[place : line_end.start()], line_end.end()
        word = line[_PREFIX.match(line).end() :]  # type: ignore[union-attr]
        if not line.strip() or len(word.split()) > 1 or any(closer in line for closer in closers):
            return False
        lines += 1
    return lines < MOST_LINES
