"""ws: the WebSocket protocol over TCP (RFC 6455, 3)."""

from collections.abc import Iterator
from typing import NamedTuple

from linksift.uri.components import Components
from linksift.uri.schemes.common_syntax import needs_host, no_userinfo, port_of_16_bits, port_or_default
from linksift.uri.schemes.scheme_definition import Scheme, Violation

_PORT = 80


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
    """Split a valid ws URI into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("ws://example.com?a=b"))
    WebSocket(host='example.com', port=80, resource_name='/?a=b', secure=False)
    """
    return WebSocket(uri.host or "", port_or_default(uri, _PORT), _resource_name(uri), secure=False)


def no_fragment(uri: Components) -> Iterator[Violation]:
    """There is no fragment, since it has no meaning here: "#" must be percent-encoded (RFC 6455, 3).

    >>> from linksift.uri.components import split
    >>> [violation.component for violation in no_fragment(split("ws://example.com/#a"))]
    ['fragment']
    """
    if uri.fragment is not None:
        yield Violation("fragment", 0, "RFC 6455, 3", "no fragment is allowed")


def _resource_name(uri: Components) -> str:
    """The path, "/" if it is empty, and the query with its "?" unless it is empty (RFC 6455, 3).

    >>> from linksift.uri.components import split
    >>> _resource_name(split("ws://example.com/chat?a")), _resource_name(split("ws://example.com?"))
    ('/chat?a', '/')
    """
    return f"{uri.path or '/'}?{uri.query}" if uri.query else uri.path or "/"


# RFC 6455 has no place for userinfo in its ABNF: "ws:" "//" host [ ":" port ] path [ "?" query ].
CHECKS = (needs_host("RFC 6455, 3"), no_userinfo("RFC 6455, 3"), port_of_16_bits, no_fragment)

SCHEME = Scheme(section="RFC 6455, 3", parts=parts, default_port=_PORT, checks=CHECKS)
