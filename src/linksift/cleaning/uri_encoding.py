"""Encodes characters that a URI may not contain: in hosts as A-labels, elsewhere by percent-encoding (RFC 3987, 3.1).

Nothing is dropped, and no delimiter changes.
"""

import re
from collections.abc import Iterator

from linksift.cleaning.draft import Draft, Edit
from linksift.cleaning.errors import Refusal
from linksift.cleaning.scheme_typos import ANY_WEB
from linksift.delimiters import NAMED_BY_DNS
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule
from linksift.uri import InvalidHost, ends_in_a_number, host_in_browsers, percent_encode, split, to_ascii_host

_NOT_ALLOWED = lazy_pattern(r"(?:[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]|%(?![0-9A-Fa-f]{2}))+")
_IN_USERINFO = lazy_pattern(r"[^\x00-\x7f]+|%(?![0-9A-Fa-f]{2})")
_NUMERIC = lazy_pattern(
    rf"(?:{'|'.join(sorted(NAMED_BY_DNS))})://(?:[^/?#\\]*@)?+([0-9A-Fa-fx.]{{1,64}})(?=[:/?#]|\Z)", re.IGNORECASE
)
"""A URI with a scheme that browsers know, up to the end of a host of digits, dots, `x` and `a` to `f`:
`http://0x7f.1`."""

_ENCODED = lazy_pattern(
    rf"(?:{ANY_WEB})(?:%3A|:)(?:%2F%2F[^/?#\\@:&\s]+\Z|(?=//))|mailto%3A(?:(?=[\w.+\-]+@)|[^/?#\\@:&\s]+\Z)",
    re.IGNORECASE,
)
"""A scheme and its encoded colon or slashes, and the rest too if none of its delimiters is written unencoded."""

_ENCODED_DELIMITER = lazy_pattern(r"%(?:2[13-9A-F]|3[ABDF]|40|5[BD])", re.IGNORECASE)
_MAILBOX_HOST = lazy_pattern(r"@([^@,?\[\]]*[^\x00-\x7f][^@,?\[\]]*)")


@rule
def host_to_ascii(draft: Draft) -> Iterator[Edit]:
    """A host name with characters beyond ASCII becomes A-labels (RFC 3987, 3.1; UTS #46).

    >>> cleaned("http://m\u00fcnchen.example/"), cleaned("joe@b\u00fccher.example")
    ('http://xn--mnchen-3ya.example/', 'mailto:joe@xn--bcher-kva.example')
    """
    parts = split(draft.text)
    start = parts.starts()["host"]
    if parts.host:
        yield from _to_ascii(parts.host, start)
    elif parts.scheme is not None and parts.scheme.lower() == "mailto":
        for found in _MAILBOX_HOST.finditer(draft.text, 0, len("mailto:") + len(parts.path)):
            yield from _to_ascii(found[1], found.start(1))


def _to_ascii(host: str, start: int) -> Iterator[Edit]:
    try:
        replacement = to_ascii_host(host)
    except InvalidHost as fault:
        raise Refusal(f"its host has no form in ASCII: {fault.why} ({fault.rule})") from None
    if replacement != host:
        yield Edit(start, start + len(host), replacement)


@rule
def percent_encoded(draft: Draft) -> Iterator[Edit]:
    """A character that its component forbids is percent-encoded, even a second `#` or a stray `%` (RFC 3986, 2.4).

    >>> cleaned("http://a.example/100%/[x]?y={z}#a#b")
    'http://a.example/100%25/%5Bx%5D?y=%7Bz%7D#a%23b'
    """
    parts = split(draft.text)
    if parts.scheme is None:
        return
    starts = parts.starts()
    for name in ("userinfo", "path", "query", "fragment"):
        wrong = _IN_USERINFO if name == "userinfo" else _NOT_ALLOWED
        for found in wrong.finditer(getattr(parts, name) or ""):
            try:
                encoded = percent_encode(found[0])
            except UnicodeEncodeError:
                raise Refusal("a lone surrogate is not a character") from None
            yield Edit(starts[name] + found.start(), starts[name] + found.end(), encoded)


@rule
def encoded_whole(draft: Draft) -> Iterator[Edit]:
    """A URI that was percent-encoded as a whole, as in another URI's query, is decoded once (RFC 3986, 2.4).

    >>> cleaned("https%3A%2F%2Fa.example%2Fx%3Fy%3D%2520z"), cleaned("https%3A//a.example/%2F")
    ('https://a.example/x?y=%20z', 'https://a.example/%2F')
    """
    if found := _ENCODED.match(draft.text):
        for delimiter in _ENCODED_DELIMITER.finditer(draft.text, 0, found.end()):
            yield Edit(*delimiter.span(), chr(int(delimiter[0][1:], 16)))


@rule
def numeric_host(draft: Draft) -> Iterator[Edit]:
    """A number as the host becomes the address that browsers read in it (URL Standard, 3.5).

    >>> cleaned("http://0x7f.1/"), cleaned("http://1.2/45")
    ('http://127.0.0.1/', 'http://1.0.0.2/45')
    """
    found = _NUMERIC.match(draft.text)
    host = host_in_browsers(found[1]) if found else None
    if found and host and host != found[1] and ends_in_a_number(host):
        yield Edit(*found.span(1), host)
