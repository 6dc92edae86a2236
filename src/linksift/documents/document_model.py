"""The records that all readers use: a reader's input, the pieces that it yields, and the map back to the source.

Each reader is a separate module with a function that takes an open file and a `Context` and yields `Piece` objects.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from io import SEEK_END
from itertools import chain, islice
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple

from linksift.arguments import instance_of, whole_number
from linksift.finding import Match

if TYPE_CHECKING:
    from linksift.text_across_tags import DoubtfulSeams

MEBI = 1024 * 1024
"""The number of bytes in a MiB."""


class Limits(NamedTuple):
    """Limits on how much of an untrusted file is read, so that no file uses up all memory or time.

    `size` is the maximum size, in bytes, of a file that is read whole, of an unpacked file, and of a single message.
    All files inside a file may together unpack to at most that size plus `ratio` times the size of the outermost file.
    `depth` is the depth to which packed files, messages within messages and MIME parts within parts are followed.
    `parts` limits the MIME parts of a message or the members of a package, `files` the total number of files in
    archives, and `pages` the pages of a document. `seconds` is the outer time limit for one PDF, package (DOCX, XLSX,
    ODT) or archive, or for all files attached to a message, excluding the time that the caller spends on the links.
    Except for PDFs, 30 seconds are added for each MiB of the file and of its unpacked content, so that, even on slow
    machines, the limits that count work take effect first.
    """

    size: int = 256 * MEBI
    depth: int = 16
    parts: int = 1_000
    pages: int = 10_000
    seconds: float = 120.0
    ratio: int = 100
    files: int = 100_000


def checked_limits(limits: object) -> Limits:
    """The limits. Raises TypeError for anything else, and ValueError for a limit that is not a number of 0 or more.

    >>> checked_limits(Limits(pages="9"))
    Traceback (most recent call last):
    ValueError: limits.pages must be a whole number of 0 or more, not '9'
    """
    checked = instance_of("limits", Limits, limits)
    for name, value in checked._asdict().items():
        if not (name == "seconds" and isinstance(value, float) and value >= 0):
            whole_number(f"limits.{name}", value, least=0)
    return checked


LONGEST_PATH = 1_024
"""The maximum number of characters kept from the end of an inner path or of the name of a member, since each link in
the file repeats them."""


LONGEST_FIELD = 255
"""The maximum length, in characters, of a reported column name."""

LONGEST_ID = 1_024
"""The maximum length of a value that identifies a row; a longer value is truncated."""


class ReadError(ValueError):
    """A document cannot be read, or cannot be read to its end. The message names the document and explains why."""

    document: str | None = None

    @property
    def reason(self) -> str:
        """The message without the document.

        >>> ReadError("is not a PDF, or a broken one").reason
        'is not a PDF, or a broken one'
        """
        return super().__str__()

    def __str__(self) -> str:
        return self.reason if self.document is None else f"{self.document}: {self.reason}"


class NotText(ReadError):
    """The kind of a file is not supported; most likely, the file is not text at all."""


class Locator(NamedTuple):
    """The part of a file that contains a link; fields that do not apply to the file are None.

    Attributes:
        message: The number of the message, from 1.
        message_id: The identifier of the message, without brackets. If messages are nested, this field and the next
            three are those of the innermost message.
        subject: The subject of the message.
        sender: The sender of the message.
        date: The date of the message, in RFC 3339 format if it can be parsed, otherwise as written.
        part: The number of the MIME part, as in IMAP (`1.2`).
        content_type: The type of the part (`text/html`).
        header: The name of the header field.
        inner_path: The path of a file inside the file: the name of an attachment or the path of a packed file, with
            `!/` between nested files (`1.eml!/bill.zip!/bill.docx`).
        member: The member of the package that makes up an office document (`word/document.xml`).
        page: The number of the page, from 1.
        cell: The cell or range of a sheet, written as in a formula (`Sheet1!B3`, `'My links'!B3:C4`).
        pointer: The JSON Pointer to the string (RFC 6901).
        row: The number of the row in a table, from 1. The header of a CSV file is row 1.
        field: The name of the column.
        id: The value that identifies the row, if the caller named a column of such values (`id_column`, `--id`).
        record: The number of the record in a web archive, from 1.
        target: The URI from which the record was fetched.
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
        """The locator of a file inside this one; a file without a name leaves the path unchanged.

        >>> Locator(inner_path="1.eml").inside("bill.zip").inner_path, Locator().inside(None).inner_path
        ('1.eml!/bill.zip', None)
        """
        if not name:
            return self
        return self._replace(inner_path="!/".join(filter(None, (self.inner_path, name)))[-LONGEST_PATH:])

    def in_member(self, name: str) -> "Locator":
        """The locator of a member of this package.

        >>> Locator().in_member("word/document.xml").member
        'word/document.xml'
        """
        return self._replace(member=name[-LONGEST_PATH:])

    def in_part(self, part: str | None, content_type: str | None = None, header: str | None = None) -> "Locator":
        """The locator of a part of this message, or of a field in its header. A mailbox needs many such locators, so
        they are created without `_replace`, which takes twice the time.

        >>> Locator(message=2, header="Subject").in_part("1.2", "text/html")[:8]
        (2, None, None, None, None, '1.2', 'text/html', None)
        """
        return tuple.__new__(Locator, (*self[:_PART], part, content_type, header, *self[_AFTER_HEADER:]))

    def at_pointer(self, pointer: str) -> "Locator":
        """The locator of a JSON string in this file, created as in `in_part`.

        >>> Locator(row=2).at_pointer("/a")[_POINTER:_ROW + 1]
        ('/a', 2)
        """
        return tuple.__new__(Locator, (*self[:_POINTER], pointer, *self[_ROW:]))

    def in_row(self, row: int, field: str | None = None) -> "Locator":
        """The locator of a row in this file, or of a cell in that row, created as in `in_part`.

        >>> Locator(id="7").in_row(2, "a")[_ROW:_ROW + 3]
        (2, 'a', '7')
        """
        field = field[:LONGEST_FIELD] if field else field
        return tuple.__new__(Locator, (*self[:_ROW], row, field, *self[_ID:]))

    def with_id(self, value: object) -> "Locator":
        """The locator of a row that this value identifies, or None for null.

        >>> Locator(row=2).with_id(7).id, Locator().with_id(None).id
        ('7', None)
        """
        return self._replace(id=None if value is None else str(value)[:LONGEST_ID])


