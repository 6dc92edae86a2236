"""Hosts: their kind by the grammar, and whether they, their ports and long URIs are usable.

"URI producers should use names that conform to the DNS syntax, even when use of DNS is not immediately apparent" (RFC
3986, 3.2.2). A valid host may still be refused by browsers or the DNS. `judge_host` summarizes the checks of a host and
a port in one word.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from linksift.lazy_pattern import lazy_pattern
from linksift.uri import grammar
from linksift.uri.check_grammar import is_host
from linksift.uri.components import Components, recompose, split_with_offsets
from linksift.uri.errors import InvalidHost
from linksift.uri.iri import to_ascii_host
from linksift.uri.percent import decode_data
from linksift.uri.schemes import Violation
from linksift.uri.schemes.common_syntax import port_range
from linksift.uri.url_standard import ends_in_a_number, host_in_browsers
from linksift.uri.uts46 import LONGEST_LABEL, LONGEST_NAME, RefusedDomain, domain_to_ascii, domain_to_unicode, to_ascii

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

# ---- The kind of a valid host (3.2.2) --------------------------------------------------------------------------------

HostKind = Literal["IPv4address", "IPv6address", "IPvFuture", "reg-name"]
"""The alternatives of RFC 3986's rule `host`, by name."""

_IPV4ADDRESS = lazy_pattern(grammar.IPV4ADDRESS)
DOTTED_QUAD = r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}"
"""Four decimal parts, which are an IPv4 address if none of them is greater than 255 or begins with a needless zero."""


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

    is_address = host_kind(host) in ("IPv4address", "IPv6address")
    return ipaddress.ip_address(host.strip("[]")) if is_address else None


# ---- Valid hosts, without percent-encoded octets ---------------------------------------------------------------------


def name_length(host: str) -> Iterator[Violation]:
    """A name has at most 253 code points, not counting the root's dot (RFC 1035, 2.3.4).

    >>> [violation.offset for violation in name_length("a." * 200)]
    [253]
    """
    if len(_name(host).removesuffix(".")) > LONGEST_NAME:
        yield Violation("host", LONGEST_NAME, "RFC 1035, 2.3.4", f"a name has at most {LONGEST_NAME} characters")


def label_length(host: str) -> Iterator[Violation]:
    """A label has 1 to 63 code points (RFC 1035, 2.3.4).

    >>> [violation.offset for violation in label_length("a..b.")]
    [2]
    """
    for start, label in _labels(host):
        if not 1 <= len(label) <= LONGEST_LABEL:
            at_fault = start + min(len(label), LONGEST_LABEL)
            yield Violation("host", at_fault, "RFC 1035, 2.3.4", f"a label has 1 to {LONGEST_LABEL} characters")


def label_shape(host: str) -> Iterator[Violation]:
    """A label contains only letters, digits, inner hyphens (RFC 1123, 2.1) and `_`, as in service names (RFC 2782).

    >>> [violation.offset for violation in label_shape("_a-b.-c.d!")]
    [5, 9]
    """
    for start, label in _labels(host):
        shape = re.match(r"(?!-)(?:[A-Za-z0-9_]|-(?!\Z))*", label)
        end = shape.end() if shape else 0
        if end < len(label):
            yield Violation("host", start + end, "RFC 1123, 2.1", "a label is letters, digits and inner hyphens")


def last_label(host: str) -> Iterator[Violation]:
    """The last label of a name is not a number, since the name would then look like an address (RFC 1123, 2.1).

    Browsers also read "0x" followed by hexadecimal digits as a number (URL Standard, 3.5).

    >>> [[violation.offset for violation in last_label(host)] for host in ("10.0.0.256", "a.0x1")]
    [[7], [2]]
    """
    *_, (start, _label) = [(0, ""), *_labels(host)]
    if ends_in_a_number(_name(host)):
        why = "this is not an IPv4 address, and a name must not end in a number"
        yield Violation("host", start, "RFC 1123, 2.1", why)


def a_label(host: str) -> Iterator[Violation]:
    """A label that begins with `xn--` is a valid A-label (UTS #46, 4.1).

    >>> [violation.offset for violation in a_label("xn--bcher-kva.xn--a")]
    [14]
    """
    for start, label in _labels(host):
        if label[:4].lower() == "xn--" and len(label) <= LONGEST_LABEL:
            try:
                to_ascii(label)
            except RefusedDomain as refused:
                yield Violation("host", start, "UTS #46, 4.1", refused.why)


