"""Reads a document that is a zip package of XML files, within limits on size and time (ISO/IEC 29500-2, 8.5).

The links of an Office package are in the relationships of its parts to other parts and to external targets.
"""

import codecs
import posixpath
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from io import SEEK_CUR
from itertools import chain
from typing import Any, BinaryIO, NamedTuple, Protocol, Self

from linksift.documents.decompression import CHUNK, LONGEST_ENTRY, open_zip
from linksift.documents.document_model import (
    LONGEST_PATH,
    Context,
    Locator,
    Piece,
    Problem,
    ReadError,
    StatedReference,
)
from linksift.documents.office.paragraphs import Paragraphs, Taken
from linksift.documents.reading_limits import (
    TimeBudget,
    inner_octets,
    pieces_or_fault,
    pieces_or_problem,
    size_in_words,
    too_many,
)
from linksift.documents.recognizers import COMPOUND_FILE
from linksift.documents.text_files.text_encoding import python_codec

# ---- XML, parsed chunk by chunk into events, with bounds on the data that the parser keeps; no tree is built ---------


DEEPEST = 256
"""The maximum nesting depth of elements: each open element takes memory, and 4 bytes suffice to begin one."""

LONGEST_TAG = 4 * 1024 * 1024
"""The approximate maximum number of bytes in a tag or comment. Expat keeps either until it is complete, and versions
before 2.6 reread it from its start with each chunk (CVE-2023-52425)."""

MOST_NAMES = 10_000
"""The maximum number of names of elements, attributes and namespaces, for which Expat needs 16 times their size."""

Attributes = dict[str, str]
"""The attributes of an element. Each name is preceded by its namespace and a space."""


class Handler(Protocol):
    """Receives the elements and the text of an XML file, in order."""

    def start(self, name: str, attributes: Attributes) -> None:
        """Called when an element begins."""

    def end(self, name: str) -> None:
        """Called when an element ends."""

    def data(self, text: str) -> None:
        """Called with the text in an element, which may come in several pieces."""


def parse(chunks: Iterable[bytes], handler: Handler) -> Iterator[None]:
    """Pass an XML file to a handler, and yield after each chunk so that the caller can take the handler's results.

    Raises ReadError if the file is broken, exceeds the bounds, or has a document type declaration, which no office
    document has and which can declare endlessly expanding entities.
    """
    from xml.parsers.expat import ExpatError, ParserCreate

    names: dict[str, str] = {}  # filled by the parser
    prefixes: dict[str | None, str] = {}
    fed = 0
    chunks = iter(chunks)
    first = next(chunks, b"")
    expat: Any = ParserCreate(_encoding(first), namespace_separator=" ", intern=names)
    expat.buffer_text = True
    expat.StartElementHandler, expat.EndElementHandler = _depth_limited(handler)
    expat.CharacterDataHandler = handler.data
    expat.StartDoctypeDeclHandler = _refuse
    expat.StartNamespaceDeclHandler = prefixes.__setitem__
    try:
        for chunk in chain((first,), chunks, (b"",)):  # an empty chunk ends the file
            expat.Parse(chunk, not chunk)
            fed += len(chunk)
            if fed - expat.CurrentByteIndex > LONGEST_TAG:
                raise ReadError("has a tag or comment that is too long")
            if len(names) + len(prefixes) > MOST_NAMES:
                raise ReadError("has too many names of elements and attributes")
            yield
    except ReadError:
        raise
    except (ExpatError, ValueError, LookupError) as error:
        raise ReadError(f"is broken XML ({error})") from error


_DECLARED = re.compile(rb"\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.-]{1,40})")
"""The encoding that an XML declaration names (XML 1.0, 4.3.3)."""


