"""Parses the inlines of a paragraph in one pass: links, images, code and HTML, with CommonMark's precedence (6)."""

import re
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Container, Iterator
from functools import cached_property
from typing import NamedTuple

from linksift.documents.markdown.blocks import TAG

# ---- Destinations, as in `(dest "title")` and `[label]: dest` (CommonMark, 4.7 and 6.3) ------------------------------


_SPACE = re.compile(r"[ \t]*+(?:\n[ \t]*+)?")
"""White space with at most one line break."""

_IN_ANGLES = re.compile(r"<((?:[^<>\n\\]++|\\.)*)>")
_STRETCH = re.compile(r"[^ ()\\\x00-\x1f\x7f]++|\\[!-/:-@\[-`{-~]|\\|[()]")
_MARK = re.compile(r"\\[!-/:-@\[-`{-~]|[()]|[ \x00-\x1f\x7f]")
_PLAIN = r"[^ ()<\\\x00-\x1f\x7f]++"
COMMON_DESTINATION = rf"""\(({_PLAIN})(?:[ \t]++(?:"[^"\\]*+"|'[^'\\]*+')[ \t]*+)?\)"""
"""The destination and any title of most links: without escapes, parentheses or angle brackets."""

_COMMON_DESTINATION = re.compile(COMMON_DESTINATION)
_COMMON_DEFINITION = re.compile(rf"""\[([^\[\]\\]++)\]:[ \t]*+({_PLAIN})[ \t]*+(?:\n(?![ \t]*+["'(])|\Z)""")
"""A definition without escapes, parentheses, angle brackets or a title, as most are."""

_TITLE = re.compile(r"""(?s)"(?:[^"\\]++|\\.)*"|'(?:[^'\\]++|\\.)*'|\((?:[^()\\]++|\\.)*\)""")
LABEL = re.compile(r"(?s)\[((?:[^\[\]\\]++|\\.)*)\]")
LONGEST_LABEL = 999
_LINE_END = re.compile(r"[ \t]*+(?:\n|\Z)")


class Destination(NamedTuple):
    """A destination from `start` to `end` of the text, half-open, without brackets; `after` is the end of the construct
    around it."""

    start: int
    end: int
    after: int


def destination_at(text: str, position: int) -> Destination | None:
    """The destination that begins at a position.

    >>> destination_at("<a b> c", 0), destination_at("a(b)) c", 0), destination_at(" a", 0)
    (Destination(start=1, end=4, after=5), Destination(start=0, end=4, after=4), None)
    """
    if text.startswith("<", position):
        inside = _IN_ANGLES.match(text, position)
        return None if inside is None else Destination(*inside.span(1), inside.end())
    start, depth = position, 0
    while (stretch := _STRETCH.match(text, position)) is not None:
        depth += (stretch[0] == "(") - (stretch[0] == ")")
        if depth < 0:
            break
        position = stretch.end()
    return Destination(start, position, position) if start < position and depth <= 0 else None


def destination_ends(text: str) -> dict[int, int]:
    """The end of each destination that directly follows a parenthesis, keyed by the offset of that parenthesis.

    A destination ends at its closing parenthesis or at white space, with its parentheses balanced. Since destinations
    may be nested, a single pass finds all of them.

    >>> destination_ends("(a(b)) ((c d")
    {2: 4, 0: 5, 8: 10}
    """
    ends: dict[int, int] = {}
    opened: list[int] = []
    for mark in _MARK.finditer(text):
        if mark[0] == "(":
            opened.append(mark.start())
        elif mark[0] == ")" or not mark[0].startswith("\\"):
            if opened:
                ends[opened.pop()] = mark.start()
            if mark[0] != ")":
                opened.clear()
    return ends


def inline_destination(text: str, position: int, ends: Callable[[], dict[int, int]]) -> Destination | None:
    """The destination, possibly empty, in `(dest "title")` at a position, and the end of the parentheses. `ends`
    returns the `destination_ends` of the text, which few links need.

    >>> inline_destination('[a](b() "c") d', 3, lambda: {3: 7})
    Destination(start=4, end=7, after=12)
    """
    if (plain := _COMMON_DESTINATION.match(text, position)) is not None:
        return Destination(*plain.span(1), plain.end())
    if not text.startswith("(", position):
        return None
    start = after_space(text, position + 1)
    if start == position + 1 and not text.startswith("<", start):
        end = ends().get(position)
        destination = None if end is None else Destination(start, end, end)
    else:
        destination = destination_at(text, start) or Destination(start, start, start)
    if destination is None:
        return None
    after = after_space(text, title_end(text, destination.after))
    return destination._replace(after=after + 1) if text.startswith(")", after) else None


