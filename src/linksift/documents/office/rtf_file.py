r"""Reads a Rich Text file (RTF 1.9.1), or the HTML page that Outlook encapsulates in it (MS-OXRTFEX).

The tags of the page are in groups such as `{\*\htmltag84 <a href=...>}`. Its text is that of the file, except the parts
between `\htmlrtf` and `\htmlrtf0`, which only Rich Text programs display.
"""

import re
import struct
from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

from linksift.documents.compound_file import CompoundFile
from linksift.documents.document_model import Account, Context, Piece, ReadError, StatedReference
from linksift.documents.html.page_reader import read_text
from linksift.documents.office.docx import Field
from linksift.documents.office.paragraphs import Paragraphs
from linksift.documents.office.rtf_tokenizer import NO_TEXT, Content, content_of
from linksift.documents.reading_limits import read_beginning
from linksift.documents.recognizers import COMPOUND_FILE

# ---- Objects that are linked: Word fetches their targets when the file is opened (MS-OLEDS) --------------------------


_NO_DIGIT = re.compile("[^0-9A-Fa-f]+")
_NUMBERS = struct.Struct("<II")
_LENGTH = struct.Struct("<I")
_LINKED, _EMBEDDED = 1, 2

_URL_MONIKER = bytes.fromhex("E0C9EA79F9BACE118C8200AA004BA90B")
"""The class identifier of a URL in a stream (MS-OSHARED 2.3.7.6)."""


