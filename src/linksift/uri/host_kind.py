"""The kind of a valid host according to the grammar, and its IP address if it is one (RFC 3986, 3.2.2).

`dns_and_browser_limits` checks whether a name can be looked up.
"""

from typing import TYPE_CHECKING, Literal

from linksift.lazy_pattern import lazy_pattern
from linksift.uri import grammar

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

HostKind = Literal["IPv4address", "IPv6address", "IPvFuture", "reg-name"]

_IPV4ADDRESS = lazy_pattern(grammar.IPV4ADDRESS)
"""The alternatives of RFC 3986's rule `host`, by name."""


def host_kind(host: str) -> HostKind:
    """The alternative that a valid host matches: IPv4address before reg-name, as "first-match-wins" requires (3.2.2).

    >>> [host_kind(host) for host in ("10.0.0.1", "[::1]", "[v7.x]", "10.0.0.256", "")]
    ['IPv4address', 'IPv6address', 'IPvFuture', 'reg-name', 'reg-name']
    """
    if host.startswith("["):
        return "IPvFuture" if host[1] in "vV" else "IPv6address"
    return "IPv4address" if _IPV4ADDRESS.fullmatch(host) else "reg-name"


def ip_address(host: str) -> "IPv4Address | IPv6Address | None":
    """The IP address of a valid host; None for a registered name and for IPvFuture (3.2.2).

    >>> ip_address("[2001:db8::7]"), ip_address("a.example")
    (IPv6Address('2001:db8::7'), None)
    """
    import ipaddress  # imported lazily: see tests/test_import.py

    match host_kind(host):
        case "IPv4address":
            return ipaddress.IPv4Address(host)
        case "IPv6address":
            return ipaddress.IPv6Address(host[1:-1])
    return None
