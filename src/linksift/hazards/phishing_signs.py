"""Signs that are common in phishing mail and rare in other mail: worth a look, but not hazards of RFC 3986.

Each sign was counted in 600 messages from a public collection of phishing mail and in 600 harmless messages. The page
on hazards gives the figures, and lists the signs that were tried but left out.
"""

from linksift.hazards.hazard import Check
from linksift.registries import shared_hosting, url_shorteners
from linksift.uri import Reference, registered_domain_of, site_of

LONG_HOST = 40
"""The minimum number of characters in a host that counts as long. No harmless message contained one."""

MANY_HYPHENS = 2
"""The minimum number of hyphens that counts as many in a host, excluding those of A-labels (`xn--`)."""


def url_shortener(reference: Reference) -> bool:
    """Whether the host is that of a service that shortens anybody's links.

    >>> from linksift.uri import parse
    >>> url_shortener(parse("https://www.Bit.ly/x")), url_shortener(parse("https://youtu.be/x"))
    (True, False)
    """
    return (reference.host or "").lower().removeprefix("www.") in url_shorteners()


def open_hosting(reference: Reference) -> bool:
    """Whether the host is under a company's domain where anybody can publish a page (`shared_hosting_of`).

    >>> from linksift.uri import parse
    >>> hosts = ("bank.web.app", "b.s3.eu-west-1.amazonaws.com", "bank.example")
    >>> [open_hosting(parse(f"http://{host}/")) for host in hosts]
    [True, True, False]
    """
    host = (reference.host or "").lower()
    return site_of(host) != registered_domain_of(host) or is_shared(host)


def is_shared(host: str) -> bool:
    """Whether a lowercase host is listed in shared_hosting.txt, or is a subdomain of a listed host.

    >>> is_shared("a.wordpress.com"), is_shared("wordpress.com"), is_shared("press.com")
    (True, True, False)
    """
    labels = host.rsplit(".", 3)
    return any(".".join(labels[start:]) in shared_hosting() for start in range(len(labels)))


def dotted_quad(reference: Reference) -> bool:
    """Whether the host is an IPv4 address.

    >>> from linksift.uri import parse
    >>> dotted_quad(parse("http://203.0.113.7/login")), dotted_quad(parse("http://a.example/"))
    (True, False)
    """
    return reference.host_kind == "IPv4address"


def long_or_hyphenated_host(reference: Reference) -> bool:
    """Whether the host has two hyphens or 40 characters, like names that machines make or that imitate others.

    >>> from linksift.uri import parse
    >>> hosts = ("my-secure-login.example", "my-bank.example", "xn--bcher-kva.example", f"{'a' * 40}.example")
    >>> [long_or_hyphenated_host(parse(f"http://{host}/")) for host in hosts]
    [True, False, False, True]
    """
    host = (reference.host or "").lower()
    return len(host) >= LONG_HOST or host.replace("xn--", "").count("-") >= MANY_HYPHENS


COUNTED = "counted in 1,200 mails"
"""The source of each sign; the page on hazards gives the figures."""

SIGNS: tuple[Check[Reference], ...] = (
    Check(url_shortener, "The link is shortened, so it does not show where it leads.", COUNTED),
    Check(open_hosting, "Anybody can publish a page under this domain.", f"Public Suffix List; {COUNTED}"),
    Check(dotted_quad, "The host is an IPv4 address.", f"RFC 3986, 7.4; {COUNTED}"),
    Check(long_or_hyphenated_host, "The host is long or has many hyphens.", COUNTED),
)
"""The signs, in the order in which they are reported."""
