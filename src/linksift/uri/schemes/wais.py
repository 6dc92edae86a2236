"""wais: databases on WAIS servers, and searches and documents in them (RFC 1738, 3.9; again in RFC 4156)."""

import re
from typing import NamedTuple

from linksift.uri.components import Components
from linksift.uri.percent import decode_data
from linksift.uri.schemes.common_syntax import host_and_port_only, port_or_default
from linksift.uri.schemes.scheme_definition import Scheme, Violation, Violations

_SECTION = "RFC 1738, 3.9"


class Wais(NamedTuple):
    """The parts of a wais URL, decoded (RFC 1738, 3.9).

    A search has `search`, a document has `wtype` and `wpath`, and a database alone has none of them.
    """

    host: str
    port: int
    database: str
    search: str | None
    wtype: str | None
    wpath: str | None


def parts(uri: Components) -> Wais:
    """Split a valid wais URL into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("wais://host/db?two%20words"))[2:], parts(split("wais://host/db/TEXT/id%3D1"))[2:]
    (('db', 'two words', None, None), ('db', None, 'TEXT', 'id=1'))
    """
    database, *document = (decode_data(segment) for segment in uri.path.removeprefix("/").split("/"))
    wtype, wpath, *_ = (*document, None, None)
    search = None if uri.query is None else decode_data(uri.query)
    return Wais(uri.host or "", port_or_default(uri), database, search, wtype, wpath)


def database_or_document(uri: Components) -> Violations:
    """A path is "/" database or "/" database "/" wtype "/" wpath (3.9, 5).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in database_or_document(split("wais://host/db/TEXT"))]
    [8]
    """
    slashes = [found.start() for found in re.finditer("/", uri.path)]
    if len(slashes) not in (1, 3):
        fault = slashes[3] if len(slashes) > 3 else len(uri.path)
        yield Violation("path", fault, _SECTION, "a path is /database or /database/wtype/wpath")


def search_in_document(uri: Components) -> Violations:
    """A search applies to a database, not to a document (3.9, 5).

    >>> from linksift.uri.components import split
    >>> [violation.component for violation in search_in_document(split("wais://host/db/TEXT/1?word"))]
    ['query']
    """
    if uri.query is not None and uri.path.count("/") > 1:
        yield Violation("query", 0, _SECTION, "only a database can be followed by a search")


def reserved_character(uri: Components) -> Violations:
    """In a database, wtype or wpath, RFC 1738's reserved characters must be percent-encoded; in a search, "/" and "?"
    (2.2, 5).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in reserved_character(split("wais://host/db/TEXT/a=1;b"))]
    [10, 12]
    >>> [violation.offset for violation in reserved_character(split("wais://host/db?a/b?"))]
    [1, 3]
    """
    for component, text, reserved in (("path", uri.path, "[;:@&=]"), ("query", uri.query or "", "[/?]")):
        for found in re.finditer(reserved, text):
            yield Violation(component, found.start(), "RFC 1738, 2.2", f'"{found[0]}" must be percent-encoded')


CHECKS = (*host_and_port_only(_SECTION), database_or_document, search_in_document, reserved_character)
SCHEME = Scheme(_SECTION, parts, default_port=210, checks=CHECKS)