def u_label_edges(host: str) -> Iterator[Violation]:
    """A U-label does not begin or end with a hyphen (RFC 5891, 4.2.3.1), though browsers, like UTS #46, accept this.

    >>> [violation.offset for violation in u_label_edges("a.xn--mnchen--n2a")]
    [2]
    """
    for start, label in _labels(host.lower()):
        decoded = domain_to_unicode(label) if label.startswith("xn--") else label
        if decoded != label and (decoded.startswith("-") or decoded.endswith("-")):
            yield Violation("host", start, "RFC 5891, 4.2.3.1", "a label must not begin or end with a hyphen")


def ip_future(host: str) -> Iterator[Violation]:
    """The host is not an IPvFuture: no such version of IP is known, so nothing can connect to it (RFC 3986, 3.2.2).

    >>> [violation.section for violation in ip_future("[v1.a]")]
    ['RFC 3986, 3.2.2']
    """
    if host_kind(host) == "IPvFuture":
        yield Violation("host", 0, "RFC 3986, 3.2.2", "no such version of IP is known")


HOST_CHECKS = (name_length, label_length, label_shape, last_label, a_label, u_label_edges, ip_future)


def host_violations(host: str) -> Iterator[Violation]:
    """The violations that make a valid host unusable, check by check.

    Percent-encoded octets are decoded first, as browsers do (RFC 3986, 3.2.2; URL Standard, 3.5); all violations then
    have the offset 0.

    >>> [violation.section for violation in host_violations("a_b.-.256")], list(host_violations("b%C3%BCcher.example"))
    (['RFC 1123, 2.1', 'RFC 1123, 2.1'], [])
    >>> [violation.why for violation in host_violations("a%2Fb")]
    ['a name must not contain U+002F']
    """
    if "%" not in host:
        return (violation for check in HOST_CHECKS for violation in check(host))
    try:
        name = domain_to_ascii(decode_data(host))
    except RefusedDomain as refused:
        return iter([Violation("host", 0, "URL Standard, 3.3", refused.why)])
    return (violation._replace(offset=0) for violation in host_violations(name))


# ---- Ports and whole URIs --------------------------------------------------------------------------------------------

LONGEST_HTTP_URI = 8000


def port_zero(port: str) -> Iterator[Violation]:
    """The port is not 0, which is reserved, so nothing listens on it (RFC 6335, 6).

    >>> [violation.component for violation in port_zero("0")]
    ['port']
    """
    if port and not port.strip("0"):
        yield Violation("port", 0, "RFC 6335, 6", "port 0 is reserved")


def port_violations(port: str) -> Iterator[Violation]:
    """The violations that make a port (digits or "") unusable.

    >>> [[violation.why for violation in port_violations(port)] for port in ("", "0", "70000")]
    [[], ['port 0 is reserved'], ['a port is at most 65535']]
    """
    return (violation for check in (port_zero, port_range) for violation in check(port))


def uri_length(uri: Components) -> Iterator[Violation]:
    """An http URI without its fragment has at most 8000 bytes, which all software should accept (RFC 9110, 4.1).

    >>> from linksift.uri.components import split
    >>> [violation.section for violation in uri_length(split("http://a/" + "b" * 8000))]
    ['RFC 9110, 4.1']
    """
    too_long = len(recompose(uri._replace(fragment=None))) > LONGEST_HTTP_URI
    if too_long and (uri.scheme or "").lower() in ("http", "https"):
        yield Violation("path", 0, "RFC 9110, 4.1", f"not all software accepts more than {LONGEST_HTTP_URI} octets")


def usability_violations(uri: Components) -> Iterator[Violation]:
    """The violations that make a valid reference unusable, check by check.

    >>> from linksift.uri.components import split
    >>> [violation.section for violation in usability_violations(split("http://a_b.-.256:0/"))]
    ['RFC 1123, 2.1', 'RFC 1123, 2.1', 'RFC 6335, 6']
    """
    yield from host_violations(uri.host or "")
    yield from port_violations(uri.port or "")
    yield from uri_length(uri)


def _name(host: str) -> str:
    """The host if it is a registered name, otherwise ""."""
    return host if host_kind(host) == "reg-name" else ""


def _labels(host: str) -> Iterator[tuple[int, str]]:
    """The labels of a name, each with its offset; the root's empty label is left out.

    >>> list(_labels("a.bc."))
    [(0, 'a'), (2, 'bc')]
    """
    name = _name(host).removesuffix(".")
    return split_with_offsets(name, ".") if name else iter(())


