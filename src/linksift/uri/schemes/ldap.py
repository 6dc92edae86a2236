"""ldap: a search in a directory (RFC 4516)."""

import re
from typing import Literal, NamedTuple, cast

from linksift.uri.components import Components, split_with_offsets
from linksift.uri.percent import decode_data, lower_case
from linksift.uri.schemes.common_syntax import absent, port_of_16_bits, port_or_default
from linksift.uri.schemes.scheme_definition import Scheme, Violation, Violations

# RFC 4512, 1.4 and 2.5: oid = descr / numericoid, and an attribute description with its options.
_OID = r"(?:[A-Za-z][A-Za-z0-9\-]*+|[0-9]++(?:\.[0-9]++)+)"
_SELECTOR = rf"{_OID}(?:;[A-Za-z0-9\-]++)*|\*|\+"

# RFC 4514, 3: attributeTypeAndValue; a value is a hexstring, or a string in which the delimiters are escaped.
_CHARACTER = r'[^"+,;<>\\\0\ud800-\udfff]|\\(?:[\\"+,;<> #=]|[0-9A-Fa-f]{2})'
# A final space is escaped as well.
_VALUE = rf"(?:#(?:[0-9A-Fa-f]{{2}})+|(?![ #])(?:{_CHARACTER})*(?<!(?<!\\) ))"
_ASSERTION = rf"{_OID}={_VALUE}"
_DN = rf"(?:{_ASSERTION}(?:[+,]{_ASSERTION})*)?"

Scope = Literal["base", "one", "sub"]


class Extension(NamedTuple):
    """An extension: its type, its value or None, and whether a client that does not know it must fail (RFC 4516, 2)."""

    type: str
    value: str | None
    critical: bool


class Ldap(NamedTuple):
    """The parts of an ldap URL, decoded (RFC 4516, 2).

    `host` is "" if the client has to know one, `dn` is "" for the root, and `attributes` is empty for all attributes. A
    missing scope or filter has its default (RFC 4516, 3).
    """

    host: str
    port: int
    dn: str
    attributes: tuple[str, ...]
    scope: Scope
    filter: str
    extensions: tuple[Extension, ...]


def parts(uri: Components) -> Ldap:
    """Split a valid ldap URL into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("ldap://ldap1.example.net/o=University%20of%20Michigan,c=US??sub?(cn=Babs%20Jensen)"))[2:6]
    ('o=University of Michigan,c=US', (), 'sub', '(cn=Babs Jensen)')
    """
    fields = _fields(uri)
    return Ldap(
        uri.host or "",
        port_or_default(uri),
        decode_data(uri.path.removeprefix("/")),
        tuple(decode_data(attribute) for attribute in fields.attributes.split(",") if attribute),
        cast(Scope, fields.scope.lower() or "base"),
        decode_data(fields.filter) or "(objectClass=*)",
        tuple(_extension(written) for written in fields.extensions.split(",") if written),
    )


def double_slash(uri: Components) -> Violations:
    """Two slashes precede the host, even if it is empty (RFC 4516, 2).

    >>> from linksift.uri.components import split
    >>> [violation.why for violation in double_slash(split("ldap:/o=a"))]
    ['two slashes precede the host, even if it is empty']
    """
    if uri.authority is None:
        yield Violation("host", 0, "RFC 4516, 2", "two slashes precede the host, even if it is empty")


def slash_before_query(uri: Components) -> Violations:
    """A slash precedes the name, even if the name is empty and "?" follows (RFC 4516, 2).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in slash_before_query(split("ldap://host?cn"))]
    [0]
    """
    if uri.query is not None and not uri.path:
        yield Violation("path", 0, "RFC 4516, 2", 'a slash must precede "?"')


def distinguished_name(uri: Components) -> Violations:
    """The decoded path is a distinguished name: type=value, separated by "," or "+" (RFC 4516, 2; RFC 4514, 3).

    >>> from linksift.uri.components import split
    >>> [violation.section for violation in distinguished_name(split("ldap:///o=An%20Example%5C2C%20Inc.,US"))]
    ['RFC 4514, 3']
    """
    if not re.fullmatch(_DN, decode_data(uri.path.removeprefix("/"))):
        yield Violation("path", min(1, len(uri.path)), "RFC 4514, 3", 'a name is type=value, separated by "," or "+"')


def four_fields(uri: Components) -> Violations:
    """Up to four fields follow the name; in them, "?" must be percent-encoded (RFC 4516, 2 and 2.1).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in four_fields(split("ldap:///??sub??a?b"))]
    [7]
    """
    fields = (uri.query or "").split("?", 4)
    if len(fields) == 5:
        why = 'no field follows attributes, scope, filter and extensions; in them "?" must be percent-encoded'
        yield Violation("query", len(uri.query or "") - len(fields[4]) - 1, "RFC 4516, 2.1", why)


