"""The schemes of the web, whose servers are asked for a path and a query.

http: resources on HTTP servers (RFC 9110, 4.2.1; previously RFC 1738, 3.3).

https: resources on HTTP servers that are authenticated over TLS (RFC 9110, 4.2.2).

ws: the WebSocket protocol over TCP (RFC 6455, 3).

wss: the WebSocket protocol over TLS (RFC 6455, 3).
"""

from typing import NamedTuple

from linksift.uri.components import Components
from linksift.uri.paths import segments
from linksift.uri.schemes.scheme_definition import (
    Scheme,
    absent,
    host_and_port_only,
    needs_host,
    port_of_16_bits,
    port_or_default,
)


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


def http_parts(uri: Components) -> Http:
    """Split a valid http or https URL into its parts.

    >>> from linksift.uri.components import split
    >>> http_parts(split("http://host:8080/a%20b/c?q=%31"))
    Http(host='host', port=8080, path='/a%20b/c', segments=('a b', 'c'), search='q=%31')
    >>> http_parts(split("https://example.com/~smith?q"))
    Http(host='example.com', port=443, path='/~smith', segments=('~smith',), search='q')
    """
    path = uri.path or "/"
    return Http(uri.host or "", port_or_default(uri), path, segments(path), uri.query)


HTTP = Scheme(
    section="RFC 9110, 4.2.1",
    parts=http_parts,
    default_port=80,
    checks=(needs_host("RFC 9110, 4.2.1"), absent("userinfo", "RFC 9110, 4.2.4"), port_of_16_bits),
)


HTTPS = Scheme(
    section="RFC 9110, 4.2.2",
    parts=http_parts,
    default_port=443,
    checks=(needs_host("RFC 9110, 4.2.2"), absent("userinfo", "RFC 9110, 4.2.4"), port_of_16_bits),
)


class WebSocket(NamedTuple):
    """The parts of a ws or wss URI (RFC 6455, 3).

    `resource_name` goes into the request line of the handshake, so it is as written: path and query, never empty.
    `secure` is the secure flag, set for wss.
    """

    host: str
    port: int
    resource_name: str
    secure: bool


def ws_parts(uri: Components) -> WebSocket:
    """Split a valid ws or wss URI into its parts.

    >>> from linksift.uri.components import split
    >>> ws_parts(split("ws://example.com?a=b"))
    WebSocket(host='example.com', port=80, resource_name='/?a=b', secure=False)
    >>> ws_parts(split("wss://example.com/chat"))
    WebSocket(host='example.com', port=443, resource_name='/chat', secure=True)
    """
    return WebSocket(uri.host or "", port_or_default(uri), _resource_name(uri), (uri.scheme or "").lower() == "wss")


def _resource_name(uri: Components) -> str:
    """The path, "/" if it is empty, and the query with its "?" unless it is empty (RFC 6455, 3).

    >>> from linksift.uri.components import split
    >>> _resource_name(split("ws://example.com/chat?a")), _resource_name(split("ws://example.com?"))
    ('/chat?a', '/')
    """
    return f"{uri.path or '/'}?{uri.query}" if uri.query else uri.path or "/"


# RFC 6455 has no place for userinfo in its ABNF: "ws:" "//" host [ ":" port ] path [ "?" query ].
WS = Scheme(
    section="RFC 6455, 3",
    parts=ws_parts,
    default_port=80,
    checks=(
        *host_and_port_only("RFC 6455, 3"),
        absent("fragment", "RFC 6455, 3"),
    ),
)


WSS = WS._replace(default_port=443)
