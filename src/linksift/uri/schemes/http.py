"""http: resources on HTTP servers (RFC 9110, 4.2.1; previously RFC 1738, 3.3)."""

from typing import NamedTuple

from linksift.uri.components import Components
from linksift.uri.paths import segments
from linksift.uri.schemes.common_syntax import absent, needs_host, port_of_16_bits, port_or_default
from linksift.uri.schemes.scheme_definition import Scheme


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
    """Split a valid http or https URL into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("http://host:8080/a%20b/c?q=%31"))
    Http(host='host', port=8080, path='/a%20b/c', segments=('a b', 'c'), search='q=%31')
    >>> parts(split("https://example.com/~smith?q"))
    Http(host='example.com', port=443, path='/~smith', segments=('~smith',), search='q')
    """
    path = uri.path or "/"
    return Http(uri.host or "", port_or_default(uri), path, segments(path), uri.query)


def scheme(section: str, default_port: int) -> Scheme:
    """The scheme http or https, which differ only in these two."""
    checks = needs_host(section), absent("userinfo", "RFC 9110, 4.2.4"), port_of_16_bits
    return Scheme(section, parts, default_port, checks)


SCHEME = scheme("RFC 9110, 4.2.1", 80)
