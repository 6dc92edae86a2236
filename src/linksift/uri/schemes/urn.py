"""urn: persistent names, which follow the rules of their namespaces (RFC 8141)."""

from typing import NamedTuple

from linksift.lazy_pattern import lazy_pattern
from linksift.uri.components import Components
from linksift.uri.schemes.scheme_definition import Scheme, Violation, Violations

# NID = (alphanum) 0*30(ldh) (alphanum)
_NID = lazy_pattern("[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9](?=:)")


class Urn(NamedTuple):
    """The parts of a URN, named as in RFC 8141, 2; missing components are None.

    The namespace identifier is in lower case. The others are as written: only the namespace defines how they are
    divided, and nothing can be decoded until they are.
    """

    nid: str
    nss: str
    r_component: str | None
    q_component: str | None
    f_component: str | None


def parts(uri: Components) -> Urn:
    """Split a valid URN into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("urn:example:weather?=op=map&lat=39.56#today"))
    Urn(nid='example', nss='weather', r_component=None, q_component='op=map&lat=39.56', f_component='today')
    """
    nid, _, nss = uri.path.partition(":")
    resolution, mark, query = ("", "", "") if uri.query is None else _rq_components(uri.query)
    return Urn(nid.lower(), nss, resolution[2:] or None, query if mark else None, uri.fragment)


def namespace_identifier(uri: Components) -> Violations:
    """The NID consists of 2 to 32 letters, digits and inner hyphens, followed by a colon (RFC 8141, 2.1).

    >>> from linksift.uri.components import split
    >>> [violation.why for violation in namespace_identifier(split("urn:-a:b"))]
    ['a namespace identifier is 2 to 32 letters, digits and inner hyphens, followed by a colon']
    """
    if not _NID.match(uri.path):
        why = "a namespace identifier is 2 to 32 letters, digits and inner hyphens, followed by a colon"
        yield Violation("path", 0, "RFC 8141, 2.1", why)


def reserved_identifier(uri: Components) -> Violations:
    """The namespace is not called "urn" (RFC 2141, 2.1).

    >>> from linksift.uri.components import split
    >>> [violation.section for violation in reserved_identifier(split("urn:URN:a"))]
    ['RFC 2141, 2.1']
    """
    if uri.path[:4].lower() == "urn:":
        yield Violation("path", 0, "RFC 2141, 2.1", '"urn" is not a namespace identifier')


def namespace_specific_string(uri: Components) -> Violations:
    """The NSS is not empty and does not begin with "/" (RFC 8141, 2.2).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in namespace_specific_string(split("urn:example:/a"))]
    [8]
    """
    nid, colon, nss = uri.path.partition(":")
    if colon and not _begins_with_pchar(nss):
        why = 'a namespace specific string is not empty and does not begin with "/"'
        yield Violation("path", len(nid) + 1, "RFC 8141, 2.2", why)


def rq_components(uri: Components) -> Violations:
    """The NSS may be followed by "?+" and an r-component, and then by "?=" and a q-component (RFC 8141, 2.3).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in rq_components(split("urn:example:a?b"))]
    [0]
    """
    if uri.query is None:
        return
    resolution, mark, query = _rq_components(uri.query)
    if resolution and not (resolution.startswith("?+") and _begins_with_pchar(resolution[2:])):
        why = '"?" is followed by "+" and an r-component, or by "=" and a q-component'
        yield Violation("query", 0, "RFC 8141, 2.3", why)
    if mark and not _begins_with_pchar(query):
        why = 'a q-component is not empty and does not begin with "/" or "?"'
        yield Violation("query", len(resolution) + 1, "RFC 8141, 2.3.2", why)


def identifier_case(uri: Components) -> Components:
    """The namespace identifier in lower case; only the namespace knows what case means in the NSS (RFC 8141, 3.1).

    >>> from linksift.uri.components import recompose, split
    >>> recompose(identifier_case(split("urn:EXAMPLE:a123,Z456?+ABC")))
    'urn:example:a123,Z456?+ABC'
    """
    nid = _NID.match(uri.path)
    return uri._replace(path=nid[0].lower() + uri.path[nid.end() :]) if nid else uri


def _rq_components(query: str) -> tuple[str, str, str]:
    """The r-component with its "?", then "?=" and the q-component; missing parts are "" (2.3).

    >>> _rq_components("+a?=b"), _rq_components("=b"), _rq_components("+a")
    (('?+a', '?=', 'b'), ('', '?=', 'b'), ('?+a', '', ''))
    """
    return f"?{query}".partition("?=")


def _begins_with_pchar(text: str) -> bool:
    return text[:1] not in ("", "/", "?")


CHECKS = (namespace_identifier, reserved_identifier, namespace_specific_string, rq_components)
SCHEME = Scheme("RFC 8141", parts, checks=CHECKS, normalizers=(identifier_case,))