# ---- The verdict on a host and a port --------------------------------------------------------------------------------


class Verdict(NamedTuple):
    """The verdict on a host and a port.

    `usability` is "usable", "unusable" (valid by RFC 3986, but refused by browsers or the DNS) or "invalid" (by
    RFC 3986, or, beyond ASCII, by UTS #46). `section` names the document and section that decide, and `why` says what
    they require; both are "" for "usable".
    """

    usability: Literal["usable", "unusable", "invalid"]
    section: str = ""
    why: str = ""


USABLE = Verdict("usable")

# Names that pass all checks: of letters, digits, "_" and inner hyphens, with no A-label and no number at the end.
_PLAIN_NAME = lazy_pattern(
    r"""(?: (?!-|xn--) [a-z0-9_\-]{1,63}+ (?<!-) \. )*
        (?!-|xn--|(?:[0-9]++|0x[0-9a-f]*+)\.?\Z) [a-z0-9_\-]{1,63}+ (?<!-) \.?""",
    re.ASCII | re.IGNORECASE | re.VERBOSE,
)

_HYPHENS_OR_NUMBERS = lazy_pattern(
    r"(?=.{1,254}\Z)(?:(?!xn--)[a-z0-9_\-]{1,63}+\.)*(?!xn--)[a-z0-9_\-]{1,63}+\.?", re.IGNORECASE
)
"""An ASCII name without A-labels, whose labels may begin and end with hyphens, or be numbers."""

_LONGEST_REMEMBERED = 4 * LONGEST_NAME


def judge_host(host: str, port: str | None = None) -> Verdict:
    """Whether anything could be reached at a host and port; the host is as written in a URI or IRI.

    The empty host is usable, since only the scheme determines whether a host is needed. Never raises. Verdicts are
    cached.

    >>> judge_host("a.example", "8080"), judge_host("✪a.ws").usability
    (Verdict(usability='usable', section='', why=''), 'usable')
    >>> judge_host("1.1.1.1.1").usability, judge_host("a.example", "70000").why
    ('unusable', 'a port is at most 65535')
    >>> judge_host("xn--a").section, judge_host("a\u200db").section, judge_host("a b")[:2]
    ('UTS #46, 4.1', 'UTS #46', ('invalid', 'RFC 3986, 3.2.2'))
    """
    judge = _judge if len(host) + len(port or "") <= _LONGEST_REMEMBERED else _judge.__wrapped__
    return judge(host, port or "")


def opens_in_browsers(host: str, port: str | None = None) -> bool:
    """Whether browsers open a host and port, as they do usable ones and names that only the DNS refuses.

    Such names have labels that begin or end with hyphens, or are numbers that browsers read as an address (URL
    Standard, 3.5).

    >>> [opens_in_browsers(host) for host in ("a.example", "-a.example", "1.2", "1.1.1.1.1", "a..example")]
    [True, True, True, False, False]
    """
    usability = judge_host(host, port).usability
    if usability != "unusable" or not _HYPHENS_OR_NUMBERS.fullmatch(host) or _judge_port(port or "0080") is not USABLE:
        return usability == "usable"
    return host_in_browsers(host) is not None


@lru_cache(maxsize=4096)
def _judge(host: str, port: str) -> Verdict:
    verdict = _judge_host(host)
    return _judge_port(port) if port and verdict is USABLE else verdict


def _judge_host(host: str) -> Verdict:
    """The verdict on a host; an ordinary ASCII name needs only a single pattern match."""
    if len(host) <= LONGEST_NAME and _PLAIN_NAME.fullmatch(host):
        return USABLE
    try:
        host = to_ascii_host(host)
    except InvalidHost as fault:
        return Verdict("invalid", fault.rule, fault.why)
    if not is_host(host):
        return Verdict("invalid", "RFC 3986, 3.2.2", "a host is an IP literal or a reg-name")
    for violation in host_violations(host):
        return Verdict("unusable", violation.section, violation.why)
    return USABLE


def _judge_port(port: str) -> Verdict:
    """The verdict on a port that is not empty.

    >>> _judge_port("080"), _judge_port("8a").section
    (Verdict(usability='usable', section='', why=''), 'RFC 3986, 3.2.3')
    """
    if not (port.isascii() and port.isdecimal()):
        return Verdict("invalid", "RFC 3986, 3.2.3", "a port is digits")
    for violation in port_violations(port):
        return Verdict("unusable", violation.section, violation.why)
    return USABLE
