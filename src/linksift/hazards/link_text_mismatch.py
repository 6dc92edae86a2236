"""Links whose visible text names a host or address other than that of their target."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from linksift.delimiters import HTTP_OR_FTP
from linksift.finding import Finder, Kind, Match
from linksift.hazards.hazard import Check, as_seen, check, decoded
from linksift.hazards.phishing_signs import is_shared
from linksift.uri import DOTTED_QUAD, Reference, site_of

_WORD = re.compile(r"\w+")
_KINDS: tuple[Kind, ...] = ("uri", "suffix", "email", "domain")
_ANYWHERE = ("uri", "suffix")
"""Matches of these kinds count anywhere in the text. A bare name counts only if it is the whole text."""

_BEFORE_HOST = re.compile(rf"(?:(?<![^\s/:])[^\s/:]*+:|\A\s*+(?:{HTTP_OR_FTP}|))//\s*+(?=[^\s/]*?\.)", re.IGNORECASE)
"""Any scheme, or the rest of a damaged scheme at the start of the text, if a name with a dot follows."""

_BEFORE_ADDRESS = re.compile(rf"\A\W*+(?={DOTTED_QUAD}(?:[:/]|\W*\Z))")
"""Punctuation before an IPv4 address at the start of the text."""


class Link(NamedTuple):
    """A link: its target and its visible text."""

    target: Reference
    link_text: str


CHECKS: list[Check[Link]] = []


@check(
    CHECKS, "The link text names a host that the link does not lead to.", "RFC 3986, 7.6; LinkRevealer#8", deceives=True
)
def link_text_mismatch(link: Link) -> bool:
    """Whether the link text names hosts or addresses, but not the one that the link leads to (7.6; LinkRevealer#8).

    Hosts are compared in normal form (6.2), without `www.`; ports and paths do not count. A domain and its subdomains
    count as the same place, unless strangers share the domain, as with `co.uk`. For an e-mail address, the domain is
    compared; if both are addresses, so is the local part. The text must name every recipient of a `mailto`. Text that
    names no host is not a hazard; neither is a relative reference. An address that is broken across lines counts in
    both readings: joined, and up to the end of the line. A link that a mail filter wrapped (Safe Links) leads both to
    the filter and to the URI inside, and the text may name either.

    >>> from linksift.uri import parse
    >>> target = parse("https://login.bank.example/a")
    >>> texts = ("https://evil.example/", "Bank.example", "www.bank.example:80/", "bank.exam\\u2026", "Log in here")
    >>> [link_text_mismatch(Link(target, text)) for text in texts]
    [True, False, False, False, False]
    >>> link_text_mismatch(Link(target, "https://login.bank.\\nexample/a"))
    False
    >>> wrapped = "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2F{}%2Flogin"
    >>> targets = (parse(wrapped.format(host)) for host in ("bank.example", "evil.example"))
    >>> [link_text_mismatch(Link(target, "https://bank.example/login")) for target in targets]
    [False, True]
    """
    if link.target.scheme is None and link.target.authority is None:
        return False
    matches = (
        reading
        for text in _readings(link.link_text)
        for match in _telling_matches(text)
        for reading in _over_lines(match)
    )
    named = {address for match in matches for address in _addresses(match.reference)}
    return bool(named) and not any(_names(named, target) for target in _on_the_way(link.target))


def _names(named: set[tuple[str, str]], target: Reference) -> bool:
    """Whether the addresses that a text names include all those of a target, which has at least one."""
    addresses = list(_addresses(target))
    return bool(addresses) and all(any(_agree(each, address) for each in named) for address in addresses)


def _on_the_way(target: Reference) -> Iterator[Reference]:
    """The URIs to which a link leads: its target, and the URI inside if a mail filter wrapped it.

    Other redirectors count as targets, since they, too, are written by the author of the link.

    >>> from linksift.uri import parse
    >>> [str(uri) for uri in _on_the_way(parse("https://protect.fireeye.com/v1/url?u=http://a.example/"))]
    ['https://protect.fireeye.com/v1/url?u=http://a.example/', 'http://a.example/']
    >>> [str(uri) for uri in _on_the_way(parse("https://www.google.com/url?q=http://a.example/"))]
    ['https://www.google.com/url?q=http://a.example/']
    """
    yield target
    if target.scheme is None:
        return
    from linksift.cleaning import MAIL_FILTERS, unwrap  # only for a text that does not name the target itself

    inside, through = unwrap(str(target))
    filters = [*takewhile(lambda wrapper: wrapper.name in MAIL_FILTERS, through)]
    yield from (Reference(uri) for uri in [*(wrapper.uri for wrapper in through), inside][1 : len(filters) + 1])


@cache
def _finder() -> Finder:
    """A finder that joins addresses across line breaks, as `linksift.read` does."""
    return Finder(kinds=_KINDS, rejoin="auto")


def _readings(shown: str) -> set[str]:
    """Text as it is and as people read it: without invisible characters, in ordinary letters, and with schemes added.

    >>> sorted(_readings("http//b\\u200bank\\uff0eexample"), key=len)[:1]
    ['http//bank.example']
    >>> sorted(_readings("192.168.1.1"))
    ['192.168.1.1', 'http://192.168.1.1']
    """
    seen = as_seen(shown)
    return {shown, seen, _BEFORE_ADDRESS.sub("http://", _BEFORE_HOST.sub("http://", seen))}


def _telling_matches(shown: str) -> Iterator[Match]:
    """The matches that say where the link leads. A host cut short by an ellipsis is left out: it could be any host."""
    words = [word.span() for word in _WORD.finditer(shown)]
    for match in _finder().finditer(shown):
        whole = match.kind in _ANYWHERE or (match.start <= words[0][0] and words[-1][1] <= match.end)
        cut_short = shown.startswith(("\u2026", "..."), match.end) and not match.reference.path
        if whole and not cut_short:
            yield match


def _over_lines(match: Match) -> Iterator[Match]:
    """The readings of a match, including its alternatives if an address crosses a line break in one of the readings.

    >>> [match] = _finder().find("http://tea.\\na.example/b")
    >>> [reading.uri for reading in _over_lines(match)]
    ['http://tea.a.example/b', 'http://tea']
    """
    readings = (match, *match.alternatives)
    return iter(readings if any("\n" in reading.text for reading in readings) else readings[:1])


def recipients(reference: Reference) -> Iterator[tuple[str, str]]:
    """The local part and the domain of each address to which a `mailto` URI sends, copies included, in lower case.

    >>> from linksift.uri import parse
    >>> [*recipients(parse("mailto:Joe@a.example,ann@b.example.?cc=eve@c.example"))]
    [('joe', 'a.example'), ('ann', 'b.example'), ('eve', 'c.example')]
    """
    if (reference.scheme or "").lower() != "mailto":
        return
    copies = [value or "" for name, value in reference.query_pairs() if name.lower() in ("to", "cc", "bcc")]
    for address in ",".join([decoded(reference.path), *copies]).lower().split(","):
        local_part, _, domain = address.strip().rpartition("@")
        if domain:
            yield local_part, domain.removesuffix(".")


def _addresses(reference: Reference) -> Iterator[tuple[str, str]]:
    """Each recipient of a `mailto`, or else the host, as a pair of local part and domain, in lowercase."""
    yield from recipients(reference)
    if host := reference.normalize().host:
        yield "", host.removesuffix(".").removeprefix("www.")


def _agree(named: tuple[str, str], target: tuple[str, str]) -> bool:
    """Whether two addresses have equal local parts, if both have one, and domains that count as the same place."""
    (user, host), (other_user, other_host) = named, target
    within = host == other_host or _is_within(host, other_host) or _is_within(other_host, host)
    return within and (not user or not other_user or user == other_user)


def _is_within(name: str, other: str) -> bool:
    """Whether a domain is a subdomain of another domain, which strangers must not share.

    >>> _is_within("login.bank.example", "bank.example"), _is_within("bank.co.uk", "co.uk"), _is_within("b.uk", "uk")
    (True, False, False)
    """
    return name.endswith(f".{other}") and site_of(other) is not None and not is_shared(other)
