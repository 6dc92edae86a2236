"""https: resources on HTTP servers that are authenticated over TLS (RFC 9110, 4.2.2)."""

from linksift.uri.schemes import http
from linksift.uri.schemes.common_syntax import absent, needs_host, port_of_16_bits
from linksift.uri.schemes.scheme_definition import Scheme

SCHEME = Scheme(
    section="RFC 9110, 4.2.2",
    parts=http.parts,
    default_port=443,
    checks=(needs_host("RFC 9110, 4.2.2"), absent("userinfo", "RFC 9110, 4.2.4"), port_of_16_bits),
)
