"""What stands in a paragraph: links, images, code and HTML, by CommonMark's precedence (6), in one pass.

Here belongs which characters belong together. What a destination looks like never does.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Generator, Iterator
from typing import NamedTuple

from linksift.documents.markdown.link_destination import (
    LABEL,
    LONGEST_LABEL,
    destination_ends,
    inline_destination,
    normalized,
)
from linksift.documents.markdown.raw_html import TAG

_SPECIAL = re.compile(r"(?s)\\.|`++|!?\[|\]|<")
_AUTOLINK = re.compile(
    r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}+:[^\s<>\x00-\x1f]*+|[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]++@[A-Za-z0-9.-]++)>"
)

_HTML_TAG = re.compile(TAG)
_DECLARATION = re.compile(r"<(?:!--|\?|!\[CDATA\[|![A-Za-z])")
_ENDS = {"<!--": "-->", "<?": "?>", "<![CDATA[": "]]>"}
"""How comments, instructions and CDATA sections end; declarations end at `>`."""

LONGEST_SHOWN = 1_000
"""Characters of a link's text that are kept; links can stand in images' texts, as deep as one likes."""

_TICKS = re.compile(r"`++")


class Inline(NamedTuple):
    """Something in a text, `start` to `end` (half-open): "link" or "image" with the span of its destination and its
    `label`, "code", or "html"."""

    kind: str
    start: int
    end: int
    label: str = ""


class Opener(NamedTuple):
    """A bracket that may begin a link: where it and its label begin, and whether it is an image's."""

    label: int
    is_image: bool
    brackets_before: int


def inlines(text: str, position: int, labels: Container[str]) -> Iterator[Inline]:
    """What stands in a text from a position on, in the order in which it ends. `labels` are the `normalized` ones that are
    defined.

    >>> list(inlines("[a `]` ![b](c)](d)", 0, ()))
    [Inline(kind='code', start=3, end=6, label=''), Inline(kind='image', start=12, end=13, label='b'), \
Inline(kind='link', start=16, end=17, label='a `]` ![b](c)')]
    """
    return InlineParser(text, labels).run(position)


class InlineParser:
    """A text while it is read: the brackets that are open, and what is known of what lies ahead."""

    def __init__(self, text: str, labels: Container[str]) -> None:
        self.text = text
        self.labels = labels
        self.openers: list[Opener] = []
        self.brackets = 0
        self.links_end_below = 0
        self.ticks: dict[int, list[int]] | None = None
        self.destination_ends = destination_ends(text)
        self.ends: dict[str, int] = {}

    def run(self, position: int) -> Iterator[Inline]:
        """All that is in the text from a position on."""
        while (special := _SPECIAL.search(self.text, position)) is not None:
            position = special.end()
            first = special[0][0]
            if special[0].endswith("[") and first != "\\":
                self.openers.append(Opener(position, first == "!", self.brackets))
                self.brackets += 1
            elif first == "]":
                position = yield from self.closed(special.start())
            elif first == "`":
                position = yield from self.code(*special.span())
            elif first == "<":
                position = yield from self.angle(special.start())

    def closed(self, position: int) -> Generator[Inline, None, int]:
        """A bracket closes at a position: the link or image it makes, if it makes one, and where to go on."""
        if not self.openers:
            return position + 1
        opener = self.openers.pop()
        depth = len(self.openers)
        allowed = opener.is_image or depth >= self.links_end_below
        self.links_end_below = min(self.links_end_below, depth)
        destination = inline_destination(self.text, position + 1, self.destination_ends) if allowed else None
        if destination is not None:
            kind = "image" if opener.is_image else "link"
            label = self.text[opener.label : min(position, opener.label + LONGEST_SHOWN)]
            yield Inline(kind, destination.start, destination.end, label)
            after: int | None = destination.after
        else:
            after = self.reference_end(opener, position) if allowed else None
        if after is not None and not opener.is_image:
            self.links_end_below = depth
        return position + 1 if after is None else after

    def reference_end(self, opener: Opener, position: int) -> int | None:
        """Where a link to a definition ends whose text closes at a position; None when it is no link."""
        behind = LABEL.match(self.text, position + 1)
        if behind is not None and behind[1]:
            return behind.end() if normalized(behind[1]) in self.labels else None
        if self.brackets > opener.brackets_before + 1 or position - opener.label > LONGEST_LABEL:
            return None
        known = normalized(self.text[opener.label : position]) in self.labels
        return None if not known else position + 1 if behind is None else behind.end()

    def code(self, start: int, end: int) -> Generator[Inline, None, int]:
        """Backticks: the code between them and the next ones that are as many, and where to go on (6.1)."""
        if self.ticks is None:
            self.ticks = defaultdict(list)
            for run in _TICKS.finditer(self.text):
                self.ticks[len(run[0])].append(run.start())
        closers = self.ticks[end - start]
        next_one = bisect_left(closers, end)
        if next_one == len(closers):
            return end
        after = closers[next_one] + end - start
        yield Inline("code", start, after)
        return after

    def angle(self, start: int) -> Generator[Inline, None, int]:
        """`<`: what is HTML there, and where to go on. An autolink is text, in which it is found again (6.5)."""
        autolink = _AUTOLINK.match(self.text, start)
        if autolink is not None:
            return autolink.end()
        tag = _HTML_TAG.match(self.text, start)
        end = self.declaration_end(start) if tag is None else tag.end()
        if end == 0:
            return start + 1
        yield Inline("html", start, end)
        return end

    def declaration_end(self, start: int) -> int:
        """Where a comment or declaration ends; 0 when there is none. No text is searched twice for an end."""
        beginning = _DECLARATION.match(self.text, start)
        if beginning is None:
            return 0
        ending = _ENDS.get(beginning[0], ">")
        if self.ends.get(ending, 0) < start + 2:
            end = self.text.find(ending, start + 2)
            self.ends[ending] = len(self.text) if end < 0 else end
        end = self.ends[ending]
        return 0 if end == len(self.text) else end + len(ending)
