"""gopher: items, searches and Gopher+ attributes on Gopher servers (RFC 1738, 3.4; again in RFC 4266)."""

from typing import NamedTuple

from linksift.lazy_pattern import lazy_pattern
from linksift.uri.components import Components
from linksift.uri.percent import decode_data
from linksift.uri.schemes.common_syntax import (
    host_and_port_only,
    port_or_default,
    slash_before_url_path,
    url_path,
    violation_in_url_path,
)
from linksift.uri.schemes.scheme_definition import Scheme, Violations

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


def parts(uri: Components) -> Gopher:
    """Split a valid gopher URL into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("gopher://host/7find%09two%20words"))[2:]
    ('7', 'find', 'two words', None)
    >>> parts(split("gopher://host/0item%09%09!+ABSTRACT%20+SMELL"))[2:]
    ('0', 'item', '', '!+ABSTRACT +SMELL')
    """
    gophertype, rest = _type_and_rest(url_path(uri))
    selector, *others = (decode_data(field) for field in rest.split("%09", 2))
    search, gopher_plus_string, *_ = (*others, None, None)
    return Gopher(uri.host or "", port_or_default(uri), decode_data(gophertype), selector, search, gopher_plus_string)


def _type_and_rest(path: str) -> tuple[str, str]:
    """The type (a character or an escape) and the rest of the path; "1" and "" for an empty path (3.4.1, 5).

    >>> _type_and_rest("/00/text"), _type_and_rest("/%30"), _type_and_rest("/")
    (('0', '0/text'), ('%30', ''), ('1', ''))
    """
    end = 4 if path.startswith("/%") else 2
    return path[1:end] or _DEFAULT_TYPE, path[end:]


def line_break_in_selector(uri: Components) -> Violations:
    """A selector contains no LF or CR; a tab ends it (3.4.1).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in line_break_in_selector(split("gopher://host/0a%0D%0A%09b%0A"))]
    [3]
    """
    path = url_path(uri)
    gophertype, _ = _type_and_rest(path)
    if (found := _TAB_OR_LINE_BREAK.search(path, 1 + len(gophertype))) and found[0] != "%09":
        yield violation_in_url_path(uri, found.start(), "RFC 1738, 3.4.1", "a selector contains no LF or CR")


def default_gophertype(uri: Components) -> Components:
    """A type of "1" without a selector is dropped, since it is the default for an empty gopher-path (3.4.1).

    >>> from linksift.uri.components import split
    >>> default_gophertype(split("gopher://host/1")).path, default_gophertype(split("gopher://host/1a")).path
    ('/', '/1a')
    """
    return uri._replace(path="/") if url_path(uri) == f"/{_DEFAULT_TYPE}" else uri


CHECKS = (*host_and_port_only("RFC 1738, 3.4.1"), slash_before_url_path, line_break_in_selector)
SCHEME = Scheme("RFC 1738, 3.4", parts, default_port=70, checks=CHECKS, normalizers=(default_gophertype,))
