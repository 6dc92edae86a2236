"""What readers give, and the way back from it to where it came from.

Here belong the records that every reader speaks in. How a kind of file is read never does: a reader is a module of its
own, with a function from an open file and a `Context` to `Piece`s.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import BinaryIO, Literal, NamedTuple

from linksift.finding import Match

MEBI = 1024 * 1024
"""Octets in a MiB."""


class Limits(NamedTuple):
    """How much is read of what others made, so that no file takes all memory or time.

    `size`: octets of one file, unpacked, when it has to be read whole, and of one message. `depth`: how deep packed
    files, messages in messages and MIME parts in parts are followed. `parts`: MIME parts of one message, or members of
    one package. `pages`: of one document. `seconds`: for reading one PDF or one package (DOCX, XLSX, ODT), without what
    is done with its links in between.
    """

    size: int = 256 * MEBI
    depth: int = 16
    parts: int = 1_000
    pages: int = 10_000
    seconds: float = 120.0


class ReadError(ValueError):
    """A document cannot be read, or not to its end: why, in words for people."""


class Locator(NamedTuple):
    """The part of a file that something stands in; None is what such a file has not.

    `message` counts from 1, `message_id` is without its brackets, `part` is numbered as in IMAP ("1.2"), `content_type`
    that of the part ("text/html"); `header` is a field's name, `page` counts from 1, `cell` is a sheet's, written as in
    a formula, or a range of such ("Sheet1!B3", "'My links'!B3:C4").
    """

    message: int | None = None
    message_id: str | None = None
    part: str | None = None
    content_type: str | None = None
    header: str | None = None
    page: int | None = None
    cell: str | None = None


class Source:
    """A text as people see it in their editor, where lines and columns are counted from 1.

    Where it is a stretch of a longer one, it begins there at code point `start`, with the line `first_line`.
    """

    __slots__ = ("_starts", "first_line", "start", "text")

    text: str
    first_line: int
    start: int
    _starts: Sequence[int] | None

    def __init__(self, text: str, first_line: int = 1, start: int = 0) -> None:
        self.text = text
        self.first_line = first_line
        self.start = start
        self._starts = None

    def line_and_column(self, offset: int) -> tuple[int, int]:
        r"""Line and column of a code point, both from 1, the column in code points; a line ends at LF.

        >>> Source("a\nbc").line_and_column(3)
        (2, 2)
        """
        if self._starts is None:
            ends = (found.end() for found in re.finditer("\n", self.text))
            self._starts = array("q", chain((0,), ends))  # a list takes five times as much
        line = bisect_right(self._starts, offset)
        return self.first_line + line - 1, offset - self._starts[line - 1] + 1


class Text(NamedTuple):
    """A text to find URIs in, and where each of its characters came from.

    `text` is what is searched. Where it is not the source itself, `at` and `to` are its map: what stands from `at[i]`
    on in `text` came from `to[i]` on in the source (code points, `at` ascending from 0); the character behind a stretch
    of it shows how long its last character was in the source. `skip` are spans of `text` to leave alone.
    """

    text: str
    source: Source
    at: Sequence[int] = ()
    to: Sequence[int] = ()
    locator: Locator = Locator()
    skip: Sequence[tuple[int, int]] = ()

    def origin(self, offset: int) -> int:
        """Where in the source the character at an offset came from.

        >>> text = Text("a&b", Source("a&amp;b"), offsets=(0, 2), source_offsets=(0, 6))
        >>> [text.origin(offset) for offset in range(4)]
        [0, 1, 6, 7]
        """
        if not self.offsets:
            return offset
        index = bisect_right(self.offsets, offset) - 1
        return self.source_offsets[index] + offset - self.offsets[index]

    def origin_of_end(self, offset: int) -> int:
        """Where in the source a stretch ends that ends at an offset: behind its last character, but for tags and the
        like that stand between that and the next.

        >>> text = Text("a&b c", Source("a&amp;b</i> c"), offsets=(0, 2, 3), source_offsets=(0, 6, 11))
        >>> [text.origin_of_end(offset) for offset in (1, 2, 3)]
        [1, 6, 7]
        """
        behind, last = self.origin(offset), self.origin(offset - 1)
        needs_no_repair = self.text[offset - 1] == self.source.text[last] != "&"
        return last + 1 if needs_no_repair else behind


class Chunks(NamedTuple):
    """A text too long to hold, piece by piece: its source is itself."""

    chunks: Iterator[str]
    locator: Locator = Locator()


class StatedReference(NamedTuple):
    """A reference that a document states to be one: an attribute, an annotation, a header's, a relation's.

    `reference` is the characters as stated (entities and escapes of the document undone), a URI reference or nearly
    one; `base` what it is resolved against, if there is anything (5.1). `by` says what states it ("a href",
    "annotation", "List-Archive"), `link_text` the text that people see for it. `start` and `end` are code points of
    `source`, half-open.
    """

    reference: str
    by: str
    base: str | None = None
    link_text: str | None = None
    source: Source | None = None
    start: int = 0
    end: int = 0
    locator: Locator = Locator()


class Problem(NamedTuple):
    """Something that was left out, when the rest of the document was read: what, in words for people, and where.

    `left_out` is "part" for what could not be read, and "link" for a stated link that browsers refuse or of which no
    URI can be made.
    """

    message: str
    locator: Locator = Locator()
    left_out: Literal["part", "link"] = "part"


Piece = Text | Chunks | StatedReference | Problem


class Context(NamedTuple):
    """What a reader knows beside the file: its `name` if it has one, the URI it came by (5.1.3), the limits, where it
    lies in what it came out of, and `inner`, which reads a file inside this one (an attachment, what was packed)."""

    name: str | None
    base: str | None
    limits: Limits
    locator: Locator
    inner: Callable[[BinaryIO, "Context"], Iterator[Piece]]
    depth: int = 0
    skip_code: bool = False


class Location(NamedTuple):
    """Where a link was found: the `path` of the file (None without one), the `locator` in it, and the element or field
    that states the link (`stated_by`, None in running text). `line`, `column`, `start` and `end` count in the source,
    in code points, if it has a text."""

    path: str | None
    locator: Locator
    stated_by: str | None = None
    line: int | None = None
    column: int | None = None
    start: int | None = None
    end: int | None = None


class Found(NamedTuple):
    """A link and its location: `match` has its span in the searched text, `link_text` is what people see for it."""

    match: Match
    location: Location
    link_text: str | None = None