def selectors(uri: Components) -> Violations:
    """Attributes are names, numbers or "*", separated by commas (RFC 4516, 2; RFC 4511, 4.5.1.8).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in selectors(split("ldap:///?cn;lang-en,2.5.4.3,,*,a%20b"))]
    [19, 22]
    """
    attributes = _fields(uri).attributes
    for start, attribute in split_with_offsets(attributes, ",") if attributes else ():
        if not re.fullmatch(_SELECTOR, decode_data(attribute)):
            yield Violation("query", start, "RFC 4511, 4.5.1.8", 'an attribute is a name, a number, or "*"')


def scope(uri: Components) -> Violations:
    """A scope is base, one or sub (RFC 4516, 2).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in scope(split("ldap:///?cn?all"))]
    [3]
    """
    fields = _fields(uri)
    if fields.scope.lower() not in ("", "base", "one", "sub"):
        yield Violation("query", len(fields.attributes) + 1, "RFC 4516, 2", "a scope is base, one or sub")


def parenthesized_filter(uri: Components) -> Violations:
    """A filter is in parentheses, and those within it balance (RFC 4515, 3).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in parenthesized_filter(split("ldap:///??sub?cn=a"))]
    [5]
    """
    fields = _fields(uri)
    if fields.filter and not _is_parenthesized(decode_data(fields.filter)):
        start = len(fields.attributes) + len(fields.scope) + 2
        yield Violation("query", start, "RFC 4515, 3", "a filter is in parentheses that balance")


def extensions(uri: Components) -> Violations:
    """Extensions are type or type=value, with "!" first if critical, separated by commas (RFC 4516, 2).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in extensions(split("ldap:///????!e-bindname=cn=a%2Cc=US,=b"))]
    [27]
    """
    fields = _fields(uri)
    first = sum(map(len, fields[:3])) + 3
    for start, written in split_with_offsets(fields.extensions, ",", first) if fields.extensions else ():
        if not re.fullmatch(_OID, _extension(written).type):
            why = "an extension is type or type=value, of a named or numbered type"
            yield Violation("query", start, "RFC 4516, 2", why)


def scope_case(uri: Components) -> Components:
    """The scope in lower case: the strings of ABNF are case-insensitive (RFC 4516, 2; RFC 5234, 2.3).

    >>> from linksift.uri.components import recompose, split
    >>> recompose(scope_case(split("ldap://ldap1.example.com/c=GB?objectClass?ONE")))
    'ldap://ldap1.example.com/c=GB?objectClass?one'
    """
    fields = (uri.query or "").split("?")
    if len(fields) == 1:
        return uri
    return uri._replace(query="?".join([fields[0], lower_case(fields[1]), *fields[2:]]))


class _Fields(NamedTuple):
    """The fields of the query, as written; missing ones are ""."""

    attributes: str
    scope: str
    filter: str
    extensions: str


def _fields(uri: Components) -> _Fields:
    """Split the query into its fields.

    >>> from linksift.uri.components import split
    >>> _fields(split("ldap:///?cn??(a=b)"))
    _Fields(attributes='cn', scope='', filter='(a=b)', extensions='')
    """
    return _Fields(*[*(uri.query or "").split("?"), "", "", ""][:4])


def _extension(written: str) -> Extension:
    """Parse an extension.

    >>> _extension("!e-bindname=cn=Manager%2cc=US")
    Extension(type='e-bindname', value='cn=Manager,c=US', critical=True)
    """
    name, equals, value = written.partition("=")
    return Extension(decode_data(name.removeprefix("!")), decode_data(value) if equals else None, name[:1] == "!")


def _is_parenthesized(text: str) -> bool:
    """Whether the first parenthesis is closed by the last character, and not before.

    >>> _is_parenthesized("(&(a=b)(c=d))"), _is_parenthesized("(a=b)(c=d)"), _is_parenthesized("((a=b)")
    (True, False, False)
    """
    depth = 0
    for found in re.finditer("[()]", text):
        depth += 1 if found[0] == "(" else -1
        if depth <= 0:
            return depth == 0 and text[0] == "(" and found.end() == len(text)
    return False


CHECKS = (
    double_slash,
    absent("userinfo", "RFC 4516, 2"),
    port_of_16_bits,
    slash_before_query,
    distinguished_name,
    four_fields,
    selectors,
    scope,
    parenthesized_filter,
    extensions,
)
SCHEME = Scheme("RFC 4516", parts, default_port=389, checks=CHECKS, normalizers=(scope_case,))