def link_targets(digits: str, account: Account) -> list[str]:
    r"""The targets of an object, from the hexadecimal digits of its data; none if it links to nothing or is broken.

    The target of a linked object is its topic (MS-OLEDS 2.2.6). An embedded object can be a compound file that contains
    a link in its stream of monikers (2.3.3).

    >>> from struct import pack
    >>> topic = b"http://a.example/b.hta\0"
    >>> octets = pack("<III", 1, 1, 0) + pack("<I", len(topic)) + topic
    >>> link_targets(octets.hex(), Account())
    ['http://a.example/b.hta']
    """
    digits = _NO_DIGIT.sub("", digits)
    octets = bytes.fromhex(digits[: len(digits) // 2 * 2])
    try:
        _, kind = _NUMBERS.unpack_from(octets)
        _, place = _prefixed(octets, _NUMBERS.size)
        topic, place = _prefixed(octets, place)
        if kind == _LINKED:
            return [topic.rstrip(b"\0").decode("cp1252", "replace")]
        _, place = _prefixed(octets, place)
        embedded, _ = _prefixed(octets, place)
        if kind == _EMBEDDED and embedded.startswith(COMPOUND_FILE):
            compound = CompoundFile(embedded, account)
            stream = compound.children(compound.root).get("\x01Ole")
            return _urls(compound.content(stream)) if stream else []
    except (struct.error, ReadError):
        pass
    return []


def _prefixed(octets: bytes, place: int) -> tuple[bytes, int]:
    """The length-prefixed bytes at a position, and their end. Raises struct.error if any are missing."""
    (length,) = _LENGTH.unpack_from(octets, place)
    start = place + _LENGTH.size
    return struct.unpack_from(f"{length}s", octets, start)[0], start + length


def _urls(stream: bytes) -> list[str]:
    """The URLs of the monikers in a stream: each is encoded in UTF-16 and ends at a NUL.

    >>> _urls(b"\\1" + _URL_MONIKER + _LENGTH.pack(10) + "a:b\\0".encode("utf-16-le") + b"..")
    ['a:b']
    """
    _, *monikers = stream.split(_URL_MONIKER)
    return [one[_LENGTH.size :].decode("utf-16-le", "replace").partition("\0")[0] for one in monikers]


# ---- Text ------------------------------------------------------------------------------------------------------------


ENDS = frozenset({"par", "sect", "page", "row", "cell", "nestrow", "nestcell", "column"})
"""Control words that end a paragraph."""

_STORIES = """
    footnote annotation shptxt result
    header headerl headerr headerf footer footerl footerr footerf
"""
STORIES = frozenset(_STORIES.split())
"""Destinations that contain paragraphs of their own and are read wherever they occur: text set apart from the text
around it, and the appearance of an object (`result`)."""

REFERENCES = {"hlsrc": "hyperlink", "template": "relationship"}
"""Destinations whose text is a link (of a shape, or to the template that is loaded), each with its reported name."""

MARKS = frozenset({"chftn", "chatn", "super", "sub", "nosupersub"})
"""Control words across which no URI continues: the mark of a note, and the start or end of raised or lowered text."""


class Group:
    """The state within braces: whether text is skipped or collected for another purpose, the open field, and the
    actions to take at the end."""

    __slots__ = ("collected", "ends", "field", "skipped")

    def __init__(self, skipped: bool = False, collected: list[str] | None = None, field: Field | None = None) -> None:
        self.skipped = skipped
        self.collected = collected
        self.field = field
        self.ends: list[Callable[[], None]] = []


def pieces_of(octets: bytes, context: Context) -> Iterator[Piece]:
    """The hyperlinks and text of a file, and the references to files that it loads. Never raises.

    >>> from linksift.documents.document_model import Limits, Locator
    >>> context = Context(None, None, Limits(), Locator(), lambda file, context: iter(()))
    >>> [piece.text for piece in pieces_of(rb"{\\rtf1 caf\\'e9\\par\\u960?{\\pict 00}}", context)]
    ['caf\xe9\\n\\n\\n\u03c0']
    """
    reader = RichText(context)
    for content in content_of(octets):
        reader.take(content)
        yield from reader.paragraphs.pieces_if_many(context.locator)
    reader.end()
    yield from reader.paragraphs.pieces(context.locator)


class RichText:
    """A file as it is read: the open groups, and the paragraphs so far."""

    def __init__(self, context: Context) -> None:
        self.paragraphs = Paragraphs()
        self.paragraphs.begin()
        self._account = context.account
        self._group = Group()
        self._open: list[Group] = []
        self._star = False

    def take(self, content: Content) -> None:
        """Process an item of content."""
        word, _, text = content
        starred, self._star = self._star, word == "*"
        if not word:
            self._write(text)
        elif word == "{":
            self._open.append(self._group)
            self._group = Group(self._group.skipped, self._group.collected, self._group.field)
        elif word == "}":
            self._end_group()
        elif not self._begins_destination(word, starred) and not self._group.skipped:
            self._word(word)

    def end(self) -> None:
        """End the groups that are still open, as in a truncated file."""
        while self._open:
            self._end_group()

    def _end_group(self) -> None:
        for end in self._group.ends:
            end()
        self._group = self._open.pop()

    def _begins_destination(self, word: str, starred: bool) -> bool:
        """Begin the destination that a word names, if any; skip unknown starred ones, as other readers do."""
        if word in STORIES:
            self._group.skipped, self._group.collected = False, None
            self.paragraphs.begin()
            self._group.ends.append(self.paragraphs.end)
        elif word in REFERENCES:
            self._collect(lambda text: self.paragraphs.state(text.strip(), REFERENCES[word]))
        elif word == "objdata":
            self._collect(self._state_targets)
        elif word in NO_TEXT or (starred and word != "fldinst"):
            self._group.skipped = True
        else:
            return False
        return True

    def _word(self, word: str) -> None:
        field = self._group.field
        if word == "field":
            self._group.field = field = Field(field.open_instruction if field else None)
            self._group.collected = None
            self._group.ends.append(lambda: field.end(self.paragraphs))
        elif word == "fldinst":
            self._group.collected = field.instruction if field else []
        elif word == "fldrslt":
            self._group.collected = None
            if field is not None:
                field.begin_result(self.paragraphs)
        elif word in ENDS:
            if self._group.collected is None:
                self.paragraphs.end()
                self.paragraphs.begin()
        elif word in MARKS:
            self.paragraphs.edge()
            self._group.ends.append(self.paragraphs.edge)

    def _collect(self, at_end: Callable[[str], None]) -> None:
        """Collect the text of this group for processing at its end."""
        collected: list[str] = []
        self._group.skipped, self._group.collected = False, collected
        self._group.ends.append(lambda: at_end("".join(collected)))

    def _state_targets(self, digits: str) -> None:
        for target in link_targets(digits, self._account):
            self.paragraphs.state(target, "relationship")

    def _write(self, text: str) -> None:
        if self._group.skipped:
            return
        if self._group.collected is not None:
            self._group.collected.append(text)
        else:
            self.paragraphs.write(text)
            if self._group.field and self._group.field.around:
                self._group.field.around.instruction.append(text)


# ---- The encapsulated page, and whole files --------------------------------------------------------------------------


_FROM_HTML = re.compile(rb"\{\\rtf[^{}]{0,1000}?\\fromhtml1(?![0-9])")
"""The control word in the header of a file that encapsulates a page (2.1.1)."""

_LINE_ENDS = ("par", "line")


class PageGroup(NamedTuple):
    """The state within braces: whether the text is skipped, and whether it is only for Rich Text programs."""

    skipped: bool = False
    rich_text_only: bool = False


def page_in(octets: bytes) -> str | None:
    r"""The page encapsulated in a file (2.2), or None if there is none.

    >>> page_in(rb"{\rtf1\fromhtml1{\*\htmltag84 <b>}\htmlrtf{\b\htmlrtf0 Caf\'e9\htmlrtf}\htmlrtf0}")
    '<b>Café'
    >>> page_in(rb"{\rtf1 a}")
    """
    if not _FROM_HTML.match(octets):
        return None
    markup: list[str] = []
    group, outside, starred = PageGroup(), list[PageGroup](), False
    for word, number, text in content_of(octets):
        if word == "{":
            outside.append(group)
        elif word == "}":
            group = outside.pop()
        elif not word or word in _LINE_ENDS:
            if not group.skipped and not group.rich_text_only:
                markup.append(text or "\n")
        else:
            group = _after(group, word, number, starred)
        starred = word == "*"
    return "".join(markup)


def _after(group: PageGroup, word: str, number: int | None, starred: bool) -> PageGroup:
    """The state after a control word."""
    if word == "htmlrtf":
        return group._replace(rich_text_only=number != 0)
    if word == "htmltag" and starred:
        return PageGroup()
    return group._replace(skipped=True) if starred or word in NO_TEXT else group


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    r"""The links and text of a file, or of its beginning if it is longer than the limit. Never raises.

    Outlook displays an encapsulated page, so it is read as a page. Other programs display the Rich Text, so the links
    that only the Rich Text states are added.

    >>> from io import BytesIO
    >>> from linksift.documents.document_model import Limits, Locator
    >>> context = Context(None, None, Limits(), Locator(), lambda file, context: iter(()))
    >>> page = rb"{\rtf1\fromhtml1{\*\htmltag84 <a href='http://a.example/'>}here{\*\htmltag92 </a>}}"
    >>> [piece.reference for piece in read(BytesIO(page), context) if isinstance(piece, StatedReference)]
    ['http://a.example/']
    """
    octets, cut_off = read_beginning(file, context)
    page = page_in(octets)
    if page is None:
        yield from pieces_of(octets, context)
    else:
        yield from _pieces_of_page(page, octets, context)
    yield from cut_off


def _pieces_of_page(page: str, octets: bytes, context: Context) -> Iterator[Piece]:
    """The pieces of an encapsulated page, and then the links that only the Rich Text around it states."""
    stated: set[str] = set()
    for piece in read_text(page, context, context.locator, context.base):
        if isinstance(piece, StatedReference):
            stated.add(piece.reference)
        yield piece
    for piece in pieces_of(octets, context):
        if isinstance(piece, StatedReference) and piece.reference not in stated:
            yield piece
