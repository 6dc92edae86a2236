"""The records that all readers use: what a reader is given, the pieces it yields, and the way back to the source.

A reader is a module of its own, with a function from an open file and a `Context` to `Piece`s.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple

from linksift.finding import Match

if TYPE_CHECKING:
    from linksift.inline_boundaries import DoubtfulSeams

MEBI = 1024 * 1024
"""Octets in a MiB."""


class Limits(NamedTuple):
    """How much of a foreign file is read, so that no file takes all memory or time.

    `size` is the octets of a file that is read whole, of an unpacked file, and of one message. All files inside a file
    together may unpack to that, and to `ratio` times the octets of the outermost file. `depth` is how deep packed
    files, messages in messages and MIME parts in parts are followed. `parts` counts the MIME parts of a message, or the
    members of a package; `files` the files in archives, all together; `pages` the pages of a document. `seconds` is
    the outer limit for one PDF, package (DOCX, XLSX, ODT), archive, or all files attached to a mail, without the time
    that the caller spends on its links; except for a PDF, 30 more are added for each MiB of the file and of what it
    unpacks to, so that on slow machines, too, the limits that count work end the reading first.
    """

    size: int = 256 * MEBI
    depth: int = 16
    parts: int = 1_000
    pages: int = 10_000
    seconds: float = 120.0
    ratio: int = 100
    files: int = 100_000


LONGEST_PATH = 1_024
"""How many characters of an inner path are kept, from its end: each link in the file repeats it."""


class ReadError(ValueError):
    """A document cannot be read, or not to its end; the message tells people why."""


class Locator(NamedTuple):
    """The part of a file that holds a link; a field is None if such files do not have it.

    `message` counts from 1. `message_id` (without its brackets), `subject`, `sender` and `date` are those of the
    message around the link, the innermost if it is in another message; `date` is in the form of RFC 3339 if it can be
    read, else as the message has it. `part` is numbered as in IMAP ("1.2") and `content_type` is its type
    ("text/html"). `inner_path` is the path of a file inside the file: the name of an attachment or the path of a packed
    file, and both with `!/` between them if one is in the other ("1.eml!/bill.zip!/bill.docx"). `member` is the part of
    a package that a document consists of ("word/document.xml"). `header` is the name of a field, `page` counts from 1,
    and `cell` is a cell or a range, written as in a formula ("Sheet1!B3", "'My links'!B3:C4"). `pointer` leads to a
    string of JSON (RFC 6901). `row` counts from 1, in CSV with the row of names; `field` is the name of the column, and
    `id` the value that identifies the row, if the caller named a column of such values. `record` is the number of a
    record in a web archive, from 1, and `target` the URI that it was fetched from.
    """

    message: int | None = None
    message_id: str | None = None
    subject: str | None = None
    sender: str | None = None
    date: str | None = None
    part: str | None = None
    content_type: str | None = None
    header: str | None = None
    inner_path: str | None = None
    member: str | None = None
    page: int | None = None
    cell: str | None = None
    pointer: str | None = None
    row: int | None = None
    field: str | None = None
    id: str | None = None
    record: int | None = None
    target: str | None = None

    def inside(self, name: str | None) -> "Locator":
        """The locator of a file inside this one; a file without a name leaves the path as it is.

        >>> Locator(inner_path="1.eml").inside("bill.zip").inner_path, Locator().inside(None).inner_path
        ('1.eml!/bill.zip', None)
        """
        if not name:
            return self
        return self._replace(inner_path="!/".join(filter(None, (self.inner_path, name)))[-LONGEST_PATH:])

    def in_part(self, part: str | None, content_type: str | None = None, header: str | None = None) -> "Locator":
        """The locator of a part of this message, or of a field in its header. A mailbox has many, so they are made
        without `_replace`, which takes longer.

        >>> Locator(message=2, header="Subject").in_part("1.2", "text/html")[:8]
        (2, None, None, None, None, '1.2', 'text/html', None)
        """
        return tuple.__new__(Locator, (*self[:_PART], part, content_type, header, *self[_AFTER_HEADER:]))

    def at_pointer(self, pointer: str) -> "Locator":
        """The locator of a string of JSON in this file; made as `in_part` makes it.

        >>> Locator(row=2).at_pointer("/a")[_POINTER:_ROW + 1]
        ('/a', 2)
        """
        return tuple.__new__(Locator, (*self[:_POINTER], pointer, *self[_ROW:]))

    def in_row(self, row: int, field: str | None = None, id: str | None = None) -> "Locator":
        """The locator of a row in this file, or of a cell in it; made as `in_part` makes it.

        >>> Locator().in_row(2, "a", "7")[_ROW:_ROW + 3]
        (2, 'a', '7')
        """
        return tuple.__new__(Locator, (*self[:_ROW], row, field, id, *self[_AFTER_ID:]))


_PART, _AFTER_HEADER = Locator._fields.index("part"), Locator._fields.index("header") + 1
_POINTER, _ROW, _AFTER_ID = (Locator._fields.index(name) for name in ("pointer", "row", "record"))


class LocatorField(NamedTuple):
    """How a field of `Locator` is shown: `words` is the format of its value in front of a link, "" if it is not shown
    there. `has_lines` says that a file with this field has lines that a person wrote; the lines of a page, a cell or a
    string of JSON were made by a program."""

    words: str
    has_lines: bool = True


LOCATOR_FIELDS = {
    "message": LocatorField("message {}"),
    "message_id": LocatorField(""),
    "subject": LocatorField(""),
    "sender": LocatorField(""),
    "date": LocatorField(""),
    "content_type": LocatorField(""),
    "inner_path": LocatorField("{}"),
    "part": LocatorField("part {}"),
    "member": LocatorField("{}", has_lines=False),
    "header": LocatorField("{}"),
    "page": LocatorField("page {}", has_lines=False),
    "cell": LocatorField("{}", has_lines=False),
    "row": LocatorField("row {}", has_lines=False),
    "id": LocatorField("id {}"),
    "field": LocatorField("{}"),
    "pointer": LocatorField("{}", has_lines=False),
    "record": LocatorField("record {}", has_lines=False),
    "target": LocatorField("{}"),
}
"""Every field of `Locator`, in the order in which people read them, the widest first."""


SHORT = 4_096
"""A text of so many code points is counted for each link, which takes less time than a list of its lines."""


class RecordRange(NamedTuple):
    """A range of octets of a file, half-open, that holds whole records: messages of a mailbox, or lines of JSON.

    `first` is the number of its first record, from 1, and `offset` how many code points of JSON come before it.
    """

    start: int
    end: int
    first: int
    offset: int = 0

    @property
    def is_first(self) -> bool:
        """Whether the file begins with it."""
        return self.first == 1


class Source:
    """A text as people see it in their editor, with lines and columns counted from 1.

    A source can be a stretch of a longer text, in which it begins at code point `start` and with line `first_line`.
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
        if len(self.text) <= SHORT:
            lines_before = self.text.count("\n", 0, offset)
            return self.first_line + lines_before, offset - self.text.rfind("\n", 0, offset)
        if self._starts is None:
            ends = (found.end() for found in re.finditer("\n", self.text))
            self._starts = array("q", chain((0,), ends))  # a list takes five times as much
        line = bisect_right(self._starts, offset)
        return self.first_line + line - 1, offset - self._starts[line - 1] + 1


