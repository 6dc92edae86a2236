"""https: resources on HTTP servers that are authenticated over TLS (RFC 9110, 4.2.2)."""

from linksift.uri.schemes import http

SCHEME = http.scheme("RFC 9110, 4.2.2", 443)
