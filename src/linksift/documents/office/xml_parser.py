"""Parses XML chunk by chunk into events, with bounds on the data that the parser keeps; no tree is built."""

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from linksift.documents.document_model import ReadError

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
        """Called with the text in an element, in any number of pieces."""


class _DepthLimit:
    """Passes elements to a handler, as long as they are not nested too deeply."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler
        self._depth = 0

    def start(self, name: str, attributes: Attributes) -> None:
        """Called when an element begins. Raises ReadError if the element is nested too deeply."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise ReadError("is nested too deep")
        self._handler.start(name, attributes)

    def end(self, name: str) -> None:
        """Called when an element ends."""
        self._depth -= 1
        self._handler.end(name)


class _BoundedParser:
    """Expat with bounds: passes the content that it parses to a handler, and limits the data that Expat keeps."""

    def __init__(self, handler: Handler) -> None:
        from xml.parsers.expat import ParserCreate

        shallow = _DepthLimit(handler)
        self._names: dict[str, str] = {}  # filled by the parser
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
        """Parse more bytes; an empty bytes object ends the file. Raises ReadError if there is too much to keep."""
        self._expat.Parse(octets, not octets)
        self._fed += len(octets)
        if self._fed - self._expat.CurrentByteIndex > LONGEST_TAG:
            raise ReadError("has a tag or comment that is too long")
        if len(self._names) + len(self._prefixes) > MOST_NAMES:
            raise ReadError("has too many names of elements and attributes")


def parse(chunks: Iterable[bytes], handler: Handler) -> Iterator[None]:
    """Pass an XML file to a handler, and yield after each chunk so that the caller can take the handler's results.

    Raises ReadError if the file is broken, exceeds the bounds, or has a document type declaration, which no office
    document has and which can declare endlessly expanding entities.
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
    except (ExpatError, ValueError, LookupError) as error:
        raise ReadError(f"is broken XML ({error})") from error


def without_namespaces(attributes: Attributes) -> Attributes:
    """Attributes, keyed by their names without namespaces."""
    return {name.rpartition(" ")[2]: value for name, value in attributes.items()}


def _refuse(*_: object) -> None:
    raise ReadError("declares a document type, as no office document does")