_PART, _AFTER_HEADER = Locator._fields.index("part"), Locator._fields.index("header") + 1
_POINTER, _ROW, _ID = (Locator._fields.index(name) for name in ("pointer", "row", "id"))


class LocatorField(NamedTuple):
    """How a field of `Locator` is shown: `words` is the format of its value in front of a link, or "" if it is not
    shown there. `has_lines` means that the lines of a file with this field were written by a person; the lines of a
    page, a cell or a JSON string were produced by a program. If in doubt, it is False."""

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
"""Every field of `Locator`, in the order in which people read them, broadest first.

Whatever shows a location takes its fields, their types and their words from `Locator` and this table: lines of text,
JSON, CSV, Parquet, templates, SARIF, the report, and messages. So does the rule about wrapped links.
"""


SHORT = 4_096
"""In a text with at most this many code points, lines are counted for each link, which is faster than listing them."""


class RecordRange(NamedTuple):
    """A half-open range of bytes in a file, which consists of whole records: messages of a mailbox, or lines of JSON.

    `first` is the number of its first record, counted from 1, and `offset` is the number of JSON code points before it.
    """

    start: int
    end: int
    first: int
    offset: int = 0

    @property
    def is_first(self) -> bool:
        """Whether the file begins with this range."""
        return self.first == 1

    @classmethod
    def of_records(cls, file: BinaryIO, starts: Iterable[int], size: int) -> Iterator["RecordRange"]:
        """A file divided into ranges of about `size` bytes, in order, given the places where its records start.

        >>> from io import BytesIO
        >>> list(RecordRange.of_records(BytesIO(b"abcde"), [0, 2, 3], 3))
        [RecordRange(start=0, end=3, first=1, offset=0), RecordRange(start=3, end=5, first=3, offset=0)]
        """
        begin, first = 0, 1
        for number, start in enumerate(starts, 1):
            if start - begin >= size:
                yield cls(begin, start, first)
                begin, first = start, number
        yield cls(begin, file.seek(0, SEEK_END), first)


