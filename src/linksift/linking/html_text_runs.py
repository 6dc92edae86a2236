"""The text of markup as runs, each with a map from its offsets to those of the source.

An HTML5 tokenizer finds the text. Whether a link is allowed in it is unknown until `linkable_points` parses the
markup. So both use turbohtml, whose tokenizer and tree agree. `documents.html` has its own tokenizer: it needs the
spans of attributes, also reads feeds and SVG, and works without native code.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from html import unescape
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from linksift.linking.skipped_elements import require_html_parser
from linksift.text_across_tags import BREAKS, CODE, DoubtfulSeams, TextFlow, doubtful_seams

if TYPE_CHECKING:
    from turbohtml import Token

_TEXT, _START, _END, _REFERENCE = 0, 1, 2, 5
"""The values in turbohtml's TokenType."""

_REFERENCE_IN_TEXT = re.compile(r"&(?:#(?:[0-9]+|[xX][0-9A-Fa-f]+);?|[A-Za-z][A-Za-z0-9]{1,31};?)")

_OF_TEXT = (_TEXT, _REFERENCE)


class TextRun(NamedTuple):
    """Text that continues across tags, with its character references decoded, and its map to the source.

    `source_map` lists pairs of offsets, one in the text and one in the markup, in order, for the beginning and end of
    each piece whose characters correspond one to one. A `br` is a line feed. `seams` contains the seams across which a
    URI may or may not continue.
    """

    text: str
    source_map: list[tuple[int, int]]
    seams: DoubtfulSeams


class Piece(NamedTuple):
    """A piece of a run that contains no tags: its span in the text, and its span in the markup."""

    start: int
    end: int
    source_start: int
    source_end: int


def text_runs(markup: str, may_hold_link: Callable[[str], bool]) -> list[TextRun]:
    """The text of markup without carriage returns, run by run, except the runs that contain no link.

    >>> for run in text_runs("a&lt;<b>b<p>c", bool):
    ...     print(run.text, run.source_map)
    a<b [(0, 0), (1, 1), (1, 1), (2, 5), (2, 8), (3, 9)]
    c [(0, 12), (1, 13)]
    """
    require_html_parser()
    from turbohtml import tokenize

    lines = [0, *(newline.end() for newline in re.finditer("\n", markup))]
    flow, runs = TextFlow(), list[TextRun]()
    tokens: list[Token] = []
    written: list[str] = []
    # The tokenizer drops `</>` without a token; an empty comment of the same length keeps the offsets right.
    for token in tokenize(markup.replace("</>", "<!>"), resolve_references=False, capture_attributes=False):
        tokens.append(token)
        tag = token.tag
        if tag is None:
            if token.type in _OF_TEXT:
                written.append(token.data or "")
        elif tag in BREAKS:
            if may_hold_link("".join(written)):
                runs += read_runs(tokens, lines, flow)
            else:
                pass_over(tokens, flow)
            tokens, written = [], []
    return [*runs, *read_runs(tokens, lines, flow)] if may_hold_link("".join(written)) else runs


def run_without_tags(markup: str) -> TextRun:
    """The text of markup that has no tags, only character references; it needs no tokenizer (HTML 13.2.5.72).

    >>> run_without_tags("a&lt;b")[:2]
    ('a<b', [(0, 0), (1, 1), (1, 1), (2, 5), (2, 5), (3, 6)])
    """
    run, position = GrowingRun(), 0
    for found in _REFERENCE_IN_TEXT.finditer(markup):
        if (decoded := unescape(found[0])) == found[0]:
            continue
        start, end = found.span()
        while len(decoded) > 1 and decoded[-1] == markup[end - 1]:  # `x` of `&ampx` is plain text
            decoded, end = decoded[:-1], end - 1
        run.add(markup[position:start], position)
        run.add(decoded, start, markup[start:end])
        position = end
    run.add(markup[position:], position)
    return run.so_far()


def pass_over(tokens: "list[Token]", flow: TextFlow) -> None:
    """Skip tokens, except for tracking the code elements that they enter or leave."""
    for token in tokens:
        tag = token.tag
        if tag in CODE:
            flow.tag(tag, token.type == _END)


def read_runs(tokens: "list[Token]", lines: list[int], flow: TextFlow) -> Iterator[TextRun]:
    """The runs of text in tokens."""
    run = GrowingRun()
    for token in tokens:
        kind, tag = token.type, token.tag
        if kind in _OF_TEXT:
            if flow.begins_new_text(run.texts, run.length, token.data or "", run.seams):
                yield from run.ended()
            run.add(token.data or "", lines[token.line - 1] + token.col, token.source)
        elif tag is not None:
            flow.tag(tag, kind == _END)
            if tag == "br" and run.texts:  # a run does not begin with it
                run.add("\n", lines[token.line - 1] + token.col, "<")
    yield from run.ended()


class GrowingRun:
    """A run whose text is still being read."""

    __slots__ = ("_source_map", "length", "seams", "texts")

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.texts: list[str] = []
        self.length = 0
        self._source_map: list[tuple[int, int]] = []
        self.seams = doubtful_seams()

    def add(self, text: str, start: int, source: str | None = None) -> None:
        """Add a text that begins at an offset in the markup, where it is written as `source` if it is a reference.

        In the token of a name without a semicolon, the letters after the name (`&ampx`) are plain text.
        """
        self._source_map.append((self.length, start))
        end = start + len(source or text)
        if source and len(text) > 1:
            self._source_map.append((self.length + 1, end if source.endswith(";") else end - len(text) + 1))
        self.texts.append(text)
        self.length += len(text)
        self._source_map.append((self.length, end))

    def ended(self) -> Iterator[TextRun]:
        """Yield the run and begin another, unless the run is empty."""
        if self.texts:
            yield self.so_far()
            self._begin()

    def so_far(self) -> TextRun:
        """The run as it is."""
        return TextRun("".join(self.texts), self._source_map, self.seams)


def source_start(run: TextRun, offset: int) -> int:
    """The markup offset of the character at a given offset in a run."""
    mapped, start = run.source_map[bisect_right(run.source_map, offset, key=itemgetter(0)) - 1]
    return start + offset - mapped


def source_end(run: TextRun, offset: int) -> int:
    """The markup offset of the end of the character that precedes a given offset in a run."""
    number = bisect_left(run.source_map, offset, key=itemgetter(0))
    mapped, start = run.source_map[number]
    if mapped > offset:
        mapped, start = run.source_map[number - 1]
    return start + offset - mapped


def pieces(markup: str, run: TextRun, start: int, end: int) -> list[Piece]:
    """The pieces of a span of a run, as divided by the tags in it.

    >>> markup = "ab<b>cd"
    >>> [markup[one.source_start : one.source_end] for one in pieces(markup, text_runs(markup, bool)[0], 1, 3)]
    ['b', 'c']
    """
    first, last = source_start(run, start), source_end(run, end)
    if "<" not in markup[first:last]:
        return [Piece(start, end, first, last)]
    found: list[Piece] = []
    inside = bisect_right(run.source_map, start, key=itemgetter(0))
    after = bisect_left(run.source_map, end, lo=inside, key=itemgetter(0))
    inner = [(start, first), *run.source_map[inside:after], (end, last)]
    for (offset, source), (next_offset, next_source) in pairwise(inner):
        is_text = offset < next_offset and not (run.text[offset] == "\n" and markup[source] == "<")
        if is_text and found and found[-1].source_end == source:
            found[-1] = found[-1]._replace(end=next_offset, source_end=next_source)
        elif is_text:
            found.append(Piece(offset, next_offset, source, next_source))
    return found