class Text(NamedTuple):
    """A text to find URIs in, and where each of its characters came from.

    `text` is searched. If it differs from the source, `offsets` and `source_offsets` map it: the text from `offsets[i]`
    on came from `source_offsets[i]` on in the source (code points, `offsets` ascending from 0), and the character after
    a stretch shows how long its last character was in the source. `skip` are spans of `text` that are not searched.
    `seams` are those over which a URI may continue (see `inline_boundaries`). `typefaces` says of line breaks of
    `text`, by their offsets, whether a URI before them continues with its own typeface (True), or another one follows
    (False).
    """

    text: str
    source: Source
    offsets: Sequence[int] = ()
    source_offsets: Sequence[int] = ()
    locator: Locator = Locator()
    skip: Sequence[tuple[int, int]] = ()
    seams: "DoubtfulSeams | None" = None
    typefaces: Mapping[int, bool] | None = None

    def origin(self, offset: int) -> int:
        """The offset in the source that the character at an offset came from.

        >>> text = Text("a&b", Source("a&amp;b"), offsets=(0, 2), source_offsets=(0, 6))
        >>> [text.origin(offset) for offset in range(4)]
        [0, 1, 6, 7]
        """
        if not self.offsets:
            return offset
        index = bisect_right(self.offsets, offset) - 1
        return self.source_offsets[index] + offset - self.offsets[index]

    def origin_of_end(self, offset: int) -> int:
        """The end in the source of a stretch that ends at an offset: after its last character, without the tags and
        the like between that character and the next.

        >>> text = Text("a&b c", Source("a&amp;b</i> c"), offsets=(0, 2, 3), source_offsets=(0, 6, 11))
        >>> [text.origin_of_end(offset) for offset in (1, 2, 3)]
        [1, 6, 7]
        """
        if not self.offsets:
            return offset
        last = self.origin(offset - 1)
        is_itself = self.text[offset - 1] == self.source.text[last] != "&"
        return last + 1 if is_itself else self.origin(offset)


class Chunks(NamedTuple):
    """A text too long to hold, chunk by chunk; it is its own source."""

    chunks: Iterator[str]
    locator: Locator = Locator()


class AltText(str):
    """The text of a link without words: the `alt` of its pictures, which names no place to go to."""

    __slots__ = ()


class StatedReference(NamedTuple):
    """A reference that a document declares as one: in an attribute, an annotation, a header field or a relationship.

    `reference` is a URI reference, or nearly one, with the entities and escapes of the document undone. `base` is what
    it is resolved against, if anything (5.1). `stated_by` names what declares it ("a href", "annotation",
    "List-Archive"), and `link_text` is the text that people see for it. `start` and `end` are code points of `source`,
    half-open.
    """

    reference: str
    stated_by: str
    base: str | None = None
    link_text: str | None = None
    source: Source | None = None
    start: int = 0
    end: int = 0
    locator: Locator = Locator()