def _encoding(head: bytes) -> str | None:
    """The encoding in which Expat must read an XML file, judging by its beginning; None if Expat may use the encoding
    that the file declares. For an unknown name, Expat would ask Python, which keeps the name for the life of the
    process."""
    if b"\0" in head[:4] or head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    declared = _DECLARED.match(head.removeprefix(codecs.BOM_UTF8))
    return "utf-8" if declared and python_codec(declared[1].decode()) is None else None


def _depth_limited(handler: Handler) -> tuple[Callable[[str, Attributes], None], Callable[[str], None]]:
    """The functions that pass elements to a handler, unless they are nested too deeply."""
    depth = 0

    def start(name: str, attributes: Attributes) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise ReadError("is nested too deeply")
        handler.start(name, attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        handler.end(name)

    return start, end


def without_namespaces(attributes: Attributes) -> Attributes:
    """Attributes, keyed by their names without namespaces."""
    return {name.rpartition(" ")[2]: value for name, value in attributes.items()}


def _refuse(*_: object) -> None:
    raise ReadError("declares a document type, which no office document does")


# ---- Parts and their relationships (ISO/IEC 29500-2, 8.5) ------------------------------------------------------------


LONG = 2_048
MOST_REPEATED = 1_048_576
"""Hyperlinks may repeat long targets, of more than `LONG` characters, until they add up to this many characters: a part
can contain a hyperlink every 24 bytes, each to the same target."""


def part_of(relationships: str) -> str:
    """The part whose relationships a member contains.

    >>> part_of("word/_rels/document.xml.rels")
    'word/document.xml'
    """
    folder, _, name = relationships.removesuffix(".rels").rpartition("_rels/")
    return folder + name


def member(part: str, target: str) -> str:
    """The member of the package that is the target of a part's relationship.

    >>> member("xl/worksheets/sheet1.xml", "../comments1.xml"), member("xl/workbook.xml", "/xl/a.xml")
    ('xl/comments1.xml', 'xl/a.xml')
    """
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(part), target)).lstrip("/")


class Relationship(NamedTuple):
    """A relationship to another part of the package, or to something outside it: its kind ("comments"), and its
    target."""

    kind: str
    target: str


class Relationships:
    """The relationships of a part, by identifier: those that lead out of the package (`external`), and the others."""

    def __init__(self) -> None:
        self.external: dict[str, Relationship] = {}
        self.internal: dict[str, Relationship] = {}
        self._used: set[str] = set()
        self._repeated = 0

    def start(self, name: str, attributes: Attributes) -> None:
        """Called when an element begins."""
        if name.endswith(" Relationship"):
            kind = attributes.get("Type", "").rpartition("/")[2]
            relationships = self.external if attributes.get("TargetMode") == "External" else self.internal
            relationships[attributes.get("Id", "")] = Relationship(kind, attributes.get("Target", ""))

    def end(self, name: str) -> None:
        """Called when an element ends."""

    def data(self, text: str) -> None:
        """Called with text, which has no meaning here."""

    def use(self, identifier: str) -> str | None:
        """The external target of a hyperlink, or None if there is none. Raises ReadError if long targets are repeated
        too often."""
        target = self.external[identifier].target if identifier in self.external else None
        if target is not None and len(target) > LONG and identifier in self._used:
            self._repeated += len(target)
            if self._repeated > MOST_REPEATED:
                raise ReadError("repeats long hyperlinks too often")
        self._used.add(identifier)
        return target

    def unused(self, locator: Locator) -> Iterator[StatedReference]:
        """The external relationships that no hyperlink used: those of pictures and shapes, and files that are loaded,
        such as templates and linked pictures."""
        for identifier, (kind, target) in self.external.items():
            if identifier not in self._used:
                stated_by = "hyperlink" if kind == "hyperlink" else "relationship"
                yield StatedReference(target, stated_by, locator=locator)


class Content(Handler, Protocol):
    """Handles the elements of a part, and collects its `paragraphs`."""

    paragraphs: Paragraphs


ContentOf = Callable[[Relationships], Content]
"""Creates the handler for the elements of a part from its relationships."""


