"""Checks strings against the grammar of URIs and URI-references (RFC 3986, Appendix A), and locates the faults.

The rules of schemes and the DNS and the range of ports are checked elsewhere (`schemes`, `hosts`).
"""

import functools
import re
from collections.abc import Iterator

from linksift.lazy_pattern import lazy_pattern
from linksift.uri import grammar
from linksift.uri.components import Components, split, split_authority
from linksift.uri.errors import InvalidReference

_URI = lazy_pattern(grammar.URI)
_URI_REFERENCE = lazy_pattern(grammar.URI_REFERENCE)

_ADDRESSES = f"{grammar.IP_LITERAL}|{grammar.IPV4ADDRESS}|"
_URI_WITH_NAME = lazy_pattern(grammar.URI.replace(_ADDRESSES, ""))
_URI_REFERENCE_WITH_NAME = lazy_pattern(grammar.URI_REFERENCE.replace(_ADDRESSES, ""))
"""The grammar for references without "[", and therefore without an IP literal (an IPv4address is also a reg-name).
These patterns compile five times as fast."""


def is_uri(s: str) -> bool:
    r"""Whether the whole of `s` is a URI, with a scheme and optionally a fragment (RFC 3986, 3).

    >>> is_uri("http://a/b?c#d"), is_uri("//a/b"), is_uri("http://a/b\n")
    (True, False, False)
    """
    return (_URI if "[" in s else _URI_WITH_NAME).fullmatch(s) is not None


def is_uri_reference(s: str) -> bool:
    """Whether the whole of `s` is a URI-reference: a URI or a relative reference (RFC 3986, 4.1).

    >>> is_uri_reference("//a/b"), is_uri_reference(""), is_uri_reference("1:2")
    (True, True, False)
    """
    return (_URI_REFERENCE if "[" in s else _URI_REFERENCE_WITH_NAME).fullmatch(s) is not None


def is_scheme(s: str) -> bool:
    """Whether the whole of `s` is the name of a scheme (RFC 3986, 3.1).

    >>> is_scheme("https"), is_scheme("https:"), is_scheme("")
    (True, False, False)
    """
    return _pattern(grammar.SCHEME).fullmatch(s) is not None


def is_host(s: str) -> bool:
    """Whether the whole of `s` is a host (RFC 3986, 3.2.2).

    >>> is_host("a.example"), is_host("[::1]"), is_host("a/b")
    (True, True, False)
    """
    return _pattern(grammar.IP_LITERAL if "[" in s else grammar.REG_NAME).fullmatch(s) is not None


_NO_SCHEME = "a URI begins with one, such as https:"


def check_uri(s: str) -> None:
    """Raise InvalidReference with the position of the first fault if and only if `is_uri(s)` is False (RFC 3986, 3).

    In a relative reference, the fault is at the point where its scheme should continue.
    """
    if is_uri(s):
        return
    if split(s).scheme is None:
        raise InvalidReference(s, "scheme", _matched(grammar.SCHEME, s), "scheme", _NO_SCHEME)
    raise next(grammar_faults(s))


def check_uri_reference(s: str) -> None:
    """Raise InvalidReference with the first fault's position if and only if `is_uri_reference(s)` is False (4.1)."""
    if not is_uri_reference(s):
        raise next(grammar_faults(s))


def grammar_faults(s: str) -> Iterator[InvalidReference]:
    """Every fault of `s` as a URI-reference, in order; none if and only if `is_uri_reference(s)` is True (4.1).

    A run of forbidden characters is one fault, at its first character; a "%" that begins no escape is a separate fault.

    >>> [(fault.component, fault.position) for fault in grammar_faults("http://a b/c  d?%")]
    [('host', 8), ('path', 12), ('query', 16)]
    """
    components = split(s)
    starts = components.starts()
    for component, text, rule in _parts(components):
        for offset, broken in _faults_of(component, text, rule):
            yield InvalidReference(s, component, starts[component] + offset, broken)


@functools.cache
def _pattern(fragment: str) -> re.Pattern[str]:
    """A fragment, compiled when it is first needed, since compiling all of Appendix A takes milliseconds."""
    return re.compile(fragment)


def _fragment(rule: str) -> str:
    """The fragment of a rule, by its name in Appendix A.

    >>> _fragment("path-abempty") is grammar.PATH_ABEMPTY
    True
    """
    fragment: str = getattr(grammar, rule.upper().replace("-", "_"))
    return fragment


def _matched(fragment: str, text: str) -> int:
    """The number of code points that a fragment matches at the start of `text`.

    >>> _matched(grammar.SCHEME, "ab_c"), _matched(grammar.SCHEME, "1a")
    (2, 0)
    """
    found = _pattern(fragment).match(text)
    return found.end() if found else 0


