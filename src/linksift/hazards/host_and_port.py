"""Hosts and ports that mislead connecting software, or a filter in front of it (RFC 3986, 7.2 and 7.4)."""

import re

from linksift.hazards.browser_reading import browser_url_of
from linksift.uri import Reference, RefusedURL, browser_host, judge_host, scheme_named

_IPV4 = re.compile(r"[0-9]+(?:\.[0-9]+){3}")

# The ports that browsers block (Fetch, "port blocking") except 0, where nothing listens, plus gopher's and the web's.
_TAKEN = """
    1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 70 77 79 80 87 95 101 102 103 104 109 110 111 113 115 117 119 123
    135 137 139 143 161 179 389 427 443 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993
    995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080
"""
_TAKEN_PORTS = frozenset(map(int, _TAKEN.split()))
_SHARED = ({80, 443}, {20, 21, 989, 990}, {119, 563}, {389, 636})
"""Ports that belong to the same protocol, with and without TLS."""


def numeric_host(reference: Reference) -> bool:
    """Whether inet_aton or a browser reads the host as an IPv4 address, although it is not an IPv4address (7.4).

    >>> from linksift.uri import parse
    >>> [numeric_host(parse(f"http://{host}/")) for host in ("2130706433", "0x7f.1", "0177.0.0.1", "127.0.0.1.", "0x")]
    [True, True, True, True, True]
    >>> [numeric_host(parse(f"http://{host}/")) for host in ("127.0.0.1", "1.2.3.4.5", "08", "256.1", "4294967296")]
    [False, False, False, False, False]
    """
    if reference.host_kind != "reg-name":
        return False
    try:
        return _IPV4.fullmatch(browser_host(reference.host or "")) is not None
    except RefusedURL:
        return False


def unusable_host(reference: Reference) -> bool:
    """Whether browsers or the DNS refuse the host or the port, though RFC 3986 does not (`linksift.uri.judge_host`).

    A number that is read as an address is a separate hazard (`numeric_host`). Except for `file`, schemes without a
    known default port are not checked, since their hosts need not be names in the DNS.

    >>> from linksift.uri import parse
    >>> [unusable_host(parse(f"http://{host}/")) for host in ("1.1.1.1.1", "a.example:70000", "xn--a", "a..b", "a%2Fb")]
    [True, True, True, True, True]
    >>> [unusable_host(parse(uri)) for uri in ("http://a_b.example:080/", "doi://10.1/a", "//a.example", "http://0x1/")]
    [False, False, False, False]
    """
    if _is_refused(reference):
        return True
    host = "" if numeric_host(reference) else reference.host or ""
    return _has_port(reference) and judge_host(host, reference.port).usability == "unusable"


def _has_port(reference: Reference) -> bool:
    """Whether the scheme has a default port, and thus a host; a relative reference may be given such a scheme."""
    scheme = scheme_named(reference.scheme or "http")
    return scheme is not None and scheme.default_port is not None


def _is_refused(reference: Reference) -> bool:
    """Whether a browser refuses a reference with a host, because of either the host or the port."""
    try:
        browser_url_of(reference)
    except RefusedURL:
        return bool(reference.host)
    return False


def cross_protocol_port(reference: Reference) -> bool:
    """Whether the port belongs to a different protocol from that of the scheme (7.2; RFC 1738, 6).

    Schemes without a known default port are not checked.

    >>> from linksift.uri import parse
    >>> cross_protocol_port(parse("gopher://mail.example:25/1HELO")), cross_protocol_port(parse("http://irc.example:6667/"))
    (True, True)
    >>> cross_protocol_port(parse("ftp://a.example:21/")), cross_protocol_port(parse("http://a.example:8080/"))
    (False, False)
    """
    scheme = scheme_named(reference.scheme or "")
    digits = (reference.port or "").lstrip("0")
    if scheme is None or scheme.default_port is None or not 0 < len(digits) <= 5:
        return False
    port, own = int(digits), scheme.default_port
    return port in _TAKEN_PORTS and port != own and not any({port, own} <= shared for shared in _SHARED)
