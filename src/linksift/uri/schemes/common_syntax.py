"""What many schemes have in common: the Internet scheme syntax of RFC 1738, 3.1, `//user:password@host:port/url-path`.

Here belongs what is said of these parts in more than one document: taking them apart, and what is asked of them.
"""

from collections.abc import Iterator

from linksift.uri.components import Components
from linksift.uri.percent import decode_data
from linksift.uri.schemes.scheme_shape import Broken, Demand, Secret


def login(uri: Components) -> tuple[str | None, Secret | None]:
    """User name and password, decoded; an empty one is not none (RFC 1738, 3.1).

    >>> from linksift.uri.components import split
    >>> login(split("ftp://foo:@host.com/")), login(split("ftp://@host.com/")), login(split("ftp://host.com/"))
    (('foo', '...'), ('', None), (None, None))
    """
    if uri.userinfo is None:
        return None, None
    user, colon, password = uri.userinfo.partition(":")
    return decode_data(user), Secret(decode_data(password)) if colon else None


def port_or_default(uri: Components, default: int) -> int:
    """The port of a valid URI as a number, the scheme's own where none is given (RFC 3986, 3.2.3)."""
    return int(uri.port.lstrip("0") or "0") if uri.port else default


def url_path(uri: Components) -> str:
    """RFC 1738's url-path with its slash, for schemes in which "?" is a character like others (RFC 1738, 3.1).

    >>> from linksift.uri.components import split
    >>> url_path(split("ftp://host/what?"))
    '/what?'
    """
    return uri.path if uri.query is None else f"{uri.path}?{uri.query}"


def broken_in_url_path(uri: Components, offset: int, section: str, why: str) -> Broken:
    """What is broken at an offset of `url_path`, which may be in the path or behind its "?" in the query.

    >>> from linksift.uri.components import split
    >>> broken_in_url_path(split("ftp://host/a?b;c"), 4, "RFC 1738, 3.2.2", "...")[:2]
    ('query', 1)
    """
    behind = offset - len(uri.path) - 1
    return Broken("path", offset, section, why) if behind < 0 else Broken("query", behind, section, why)


def needs_host(section: str) -> Demand:
    """An authority with a host that is not empty.

    >>> from linksift.uri.components import split
    >>> list(needs_host("RFC 9110, 4.2.1")(split("http:///a")))
    [Broken(component='host', offset=0, section='RFC 9110, 4.2.1', why='a host is needed')]
    """

    def demand(uri: Components) -> Iterator[Broken]:
        if not uri.host:
            yield Broken("host", 0, section, "a host is needed")

    return demand


def no_userinfo(section: str) -> Demand:
    """No user name and no password."""

    def demand(uri: Components) -> Iterator[Broken]:
        if uri.userinfo is not None:
            yield Broken("userinfo", 0, section, "no user name or password is allowed")

    return demand


def no_query(section: str) -> Demand:
    """No query: its "?" would have to be percent-encoded."""

    def demand(uri: Components) -> Iterator[Broken]:
        if uri.query is not None:
            yield Broken("query", 0, section, "no query is allowed")

    return demand


def port_of_16_bits(uri: Components) -> Iterator[Broken]:
    """A port of TCP or UDP is at most 65535 (RFC 6335, 6).

    >>> from linksift.uri.components import split
    >>> [broken.why for broken in port_of_16_bits(split("http://a:65536/"))]
    ['a port is at most 65535']
    """
    return port_range(uri.port or "")


def port_range(port: str) -> Iterator[Broken]:
    """What `port_of_16_bits` asks, of a port by itself: digits, or "" where there is none."""
    digits = port.lstrip("0")
    if len(digits) > 5 or (digits and int(digits) > 65535):
        yield Broken("port", 0, "RFC 6335, 6", "a port is at most 65535")


def reserved_colon(uri: Components) -> Iterator[Broken]:
    """Within a user name or password ":" must be encoded: the one that is not theirs parts them (RFC 1738, 3.1).

    >>> from linksift.uri.components import split
    >>> [broken.offset for broken in reserved_colon(split("ftp://foo:b:r@host.com/"))]
    [5]
    """
    user, _, password = (uri.userinfo or "").partition(":")
    if ":" in password:
        yield Broken("userinfo", len(user) + 1 + password.index(":"), "RFC 1738, 3.1", '":" in a password is encoded')


def slash_before_url_path(uri: Components) -> Iterator[Broken]:
    """A "?" is part of the url-path, and so it cannot follow the host without a "/" (RFC 1738, 3.1 and 5).

    >>> from linksift.uri.components import split
    >>> [broken.section for broken in slash_before_url_path(split("ftp://host?a"))]
    ['RFC 1738, 3.1']
    """
    if uri.query is not None and not uri.path:
        yield Broken("path", 0, "RFC 1738, 3.1", '"/" is needed behind the host')
