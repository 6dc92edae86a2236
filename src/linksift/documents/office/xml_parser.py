"""XML told piece by piece, so that no tree of it is ever held, and bounded in what the parser itself holds.

Here belongs how XML is parsed. Where it comes from and what its elements mean never does.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from linksift.documents.document_model import ReadError

DEEPEST = 256
"""So deep at most elements stand in elements; each that is open takes memory, and 4 octets make one."""

LONGEST_TAG = 4 * 1024 * 1024
"""So many octets a tag or comment may have, about. Expat keeps one until it has all of it, and older ones (before 2.6)
read it again from its start with each piece that comes (CVE-2023-52425)."""

MOST_NAMES = 10_000
"""So many names of elements, attributes and namespaces there may be. Expat keeps every one, in 16 times its octets."""

Attributes = dict[str, str]
"""The attributes of an element. Names have their namespace before them, and a space between."""


class Handler(Protocol):
    """What is told of the elements of an XML file, in its order."""

    def start(self, name: str, attributes: Attributes) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def data(self, text: str) -> None:
        """Text stands in an element, in any number of pieces."""


class _DepthLimit:
    """What tells a handler of elements, as long as they are not nested too deep."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler
        self._depth = 0

    def start(self, name: str, attributes: Attributes) -> None:
        """An element begins. Raises ReadError where it is one in too many."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise ReadError("is nested too deep")
        self._handler.start(name, attributes)

    def end(self, name: str) -> None:
        """An element ends."""
        self._depth -= 1
        self._handler.end(name)


class _BoundedParser:
    """Expat, which tells a handler what is in the octets that it is fed, and holds no more than it may."""

    def __init__(self, handler: Handler) -> None:
        from xml.parsers.expat import ParserCreate

        shallow = _DepthLimit(handler)
        self._names: dict[str, str] = {}  # which the parser fills
        self._prefixes: dict[str | None, str] = {}
        self._fed = 0
        self._expat: Any = ParserCreate(namespace_separator=" ", intern=self._names)
        self._expat.buffer_text = True
        self._expat.StartElementHandler = shallow.start
        self._expat.EndElementHandler = shallow.end
        self._expat.CharacterDataHandler = handler.data
        self._expat.StartDoctypeDeclHandler = _refuse
        self._expat.StartNamespaceDeclHandler = self._prefixes.__setitem__

    def feed(self, octets: bytes) -> None:
        """More octets come; none, and there are no more. Raises ReadError where there is too much to hold."""
        self._expat.Parse(octets, not octets)
        self._fed += len(octets)
        if self._fed - self._expat.CurrentByteIndex > LONGEST_TAG:
            raise ReadError("has a tag or comment that is too long")
        if len(self._names) + len(self._prefixes) > MOST_NAMES:
            raise ReadError("has too many names of elements and attributes")


class _DoctypeFound(Exception):
    """A file has a document type declaration."""


def parse(chunks: Iterable[bytes], handler: Handler) -> Iterator[None]:
    """Tell a handler what is in an XML file, with a halt behind each piece, where what it has made can be taken away.

    Raises ReadError where it is broken or holds more than any document, and where it has a document type declaration:
    no office document has one, and entities that grow without end are declared there.
    """
    from xml.parsers.expat import ExpatError

    parser = _BoundedParser(handler)
    try:
        for chunk in chunks:
            parser.feed(chunk)
            yield
        parser.feed(b"")
    except ReadError:
        raise
    except _DoctypeFound as error:
        raise ReadError("declares a document type, as no office document does") from error
    except (ExpatError, ValueError, LookupError) as error:
        raise ReadError(f"is broken XML ({error})") from error


def without_namespaces(attributes: Attributes) -> Attributes:
    """Attributes by their own names, without a namespace."""
    return {name.rpartition(" ")[2]: value for name, value in attributes.items()}


def _refuse(*_: object) -> None:
    raise _DoctypeFound
