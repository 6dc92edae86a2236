"""The syntax that many schemes share, `//user:password@host:port/url-path` (RFC 1738, 3.1): its parts and checks."""

from linksift.uri.components import Components
from linksift.uri.percent import decode_data
from linksift.uri.schemes.scheme_definition import Check, Secret, Violation, Violations, scheme_named


def login(userinfo: str | None) -> tuple[str | None, Secret | None]:
    """The user name and password, decoded; each is "" if empty and None if missing (RFC 1738, 3.1).

    >>> login("foo:"), login(""), login(None)
    (('foo', '...'), ('', None), (None, None))
    """
    if userinfo is None:
        return None, None
    user, colon, password = userinfo.partition(":")
    return decode_data(user), Secret(decode_data(password)) if colon else None


def port_or_default(uri: Components) -> int:
    """The port of a valid URI as a number, or the default port of its scheme if none is given (RFC 3986, 3.2.3); 0
    if the scheme has none.

    >>> from linksift.uri.components import split
    >>> port_or_default(split("ftp://host:080/")), port_or_default(split("ftp://host/"))
    (80, 21)
    """
    scheme = scheme_named(uri.scheme or "")
    default = scheme.default_port if scheme else None
    return int(uri.port.lstrip("0") or "0") if uri.port else default or 0


def login_and_server(uri: Components) -> tuple[str | None, Secret | None, str, int]:
    """The user name, password, host and port of a valid URI, as `login` and `port_or_default` return them."""
    return *login(uri.userinfo), uri.host or "", port_or_default(uri)


def url_path(uri: Components) -> str:
    """The url-path with its slash, for schemes that give "?" no meaning (RFC 1738, 3.1).

    >>> from linksift.uri.components import split
    >>> url_path(split("ftp://host/what?"))
    '/what?'
    """
    return uri.path if uri.query is None else f"{uri.path}?{uri.query}"


def violation_in_url_path(uri: Components, offset: int, section: str, why: str) -> Violation:
    """A violation at an offset in `url_path`, which may be in the path or, after the "?", in the query.

    >>> from linksift.uri.components import split
    >>> violation_in_url_path(split("ftp://host/a?b;c"), 4, "RFC 1738, 3.2.2", "...")[:2]
    ('query', 1)
    """
    in_query = offset - len(uri.path) - 1
    return Violation("path", offset, section, why) if in_query < 0 else Violation("query", in_query, section, why)


def needs_host(section: str) -> Check:
    """There is an authority, and its host is not empty.

    >>> from linksift.uri.components import split
    >>> list(needs_host("RFC 9110, 4.2.1")(split("http:///a")))
    [Violation(component='host', offset=0, section='RFC 9110, 4.2.1', why='a host is needed')]
    """

    def check(uri: Components) -> Violations:
        if not uri.host:
            yield Violation("host", 0, section, "a host is needed")

    return check


def absent(component: str, section: str) -> Check:
    """A component is undefined, since it is not allowed: a "?" or "#" before it must be percent-encoded.

    >>> from linksift.uri.components import split
    >>> [violation.why for violation in absent("port", "RFC 8089, 2")(split("file://host:80/a"))]
    ['no port is allowed']
    >>> [violation.component for violation in absent("fragment", "RFC 6455, 3")(split("ws://example.com/#a"))]
    ['fragment']
    """
    name = "user name or password" if component == "userinfo" else component

    def check(uri: Components) -> Violations:
        if getattr(uri, component) is not None:
            yield Violation(component, 0, section, f"no {name} is allowed")

    return check


def host_and_port_only(section: str) -> tuple[Check, ...]:
    """The checks of an authority that has a host and a port, but no user name or password."""
    return needs_host(section), absent("userinfo", section), port_of_16_bits


def port_of_16_bits(uri: Components) -> Violations:
    """A TCP or UDP port is at most 65535 (RFC 6335, 6).

    >>> from linksift.uri.components import split
    >>> [violation.why for violation in port_of_16_bits(split("http://a:65536/"))]
    ['a port is at most 65535']
    """
    return port_range(uri.port or "")


def port_range(port: str) -> Violations:
    """The check of `port_of_16_bits` for a port on its own: digits, or "" if there is none."""
    digits = port.lstrip("0")
    if len(digits) > 5 or (digits and int(digits) > 65535):
        yield Violation("port", 0, "RFC 6335, 6", "a port is at most 65535")


def reserved_colon(uri: Components) -> Violations:
    """In a user name or password, ":" must be percent-encoded, since a bare ":" separates the two (RFC 1738, 3.1).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in reserved_colon(split("ftp://foo:b:r@host.com/"))]
    [5]
    """
    user, _, password = (uri.userinfo or "").partition(":")
    if ":" in password:
        offset = len(user) + 1 + password.index(":")
        yield Violation("userinfo", offset, "RFC 1738, 3.1", '":" in a password must be percent-encoded')


def slash_before_url_path(uri: Components) -> Violations:
    """A "?" is part of the url-path, so it cannot follow the host without a "/" (RFC 1738, 3.1 and 5).

    >>> from linksift.uri.components import split
    >>> [violation.section for violation in slash_before_url_path(split("ftp://host?a"))]
    ['RFC 1738, 3.1']
    """
    if uri.query is not None and not uri.path:
        yield Violation("path", 0, "RFC 1738, 3.1", 'a "/" is needed after the host')
