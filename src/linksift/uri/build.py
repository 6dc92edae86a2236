"""Builds a reference from its parts, percent-encoding each as its component requires (RFC 3986, 2.4, 3 and 5.3).

A string is taken as *written*: its escapes stay, and only characters that its component forbids are encoded. A sequence
of path segments or query pairs is *data*: delimiters and `%` are encoded too, so splitting the reference returns the
data unchanged.
"""

import re
from collections.abc import Iterable, Mapping
from functools import partial
from types import NoneType
from typing import TYPE_CHECKING, TypedDict, cast

from linksift.arguments import require_type
from linksift.uri import grammar
from linksift.uri.components import Authority, Components, recompose
from linksift.uri.errors import InvalidHost, InvalidReference
from linksift.uri.iri import to_ascii_host
from linksift.uri.paths import without_leading_double_slash
from linksift.uri.percent import encode_data, encode_keeping_escapes

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

# The characters allowed in a name or value in a query: no delimiters, and no "+", which forms interpret as a space.
_PAIR_SET = grammar.UNRESERVED_SET + "!$'()*,:@/?"

_PATH_TYPES = "a str, or its segments, each a str"
_QUERY_TYPES = "a str, or names and values, each a str (a value may be None)"

Pairs = Mapping[str, str | None] | Iterable[tuple[str, str | None]]


class Parts(TypedDict, total=False):
    """The parts of a reference. A part that is missing or None is undefined; "" is present but empty."""

    scheme: str | None
    userinfo: str | None
    host: "str | IPv4Address | IPv6Address | None"
    port: str | int | None
    path: str | list[str] | tuple[str, ...]
    query: str | Pairs | None
    fragment: str | None


def build(parts: Parts) -> Components:
    """The components built from the parts.

    The path is adjusted so that it is read as a path: after an authority it begins with "/"; without one it does not
    begin with "//"; and in a relative reference no ":" precedes its first "/" (3.3 and 4.2).

    Raises InvalidReference for an invalid scheme or port, and for userinfo or a port without a host; InvalidHost for a
    host beyond ASCII that is not a valid name, and for an invalid IP literal, such as one with a zone;
    UnicodeEncodeError, a ValueError, for a lone surrogate that does not represent a byte; and TypeError for any
    other part.

    >>> build({"scheme": "http", "host": "bücher.example", "port": 81, "path": ["a/b", "100%"], "query": {"q": "&"}})
    Components(scheme='http', authority='xn--bcher-kva.example:81', path='/a%2Fb/100%25', query='q=%26', fragment=None)
    >>> build({"path": "/a b/%20"}).path, build({"path": "a:b"}).path, build({"path": "//a"}).path
    ('/a%20b/%20', './a:b', '/.//a')
    """
    if unknown := parts.keys() - Parts.__annotations__.keys():
        raise TypeError(f"a reference has no part {min(unknown)!r}")
    scheme, query, fragment = parts.get("scheme"), parts.get("query"), parts.get("fragment")
    for name, part in (("scheme", scheme), ("userinfo", parts.get("userinfo")), ("fragment", fragment)):
        require_type(name, "a str", (str, NoneType), part)
    if scheme is not None:
        _check(scheme, "scheme", grammar.SCHEME)
    authority = _authority(parts)
    path = _path(parts.get("path", ""), scheme, authority)
    written_query = None if query is None else _query(query)
    fragment = fragment and encode_keeping_escapes(fragment, grammar.PCHAR_SET + "/?")
    return Components(scheme, authority, path, written_query, fragment)


def _authority(parts: Parts) -> str | None:
    userinfo, host, port = parts.get("userinfo"), parts.get("host"), parts.get("port")
    if userinfo is not None:
        userinfo = encode_keeping_escapes(userinfo, grammar.REG_NAME_SET + ":")
    if port is not None:
        port = str(port)
        _check(port, "port", grammar.PORT)
    if host is not None:
        return str(Authority(userinfo, _host(str(host)), port))
    if userinfo is None and port is None:
        return None
    # The error contains an authority, so that its message hides the password.
    hostless = Components(None, str(Authority(userinfo, "", port)), "", None, None)
    raise InvalidReference(recompose(hostless), "host", hostless.starts()["host"], "authority", "a host is needed")


def _host(host: str) -> str:
    """A host as it is written in a URI: an IPv6 address in brackets, and a name beyond ASCII in A-labels.

    >>> _host("::1"), _host("[v1.x]"), _host("a b")
    ('[::1]', '[v1.x]', 'a%20b')
    """
    if re.fullmatch(grammar.IP_LITERAL, host):
        return host
    if re.fullmatch(grammar.IPV6ADDRESS, host):
        return f"[{host}]"
    if re.match(rf"\[?{grammar.IPV6ADDRESS}%", host):
        raise InvalidHost(host, "host", host.index("%"), "IPv6address", "an address in a URI cannot have a zone")
    if host.startswith("["):
        raise InvalidHost(host, "host", 0, "IP-literal", 'a host that begins with "[" must be an IP literal')
    return encode_keeping_escapes(to_ascii_host(host), grammar.REG_NAME_SET)


def _path(path: str | list[str] | tuple[str, ...], scheme: str | None, authority: str | None) -> str:
    require_type("path", _PATH_TYPES, (str, Iterable), path)
    if not isinstance(path, str):
        path = "".join(f"/{_data('path', _PATH_TYPES, segment, grammar.PCHAR_SET)}" for segment in path)
    path = encode_keeping_escapes(path, grammar.PCHAR_SET + "/")
    if authority is not None:
        return path if not path or path.startswith("/") else f"/{path}"
    path = without_leading_double_slash(authority, path)
    return f"./{path}" if scheme is None and ":" in path.partition("/")[0] else path


def _query(query: str | Pairs) -> str:
    if isinstance(query, str):
        return encode_keeping_escapes(query, grammar.PCHAR_SET + "/?")
    require_type("query", _QUERY_TYPES, Iterable, query)
    pairs = query.items() if isinstance(query, Mapping) else query
    data = partial(_data, "query", _QUERY_TYPES, kept=_PAIR_SET)
    return "&".join(data(name) if value is None else f"{data(name)}={data(value)}" for name, value in pairs)


def _data(part: str, wanted: str, text: object, kept: str) -> str:
    """The percent-encoded data of a segment, name or value. Raises TypeError unless it is a str.

    >>> _data("path", "a list", 2, "a-z")
    Traceback (most recent call last):
    TypeError: path takes a list, not int
    """
    require_type(part, wanted, str, text)
    return encode_data(cast(str, text), kept)


def _check(part: str, component: str, rule: str) -> None:
    """Raise InvalidReference if a part that cannot be percent-encoded breaks its rule (3.1 and 3.2.3)."""
    if not re.fullmatch(rule, part):
        found = re.match(rule, part)
        raise InvalidReference(part, component, found.end() if found else 0, component)