class Source:
    """Text as people see it in an editor, with lines and columns counted from 1.

    A source can be a stretch of a longer text, in which it begins at code point `start`, on line `first_line`.
    """

    __slots__ = ("_starts", "first_line", "start", "text")

    def __init__(self, text: str, first_line: int = 1, start: int = 0) -> None:
        self.text = text
        self.first_line = first_line
        self.start = start
        self._starts: Sequence[int] | None = None

    def line_and_column(self, offset: int) -> tuple[int, int]:
        r"""The line and column (in code points) of a code point, both counted from 1; a line ends at LF.

        >>> Source("a\nbc").line_and_column(3)
        (2, 2)
        """
        if len(self.text) <= SHORT:
            lines_before = self.text.count("\n", 0, offset)
            return self.first_line + lines_before, offset - self.text.rfind("\n", 0, offset)
        if self._starts is None:
            ends = map(re.Match.end, re.finditer("\n", self.text))
            self._starts = array("q", chain((0,), ends))  # a list takes five times the memory
        line = bisect_right(self._starts, offset)
        return self.first_line + line - 1, offset - self._starts[line - 1] + 1

    def line_of(self, offset: int) -> int:
        """The line of a code point."""
        return self.line_and_column(offset)[0]


class Text(NamedTuple):
    """A text to search for URIs, and the origin of each of its characters.

    `text` is the text to search. If it differs from the source, `offsets` and `source_offsets` map it: the text
    starting at `offsets[i]` came from the source starting at `source_offsets[i]` (in code points, with `offsets`
    ascending from 0), and the origin of the character after a stretch shows how long the last character of the stretch
    was in the source. `skip` lists spans of `text` that are not searched. `seams` lists those across which a URI may
    continue (see `text_across_tags`). `typefaces` maps the offset of a line break in `text` to True if a URI before it
    continues in its own typeface, and to False if another typeface follows. `matches` are the matches in `text`, if the
    reader has already searched it; it yields such texts in source order.
    """

    text: str
    source: Source
    offsets: Sequence[int] = ()
    source_offsets: Sequence[int] = ()
    locator: Locator = Locator()
    skip: Sequence[tuple[int, int]] = ()
    seams: "DoubtfulSeams | None" = None
    typefaces: Mapping[int, bool] | None = None
    matches: Sequence[Match] | None = None

    def origin(self, offset: int) -> int:
        """The offset in the source of the character at an offset in the text.

        >>> text = Text("a&b", Source("a&amp;b"), offsets=(0, 2), source_offsets=(0, 6))
        >>> [text.origin(offset) for offset in range(4)]
        [0, 1, 6, 7]
        """
        if not self.offsets:
            return offset
        index = bisect_right(self.offsets, offset) - 1
        return self.source_offsets[index] + offset - self.offsets[index]

    def part(self, start: int, end: int) -> "Text":
        """A stretch of the text as a text of its own.

        >>> part = Text("a&b", Source("a&amp;b"), offsets=(0, 2), source_offsets=(0, 6)).part(1, 3)
        >>> part.text, part.offsets, part.source_offsets
        ('&b', [0, 1], [1, 6])
        """
        inside = slice(bisect_right(self.offsets, start), bisect_right(self.offsets, end))
        offsets = [0, *(offset - start for offset in self.offsets[inside])]
        source_offsets = [self.origin(start), *self.source_offsets[inside]]
        return Text(self.text[start:end], self.source, offsets, source_offsets, self.locator)

    def line_of(self, offset: int) -> int:
        """The line in the source of the character at an offset in the text."""
        return self.source.line_of(self.origin(offset))

    def origin_of_end(self, offset: int) -> int:
        """The end, in the source, of a stretch that ends at an offset: after its last character, but before any tags
        and the like between that character and the next.

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
    """Text too long to hold in memory, chunk by chunk; it is its own source."""

    chunks: Iterator[str]
    locator: Locator = Locator()


class AltText(str):
    """The text of a link that contains no words: the `alt` text of its images, which does not name a destination."""

    __slots__ = ()


LONGEST_LINK_TEXT = 300
"""The maximum length, in characters, of a reported link text."""


def display_text(text: str) -> str | None:
    """The beginning of a link text, with white space collapsed; None if it is empty.

    >>> display_text(" a\\n b "), display_text(" ")
    ('a b', None)
    """
    return " ".join(text.split(None, LONGEST_LINK_TEXT)[:LONGEST_LINK_TEXT])[:LONGEST_LINK_TEXT] or None


class StatedReference(NamedTuple):
    """A reference that a document declares explicitly in an attribute, annotation, header field or relationship.

    `reference` is a URI reference, or nearly one, with the entities and escapes of the document decoded. `base` is the
    URI against which it is resolved, if any (5.1). `stated_by` is the name of the place that declares it ("a href",
    "annotation", "List-Archive"), and `link_text` is the text displayed for it. `start` and `end` delimit a half-open
    span of code points in `source`.
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
    """A part or link that was left out while the rest of the document was read: a human-readable message and a locator.

    `left_out` is "part" for a part that could not be read, "file" for an attachment or packed file (such as an image)
    in a format that is not read, and "link" for a stated link that browsers refuse or that cannot be made into a URI.
    """

    message: str
    locator: Locator = Locator()
    left_out: Literal["part", "file", "link"] = "part"


