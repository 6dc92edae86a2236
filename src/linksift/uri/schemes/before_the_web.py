"""The schemes of services that came before the web, and that it replaced.

gopher: items, searches and Gopher+ attributes on Gopher servers (RFC 1738, 3.4; again in RFC 4266).

prospero: objects found through a Prospero directory server (RFC 1738, 3.11; again in RFC 4157).

wais: databases on WAIS servers, and searches and documents in them (RFC 1738, 3.9; again in RFC 4156).
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from linksift.lazy_pattern import lazy_pattern
from linksift.uri.components import Components
from linksift.uri.percent import decode_data
from linksift.uri.schemes.scheme_definition import (
    Scheme,
    Violation,
    host_and_port_only,
    port_or_default,
    slash_before_url_path,
    url_path,
    violation_in_url_path,
)

_TAB_OR_LINE_BREAK = lazy_pattern("%0[9AaDd]")

_DEFAULT_TYPE = "1"
"""The type of a directory."""


class Gopher(NamedTuple):
    """The parts of a gopher URL, decoded (RFC 1738, 3.4.1).

    `gophertype` is one byte, usually a letter or digit, or "1" if it is missing. `selector` is sent to the server, and
    is "" for its top-level directory. `search` and `gopher_plus_string` follow it, each after a tab; None if missing.
    """

    host: str
    port: int
    gophertype: str
    selector: str
    search: str | None
    gopher_plus_string: str | None


def gopher_parts(uri: Components) -> Gopher:
    """Split a valid gopher URL into its parts.

    >>> from linksift.uri.components import split
    >>> gopher_parts(split("gopher://host/7find%09two%20words"))[2:]
    ('7', 'find', 'two words', None)
    >>> gopher_parts(split("gopher://host/0item%09%09!+ABSTRACT%20+SMELL"))[2:]
    ('0', 'item', '', '!+ABSTRACT +SMELL')
    """
    gophertype, rest = _type_and_rest(url_path(uri))
    selector, *others = (decode_data(field) for field in rest.split("%09", 2))
    search, gopher_plus_string, *_ = (*others, None, None)
    port = port_or_default(uri)
    return Gopher(uri.host or "", port, decode_data(gophertype), selector, search, gopher_plus_string)


def _type_and_rest(path: str) -> tuple[str, str]:
    """The type (a character or an escape) and the rest of the path; "1" and "" for an empty path (3.4.1, 5).

    >>> _type_and_rest("/00/text"), _type_and_rest("/%30"), _type_and_rest("/")
    (('0', '0/text'), ('%30', ''), ('1', ''))
    """
    end = 4 if path.startswith("/%") else 2
    return path[1:end] or _DEFAULT_TYPE, path[end:]


def line_break_in_selector(uri: Components) -> Iterator[Violation]:
    """A selector contains no LF or CR; a tab ends it (3.4.1).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in line_break_in_selector(split("gopher://host/0a%0D%0A%09b%0A"))]
    [3]
    """
    path = url_path(uri)
    gophertype, _ = _type_and_rest(path)
    found = _TAB_OR_LINE_BREAK.search(path, 1 + len(gophertype))
    if found and found[0] != "%09":
        yield violation_in_url_path(uri, found.start(), "RFC 1738, 3.4.1", "a selector contains no LF or CR")


def default_gophertype(uri: Components) -> Components:
    """A type of "1" without a selector is dropped, since it is the default for an empty gopher-path (3.4.1).

    >>> from linksift.uri.components import split
    >>> default_gophertype(split("gopher://host/1")).path, default_gophertype(split("gopher://host/1a")).path
    ('/', '/1a')
    """
    return uri._replace(path="/") if url_path(uri) == f"/{_DEFAULT_TYPE}" else uri


GOPHER = Scheme(
    section="RFC 1738, 3.4",
    parts=gopher_parts,
    default_port=70,
    checks=(
        *host_and_port_only("RFC 1738, 3.4.1"),
        slash_before_url_path,
        line_break_in_selector,
    ),
    normalizers=(default_gophertype,),
)


class Prospero(NamedTuple):
    """The parts of a prospero URL, decoded (RFC 1738, 3.11).

    `hsoname` is the host-specific object name, which only the server understands; many begin with a slash. `fields`
    are names and values, in order.
    """

    host: str
    port: int
    hsoname: str
    fields: tuple[tuple[str, str], ...]


def prospero_parts(uri: Components) -> Prospero:
    """Split a valid prospero URL into its parts.

    >>> from linksift.uri.components import split
    >>> prospero_parts(split("prospero://host.dom//pros/name;OBJECT-VERSION=1"))[2:]
    ('/pros/name', (('OBJECT-VERSION', '1'),))
    """
    hsoname, *fields = url_path(uri).removeprefix("/").split(";")
    pairs = (field.partition("=") for field in fields)
    named = tuple((decode_data(name), decode_data(value)) for name, _, value in pairs)
    return Prospero(uri.host or "", port_or_default(uri), decode_data(hsoname), named)


def slash_after_host(uri: Components) -> Iterator[Violation]:
    """A "/" precedes the object name, even if the name is empty (5).

    >>> from linksift.uri.components import split
    >>> [violation.why for violation in slash_after_host(split("prospero://host.dom"))]
    ['a "/" and a name are needed']
    """
    if not uri.path.startswith("/"):
        yield Violation("path", 0, "RFC 1738, 5", 'a "/" and a name are needed')


def malformed_field(uri: Components) -> Iterator[Violation]:
    """After the name, each ";" starts a field, `name=value`; other "=", ";" and "/" must be percent-encoded (3.11, 5).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in malformed_field(split("prospero://host.dom/a;b;c=1;d=1=2"))]
    [4, 12]
    """
    hsoname, *fields = url_path(uri).split(";")
    offset = len(hsoname)
    for field in fields:
        start, offset = offset + 1, offset + 1 + len(field)
        well = re.match("[^=/]*+(=[^=/]*+)?", field)
        assert well is not None  # it matches at least the empty start of any string
        if well[1] is None or well.end() < len(field):
            why = 'a field is ;name=value, and other "=", "/" and ";" must be percent-encoded'
            yield violation_in_url_path(uri, start + well.end(), "RFC 1738, 3.11", why)


PROSPERO = Scheme(
    section="RFC 1738, 3.11",
    parts=prospero_parts,
    default_port=1525,
    checks=(
        *host_and_port_only("RFC 1738, 3.11"),
        slash_after_host,
        malformed_field,
    ),
)


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


def wais_parts(uri: Components) -> Wais:
    """Split a valid wais URL into its parts.

    >>> from linksift.uri.components import split
    >>> wais_parts(split("wais://host/db?two%20words"))[2:], wais_parts(split("wais://host/db/TEXT/id%3D1"))[2:]
    (('db', 'two words', None, None), ('db', None, 'TEXT', 'id=1'))
    """
    database, *document = (decode_data(segment) for segment in uri.path.removeprefix("/").split("/"))
    wtype, wpath, *_ = (*document, None, None)
    search = None if uri.query is None else decode_data(uri.query)
    return Wais(uri.host or "", port_or_default(uri), database, search, wtype, wpath)


def database_or_document(uri: Components) -> Iterator[Violation]:
    """A path is "/" database or "/" database "/" wtype "/" wpath (3.9, 5).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in database_or_document(split("wais://host/db/TEXT"))]
    [8]
    """
    slashes = [found.start() for found in re.finditer("/", uri.path)]
    if len(slashes) not in (1, 3):
        fault = slashes[3] if len(slashes) > 3 else len(uri.path)
        yield Violation("path", fault, "RFC 1738, 3.9", "a path is /database or /database/wtype/wpath")


def search_in_document(uri: Components) -> Iterator[Violation]:
    """A search applies to a database, not to a document (3.9, 5).

    >>> from linksift.uri.components import split
    >>> [violation.component for violation in search_in_document(split("wais://host/db/TEXT/1?word"))]
    ['query']
    """
    if uri.query is not None and uri.path.count("/") > 1:
        yield Violation("query", 0, "RFC 1738, 3.9", "only a database can be followed by a search")


def reserved_in_path(uri: Components) -> Iterator[Violation]:
    """In a database, wtype or wpath, RFC 1738's reserved characters must be percent-encoded (2.2, 5).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in reserved_in_path(split("wais://host/db/TEXT/a=1;b"))]
    [10, 12]
    """
    for found in re.finditer("[;:@&=]", uri.path):
        yield Violation("path", found.start(), "RFC 1738, 2.2", f'"{found[0]}" must be percent-encoded')


def reserved_in_search(uri: Components) -> Iterator[Violation]:
    """In a search, "/" and "?" must be percent-encoded (2.2, 5).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in reserved_in_search(split("wais://host/db?a/b?"))]
    [1, 3]
    """
    for found in re.finditer("[/?]", uri.query or ""):
        yield Violation("query", found.start(), "RFC 1738, 2.2", f'"{found[0]}" must be percent-encoded')


WAIS = Scheme(
    section="RFC 1738, 3.9",
    parts=wais_parts,
    default_port=210,
    checks=(
        *host_and_port_only("RFC 1738, 3.9"),
        database_or_document,
        search_in_document,
        reserved_in_path,
        reserved_in_search,
    ),
)
