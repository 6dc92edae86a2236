"""ftp: files and directories on hosts that speak FTP (RFC 1738, 3.2)."""

from collections.abc import Iterator
from typing import NamedTuple

from linksift.uri.components import Components
from linksift.uri.percent import decode_data
from linksift.uri.schemes.common_syntax import (
    login,
    needs_host,
    port_of_16_bits,
    port_or_default,
    reserved_colon,
    slash_before_url_path,
    url_path,
    violation_in_url_path,
)
from linksift.uri.schemes.scheme_definition import Scheme, Secret, Violation

_PORT = 21


class Ftp(NamedTuple):
    """What an ftp URL says, decoded (RFC 1738, 3.2.2).

    `directories` are the arguments of CWD, one after the other, and `name` that of RETR or NLST; `("/etc",), "motd"`
    is not `("etc",), "motd"`: the one starts at the root, the other where the login leads. `typecode` is "a", "i" or
    "d", in lower case, or None.
    """

    user: str | None
    password: Secret | None
    host: str
    port: int
    directories: tuple[str, ...]
    name: str
    typecode: str | None


def parts(uri: Components) -> Ftp:
    """A valid ftp URL taken apart.

    >>> from linksift.uri.components import split
    >>> parts(split("ftp://myname@host.dom/%2Fetc/motd;type=a"))[4:]
    (('/etc',), 'motd', 'a')
    """
    path, _, typecode = _without_typecode(url_path(uri))
    *directories, name = (decode_data(segment) for segment in path.removeprefix("/").split("/"))
    return Ftp(*login(uri), uri.host or "", port_or_default(uri, _PORT), tuple(directories), name, typecode or None)


def reserved_semicolon(uri: Components) -> Iterator[Violation]:
    """Within a name or directory ";" is reserved and must be encoded; ";type=" takes "a", "i" or "d" (3.2.2, 5).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in reserved_semicolon(split("ftp://host/a;b/c;type=x"))]
    [2]
    """
    path = _without_typecode(url_path(uri))[0]
    if ";" in path:
        why = '";" is encoded, but for a last ;type=a, i or d'
        yield violation_in_url_path(uri, path.index(";"), "RFC 1738, 3.2.2", why)


def typecode_in_lower_case(uri: Components) -> Components:
    """The type code in lower case: section 5 takes "A" for the "a" of 3.2.2.

    >>> from linksift.uri.components import split
    >>> typecode_in_lower_case(split("ftp://host/a;type=I")).path
    '/a;type=i'
    """
    if uri.query is None:
        return uri._replace(path="".join(_without_typecode(uri.path)))
    return uri._replace(query="".join(_without_typecode(uri.query)))


def _without_typecode(path: str) -> tuple[str, str, str]:
    """The path, ";type=" and the type code in lower case; the path whole and twice "" when it has none.

    >>> _without_typecode("/a;type=I"), _without_typecode("/a;type=x")
    (('/a', ';type=', 'i'), ('/a;type=x', '', ''))
    """
    before, mark, typecode = path.rpartition(";type=")
    return (before, mark, typecode.lower()) if typecode.lower() in ("a", "i", "d") and mark else (path, "", "")


SCHEME = Scheme(
    section="RFC 1738, 3.2",
    parts=parts,
    default_port=_PORT,
    checks=(needs_host("RFC 1738, 3.2"), port_of_16_bits, reserved_colon, slash_before_url_path, reserved_semicolon),
    normalizers=(typecode_in_lower_case,),
)
