"""http: resources on HTTP servers (RFC 9110, 4.2.1; previously RFC 1738, 3.3)."""

from typing import NamedTuple

from linksift.uri.components import Components
from linksift.uri.paths import segments
from linksift.uri.schemes.common_syntax import needs_host, no_userinfo, port_of_16_bits, port_or_default
from linksift.uri.schemes.scheme_definition import Scheme

_PORT = 80


class Http(NamedTuple):
    """The parts of an http URL (RFC 9110, 4.2.1).

    `path` and `search` are as written, since only the server knows what they mean; a missing path is "/". `segments`
    are the decoded segments of the path: "/a%2Fb/" gives "a/b" and "".
    """

    host: str
    port: int
    path: str
    segments: tuple[str, ...]
    search: str | None


def parts(uri: Components) -> Http:
    """Split a valid http URL into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("http://host:8080/a%20b/c?q=%31"))
    Http(host='host', port=8080, path='/a%20b/c', segments=('a b', 'c'), search='q=%31')
    """
    path = uri.path or "/"
    return Http(uri.host or "", port_or_default(uri, _PORT), path, segments(path), uri.query)


SCHEME = Scheme(
    section="RFC 9110, 4.2.1",
    parts=parts,
    default_port=_PORT,
    checks=(needs_host("RFC 9110, 4.2.1"), no_userinfo("RFC 9110, 4.2.4"), port_of_16_bits),
)