def title_end(text: str, position: int) -> int:
    """The end of the title after white space at a position; the position itself if there is no title.

    >>> title_end('a "b"', 1), title_end("a b", 1)
    (5, 1)
    """
    start = after_space(text, position)
    title = _TITLE.match(text, start) if position < start else None
    return position if title is None else title.end()


def definition_at(text: str, position: int) -> tuple[str, Destination] | None:
    r"""The label and destination of the definition at a position, and the end of its last line.

    >>> definition_at("[a b]: <c>\n'd'\ne", 0)
    ('a b', Destination(start=8, end=9, after=15))
    """
    if (plain := _COMMON_DEFINITION.match(text, position)) is not None and normalized(plain[1]):
        return plain[1], Destination(*plain.span(2), plain.end())
    label = LABEL.match(text, position)
    if label is None or not normalized(label[1]) or not text.startswith(":", label.end()):
        return None
    destination = destination_at(text, after_space(text, label.end() + 1))
    if destination is None:
        return None
    for after in (title_end(text, destination.after), destination.after):
        if (ending := _LINE_END.match(text, after)) is not None:
            return label[1], destination._replace(after=ending.end())
    return None


def after_space(text: str, position: int) -> int:
    """The end of the white space at a position, with at most one line break."""
    return _SPACE.match(text, position).end()  # type: ignore[union-attr]


def normalized(label: str) -> str:
    r"""A label in the form in which labels are compared; "" if it is not a label (6.3).

    >>> normalized(" A\n b")
    'a b'
    """
    return " ".join(label.split()).casefold() if len(label) <= LONGEST_LABEL else ""


# ---- Inlines ---------------------------------------------------------------------------------------------------------


_SPECIAL = re.compile(
    r"(?s)[\\`!\[\]<](?:(?<=\\).|(?<=`)(`*+)(?:[^`]++`\1(?!`))?+|(?<=[\]<])"
    rf"|(?:(?<=\[)|(?<=!)\[)(?:([^\[\]`<\\]*+)\]{COMMON_DESTINATION})?+)"
)
"""A character that might begin or end an inline, with the rest of the inline if it is code or a link of the most common
form: without inlines in its text. It begins with a set of characters, which `re` finds fast. The groups are the
backticks after the first, a link text and a destination."""

_AUTOLINK = re.compile(
    r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}+:[^\s<>\x00-\x1f]*+|[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]++@[A-Za-z0-9.-]++)>"
)
"""An autolink: an absolute URI or an address in angle brackets (CommonMark, 6.5)."""

_HTML_TAG = re.compile(TAG)
_DECLARATION = re.compile(r"<(?:!--|\?|!\[CDATA\[|![A-Za-z])")
_ENDS = {"<!--": "-->", "<?": "?>", "<![CDATA[": "]]>"}
"""The ends of comments, instructions and CDATA sections; declarations end at `>`."""

LONGEST_LABEL_KEPT = 1_000
"""The maximum number of characters kept from a link text; links and images can be nested to any depth."""

_TICKS = re.compile(r"`++")


class Inline(NamedTuple):
    """An inline from `start` to `end` of a text (half-open): "link" or "image", with the span of its destination and
    its `label`; "code"; or "html"."""

    kind: str
    start: int
    end: int
    label: str = ""


