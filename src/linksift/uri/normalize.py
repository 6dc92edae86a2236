"""Normalizes references by RFC 3986, 6.2.2 and 6.2.3: one function per step, in the order of the ladder.

A step makes only changes that preserve equivalence according to the RFC or the scheme's document. Merely common changes
(sorting queries, dropping `www` or trackers) are not normalization. No step adds or removes an authority. Together the
steps are idempotent.
"""

from collections.abc import Callable
from typing import Literal

from linksift.lazy_pattern import lazy_pattern
from linksift.uri.components import Components, split_authority
from linksift.uri.paths import remove_dot_segments, without_leading_double_slash
from linksift.uri.percent import decode_unreserved, lower_case, upper_case_escapes
from linksift.uri.schemes import scheme_named

EncodedDots = Literal["decode", "keep"]

_OBVIOUSLY_NORMAL = lazy_pattern(r"https?://[a-z0-9.\-]++/[^%]*+")


def case(uri: Components) -> Components:
    """The URI with its scheme and host in lower case, and its escapes in upper case (RFC 3986, 6.2.2.1).

    >>> from linksift.uri.components import recompose, split
    >>> recompose(case(split("HTTP://User@EXAMPLE.com/%7b")))
    'http://User@example.com/%7B'
    """
    scheme, authority, path, query, fragment = _each(upper_case_escapes, uri)
    return Components(scheme and scheme.lower(), _fold_host(authority), path, query, fragment)


def percent_encoding(uri: Components) -> Components:
    """The URI with escapes of unreserved characters decoded, and then its host in lower case (RFC 3986, 6.2.2.2).

    >>> from linksift.uri.components import recompose, split
    >>> recompose(percent_encoding(split("http://%41/%7Euser/%2E%2E/%2F")))
    'http://a/~user/../%2F'
    """
    scheme, authority, path, query, fragment = _each(decode_unreserved, uri)
    return Components(scheme, _fold_host(authority), path, query, fragment)


def percent_encoding_except_dots(uri: Components) -> Components:
    """Like `percent_encoding`, but segments that would become "." or ".." stay as they are.

    >>> from linksift.uri.components import recompose, split
    >>> recompose(percent_encoding_except_dots(split("http://a/%7Euser/%2E%2E/.%2E/x%2Ey")))
    'http://a/~user/%2E%2E/.%2E/x.y'
    """
    segments = uri.path.split("/")
    decoded = ((segment, decode_unreserved(segment)) for segment in segments)
    path = "/".join(segment if plain in (".", "..") else plain for segment, plain in decoded)
    return percent_encoding(uri._replace(path=""))._replace(path=path)


def path_segments(uri: Components) -> Components:
    """The URI without dot-segments (RFC 3986, 6.2.2.3); a relative reference, which needs them (5.2), is unchanged.

    >>> from linksift.uri.components import recompose, split
    >>> recompose(path_segments(split("http://a/b/../c"))), recompose(path_segments(split("a:/b/..//c")))
    ('http://a/c', 'a:/.//c')
    """
    if uri.scheme is None:
        return uri
    return uri._replace(path=without_leading_double_slash(uri.authority, remove_dot_segments(uri.path)))


def scheme_based(uri: Components) -> Components:
    """The URI without an empty or default port, and with the scheme's own steps applied (RFC 3986, 6.2.3).

    An empty path after an authority becomes "/".

    >>> from linksift.uri.components import recompose, split
    >>> recompose(scheme_based(split("http://a:80"))), recompose(scheme_based(split("file://localhost/a")))
    ('http://a/', 'file:///a')
    """
    if uri.scheme is None:
        return uri
    scheme = scheme_named(uri.scheme)
    if uri.authority is not None:
        authority = _without_default_port(uri.authority, scheme.default_port if scheme else None)
        uri = uri._replace(authority=authority, path=uri.path or "/")
    for normalizer in scheme.normalizers if scheme else ():
        uri = normalizer(uri)
    return uri


LADDER: tuple[Callable[[Components], Components], ...] = (case, percent_encoding, path_segments, scheme_based)
"""All steps, each building on those before it (RFC 3986, 6.2)."""

LADDERS = {"decode": LADDER, "keep": (case, percent_encoding_except_dots, path_segments, scheme_based)}


def normalize(uri: Components, encoded_dots: EncodedDots = "decode") -> Components:
    """Normalize a valid reference by syntax and scheme (RFC 3986, 6.2.2 and 6.2.3).

    `encoded_dots`: "decode" decodes `%2E` as 6.2.2.2 requires, and so removes `%2E%2E/` like `../`; "keep" leaves such
    segments alone, for servers that distinguish the two. Raises ValueError for any other value.

    >>> from linksift.uri.components import recompose, split
    >>> recompose(normalize(split("eXAMPLE://a/./b/../b/%63/%7bfoo%7d")))
    'example://a/b/c/%7Bfoo%7D'
    """
    if encoded_dots not in LADDERS:
        raise ValueError(f'encoded_dots must be "decode" or "keep", not {encoded_dots!r}')
    for step in LADDERS[encoded_dots]:
        uri = step(uri)
    return uri


def is_obviously_normal(uri: str) -> bool:
    """Whether a single pattern shows that normalizing leaves a valid URI unchanged; False proves nothing.

    The pattern matches http and https URIs whose authority is a name, without escapes or dot-segments.

    >>> is_obviously_normal("http://a.example/b?c"), is_obviously_normal("http://a.example"), is_obviously_normal("ftp://a/")
    (True, False, False)
    """
    return _OBVIOUSLY_NORMAL.fullmatch(uri) is not None and "/." not in uri


def _each(change: Callable[[str], str], uri: Components) -> Components:
    """Apply a change to each component that can contain escapes."""
    scheme, authority, path, query, fragment = uri
    if "%" not in f"{authority}{path}{query}{fragment}":
        return uri
    return Components(
        scheme, authority and change(authority), change(path), query and change(query), fragment and change(fragment)
    )


def _fold_host(authority: str | None) -> str | None:
    """The authority with its host in lower case, except for the digits of escapes (6.2.2.1).

    >>> _fold_host("User@HOST%C3%84:80")
    'User@host%C3%84:80'
    """
    if authority is None or authority.islower():
        return authority
    parts = split_authority(authority)
    return str(parts._replace(host=lower_case(parts.host)))


def _without_default_port(authority: str, default: int | None) -> str:
    """The authority without its port if that is empty or the default, even with leading zeros (3.2.3).

    >>> _without_default_port("a:", None), _without_default_port("a:080", 80), _without_default_port("a:81", 80)
    ('a', 'a', 'a:81')
    """
    if ":" not in authority:
        return authority
    parts = split_authority(authority)
    if parts.port == "" or (parts.port and parts.port.lstrip("0") == str(default)):
        return str(parts._replace(port=None))
    return authority
