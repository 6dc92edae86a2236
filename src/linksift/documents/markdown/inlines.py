"""Parses the inlines of a paragraph in one pass: links, images, code and HTML, with CommonMark's precedence (6)."""

import re
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Iterator
from functools import cached_property
from typing import NamedTuple

from linksift.documents.markdown.link_destination import (
    COMMON_DESTINATION,
    LABEL,
    LONGEST_LABEL,
    destination_ends,
    inline_destination,
    normalized,
)
from linksift.documents.markdown.raw_html import TAG

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


def inlines(text: str, position: int, labels: Container[str]) -> Iterator[Inline]:
    """The inlines of a text starting at a position, in the order of their ends. `labels` are the `normalized` labels of
    the definitions.

    >>> list(inlines("[a `]` ![b](c)](d)", 0, ()))
    [Inline(kind='code', start=3, end=6, label=''), Inline(kind='image', start=12, end=13, label='b'), \
Inline(kind='link', start=16, end=17, label='a `]` ![b](c)')]
    """
    return InlineParser(text, labels).run(position)


class InlineParser:
    """A text as it is read: the open brackets, and the facts already known about the text ahead.

    For each bracket that may begin a link or an image, `openers` contains the position where the label begins, negated
    for an image. A hostile text may consist of such brackets, so their positions are kept in an array. `last_opener` is
    the position where the label of the last opening bracket begins.
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
        """All inlines of the text starting at a position."""
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
        autolink = _AUTOLINK.match(self.text, start)
        if autolink is not None:
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