# Runs of characters that a component must not contain anywhere, or a "%" that begins no escape.
_WRONG = {
    "scheme": r"[^A-Za-z0-9+\-.]+",
    "userinfo": grammar.anything_but(grammar.REG_NAME_SET + ":"),
    "host": grammar.anything_but(grammar.REG_NAME_SET),
    "port": r"[^0-9]+",
    "path": grammar.anything_but(grammar.PCHAR_SET + "/"),
    "query": grammar.anything_but(grammar.PCHAR_SET + "/?"),
    "fragment": grammar.anything_but(grammar.PCHAR_SET + "/?"),
}


def _parts(components: Components) -> list[tuple[str, str, str]]:
    """The components and subcomponents of a string, in order: name, text, and the rule that all of it must match.

    If all of them match their rules, the string is a URI-reference.
    """
    scheme, authority, path, query, fragment = components
    userinfo, host, port = (None, None, None) if authority is None else split_authority(authority)
    rules = (
        ("scheme", scheme, "scheme"),
        ("userinfo", userinfo, "userinfo"),
        ("host", host, "IP-literal" if host and host.startswith("[") else "reg-name"),
        ("port", port, "port"),
        ("path", path or None, _path_rule(scheme, authority, path)),
        ("query", query, "query"),
        ("fragment", fragment, "fragment"),
    )
    return [(component, text, rule) for component, text, rule in rules if text is not None]


def _path_rule(scheme: str | None, authority: str | None, path: str) -> str:
    """The rule for a path that is not empty (RFC 3986, 3.3 and 4.2).

    >>> _path_rule("urn", None, "a:b"), _path_rule(None, None, ":b")
    ('path-rootless', 'path-noscheme')
    """
    if authority is not None:
        return "path-abempty"
    if path.startswith("/"):
        return "path-absolute"
    return "path-noscheme" if scheme is None else "path-rootless"


def _faults_of(component: str, text: str, rule: str) -> Iterator[tuple[int, str]]:
    """The offset and broken rule of each fault: where the text stops matching, and each run of forbidden characters.

    The broken rule at a "%" is pct-encoded, in the components that may contain escapes.

    >>> list(_faults_of("port", "8x0yz", "port")), list(_faults_of("host", "a%2", "reg-name"))
    ([(1, 'port'), (3, 'port')], [(1, 'pct-encoded')])
    """
    if _pattern(_fragment(rule)).fullmatch(text):
        return
    if rule == "IP-literal":
        yield _fault_in_ip_literal(text)
        return
    first = _matched(_fragment(rule), text)
    wrong = (run.start() for run in _pattern(_WRONG[component]).finditer(text))
    for offset in (first, *(start for start in wrong if start > first)):
        is_escape = text[offset] == "%" and component not in ("scheme", "port")
        yield offset, "pct-encoded" if is_escape else rule


def _fault_in_ip_literal(host: str) -> tuple[int, str]:
    """The offset and rule of the fault in a host that begins with "[" but is not an IP-literal.

    >>> _fault_in_ip_literal("[::01.2.3.4]"), _fault_in_ip_literal("[::1")
    ((5, 'IPv6address'), (4, 'IP-literal'))
    """
    address, bracket, _ = host[1:].partition("]")
    is_future = address[:1] in ("v", "V")
    inner = "IPvFuture" if is_future else "IPv6address"
    if not _pattern(_fragment(inner)).fullmatch(address):
        return 1 + (_beginning_of_ipvfuture if is_future else _beginning_of_ipv6address)(address), inner
    return 1 + len(address) + len(bracket), "IP-literal"


def _beginning_of_ipvfuture(address: str) -> int:
    """The length of the longest prefix of `address` that can begin an IPvFuture.

    >>> _beginning_of_ipvfuture("v1."), _beginning_of_ipvfuture("v1:a")
    (3, 2)
    """
    return _matched(rf"[Vv](?:{grammar.HEXDIG}++(?:\.[{grammar.REG_NAME_SET}:]*+)?)?", address)


_IPV6_ENDINGS = ("", "0", ":", "::", ".0.0", "0.0.0", "0.0", ".0")
"""Any prefix of an IPv6address becomes a complete one when one of these is appended."""

_IPV6_LONGEST = len("ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255")


def _beginning_of_ipv6address(address: str) -> int:
    """The length of the longest prefix of `address` that can begin an IPv6address.

    >>> _beginning_of_ipv6address("1:2"), _beginning_of_ipv6address("1::2::3")
    (3, 5)
    """
    completes = _pattern(grammar.IPV6ADDRESS).fullmatch
    lengths = range(min(len(address), _IPV6_LONGEST) + 1)
    return max(n for n in lengths if any(completes(address[:n] + ending) for ending in _IPV6_ENDINGS))
