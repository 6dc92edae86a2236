"""ssh: a shell on another host (draft-ietf-secsh-scp-sftp-ssh-uri-04, 3).

The draft never became an RFC, but its URIs are in wide use.
"""

import re
from typing import NamedTuple

from linksift.uri.components import Components, split_with_offsets
from linksift.uri.percent import decode_data
from linksift.uri.schemes.common_syntax import absent, login, needs_host, port_of_16_bits, port_or_default
from linksift.uri.schemes.scheme_definition import Scheme, Secret, Violation, Violations

_DRAFT = "draft-ietf-secsh-scp-sftp-ssh-uri-04, 3"


class Ssh(NamedTuple):
    """The parts of an ssh URI, decoded.

    `parameters` lists the connection parameters in order: names in lower case, and values. The draft gives the path no
    meaning, but programs such as git do: `segments` are those of the path.
    """

    user: str | None
    password: Secret | None
    host: str
    port: int
    parameters: tuple[tuple[str, str], ...]
    segments: tuple[str, ...]

    @property
    def fingerprint(self) -> str | None:
        """The fingerprint of the host key, after the algorithm and with `-` in place of `:`; None if not given."""
        return dict(self.parameters).get("fingerprint")


def parts(uri: Components) -> Ssh:
    """Split a valid ssh URI into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("ssh://user;fingerprint=ssh-dss-c1-b1-30@host.example.com")).fingerprint
    'ssh-dss-c1-b1-30'
    """
    before, _, written = (uri.userinfo or "").partition(";")
    user, password = login(None if uri.userinfo is None else before)
    pairs = (parameter.partition("=") for parameter in written.split(",") if parameter)
    parameters = tuple((name.lower(), value) for name, _, value in pairs)
    segments = tuple(map(decode_data, uri.path.removeprefix("/").split("/")))
    return Ssh(user, password, uri.host or "", port_or_default(uri), parameters, segments)


def connection_parameters(uri: Components) -> Violations:
    """After ";" come parameters name=value of letters, digits and "-", separated by "," (3).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in connection_parameters(split("ssh://u;a=b,c,d=e.f@host"))]
    [6, 8]
    """
    before, semicolon, parameters = (uri.userinfo or "").partition(";")
    for start, parameter in split_with_offsets(parameters, ",", len(before) + 1) if semicolon else ():
        # c-param = paramname "=" paramvalue
        if not re.fullmatch(r"[A-Za-z0-9\-]++=[A-Za-z0-9\-]*+", parameter):
            yield Violation("userinfo", start, _DRAFT, 'a parameter is name=value, of letters, digits and "-"')


CHECKS = (needs_host(_DRAFT), port_of_16_bits, connection_parameters, absent("query", _DRAFT))
SCHEME = Scheme(_DRAFT, parts, default_port=22, checks=CHECKS)
