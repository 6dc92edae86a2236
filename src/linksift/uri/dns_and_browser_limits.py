"""Checks valid references against software limits: hosts and ports that browsers or the DNS refuse, and long URIs.

"URI producers should use names that conform to the DNS syntax, even when use of DNS is not immediately apparent" (RFC
3986, 3.2.2). `host_usability` summarizes the checks of a host and a port in one word.
"""

import re
from collections.abc import Callable, Iterator

from linksift.uri.components import Components, recompose, split_with_offsets
from linksift.uri.host_kind import host_kind
from linksift.uri.percent import decode_data
from linksift.uri.schemes import Violation
from linksift.uri.schemes.scheme_definition import port_range
from linksift.uri.url_standard import ends_in_a_number
from linksift.uri.uts46 import LONGEST_LABEL, LONGEST_NAME, RefusedDomain, domain_to_ascii, domain_to_unicode, to_ascii

LONGEST_HTTP_URI = 8000


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
        yield Violation(
            "host", start, "RFC 1123, 2.1", "this is not an IPv4 address, and a name must not end in a number"
        )


def a_label(host: str) -> Iterator[Violation]:
    """A label that begins with `xn--` is a valid A-label (UTS #46, 4.1).

    >>> [violation.offset for violation in a_label("xn--bcher-kva.xn--a")]
    [14]
    """
    if "xn--" not in host.lower():
        return
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
    if "xn--" not in host.lower():
        return
    for start, label in _labels(host.lower()):
        decoded = domain_to_unicode(label)
        if decoded != label and (decoded.startswith("-") or decoded.endswith("-")):
            yield Violation("host", start, "RFC 5891, 4.2.3.1", "a label must not begin or end with a hyphen")


def ip_future(host: str) -> Iterator[Violation]:
    """The host is not an IPvFuture: no such version of IP is known, so nothing can connect to it (RFC 3986, 3.2.2).

    >>> [violation.section for violation in ip_future("[v1.a]")]
    ['RFC 3986, 3.2.2']
    """
    if host_kind(host) == "IPvFuture":
        yield Violation("host", 0, "RFC 3986, 3.2.2", "no such version of IP is known")


HOST_CHECKS: tuple[Callable[[str], Iterator[Violation]], ...] = (
    name_length,
    label_length,
    label_shape,
    last_label,
    a_label,
    u_label_edges,
    ip_future,
)


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
