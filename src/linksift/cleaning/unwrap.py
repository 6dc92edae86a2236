"""Unwraps links that a mail filter or redirector has wrapped in a link of its own, without any network request.

A mail filter with its own encoding has a function that yields candidates for the URI inside; every other wrapper has a
row in a table, or a rule that the caller passes. Unwrapping is not normalization, and `clean` never does it: following
the URI inside bypasses the filter.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from io import StringIO
from itertools import chain
from typing import Any, NamedTuple

from linksift.arguments import plain_str, whole_number
from linksift.cleaning.redirector_targets import RedirectorRules, host_of, parameters, redirected
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import never_by_default, schemes
from linksift.uri import (
    Components,
    Reference,
    check_uri,
    decode_data,
    is_uri,
    recompose,
    repr_without_passwords,
    split,
    to_uri,
    unprotected_address,
)

_URL_DEFENSE = ("urldefense.com", "urldefense.us", "urldefense.proofpoint.com")

# One octet was replaced, or a run whose length a letter encodes: A means 2, B means 3, ..., and _ means 65.
_REPLACED = lazy_pattern(r"\*(?:\*([A-Za-z0-9\-_]))?")
_RUN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_LENGTHS = {letter: length for length, letter in enumerate(_RUN, 2)}

_DEFAULT_PORTS = {"http": "80", "https": "443"}
_IN_NO_AUTHORITY = lazy_pattern(r'[\x00-\x20"<>\\^`{|}\x7f]')


class Wrapper(NamedTuple):
    """A wrapper that was taken off: its name (that of a function in this module, a row of the table, or a caller's
    rule), and the wrapping URI."""

    name: str
    uri: str

    def __repr__(self) -> str:
        return repr_without_passwords(self)


class Unwrapped(NamedTuple):
    """The URI inside, and the wrappers that were taken off, outermost first. Without wrappers, it is the given URI."""

    uri: str
    through: tuple[Wrapper, ...]

    def __repr__(self) -> str:
        return repr_without_passwords(self)


def url_defense_v1(wrapping: Components) -> Iterator[str]:
    """Proofpoint URL Defense, version 1: the URI is in `u`, up to `&k=`, percent-encoded or not (Proofpoint's decoder).

    >>> unwrap("https://urldefense.proofpoint.com/v1/url?u=http%3A//a.example/b%3Fc%3Dd%26amp%3Be&k=x").uri
    'http://a.example/b?c=d&e'
    """
    found = re.search("(?:^|[&;])u=(.*?)(?:&(?:amp;)?k=|$)", wrapping.query or "")
    if found and host_of(wrapping) in _URL_DEFENSE and wrapping.path == "/v1/url":
        yield decode_data(found[1]).replace("&amp;", "&")


def url_defense_v2(wrapping: Components) -> Iterator[str]:
    """Proofpoint URL Defense, version 2: the URI is in `u`, with `_` for `/` and `-` for `%` (Proofpoint's decoder).

    >>> unwrap("https://urldefense.proofpoint.com/v2/url?u=http-3A__a-2Db.example_c-5Fd&d=DwMFaQ").uri
    'http://a-b.example/c_d'
    """
    if host_of(wrapping) in _URL_DEFENSE and wrapping.path == "/v2/url":
        for value in parameters(wrapping, "u"):
            yield decode_data(value.translate({ord("-"): "%", ord("_"): "/"})).replace("&amp;", "&")


def url_defense_v3(wrapping: Components) -> Iterator[str]:
    """Proofpoint URL Defense, version 3: the URI is between `__`, with `*` for octets given later in base64.

    `**A` represents two such octets, and `**B` three (Proofpoint's decoder; cardi/proofpoint-url-decoder#7). If mail
    software has merged the two slashes after the scheme, they are restored.

    >>> unwrap("https://urldefense.com/v3/__https:/a.example/b**A*__;w6k_!!x$").uri
    'https://a.example/b%C3%A9?'
    """
    encoded, found, rest = recompose(wrapping).partition("/v3/__")[2].partition("__;")
    if not (found and "!" in rest and host_of(wrapping) in _URL_DEFENSE and wrapping.path.startswith("/v3/__")):
        return
    if (inside := _restore_replaced(decode_data(encoded), rest.partition("!")[0])) is not None:
        yield inside
        yield re.sub(r"\A([A-Za-z0-9+.\-]++:/)(?!/)", r"\1/", inside)


def email_protection(wrapping: Components) -> Iterator[str]:
    """Cloudflare's link in place of an address, on any host: the fragment has the address, encoded.

    >>> unwrap("https://a.example/cdn-cgi/l/email-protection#2a40454f6a4b044f524b475a464f").uri
    'mailto:joe@a.example'
    """
    address = unprotected_address(wrapping.fragment or "")
    if address is not None and wrapping.path == "/cdn-cgi/l/email-protection":
        yield address


WRAPPERS: tuple[Callable[[Components], Iterator[str]], ...] = (
    url_defense_v1,
    url_defense_v2,
    url_defense_v3,
    email_protection,
)

MAIL_FILTERS = frozenset(
    {
        *("safe_links", "url_defense_v1", "url_defense_v2", "url_defense_v3", "barracuda", "check-point", "cisco"),
        *("edgepilot", "libraesva", "menlo", "postoffice", "sophos", "symantec", "trellix", "trend-micro"),
        *("trustwave", "vade"),
    }
)
"""The wrappers that mail filters put into messages that they let through. Anyone can use the other wrappers."""


def unwrap(uri: str, *, depth: int = 8, rules: RedirectorRules | Mapping[str, Any] | None = None) -> Unwrapped:
    """The URI that others have wrapped in theirs, and the wrappers that were taken off, at most `depth` of them.

    Mail filters, search engines, social networks, caches and advertisers are known; `rules` adds others, as
    RedirectorRules or as the mapping from which those are built. An IRI is read as the URI to which it maps (RFC 3987,
    3.1). A wrapper stays on if its content is not a valid URI, lacks the host that its scheme needs, or is a
    `javascript`, `data` or `vbscript` URI. Characters that a URI may not contain are percent-encoded, but an authority
    is never repaired. Nothing is fetched, so a redirect known only to its server stays. Raises InvalidReference for a
    text that is neither a URI nor an IRI, and ValueError for a negative `depth` and for invalid `rules`.

    >>> wrapped = "https://www.google.com/url?q=https%3A%2F%2Furldefense.com%2Fv3%2F__http%3A%2F%2Fa.example%2F__%3B!!x"
    >>> unwrap(wrapped).uri, [wrapper.name for wrapper in unwrap(wrapped).through]
    ('http://a.example/', ['google', 'url_defense_v3'])
    >>> unwrap("http://a.example/?url=http%3A%2F%2Fb.example%2F")
    Unwrapped(uri='http://a.example/?url=http%3A%2F%2Fb.example%2F', through=())
    """
    uri = plain_str("unwrap", uri)
    whole_number("depth", depth, 0)
    if rules is not None and not isinstance(rules, RedirectorRules):
        rules = RedirectorRules(rules)
    with suppress(UnicodeEncodeError):  # a lone surrogate, which no URI has: `check_uri` refuses it
        uri = to_uri(uri)
    check_uri(uri)
    through: list[Wrapper] = []
    while len(through) < depth and (taken_off := _unwrap_once(uri, rules)):
        name, inside = taken_off
        through.append(Wrapper(name, uri))
        uri = inside
    return Unwrapped(uri, tuple(through))


def _unwrap_once(uri: str, rules: RedirectorRules | None) -> tuple[str, str] | None:
    """The name of the wrapper and the URI in it; None if there is no wrapper, or if its content must stay inside."""
    wrapping = split(uri)
    scheme = (wrapping.scheme or "").lower()
    if scheme not in _DEFAULT_PORTS:
        return None
    is_known = wrapping.port in (None, "", _DEFAULT_PORTS[scheme])
    named = ((wrapper.__name__, content) for wrapper in WRAPPERS for content in wrapper(wrapping))
    tables = (named, redirected(wrapping)) if is_known else ()
    for name, content in chain(*tables, rules.contents(uri) if rules else ()):
        if inside := _usable_uri(content):
            return name, inside
    return None


def _restore_replaced(text: str, encoded: str) -> str | None:
    """`text` with the octets that version 3 replaced put back; None if the counts differ or the octets are not text."""
    from base64 import b64decode

    counts = [_LENGTHS.get(letter, 1) for letter in _REPLACED.findall(text)]
    try:
        octets = b64decode(encoded + "=" * (-len(encoded) % 4), altchars=b"-_", validate=True).decode().encode()
    except ValueError:
        return None
    if sum(counts) != len(octets):
        return None
    replaced = StringIO(octets.decode("ascii", "surrogateescape"), newline="")
    restored = _REPLACED.sub(lambda found: replaced.read(_LENGTHS.get(found[1], 1)), text)
    return restored.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


def _usable_uri(content: str) -> str | None:
    """A wrapper's content as a valid URI that may be passed on, percent-encoded where necessary, or None."""
    parts = split(content)
    scheme = (parts.scheme or "").lower()
    known = schemes().get(scheme)
    hostless = known is not None and known.host and not parts.host
    if not scheme or scheme in never_by_default() or hostless or _IN_NO_AUTHORITY.search(parts.authority or ""):
        return None
    if is_uri(content):
        return content
    fields = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
    try:
        return str(Reference.build(**{field: getattr(parts, field) for field in fields}))
    except ValueError:
        return None
