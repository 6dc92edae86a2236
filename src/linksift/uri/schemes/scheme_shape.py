"""What a scheme is here: the shape that every module of this folder fills in.

Here belongs the shape, and what common schemes ask for in the same words. What only one scheme says is in the module of
its name. Names of modules that are no schemes have a `_`, which no scheme can have (RFC 3986, 3.1).
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from linksift.uri.components import Components
from linksift.uri.percent import decode_data


class Broken(NamedTuple):
    """A demand of a scheme's document that a URI does not meet.

    `component` is "scheme", "userinfo", "host", "port", "path", "query" or "fragment", and `offset` the fault's place
    in it, in code points; for a component that is missing, 0. `section` names the document and section that asks for
    it, and `why` says what it asks for.
    """

    component: str
    offset: int
    section: str
    why: str


Demand = Callable[[Components], Iterator[Broken]]
"""A well-formed URI of the scheme in, what is broken of one demand of its document out."""

Step = Callable[[Components], Components]
"""A URI of the scheme that is normalized as far as its syntax goes in, a step of 6.2.3 further out; idempotent."""


class Scheme(NamedTuple):
    """A URI scheme: the section that defines it, and what that section says.

    `parts` takes a valid URI of the scheme apart, into a NamedTuple of the scheme's own. `demands` are what a
    well-formed URI must meet to be a valid one of the scheme, `steps` what normalizing it by its scheme does, beyond
    what is done for every scheme, in order.
    """

    section: str
    parts: Callable[[Components], Any]
    default_port: int | None = None
    demands: tuple[Demand, ...] = ()
    steps: tuple[Step, ...] = ()


class Secret(str):
    """A string that its `repr` does not show (RFC 3986, 7.5).

    >>> Secret("secret"), str(Secret("secret"))
    ('...', 'secret')
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return repr("...")


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
    digits = (uri.port or "").lstrip("0")
    if len(digits) > 5 or (digits and int(digits) > 65535):
        yield Broken("port", 0, "RFC 6335, 6", "a port is at most 65535")


def url_path(uri: Components) -> str:
    """RFC 1738's url-path with its slash, for schemes in which "?" is a character like others (RFC 1738, 3.1).

    >>> from linksift.uri.components import split
    >>> url_path(split("ftp://host/what?"))
    '/what?'
    """
    return uri.path if uri.query is None else f"{uri.path}?{uri.query}"


def port_or_default(uri: Components, default: int) -> int:
    """The port of a valid URI as a number, the scheme's own where none is given (RFC 3986, 3.2.3)."""
    return int(uri.port) if uri.port else default


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
