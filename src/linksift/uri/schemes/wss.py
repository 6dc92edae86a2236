"""wss: the WebSocket protocol over TLS (RFC 6455, 3)."""

from linksift.uri.schemes import ws

SCHEME = ws.SCHEME._replace(default_port=443)
