"""The registrable domain of a host, by the Public Suffix List (publicsuffix.org/list).

A public suffix is a domain under which anybody can get a name: a registry's (`co.uk`) or a company's (`web.app`). The
registrable domain is the public suffix plus one more label, so all of its subdomains belong to one owner.
"""

from functools import cache, lru_cache

from linksift.lazy_pattern import lazy_pattern
from linksift.registries import public_suffixes
from linksift.uri.url_standard import host_in_browsers
from linksift.uri.uts46 import LONGEST_NAME

_PLAIN_NAME = lazy_pattern(r"(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*")
"""A name of several labels that a browser reads as it is, since the last one is not a number."""


def site_of(host: str | None) -> str | None:
    """The registrable domain of a valid host, counting companies' suffixes too: the site, as browsers call it.

    It is None for IP addresses, single labels, public suffixes themselves, and hosts that browsers or the DNS refuse.
    For a name under an unknown top-level domain, that domain is the suffix.

    >>> [site_of(host) for host in ("www.bbc.co.uk", "A.b.web.app", "a.b.example.")]
    ['bbc.co.uk', 'b.web.app', 'b.example']
    >>> [site_of(host) for host in ("192.0.2.1", "0x7f.1", "[::1]", "localhost", "co.uk", "web.app", "a..b", None)]
    [None, None, None, None, None, None, None, None]
    """
    name = _name(host or "")
    return name and _registrable(name, private=True)


def registered_domain_of(host: str | None) -> str | None:
    """The registrable domain of a valid host by the suffixes of registries only: the name that somebody registered.

    It is None for the same hosts as `site_of`, except for companies' suffixes.

    >>> [registered_domain_of(host) for host in ("www.bbc.co.uk", "a.b.web.app", "web.app", "co.uk")]
    ['bbc.co.uk', 'web.app', 'web.app', None]
    """
    name = _name(host or "")
    return name and _registrable(name, private=False)


def _name(host: str) -> str | None:
    """A host as a name of several labels in lower case, with A-labels; None if it is not such a name.

    >>> _name("B%C3%BCcher.Example."), _name("0x7f.1"), _name("a")
    ('xn--bcher-kva.example', None, None)
    """
    name = host.lower().removesuffix(".")
    if not _PLAIN_NAME.fullmatch(name):
        name = host_in_browsers(name) or ""
    return name if len(name) <= LONGEST_NAME and _PLAIN_NAME.fullmatch(name) else None


@lru_cache(maxsize=4096)
def _registrable(name: str, private: bool) -> str | None:
    """The public suffix of a name plus one more label; None if the name is itself a suffix."""
    labels = name.split(".")
    length = _suffix_length(labels, private)
    return ".".join(labels[-length - 1 :]) if length < len(labels) else None


def _suffix_length(labels: list[str], private: bool) -> int:
    """The number of labels in the public suffix: that of the longest rule, minus one if the rule is an exception.

    >>> [_suffix_length(name.split("."), True) for name in ("a.b.ck", "www.ck", "a.co.uk", "a.unknown")]
    [2, 1, 2, 1]
    """
    rules = public_suffixes()
    for length in range(min(len(labels), _most_labels()), 0, -1):
        end = ".".join(labels[-length:])
        if f"!{end}" in rules:
            return length - 1
        for rule in (end, f"*.{end.partition('.')[2]}"):
            if rule in rules and (private or not rules[rule]):
                return length
    return 1


@cache
def _most_labels() -> int:
    """The number of labels in the longest rule."""
    return max(rule.count(".") for rule in public_suffixes()) + 1
