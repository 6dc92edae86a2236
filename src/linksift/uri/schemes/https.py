"""https: resources on HTTP servers that are authenticated over TLS (RFC 9110, 4.2.2)."""

from linksift.uri.components import Components
from linksift.uri.schemes.common_syntax import needs_host, no_userinfo, port_of_16_bits, port_or_default
from linksift.uri.schemes.http import Http
from linksift.uri.schemes.http import parts as http_parts
from linksift.uri.schemes.scheme_definition import Scheme

_PORT = 443


def parts(uri: Components) -> Http:
    """Split a valid https URL into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("https://example.com/~smith?q"))
    Http(host='example.com', port=443, path='/~smith', segments=('~smith',), search='q')
    """
    return http_parts(uri)._replace(port=port_or_default(uri, _PORT))


SCHEME = Scheme(
    section="RFC 9110, 4.2.2",
    parts=parts,
    default_port=_PORT,
    checks=(needs_host("RFC 9110, 4.2.2"), no_userinfo("RFC 9110, 4.2.4"), port_of_16_bits),
)
