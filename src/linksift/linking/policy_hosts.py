"""The hosts in a policy: those to which links may or may not lead, and the site whose links are written as paths.

A listed host covers its subdomains. Hosts are compared as a browser reads them (URL Standard, 3.5): percent-decoded,
as A-labels in lower case, and with numbers as IPv4 addresses, so that no alternative spelling of a refused host passes.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from linksift.arguments import items
from linksift.finding import ADDRESSED, Matcher
from linksift.uri import Reference, decode_data, host_in_browsers, host_of_browser_url, is_uri, parse, recompose

_DOMAIN = re.compile("@([^@,;:/?#]*)")
_LISTED = re.compile(r"\[.*\]|[a-z0-9_\-]+(?:\.[a-z0-9_\-]+)*\.?")
LONGEST_LISTED = 255
"""The longest name that a list may contain, in characters; those of the DNS have 253 (RFC 1035, 2.3.4)."""

_IN_FIELDS = frozenset({"to", "cc", "bcc"})


def checked_hosts(option: str, hosts: Iterable[str]) -> frozenset[str]:
    """The hosts in a list, as browsers read them. Raises ValueError for an invalid one.

    >>> sorted(checked_hosts("refused_hosts", ["B\\u00fccher.example", "0x7f.1", "::1"]))
    ['127.0.0.1', '[::1]', 'xn--bcher-kva.example']
    """
    return frozenset(checked_host(option, host) for host in items(hosts))


def checked_host(option: str, host: object) -> str:
    """A host from a list, as browsers read it. Raises ValueError if it is invalid.

    >>> checked_host("allowed_hosts", "https://a.example/")
    Traceback (most recent call last):
    ...
    ValueError: allowed_hosts must be hosts such as 'a.example' or '192.0.2.1', not 'https://a.example/'
    >>> checked_host("own_hosts", "*.a")
    Traceback (most recent call last):
    ...
    ValueError: own_hosts must be hosts such as 'a.example' or '192.0.2.1', not '*.a': a host covers its subdomains
    """
    written = host if isinstance(host, str) else ""
    read = host_in_browsers(f"[{written}]" if ":" in written and "[" not in written else written) or ""
    if not _LISTED.fullmatch(read) or len(read) > LONGEST_LISTED:
        hint = ": a host covers its subdomains" if written.startswith("*.") else ""
        raise ValueError(f"{option} must be hosts such as 'a.example' or '192.0.2.1', not {host!r}{hint}")
    return read.removesuffix(".")


def may_lead_to_hosts(uri: str, allowed: frozenset[str] | None, refused: frozenset[str]) -> bool:
    """Whether a URI leads to no refused host and, if there is a list of allowed hosts, only to those.

    A URI without a host or address, such as `tel:` or `urn:`, does not lead to an allowed host.

    >>> allowed, refused = frozenset({"a.example"}), frozenset({"ads.a.example"})
    >>> uris = ("http://www.A.example/", "http://x.ads.a.example/", "http://ba.example/", "mailto:a@a.example", "tel:1")
    >>> [uri for uri in uris if may_lead_to_hosts(uri, allowed, refused)]
    ['http://www.A.example/', 'mailto:a@a.example']
    """
    hosts = [*hosts_of(parse(uri))]
    if any(is_covered(host, refused) for host in hosts):
        return False
    return allowed is None or (bool(hosts) and all(is_covered(host, allowed) for host in hosts))


KindAndHosts = tuple[str, frozenset[str]]
"""The kind of a match, and the hosts to which its URI leads."""


@lru_cache(maxsize=64)
def hosts_named_by(matchers: tuple[Matcher, ...]) -> frozenset[KindAndHosts]:
    """The hosts that the templates of matchers name regardless of the text, listed by the kind of the matches.

    A template with a field in its host names none: the text chooses the host.

    >>> paths = Matcher.mentions("https://a.example/{name}"), Matcher.phone_numbers()
    >>> sorted((kind, *hosts) for kind, hosts in hosts_named_by(paths))
    [('mention', 'a.example'), ('phone',)]
    >>> hosts_named_by((Matcher.mentions("https://{host}/@{name}", hosts=True),))
    frozenset()
    """
    named = set()
    for matcher in matchers:
        hosts = hosts_in(matcher.example_uri("00"))
        if hosts == hosts_in(matcher.example_uri("11")):
            named.add((matcher.name, hosts))
    return frozenset(named)


def hosts_in(uri: str) -> frozenset[str]:
    """The hosts to which a URI leads."""
    return frozenset(hosts_of(parse(uri)))


def is_covered(host: str, listed: frozenset[str]) -> bool:
    """Whether a host is listed, or is a subdomain of a listed host.

    >>> [is_covered(host, frozenset({"a.example"})) for host in ("a.example", "b.a.example", "ba.example")]
    [True, True, False]
    """
    end = host.removesuffix(".")[-LONGEST_LISTED - 1 :]  # a longer name covers nothing, and most of it is not read
    labels = end.split(".")
    return any(".".join(labels[first:]) in listed for first in range(len(labels)))


def hosts_of(reference: Reference) -> Iterator[str]:
    """The hosts to which a URI leads: its own, and the one that a browser reads in it, or the domains of its addresses.

    >>> [*hosts_of(parse("mailto:joe@a.example,ann@b.example?cc=eve@c.example"))]
    ['a.example', 'b.example', 'c.example']
    """
    if reference.host is not None:
        yield as_read_by_browsers(reference.host)
    elif (reference.scheme or "").lower() in ADDRESSED:
        yield from map(as_read_by_browsers, domains_of_addresses(reference))
    if host := host_of_browser_url(str(reference)):
        yield host


def domains_of_addresses(reference: Reference) -> Iterator[str]:
    """The domains of the addresses in a URI: those of its path, and those of a mailto URI's fields."""
    yield from _DOMAIN.findall(decode_data(reference.path))
    for name, value in reference.query_pairs():
        if name.lower() in _IN_FIELDS:
            yield from _DOMAIN.findall(value or "")


