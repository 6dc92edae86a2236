"""telnet: interactive services on Telnet servers (RFC 1738, 3.8; again in RFC 4248)."""

from typing import NamedTuple

from linksift.uri.components import Components
from linksift.uri.schemes.common_syntax import absent, login_and_server, needs_host, port_of_16_bits, reserved_colon
from linksift.uri.schemes.scheme_definition import Scheme, Secret, Violation, Violations


class Telnet(NamedTuple):
    """The parts of a telnet URL, decoded (RFC 1738, 3.8). User name and password are only hints to a person."""

    user: str | None
    password: Secret | None
    host: str
    port: int


def parts(uri: Components) -> Telnet:
    """Split a valid telnet URL into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("telnet://guest:pass@host/"))
    Telnet(user='guest', password='...', host='host', port=23)
    """
    return Telnet(*login_and_server(uri))


def no_path(uri: Components) -> Violations:
    """The path is "/" or empty (3.8).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in no_path(split("telnet://host/a"))], list(no_path(split("telnet://host/")))
    ([1], [])
    """
    if uri.path not in ("", "/"):
        yield Violation("path", int(uri.path.startswith("/")), "RFC 1738, 3.8", 'a path is "/" or empty')


CHECKS = (needs_host("RFC 1738, 3.8"), port_of_16_bits, reserved_colon, no_path, absent("query", "RFC 1738, 3.8"))
SCHEME = Scheme("RFC 1738, 3.8", parts, default_port=23, checks=CHECKS)
