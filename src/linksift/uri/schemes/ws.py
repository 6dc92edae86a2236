"""ws: the WebSocket protocol over TCP (RFC 6455, 3)."""

from typing import NamedTuple

from linksift.uri.components import Components
from linksift.uri.schemes.common_syntax import absent, host_and_port_only, port_or_default
from linksift.uri.schemes.scheme_definition import Scheme


class WebSocket(NamedTuple):
    """The parts of a ws or wss URI (RFC 6455, 3).

    `resource_name` goes into the request line of the handshake, so it is as written: path and query, never empty.
    `secure` is the secure flag, set for wss.
    """

    host: str
    port: int
    resource_name: str
    secure: bool


def parts(uri: Components) -> WebSocket:
    """Split a valid ws or wss URI into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("ws://example.com?a=b"))
    WebSocket(host='example.com', port=80, resource_name='/?a=b', secure=False)
    >>> parts(split("wss://example.com/chat"))
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
CHECKS = (*host_and_port_only("RFC 6455, 3"), absent("fragment", "RFC 6455, 3"))
SCHEME = Scheme("RFC 6455, 3", parts, default_port=80, checks=CHECKS)
