"""prospero: objects found through a Prospero directory server (RFC 1738, 3.11; again in RFC 4157)."""

import re
from typing import NamedTuple

from linksift.uri.components import Components, split_with_offsets
from linksift.uri.percent import decode_data
from linksift.uri.schemes.common_syntax import host_and_port_only, port_or_default, url_path, violation_in_url_path
from linksift.uri.schemes.scheme_definition import Scheme, Violation, Violations


class Prospero(NamedTuple):
    """The parts of a prospero URL, decoded (RFC 1738, 3.11).

    `hsoname` is the host-specific object name, which only the server understands; many begin with a slash. `fields`
    are names and values, in order.
    """

    host: str
    port: int
    hsoname: str
    fields: tuple[tuple[str, str], ...]


def parts(uri: Components) -> Prospero:
    """Split a valid prospero URL into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("prospero://host.dom//pros/name;OBJECT-VERSION=1"))[2:]
    ('/pros/name', (('OBJECT-VERSION', '1'),))
    """
    hsoname, *fields = url_path(uri).removeprefix("/").split(";")
    pairs = (field.partition("=") for field in fields)
    named = tuple((decode_data(name), decode_data(value)) for name, _, value in pairs)
    return Prospero(uri.host or "", port_or_default(uri), decode_data(hsoname), named)


def slash_after_host(uri: Components) -> Violations:
    """A "/" precedes the object name, even if the name is empty (5).

    >>> from linksift.uri.components import split
    >>> [violation.why for violation in slash_after_host(split("prospero://host.dom"))]
    ['a "/" and a name are needed']
    """
    if not uri.path.startswith("/"):
        yield Violation("path", 0, "RFC 1738, 5", 'a "/" and a name are needed')


def malformed_field(uri: Components) -> Violations:
    """After the name, each ";" starts a field, `name=value`; other "=", ";" and "/" must be percent-encoded (3.11, 5).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in malformed_field(split("prospero://host.dom/a;b;c=1;d=1=2"))]
    [4, 12]
    """
    _, *fields = split_with_offsets(url_path(uri), ";")
    for start, field in fields:
        well = re.match("[^=/]*+(=[^=/]*+)?", field)
        assert well is not None  # it matches at least the empty start of any string
        if well[1] is None or well.end() < len(field):
            why = 'a field is ;name=value, and other "=", "/" and ";" must be percent-encoded'
            yield violation_in_url_path(uri, start + well.end(), "RFC 1738, 3.11", why)


CHECKS = (*host_and_port_only("RFC 1738, 3.11"), slash_after_host, malformed_field)
SCHEME = Scheme("RFC 1738, 3.11", parts, default_port=1525, checks=CHECKS)
