"""Where a URI leads that does not look so: to an address that no filter reads, to a port where others listen.

Here belong hazards of the host and the port, as the software takes them that connects (RFC 3986, 7.2 and 7.4).
"""

import re

from linksift.hazards.hazard import decoded
from linksift.uri import Reference, scheme_named

# One number as C writes it, with no more digits than 32 bits need.
_NUMBER = r"(?:0[xX]0*+[0-9A-Fa-f]{1,8}|0[xX]0++|0++[0-7]{0,11}|[1-9][0-9]{0,9})"

# The ports that browsers block (Fetch, "port blocking"), less 0, where nothing listens; and gopher's and the web's.
_TAKEN = """
    1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 70 77 79 80 87 95 101 102 103 104 109 110 111 113 115 117 119 123
    135 137 139 143 161 179 389 427 443 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993
    995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080
"""
_TAKEN_PORTS = frozenset(map(int, _TAKEN.split()))
_SHARED = ({80, 443}, {20, 21, 989, 990}, {119, 563}, {389, 636})
"""Ports at which the same protocol is spoken, with TLS or without."""


def numeric_host(reference: Reference) -> bool:
    """Whether the host is no IPv4address, but numbers that inet_aton or a browser reads as one (7.4).

    >>> from linksift.uri import parse
    >>> [numeric_host(parse(f"http://{host}/")) for host in ("2130706433", "0x7f.1", "0177.0.0.1", "127.0.0.1.")]
    [True, True, True, True]
    >>> [numeric_host(parse(f"http://{host}/")) for host in ("127.0.0.1", "1.2.3.4.5", "08", "256.1", "4294967296")]
    [False, False, False, False, False]
    """
    if reference.host_kind != "reg-name":
        return False
    host = decoded(reference.host or "").removesuffix(".")
    if not re.fullmatch(rf"{_NUMBER}(?:\.{_NUMBER}){{0,3}}", host):
        return False
    *octets, rest = [_number(part) for part in host.split(".")]
    return all(octet < 256 for octet in octets) and rest < 256 ** (4 - len(octets))


def _number(digits: str) -> int:
    """A number as C reads it: hexadecimal behind "0x", octal behind "0"."""
    if digits[:2] in ("0x", "0X"):
        return int(digits[2:], 16)
    return int(digits, 8 if digits.startswith("0") else 10)


def foreign_port(reference: Reference) -> bool:
    """Whether the port is one where another protocol than the scheme's is spoken (7.2; RFC 1738, 6).

    Schemes whose own port is not known are not judged.

    >>> from linksift.uri import parse
    >>> foreign_port(parse("gopher://mail.example:25/1HELO")), foreign_port(parse("http://irc.example:6667/"))
    (True, True)
    >>> foreign_port(parse("ftp://a.example:21/")), foreign_port(parse("http://a.example:8080/"))
    (False, False)
    """
    scheme = scheme_named(reference.scheme or "")
    digits = (reference.port or "").lstrip("0")
    if scheme is None or scheme.default_port is None or not 0 < len(digits) <= 5:
        return False
    port, own = int(digits), scheme.default_port
    return port in _TAKEN_PORTS and port != own and not any({port, own} <= shared for shared in _SHARED)
