"""wss: the WebSocket protocol over TLS (RFC 6455, 3)."""

from linksift.uri.components import Components
from linksift.uri.schemes.common_syntax import port_or_default
from linksift.uri.schemes.scheme_definition import Scheme
from linksift.uri.schemes.ws import CHECKS, WebSocket
from linksift.uri.schemes.ws import parts as ws_parts

_PORT = 443


def parts(uri: Components) -> WebSocket:
    """Split a valid wss URI into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("wss://example.com/chat"))
    WebSocket(host='example.com', port=443, resource_name='/chat', secure=True)
    """
    return ws_parts(uri)._replace(port=port_or_default(uri, _PORT), secure=True)


SCHEME = Scheme(section="RFC 6455, 3", parts=parts, default_port=_PORT, checks=CHECKS)
