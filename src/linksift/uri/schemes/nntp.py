"""nntp: newsgroups and numbered articles on one server (RFC 1738, 3.7; RFC 5538, 3)."""

import re
from typing import NamedTuple

from linksift.uri.components import Components
from linksift.uri.percent import decode_data
from linksift.uri.schemes.common_syntax import absent, login_and_server, needs_host, port_of_16_bits
from linksift.uri.schemes.news import GROUP_CHAR_SET
from linksift.uri.schemes.scheme_definition import Scheme, Secret, Violation, Violations

_SECTION = "RFC 5538, 3"


class Nntp(NamedTuple):
    """The parts of an nntp URL, decoded (RFC 1738, 3.7; RFC 5538, 3). Without an article number, it names a group."""

    user: str | None
    password: Secret | None
    host: str
    port: int
    group: str
    article_number: int | None


def parts(uri: Components) -> Nntp:
    """Split a valid nntp URL into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("nntp://news.server.example/example.group.this/12345"))[2:]
    ('news.server.example', 119, 'example.group.this', 12345)
    """
    group, _, number = uri.path.removeprefix("/").partition("/")
    return Nntp(*login_and_server(uri), decode_data(group), int(number) if number else None)


def malformed_group(uri: Components) -> Violations:
    """A group's name consists of letters, digits, "-", "+", "_", "." and escapes (RFC 5538, 3).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in malformed_group(split("nntp://host/comp.*"))]
    [6]
    """
    group, _, _ = uri.path[1:].partition("/")
    wrong = re.search(f"[^{GROUP_CHAR_SET}%]", group)
    if wrong or not group:
        fault = wrong.start() if wrong else 0
        why = 'a newsgroup is needed: letters, digits, "-", "+", "_" and "."'
        yield Violation("path", len(uri.path[:1]) + fault, _SECTION, why)


def malformed_article_number(uri: Components) -> Violations:
    """A "/" after the group is followed by an article number of 1 to 16 digits (RFC 5538, 3; RFC 3977, 9.8).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in malformed_article_number(split("nntp://host/group/12x"))]
    [9]
    """
    before, slash, number = uri.path[1:].partition("/")
    digits = len(number) - len(number.lstrip("0123456789"))
    if slash and not (0 < digits == len(number) <= 16):
        why = "an article number has 1 to 16 digits"
        yield Violation("path", len(before) + 2 + min(digits, 16), _SECTION, why)


CHECKS = (needs_host(_SECTION), port_of_16_bits, absent("query", _SECTION), malformed_group, malformed_article_number)
SCHEME = Scheme(_SECTION, parts, default_port=119, checks=CHECKS)