class Problem(NamedTuple):
    """A part or link that was left out while the rest of the document was read: a message for people, and its locator.

    `left_out` is "part" for a part that could not be read, "file" for an attachment or a packed file in a format that
    is not read, such as an image, and "link" for a stated link that browsers refuse or that cannot be made a URI.
    """

    message: str
    locator: Locator = Locator()
    left_out: Literal["part", "file", "link"] = "part"


Piece = Text | Chunks | StatedReference | Problem


class Columns(NamedTuple):
    """The columns of tables that are searched, by name (all, if there are no `names`), and the column whose values
    identify the rows (`id`)."""

    names: tuple[str, ...] = ()
    id: str | None = None

    @property
    def all(self) -> tuple[str, ...]:
        """All columns that a table must have."""
        return self.names if self.id is None else (*self.names, self.id)


class Account:
    """What all readers of one file count together: the files inside it, those that were not read, and what they unpack.

    `archives` counts those that have no text of their own, the file itself included. `size` is that of the file itself,
    in octets, or 0 if it is not known. `lacks_base` is whether the file is a page whose relative links were left out,
    since nothing says what they are relative to.
    """

    __slots__ = ("_allowed", "_unpacked", "archives", "files", "lacks_base", "not_read", "size")

    def __init__(self, limits: Limits = Limits(), size: int = 0) -> None:  # noqa: B008 - immutable
        self.size = size
        self.files = self.archives = self.not_read = self._unpacked = 0
        self.lacks_base = False
        self._allowed = limits.size + limits.ratio * size

    @property
    def octets(self) -> int:
        """The octets of the outermost file and of what was unpacked from it so far."""
        return self.size + self._unpacked

    def unpack(self, octets: int) -> None:
        """Count unpacked octets. Raises ReadError if they are too many.

        >>> Account(Limits(size=5, ratio=2), size=10).unpack(26)
        Traceback (most recent call last):
        linksift.documents.document_model.ReadError: unpacks to too much for its size, like a zip bomb
        """
        self._unpacked += octets
        if self._unpacked > self._allowed:
            raise ReadError("unpacks to too much for its size, like a zip bomb")


class Context(NamedTuple):
    """What a reader knows besides the file: its `name` (None without one), the URI it came by (`base`, 5.1.3), the
    limits, the `locator` of the file in the file that contains it, and the `columns` of tables to read. `inner` reads a
    file inside this one, such as an attachment or a packed file, and raises ReadError if it cannot. `may_hold_link`
    says of a text whether the caller's finder may find a link in it or in a part of it, and `may_match` whether it may
    in the text as a whole; a reader may leave out other texts. `password` opens encrypted files, and `account` counts
    for the whole file."""

    name: str | None
    base: str | None
    limits: Limits
    locator: Locator
    inner: Callable[[BinaryIO, "Context"], Iterator[Piece]]
    depth: int = 0
    skip_code: bool = False
    columns: Columns = Columns()
    may_hold_link: Callable[[str], bool] = bool  # any text
    may_match: Callable[[str], object] = bool
    password: str | None = None
    account: Account = Account(Limits(size=1 << 62))


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


OpenedBy = Literal["click", "load"]
"""How a link is opened: by people, or by software that shows the document."""


class Found(NamedTuple):
    """A link and its location: `match` has its span in the searched text, `link_text` is what people see for it."""

    match: Match
    location: Location
    link_text: str | None = None

    @property
    def opened_by(self) -> OpenedBy:
        """How the link is opened: "load" if software fetches or uses it when it shows the document, else "click".

        The latter are the links of the text, and those that people follow: `a href`, forms, annotations, header fields.
        """
        stated_by = self.location.stated_by
        is_loaded = self.match.uri.startswith("cid:") or (stated_by is not None and states_loaded(stated_by))
        return "load" if is_loaded else "click"

    @property
    def clickable_text(self) -> str | None:
        """`link_text` of a link that people click. That of a picture is its `alt`, which names no place to go to."""
        return self.link_text if self.opened_by == "click" and not isinstance(self.link_text, AltText) else None


_LOADING = """
    base embed feimage frame head html iframe image link meta script source style use
    background codebase data lowsrc ping poster profile src srcset
"""
_LOADING_NAMES = frozenset(_LOADING.split())
"""The elements, and the attributes of any, whose references nobody clicks."""


def states_loaded(stated_by: str) -> bool:
    """Whether an element or field states a reference that nobody has to click.

    >>> [states_loaded(name) for name in ("img src", "td background", "link href", "style url", "relationship")]
    [True, True, True, True, True]
    >>> [states_loaded(name) for name in ("a href", "form action", "annotation", "List-Archive", "hyperlink", "link")]
    [False, False, False, False, False, False]
    """
    if stated_by in ("image", "relationship"):  # a picture of Markdown; what an office document loads
        return True
    element, has_attribute, attribute = stated_by.partition(" ")
    return bool(has_attribute) and not _LOADING_NAMES.isdisjoint((element, attribute))
