"""mailto: e-mail addresses, and the header fields of a message to them (RFC 1738, 3.5; RFC 6068)."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from linksift.uri.components import Components, split_with_offsets
from linksift.uri.percent import decode_data, lower_case
from linksift.uri.schemes.scheme_definition import Scheme, Violation, Violations

# RFC 5322, 3.2.3 and RFC 6532, 3.2: atext, with all characters beyond ASCII except lone surrogates, which represent
# bytes that are not UTF-8. Written as a negated class, it compiles fast.
_ATEXT = r"[^\x00- \"(),.:-<>@\[-\]\x7f\ud800-\udfff]++"
_DOT_ATOM_TEXT = rf"{_ATEXT}(?:\.{_ATEXT})*"

# RFC 5322, 3.2.4: qtext and quoted-pair, in which white space needs a backslash (RFC 6068, 2).
_QTEXT = r"[^\x00- \"\\\x7f\ud800-\udfff]*+"
_QUOTED_STRING = rf'"{_QTEXT}(?:\\[\t -~]{_QTEXT})*"'

# local-part   = dot-atom-text / quoted-string
# domain       = dot-atom-text / "[" *dtext-no-obs "]"
_LOCAL_PART = rf"{_DOT_ATOM_TEXT}|{_QUOTED_STRING}"
_DOMAIN = rf"{_DOT_ATOM_TEXT}|\[[!-Z^-~]*+\]"

# qchar        = unreserved / pct-encoded / some-delims
# some-delims  = "!" / "$" / "'" / "(" / ")" / "*" / "+" / "," / ";" / ":" / "@"
_QCHAR_SET = r"A-Za-z0-9\-._~%!$'()*+,;:@"


class Mailto(NamedTuple):
    """The parts of a mailto URI, decoded (RFC 6068, 2).

    `to` lists the addresses in the path. `fields` lists the header fields in order: names in lower case, and values. A
    "to" field adds addresses, and "body" is the text of the message.
    """

    to: tuple[str, ...]
    fields: tuple[tuple[str, str], ...]


def parts(uri: Components) -> Mailto:
    """Split a valid mailto URI into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("mailto:gorby%25kremvax@example.com?Subject=caf%C3%A9"))
    Mailto(to=('gorby%kremvax@example.com',), fields=(('subject', 'café'),))
    """
    to = tuple(decode_data(address) for _, address in _addresses(uri))
    fields = (field.partition("=") for _, field in _fields(uri))
    return Mailto(to, tuple((decode_data(name).lower(), decode_data(value)) for name, _, value in fields))


_HEXADECIMAL = re.compile(r"(?:[0-9A-Fa-f]{2}){2,}+")


def unprotected_address(encoded: str) -> str | None:
    """The mailto URI of an address that Cloudflare has encoded, perhaps not valid; None if there is no address.

    After a key, each octet of the address is combined with it by exclusive or; all are in hexadecimal (Cloudflare,
    "Email Address Obfuscation").

    >>> unprotected_address("2a40454f6a4b044f524b475a464f"), unprotected_address("2a40")
    ('mailto:joe@a.example', None)
    """
    if _HEXADECIMAL.fullmatch(encoded) is None:
        return None
    key, *octets = bytes.fromhex(encoded)
    address = bytes(octet ^ key for octet in octets).decode("utf-8", "surrogateescape")
    return f"mailto:{address}" if "@" in address else None


def no_authority(uri: Components) -> Violations:
    """No slashes precede an address (RFC 6068, 2).

    >>> from linksift.uri.components import split
    >>> [violation.component for violation in no_authority(split("mailto://chris@example.com"))]
    ['host']
    """
    if uri.authority is not None:
        yield Violation("host", 0, "RFC 6068, 2", '"//" must not precede an address')


def addr_specs(uri: Components) -> Violations:
    """Each address between the commas, once decoded, is a local-part@domain of RFC 5322, 3.4.1 (RFC 6068, 2).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in addr_specs(split("mailto:a@example.com,b,%22c%20d%22@example.com"))]
    [14, 16]
    """
    for start, address in _addresses(uri):
        local_part, _, domain = address.rpartition("@")
        if not (re.fullmatch(_LOCAL_PART, decode_data(local_part)) and re.fullmatch(_DOMAIN, decode_data(domain))):
            yield Violation("path", start, "RFC 6068, 2", "an address is local-part@domain, without white space")


def encoded_in_addresses(uri: Components) -> Violations:
    """In an address, "/", "&", ";" and "=" must be percent-encoded (RFC 6068, 2).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in encoded_in_addresses(split("mailto:a/b&c@example.com"))]
    [1, 3]
    """
    for found in re.finditer("[/&;=]++", uri.path):
        why = 'in an address "/", "&", ";" and "=" must be percent-encoded'
        yield Violation("path", found.start(), "RFC 6068, 2", why)


def header_fields(uri: Components) -> Violations:
    """Fields are name=value, separated by "&"; in them, "/", "?" and "=" must be percent-encoded (RFC 6068, 2).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in header_fields(split("mailto:a@example.com?cc=b@example.com&urgent"))]
    [17]
    """
    for start, field in _fields(uri):
        if not re.fullmatch(rf"[{_QCHAR_SET}]*+=[{_QCHAR_SET}]*+", field):
            why = 'a field is name=value, and other "/", "?" and "=" in it must be percent-encoded'
            yield Violation("query", start, "RFC 6068, 2", why)


def line_breaks(uri: Components) -> Violations:
    """A line break in the body must be encoded as %0D%0A (RFC 6068, 5).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in line_breaks(split("mailto:a@example.com?body=b%0D%0Ac%0Ad"))]
    [13]
    """
    for start, field in _fields(uri):
        name, _, value = field.partition("=")
        found = re.search("%0D(?!%0A)|(?<!%0D)%0A", value.upper())
        if found and decode_data(name).lower() == "body":
            offset = start + len(name) + 1 + found.start()
            yield Violation("query", offset, "RFC 6068, 5", "a line break must be %0D%0A")


def domain_case(uri: Components) -> Components:
    """The domains of the addresses in lower case; local parts stay as they are (RFC 6068, 2; RFC 3986, 6.2.2.1).

    >>> from linksift.uri.components import recompose, split
    >>> recompose(domain_case(split("mailto:Joe@Example.COM,Ann@EXAMPLE.org")))
    'mailto:Joe@example.com,Ann@example.org'
    """
    addresses = (address.rpartition("@") for _, address in _addresses(uri))
    lowered = (local + at + lower_case(domain) if at else domain for local, at, domain in addresses)
    return uri._replace(path=",".join(lowered))


def field_name_case(uri: Components) -> Components:
    """The names of header fields, which are case-insensitive, in lower case (RFC 6068, 2).

    >>> from linksift.uri.components import recompose, split
    >>> recompose(field_name_case(split("mailto:?To=Joe@example.com&Subject=Hi")))
    'mailto:?to=Joe@example.com&subject=Hi'
    """
    if uri.query is None:
        return uri
    fields = (field.partition("=") for _, field in _fields(uri))
    return uri._replace(query="&".join(lower_case(name) + equals + value for name, equals, value in fields))


def _addresses(uri: Components) -> Iterator[tuple[int, str]]:
    """The addresses of the path, as written, each with its offset; none for an empty path."""
    return split_with_offsets(uri.path, ",") if uri.path else iter(())


def _fields(uri: Components) -> Iterator[tuple[int, str]]:
    """The fields of the query, as written, each with its offset."""
    return iter(()) if uri.query is None else split_with_offsets(uri.query, "&")


CHECKS = (no_authority, addr_specs, encoded_in_addresses, header_fields, line_breaks)
SCHEME = Scheme("RFC 6068", parts, checks=CHECKS, normalizers=(domain_case, field_name_case))