# ---- Packages --------------------------------------------------------------------------------------------------------


def parsed(
    chunks: Iterable[bytes], handler: Handler, time_budget: TimeBudget, so_far: Taken, rest: Taken
) -> Iterator[Piece]:
    """Pass an XML file to a handler; yield the pieces that are ready (`so_far`) after each chunk, since a file may be
    long, and the `rest` at its end. A handler that only collects what others need has no pieces.

    Raises ReadError after the rest if the file cannot be read to its end, or if that takes too long.
    """
    try:
        for _ in time_budget.timed(parse(chunks, handler)):
            yield from so_far()
    except ReadError:
        yield from rest()
        raise
    yield from rest()


REPEATED, ANYWAY = 40, 1_000_000
"""The number of characters that may be yielded for each unpacked byte of XML, and the number that may always be
yielded. The XML of a cell takes 30 bytes or more, so each cell of a sheet may hold the same text of 1,000
characters."""

FILES = ("aFChunk", "package")
"""The kinds of relationships to members that are files of their own: those that Word imports (ISO/IEC 29500-1, 17.17),
and embedded documents, such as a workbook or the data of a chart (15.2.11)."""


class Package:
    """A zip file that is unpacked within limits on size and time for all members together.

    Raises ReadError if the file is not a zip file.
    """

    def __init__(self, file: BinaryIO, context: Context) -> None:
        limits = context.limits
        self._zip, self._fault = open_zip(file, limits.parts * LONGEST_ENTRY, context)
        if len(self._zip.namelist()) > limits.parts:
            raise ReadError(f"has more than {limits.parts:,} members")
        self._context, self._account = context, context.account
        self._size = self._left = limits.size
        self._spent = 0
        self._inner: set[str] = set()
        self._time_budget = TimeBudget(context)

    @classmethod
    def of_office(cls, file: BinaryIO, context: Context, older: str) -> Self:
        """The package of an Office document. Raises ReadError if the file is not one; `older` names the format that the
        file may have instead."""
        head = file.read(len(COMPOUND_FILE))
        file.seek(-len(head), SEEK_CUR)
        if head == COMPOUND_FILE:
            raise ReadError(f"is encrypted and needs a password, or {older}")
        return cls(file, context)

    def spend(self, count: int) -> None:
        """Count characters that are yielded, since many cells can share one string, and hyperlinks one target. Raises
        ReadError if there are too many for the bytes unpacked so far."""
        self._spent += count
        if self._spent > min(self._size, ANYWAY + REPEATED * (self._size - self._left)):
            raise ReadError("contains more text than may be read, since many cells share one text")

    def names(self) -> list[str]:
        """The names of the members, each once, in the order of the file."""
        return list(dict.fromkeys(self._zip.namelist()))

    def chunks(self, name: str) -> Iterator[bytes]:
        """The bytes of a member, chunk by chunk. Raises ReadError if unpacking fails; stated sizes are not trusted."""
        try:
            with self._zip.open(name) as member:
                while chunk := member.read(CHUNK):
                    self._account.unpack(len(chunk))
                    self._left -= len(chunk)
                    if self._left < 0:
                        raise ReadError(f"is larger than {size_in_words(self._size)} when unpacked")
                    yield chunk
        except ReadError:
            raise
        except RuntimeError as error:
            raise ReadError("is encrypted and needs a password") from error
        except Exception as error:  # for broken data, zipfile and the unpackers raise many kinds of exceptions
            raise ReadError("is broken and cannot be unpacked") from error

    def parsed(self, name: str, handler: Handler, so_far: Taken = tuple, rest: Taken = tuple) -> Iterator[Piece]:
        """The pieces of an XML member, as in the function `parsed`; the time is that of all members together."""
        return parsed(self.chunks(name), handler, self._time_budget, so_far, rest)

    def pieces(
        self, parts: Iterable[str], read: Callable[[str, Locator], Iterator[Piece]], locator: Locator
    ) -> Iterator[Piece]:
        """The pieces of the parts; an unreadable part becomes a Problem. Raises ReadError if no part can be read."""
        problems: list[Problem] = []
        any_read = False
        for part in parts:
            inside = locator.in_member(part)
            try:
                for piece in pieces_or_fault(inside, read, part, inside):
                    any_read = True
                    yield piece
                any_read = True
            except ReadError as error:
                problems.append(Problem(str(error), inside))
            if self._left < 0 or self._time_budget.is_over:
                break
        if problems and not any_read:
            raise ReadError(problems[0].message)
        if self._fault:
            yield Problem(self._fault, locator)
        yield from problems

    def relationships(self) -> dict[str, str]:
        """The members with the relationships of parts, keyed by part."""
        return {part_of(name): name for name in self.names() if name.endswith(".rels")}

    def collected(self, part: str, handler: Handler, locator: Locator) -> Iterator[Piece]:
        """Pass as much of a part to a handler as can be read; yield a Problem if that is not all of it."""
        return pieces_or_problem(locator.in_member(part), self.parsed, part, handler)

    def pieces_of_parts(
        self,
        contents: Mapping[str, ContentOf],
        locator: Locator,
        place_of: Callable[[str, Locator], Locator] = lambda _, inside: inside,
    ) -> Iterator[Piece]:
        """The pieces of the parts with text, in order, and the external relationships of all other parts. `place_of`
        adds to the locator of a part the information in its name."""
        relationships = self.relationships()

        def pieces(part: str, inside: Locator) -> Iterator[Piece]:
            return self.part_pieces(part, relationships.get(part), contents.get(part), place_of(part, inside))

        return self.pieces(dict.fromkeys((*contents, *relationships)), pieces, locator)

    def part_pieces(
        self, part: str, relationships: str | None, content_of: ContentOf | None, locator: Locator
    ) -> Iterator[Piece]:
        """The pieces of one part: its hyperlinks, its text, if it has any, and its other external relationships."""
        own = Relationships()
        try:
            if relationships is not None:
                yield from pieces_or_fault(locator, self.parsed, relationships, own)
        except ReadError as error:
            yield Problem(f"has relationships that cannot be read: {error}", locator)
        if content_of is not None:
            content = content_of(own)
            yield from pieces_or_fault(locator, self.parsed, part, content, *content.paragraphs.takers(locator))
        yield from own.unused(locator)
        yield from self.files_in(part, own, locator)

    def files_in(self, part: str, relationships: Relationships, locator: Locator) -> Iterator[Piece]:
        """The pieces of the files that a part imports or embeds; several parts may name one file."""
        for name in self.targets(part, relationships, FILES, self._inner):
            if problem := too_many(self._context):
                yield problem
                return
            yield from pieces_or_problem(locator, self.inner_pieces, name)

    def targets(self, part: str, relationships: Relationships, kinds: Container[str], seen: set[str]) -> Iterator[str]:
        """The members that a part's relationships of these kinds name, except those `seen` before, to which the members
        of the package are added. Raises ReadError if the name of the part, which would be resolved once for each of
        them, is longer than `LONGEST_PATH`."""
        found = dict.fromkeys(one.target for one in relationships.internal.values() if one.kind in kinds)
        if found and len(part) > LONGEST_PATH:
            raise ReadError("has a name that is too long; the files that it names were not read")
        for target in found:
            name = member(part, target)
            if name not in seen:
                if name in self._zip.NameToInfo:
                    seen.add(name)
                yield name

    def inner_pieces(self, name: str) -> Iterator[Piece]:
        """The pieces of a member that is a file of its own, such as a page that Word imports.

        Raises ReadError if the member cannot be unpacked.
        """
        return inner_octets(b"".join(self.chunks(name)), name, self._context)
