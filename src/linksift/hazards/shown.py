"""A link whose text names another place than it leads to.

Here belongs what is asked of a link: a reference, and the text that is shown for it.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from linksift.finding import Finder, Match
from linksift.hazards.hazard import decoded
from linksift.uri import Reference

_KINDS = ("uri", "suffix", "email", "domain")
_SAYS_SO = ("uri", "suffix")
"""What begins with a scheme or `www.` is an address wherever it stands; a bare name only where it is the whole text."""


class Link(NamedTuple):
    """A link: where it leads, and its visible text."""

    target: Reference
    shown: str


def shown_elsewhere(link: Link) -> bool:
    """Whether the text of a link names hosts or addresses, and none of them is where it leads (7.6; LinkRevealer#8).

    Hosts are compared as the ladder of 6.2 has them, so that case, escapes, ports and paths do not count; `www.` does
    not either, and a name that another ends in is at home there, both ways. For an e-mail address its domain counts,
    and all of it where both are addresses. Words that name no host are no hazard, and a relative reference is none.

    >>> from linksift.uri import parse
    >>> target = parse("https://login.bank.example/a")
    >>> texts = ("https://evil.example/", "Bank.example", "www.bank.example:80/", "bank.exam\\u2026", "Log in here")
    >>> [shown_elsewhere(Link(target, text)) for text in texts]
    [True, False, False, False, False]
    """
    if link.target.scheme is None and link.target.authority is None:
        return False
    targets = list(_places(link.target))
    named = [place for match in _named(link.shown) for place in _places(match.reference)]
    return bool(named) and not any(_fits(place, target) for place in named for target in targets)


@cache
def _finder() -> Finder:
    return Finder(kinds=_KINDS)


def _named(shown: str) -> Iterator[Match]:
    """What in a text says where it leads; not a host that is cut short, which may be any."""
    for match in _finder().finditer(shown):
        around = shown[: match.start] + shown[match.end :]
        whole = match.kind in _SAYS_SO or not re.search(r"\w", around)
        cut_short = shown.startswith(("\u2026", "..."), match.end) and not match.reference.path
        if whole and not cut_short:
            yield match


def _places(reference: Reference) -> Iterator[tuple[str, str]]:
    """The host, or each address of a `mailto`, as local part and domain; in lower case, as they are compared."""
    if (reference.scheme or "").lower() == "mailto":
        for address in decoded(reference.path).lower().split(","):
            local_part, _, domain = address.rpartition("@")
            yield local_part, domain.removesuffix(".")
    elif host := reference.normalize().host:
        yield "", host.removesuffix(".").removeprefix("www.")


def _fits(named: tuple[str, str], target: tuple[str, str]) -> bool:
    """Whether two places are the same as far as both say, or one's domain is within the other's."""
    (user, host), (other_user, other_host) = named, target
    within = host == other_host or f".{host}".endswith(f".{other_host}") or f".{other_host}".endswith(f".{host}")
    return within and (not user or not other_user or user == other_user)