def as_read_by_browsers(host: str) -> str:
    """A host as a browser reads it, or merely in lower case if browsers refuse it.

    >>> as_read_by_browsers("%41.Example"), as_read_by_browsers("1.1.1.1.1")
    ('a.example', '1.1.1.1.1')
    """
    return host_in_browsers(host) or host.lower()


def checked_site(option: str, site: str | None) -> str | None:
    """The URI of a site, or None. Raises ValueError for a URI that lacks a scheme or an authority.

    >>> checked_site("relative_to", "chat.example")
    Traceback (most recent call last):
    ...
    ValueError: relative_to must be a URI such as 'https://chat.example', not 'chat.example'
    """
    if site is None:
        return None
    if not isinstance(site, str) or not is_uri(site) or not parse(site).authority:
        raise ValueError(f"{option} must be a URI such as 'https://chat.example', not {site!r}")
    return site


def path_within(site: str, uri: str) -> str:
    """A URI as a path (with query and fragment) if it has a site's scheme and authority; any other URI unchanged.

    A URI whose path begins with `//`, which would be read as an authority (RFC 3986, 4.2), is also left unchanged.

    >>> uris = "https://Chat.example/users/joe?x", "https://chat.example#y", "https://b.example/", "https://chat.example//x"
    >>> [path_within("https://chat.example/rooms", uri) for uri in uris]
    ['/users/joe?x', '/#y', 'https://b.example/', 'https://chat.example//x']
    """
    reference = parse(uri)
    if scheme_and_authority(reference) != scheme_and_authority(parse(site)) or reference.path.startswith("//"):
        return uri
    return recompose(reference.components._replace(scheme=None, authority=None, path=reference.path or "/"))


def scheme_and_authority(reference: Reference) -> tuple[str, str]:
    """The scheme and authority in lower case; all URIs of a site have them in common."""
    return (reference.scheme or "").lower(), (reference.authority or "").lower()