Piece = Text | Chunks | StatedReference | Problem


MOST_LISTED = 20
"""The maximum number of columns named in a message."""


class Columns(NamedTuple):
    """The names of the table columns that are searched (all columns if `names` is empty), and the name of the column
    whose values identify the rows (`id`)."""

    names: tuple[str, ...] = ()
    id: str | None = None

    @property
    def all(self) -> tuple[str, ...]:
        """All columns that a table must have."""
        return self.names if self.id is None else (*self.names, self.id)

    def require(self, there: Collection[str]) -> None:
        """Raise ReadError unless a table with the columns `there` has all columns that the caller named.

        >>> Columns(("body",)).require(["id", "text"])
        Traceback (most recent call last):
        linksift.documents.document_model.ReadError: has no column 'body', only 'id', 'text'
        """
        for name in self.all:
            if name not in there:
                listed = ", ".join(repr(other[:LONGEST_FIELD]) for other in islice(there, MOST_LISTED))
                others = f"only {listed}{', ...' * (len(there) > MOST_LISTED)}" if listed else "nor any other"
                raise ReadError(f"has no column {name!r}, {others}")

    def is_searched(self, name: str) -> bool:
        """Whether a column is searched; if the caller named none, all are.

        >>> Columns(("body",)).is_searched("id"), Columns().is_searched("id")
        (False, True)
        """
        return not self.names or name in self.names


class Account:
    """The counts shared by all readers of one file: the files inside it, those that were not read, and the unpacked
    bytes.

    `archives` counts the files that have no text of their own, including the file itself. `size` is the size of the
    file itself in bytes, or 0 if it is not known. `lacks_base` says whether the file is a page whose relative links
    were left out because nothing states their base.
    """

    __slots__ = ("_allowed", "_unpacked", "archives", "files", "lacks_base", "not_read", "size")

    def __init__(self, limits: Limits = Limits(), size: int = 0) -> None:  # noqa: B008 - immutable
        self.size = size
        self.files = self.archives = self.not_read = self._unpacked = 0
        self.lacks_base = False
        self._allowed = limits.size + limits.ratio * size

    @property
    def octets(self) -> int:
        """The number of bytes of the outermost file and of everything unpacked from it so far."""
        return self.size + self._unpacked

    def unpack(self, octets: int) -> None:
        """Count unpacked bytes. Raises ReadError if there are too many.

        >>> Account(Limits(size=5, ratio=2), size=10).unpack(26)
        Traceback (most recent call last):
        linksift.documents.document_model.ReadError: unpacks to too much for its size, like a zip bomb
        """
        self._unpacked += octets
        if self._unpacked > self._allowed:
            raise ReadError("unpacks to too much for its size, like a zip bomb")