class InlineParser:
    """A text as it is read: the open brackets, and the facts already known about the text ahead.

    For each bracket that may begin a link or an image, `openers` contains the position where the label begins, negated
    for an image. A hostile text may consist of such brackets, so their positions are kept in an array. `last_opener` is
    the position where the label of the last opening bracket begins. `labels` are the `normalized` labels of the
    definitions.
    """

    def __init__(self, text: str, labels: Container[str]) -> None:
        self.text = text
        self.labels = labels
        self.openers = array("q")
        self.last_opener = 0
        self.links_end_below = 0
        self.ticks: dict[int, list[int]] | None = None
        self.ends: dict[str, int] = {}

    def run(self, position: int) -> Iterator[Inline]:
        """The inlines of the text starting at a position, in the order of their ends.

        >>> list(InlineParser("[a `]` ![b](c)](d)", ()).run(0))
        [Inline(kind='code', start=3, end=6, label=''), Inline(kind='image', start=12, end=13, label='b'), \
Inline(kind='link', start=16, end=17, label='a `]` ![b](c)')]
        """
        while (special := _SPECIAL.search(self.text, position)) is not None:
            start, position = special.span()
            first = self.text[start]
            inline = None
            if first == "`":
                if special.end(1) < position:
                    inline = Inline("code", start, position)
                else:
                    inline, position = self.code(start, position)
            elif first == "]":
                inline, position = self.closing_bracket(start)
            elif first == "<":
                inline, position = self.angle(start)
            elif first != "\\":
                inline, position = self.opening_bracket(special)
            if inline is not None:
                yield inline

    def opening_bracket(self, special: re.Match[str]) -> tuple[Inline | None, int]:
        """The whole link or image that begins with an opening bracket, if it is one of the most common form, and the
        position to continue from."""
        is_image, depth = special[0][0] == "!", len(self.openers)
        self.last_opener = opened = special.start() + len("![" if is_image else "[")
        if special[2] is None or not (is_image or depth >= self.links_end_below):
            self.openers.append(-opened if is_image else opened)
            return None, opened
        self.links_end_below = min(self.links_end_below, depth) if is_image else depth
        return Inline("image" if is_image else "link", *special.span(3), special[2][:LONGEST_LABEL_KEPT]), special.end()

    def closing_bracket(self, position: int) -> tuple[Inline | None, int]:
        """The link or image that a closing bracket completes, if any, and the position to continue from."""
        if not self.openers:
            return None, position + 1
        opener = self.openers.pop()
        is_image, opened = opener < 0, abs(opener)
        depth = len(self.openers)
        allowed = is_image or depth >= self.links_end_below
        self.links_end_below = min(self.links_end_below, depth)
        destination = inline_destination(self.text, position + 1, lambda: self.destination_ends) if allowed else None
        if destination is not None:
            label = self.text[opened : min(position, opened + LONGEST_LABEL_KEPT)]
            inline = Inline("image" if is_image else "link", destination.start, destination.end, label)
            after: int | None = destination.after
        else:
            inline, after = None, self.reference_end(opened, position) if allowed else None
        if after is not None and not is_image:
            self.links_end_below = depth
        return inline, position + 1 if after is None else after

    @cached_property
    def destination_ends(self) -> dict[int, int]:
        """The `destination_ends` of the text."""
        return destination_ends(self.text)

    def reference_end(self, opened: int, position: int) -> int | None:
        """The end of the link to a definition whose text closes at a position; None if there is no such link."""
        second = LABEL.match(self.text, position + 1)
        if second is not None and second[1]:
            return second.end() if normalized(second[1]) in self.labels else None
        if self.last_opener > opened or position - opened > LONGEST_LABEL:
            return None
        known = normalized(self.text[opened:position]) in self.labels
        return None if not known else position + 1 if second is None else second.end()

    def code(self, start: int, end: int) -> tuple[Inline | None, int]:
        """The code from a run of backticks to the next run of the same length, if there is one, and the position to
        continue from (6.1)."""
        if self.ticks is None:
            self.ticks = defaultdict(list)
            for run in _TICKS.finditer(self.text):
                self.ticks[len(run[0])].append(run.start())
        closers = self.ticks[end - start]
        following = bisect_left(closers, end)
        if following == len(closers):
            return None, end
        after = closers[following] + end - start
        return Inline("code", start, after), after

    def angle(self, start: int) -> tuple[Inline | None, int]:
        """The HTML that begins at `<`, if any, and the position to continue from. An autolink is later found as text
        (6.5)."""
        if (autolink := _AUTOLINK.match(self.text, start)) is not None:
            return None, autolink.end()
        tag = _HTML_TAG.match(self.text, start)
        end = self.declaration_end(start) if tag is None else tag.end()
        return (Inline("html", start, end), end) if end else (None, start + 1)

    def declaration_end(self, start: int) -> int:
        """The end of a comment or declaration; 0 if there is none. No text is searched for the same end twice."""
        beginning = _DECLARATION.match(self.text, start)
        if beginning is None:
            return 0
        ending = _ENDS.get(beginning[0], ">")
        if self.ends.get(ending, 0) < start + 2:
            end = self.text.find(ending, start + 2)
            self.ends[ending] = len(self.text) if end < 0 else end
        end = self.ends[ending]
        return 0 if end == len(self.text) else end + len(ending)
