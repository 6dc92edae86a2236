"""ftp: files and directories on FTP servers (RFC 1738, 3.2)."""

from typing import NamedTuple

from linksift.uri.components import Components
from linksift.uri.percent import decode_data
from linksift.uri.schemes.common_syntax import (
    login_and_server,
    needs_host,
    port_of_16_bits,
    reserved_colon,
    slash_before_url_path,
    url_path,
    violation_in_url_path,
)
from linksift.uri.schemes.scheme_definition import Scheme, Secret, Violations


class Ftp(NamedTuple):
    """The parts of an ftp URL, decoded (RFC 1738, 3.2.2).

    `directories` are the arguments of CWD, in order, and `name` is that of RETR or NLST. `("/etc",), "motd"` differs
    from `("etc",), "motd"`: the former starts at the root, the latter in the directory after login. `typecode` is "a",
    "i" or "d", in lower case, or None.
    """

    user: str | None
    password: Secret | None
    host: str
    port: int
    directories: tuple[str, ...]
    name: str
    typecode: str | None


def parts(uri: Components) -> Ftp:
    """Split a valid ftp URL into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("ftp://myname@host.dom/%2Fetc/motd;type=a"))[4:]
    (('/etc',), 'motd', 'a')
    """
    path, _, typecode = _without_typecode(url_path(uri))
    *directories, name = (decode_data(segment) for segment in path.removeprefix("/").split("/"))
    return Ftp(*login_and_server(uri), tuple(directories), name, typecode or None)


def reserved_semicolon(uri: Components) -> Violations:
    """In a name or directory, ";" must be percent-encoded; the value of ";type=" is "a", "i" or "d" (3.2.2, 5).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in reserved_semicolon(split("ftp://host/a;b/c;type=x"))]
    [2]
    """
    path = _without_typecode(url_path(uri))[0]
    if ";" in path:
        why = '";" must be percent-encoded, except in ;type=a, ;type=i or ;type=d at the end'
        yield violation_in_url_path(uri, path.index(";"), "RFC 1738, 3.2.2", why)


def typecode_in_lower_case(uri: Components) -> Components:
    """The type code in lower case: section 5 accepts "A" for the "a" of 3.2.2.

    >>> from linksift.uri.components import split
    >>> typecode_in_lower_case(split("ftp://host/a;type=I")).path
    '/a;type=i'
    """
    if uri.query is None:
        return uri._replace(path="".join(_without_typecode(uri.path)))
    return uri._replace(query="".join(_without_typecode(uri.query)))


def _without_typecode(path: str) -> tuple[str, str, str]:
    """The path, ";type=" and the type code in lower case; without a type code, the whole path and two empty strings.

    >>> _without_typecode("/a;type=I"), _without_typecode("/a;type=x")
    (('/a', ';type=', 'i'), ('/a;type=x', '', ''))
    """
    before, mark, typecode = path.rpartition(";type=")
    return (before, mark, typecode.lower()) if typecode.lower() in ("a", "i", "d") and mark else (path, "", "")


CHECKS = (needs_host("RFC 1738, 3.2"), port_of_16_bits, reserved_colon, slash_before_url_path, reserved_semicolon)
SCHEME = Scheme("RFC 1738, 3.2", parts, default_port=21, checks=CHECKS, normalizers=(typecode_in_lower_case,))
