"""Parses XML chunk by chunk into events, with bounds on the data that the parser keeps; no tree is built."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
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


def parse(chunks: Iterable[bytes], handler: Handler) -> Iterator[None]:
    """Pass an XML file to a handler, and yield after each chunk so that the caller can take the handler's results.

    Raises ReadError if the file is broken, exceeds the bounds, or has a document type declaration, which no office
    document has and which can declare endlessly expanding entities.
    """
    from xml.parsers.expat import ExpatError, ParserCreate

    names: dict[str, str] = {}  # filled by the parser
    prefixes: dict[str | None, str] = {}
    fed = 0
    expat: Any = ParserCreate(namespace_separator=" ", intern=names)
    expat.buffer_text = True
    expat.StartElementHandler, expat.EndElementHandler = _depth_limited(handler)
    expat.CharacterDataHandler = handler.data
    expat.StartDoctypeDeclHandler = _refuse
    expat.StartNamespaceDeclHandler = prefixes.__setitem__
    try:
        for chunk in chain(chunks, (b"",)):  # an empty chunk ends the file
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


def _depth_limited(handler: Handler) -> tuple[Callable[[str, Attributes], None], Callable[[str], None]]:
    """The functions that pass elements to a handler, unless they are nested too deeply."""
    depth = 0

    def start(name: str, attributes: Attributes) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise ReadError("is nested too deep")
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
    raise ReadError("declares a document type, as no office document does")