class Context(NamedTuple):
    """The information that a reader has besides the file: its `name` (None if it has none), the URI from which it was
    retrieved (`base`, 5.1.3), the limits, the `locator` of the file within the file that contains it, and the `columns`
    of tables to read. `inner` reads a file inside this one, such as an attachment or a packed file, and raises
    ReadError if it cannot. `find` is the search of the caller's finder, and `may_hold_link` reports whether it might
    find a link in a text or in a part of it; a reader can leave out other texts. `lines_with_hits` returns the numbers
    of the lines of a text in which it might, each searched separately. `password` opens encrypted files, and `account`
    keeps the counts for the whole file."""

    name: str | None
    base: str | None
    limits: Limits
    locator: Locator
    inner: Callable[[BinaryIO, "Context"], Iterator[Piece]]
    depth: int = 0
    skip_code: bool = False
    columns: Columns = Columns()
    may_hold_link: Callable[[str], bool] = bool  # any text
    lines_with_hits: Callable[..., Iterable[int]] = lambda text, line_end="\n": range(text.count(line_end) + 1)
    find: Callable[[str], list[Match]] = lambda _: []
    password: str | None = None
    account: Account = Account(Limits(size=1 << 62))

    def too_deep(self) -> str:
        """The message about a file, message or part at a greater depth than the limits allow."""
        return f"is nested more than {self.limits.depth} deep; deeper parts were not read"


class Location(NamedTuple):
    """The place where a link was found: the `path` of the file (None if it has none), the `locator` in it, and the
    element or field that states the link (`stated_by`, None in running text). `line`, `column`, `start` and `end` refer
    to the source, in code points, if the source has text."""

    path: str | None
    locator: Locator
    stated_by: str | None = None
    line: int | None = None
    column: int | None = None
    start: int | None = None
    end: int | None = None


OpenedBy = Literal["click", "load"]
"""How a link is opened: by people, or by software that displays the document."""


class Found(NamedTuple):
    """A link and its location: `match` has its span in the searched text, and `link_text` is its displayed text."""

    match: Match
    location: Location
    link_text: str | None = None

    @property
    def opened_by(self) -> OpenedBy:
        """How the link is opened: "load" if software fetches or uses it when displaying the document, otherwise
        "click".

        "click" applies to links in the text and to stated links that people follow: `a href`, forms, annotations and
        header fields.
        """
        stated_by = self.location.stated_by
        is_loaded = self.match.uri.startswith("cid:") or (stated_by is not None and states_loaded(stated_by))
        return "load" if is_loaded else "click"

    @property
    def clickable_text(self) -> str | None:
        """The `link_text` of a link that people click; None for an image, whose `alt` names no destination."""
        return self.link_text if self.opened_by == "click" and not isinstance(self.link_text, AltText) else None


_LOADING = """
    base embed feimage frame head html iframe image link meta param script source style use xml-stylesheet
    importdata importfeed importhtml importrange importxml webservice
    background codebase data data-bg data-lazy-src data-original data-src data-srcset lowsrc ping poster profile src
    srcset
"""
_LOADING_NAMES = frozenset(_LOADING.split())
"""The elements, the functions of formulas, and the attributes of any element, whose references nobody clicks."""


def states_loaded(stated_by: str) -> bool:
    """Whether an element or field states a reference that does not need a click.

    >>> [states_loaded(name) for name in ("img src", "td background", "link href", "image formula", "relationship")]
    [True, True, True, True, True]
    >>> [states_loaded(name) for name in ("a href", "form action", "annotation", "List-Archive", "hyperlink", "link")]
    [False, False, False, False, False, False]
    """
    if stated_by in ("image", "relationship"):  # a picture in Markdown; a resource that an office document loads
        return True
    element, has_attribute, attribute = stated_by.partition(" ")
    return bool(has_attribute) and not _LOADING_NAMES.isdisjoint((element, attribute))
