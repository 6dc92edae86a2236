"""User names, hosts and ports that tell a secret or mislead software.

The host is not the one that RFC 3986 reads, or the port is not the scheme's.

If a browser (`linksift.browser_url`) reads another host than RFC 3986, software that follows the RFC, such as a filter,
judges a different host from the one people reach (RFC 3986, 7.2, 7.4 and 7.6).
"""

import re
from functools import lru_cache

from linksift.finding import Match
from linksift.hazards.hazard import Check, check
from linksift.registries import top_level_domains, written_without_spaces
from linksift.uri import (
    OTHER_DOTS,
    SPECIAL_SCHEMES,
    BrowserURL,
    Reference,
    RefusedURL,
    browser_url,
    ends_in_a_number,
    host_in_browsers,
    judge_host,
    scheme_named,
)

CHECKS: list[Check[Reference]] = []
MATCH_CHECKS: list[Check[Match]] = []

_PAGE = BrowserURL("https", "", None, "/")
"""A page on which relative references are read; browsers use its host if a reference has none."""


@check(CHECKS, "The URI contains a password, which anyone can read.", "RFC 3986, 3.2.1 and 7.5")
def password(reference: Reference) -> bool:
    """Whether the userinfo contains a nonempty password (3.2.1, 7.5).

    >>> from linksift.uri import parse
    >>> [password(parse(f"ftp://{userinfo}@host/")) for userinfo in ("user:secret", "user:", "user")]
    [True, False, False]
    """
    return bool((reference.userinfo or "").partition(":")[2])


def browser_url_of(reference: Reference) -> BrowserURL | None:
    """The URL that a browser reads; None if the scheme is not special. A relative reference is read as if on a page.

    Raises RefusedURL if a browser refuses the reference.

    >>> from linksift.uri import parse
    >>> browser_url_of(parse("///a.example")).host, browser_url_of(parse("b")).host, browser_url_of(parse("mailto:b"))
    ('a.example', '', None)
    """
    if (reference.scheme or "https").lower() not in SPECIAL_SCHEMES:
        return None
    return _read_once(str(reference), None if reference.scheme else _PAGE)


_read_once = lru_cache(maxsize=1)(browser_url)  # since several checks in a row ask about the same reference


# ---- Numbers, refused hosts and ports --------------------------------------------------------------------------------

# The ports that browsers block (Fetch, "port blocking") except 0, where nothing listens, plus gopher's and the web's.
_TAKEN = """
    1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 70 77 79 80 87 95 101 102 103 104 109 110 111 113 115 117 119 123
    135 137 139 143 161 179 389 427 443 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993
    995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080
"""
_TAKEN_PORTS = frozenset(map(int, _TAKEN.split()))
_SHARED = ({80, 443}, {20, 21, 989, 990}, {119, 563}, {389, 636})
"""Ports that belong to the same protocol, with and without TLS."""


@check(CHECKS, "The host is a number that many programs read as an IP address.", "RFC 3986, 7.4", deceives=True)
def numeric_host(reference: Reference) -> bool:
    """Whether inet_aton or a browser reads the host as an IPv4 address, although it is not an IPv4address (7.4).

    >>> from linksift.uri import parse
    >>> [numeric_host(parse(f"http://{host}/")) for host in ("2130706433", "0x7f.1", "0177.0.0.1", "127.0.0.1.", "0x")]
    [True, True, True, True, True]
    >>> [numeric_host(parse(f"http://{host}/")) for host in ("127.0.0.1", "1.2.3.4.5", "08", "256.1", "4294967296")]
    [False, False, False, False, False]
    """
    host = host_in_browsers(reference.host or "") if reference.host_kind == "reg-name" else None
    return host is not None and ends_in_a_number(host)


@check(
    CHECKS,
    "Browsers read a different host in this URI than RFC 3986 does.",
    "URL Standard, 4.4; RFC 3986, 7.6",
    deceives=True,
)
def other_host_in_browsers(reference: Reference) -> bool:
    """Whether browsers and RFC 3986 read different hosts, compared in normal form (URL Standard, 4.4; RFC 3986, 6.2.2).

    Two cases are separate hazards: a number as the host (`numeric_host`), and a host that browsers refuse
    (`unusable_host`). Only browsers' special schemes are checked; a relative reference is read as if on a page.

    >>> from linksift.uri import parse
    >>> uris = ("https:///evil.example/", "http:/evil.example/", "http://ex%C2%ADample.com/", "///evil.example/")
    >>> [other_host_in_browsers(parse(uri)) for uri in uris]
    [True, True, True, True]
    >>> uris = ("http://A%2Db.example/", "http://[0::1]/", "http://2130706433/", "/a", "file:///a", "news:a")
    >>> [other_host_in_browsers(parse(uri)) for uri in uris]
    [False, False, False, False, False, False]
    """
    try:
        url = browser_url_of(reference)
    except RefusedURL:
        return False
    return url is not None and not _is_host(reference, url.host) and not numeric_host(reference)


def _is_host(reference: Reference, read: str) -> bool:
    """Whether the host that a browser read is the reference's own host, in any form."""
    host = reference.normalize().host or ""
    if host.startswith("["):
        return read.startswith("[")  # the same address, which has several spellings
    return host == read or (not read and host == "localhost")  # in a file URI, both mean this machine (RFC 8089, 2)


@check(CHECKS, "Browsers or the DNS refuse the host or port.", "URL Standard, 3.5; RFC 3986, 3.2.2")
def unusable_host(reference: Reference) -> bool:
    """Whether browsers or the DNS refuse the host or the port, though RFC 3986 does not (`linksift.uri.judge_host`).

    A number that is read as an address is a separate hazard (`numeric_host`). Except for `file`, schemes without a
    known default port are not checked, since their hosts need not be names in the DNS.

    >>> from linksift.uri import parse
    >>> [unusable_host(parse(f"http://{host}/")) for host in ("1.1.1.1.1", "a.example:70000", "xn--a", "a..b", "a%2Fb")]
    [True, True, True, True, True]
    >>> [unusable_host(parse(uri)) for uri in ("http://a_b.example:080/", "doi://10.1/a", "//a.example", "http://0x1/")]
    [False, False, False, False]
    """
    try:
        browser_url_of(reference)
    except RefusedURL:
        if reference.host:
            return True
    scheme = scheme_named(reference.scheme or "http")  # which a relative reference may be given
    host = "" if numeric_host(reference) else reference.host or ""
    has_port = scheme is not None and scheme.default_port is not None
    return has_port and judge_host(host, reference.port).usability == "unusable"


@check(CHECKS, "The port belongs to a different protocol.", "RFC 3986, 7.2; RFC 1738, 6")
def cross_protocol_port(reference: Reference) -> bool:
    """Whether the port belongs to a different protocol from that of the scheme (7.2; RFC 1738, 6).

    Schemes without a known default port are not checked.

    >>> from linksift.uri import parse
    >>> cross_protocol_port(parse("gopher://mail.example:25/1HELO")), cross_protocol_port(parse("http://irc.example:6667/"))
    (True, True)
    >>> cross_protocol_port(parse("ftp://a.example:21/")), cross_protocol_port(parse("http://a.example:8080/"))
    (False, False)
    """
    scheme = scheme_named(reference.scheme or "")
    digits = (reference.port or "").lstrip("0")
    if scheme is None or scheme.default_port is None or not 0 < len(digits) <= 5:
        return False
    port, own = int(digits), scheme.default_port
    return port in _TAKEN_PORTS and port != own and not any({port, own} <= shared for shared in _SHARED)


# ---- Hosts that browsers read and RFC 3986 does not ------------------------------------------------------------------

_FOR_BROWSERS = frozenset(
    {
        "reference_repair.slashes",
        "reference_repair.scheme_of_base",
        "reference_repair.host_in_browsers",
        "reference_repair.backslash_after_host",
    }
)
"""The rules for stated links that yield a host other than that of RFC 3986."""

_HOST_TO_ASCII = frozenset({"encode.host_to_ascii", "reference_repair.host_to_ascii"})
_SYMBOL_AFTER_NAME, _HYPHEN_EDGE = "scan.authority.symbol_after_name", "scan.authority.hyphen_edge"
_CUT_A_LABEL = re.compile(r"(?:\A|\.)xn\Z", re.IGNORECASE)
"""The remainder of an A-label's prefix that was cut before its hyphens."""

_STOPS = re.compile(f"[{OTHER_DOTS}]")
"""The characters that UTS #46, 4 maps to dots."""


@check(
    MATCH_CHECKS,
    "An ideographic or full-width full stop in the host is read as a dot.",
    "UTS #46, 4; RFC 3986, 7.6",
    deceives=True,
)
def stop_for_dot(match: Match) -> bool:
    """Whether the host contains an ideographic or full-width full stop, which browsers read as a dot (UTS #46, 4).

    A reader may mistake it for the end of the sentence, and thus of the host.

    >>> from linksift.finding import find
    >>> [stop_for_dot(match) for match in find("http://b\u3002example/c, http://a.example/b\u3002")]
    [True, False]
    """
    spans = [(note.start, note.end) for note in match.notes if note.rule in _HOST_TO_ASCII]
    return any(_STOPS.search(match.text, start - match.start, end - match.start) for start, end in spans)


@check(
    MATCH_CHECKS,
    "Browsers that get the whole word, not just this URI, read a longer host.",
    "URL Standard, 3.5; RFC 3986, 7.6",
    deceives=True,
)
def host_cut_short(match: Match) -> bool:
    """Whether browsers read a longer host if they are given the whole word, up to white space.

    Either the longer host is a name under a known top-level domain, or nothing in the text shows that the host has
    ended. Someone might paste the word and end up at the longer host.

    >>> from linksift.finding import find
    >>> texts = ("http://a.example!b.example/", "http://user①", "http://a.example,b", "http://a.example, b.example")
    >>> [host_cut_short(match) for text in texts for match in find(text)]
    [True, True, False, False]
    """
    if match.reference.path or match.reference.query is not None or match.reference.fragment is not None:
        return False
    if _CUT_A_LABEL.search(match.host or "") and any(note.rule == _HYPHEN_EDGE for note in match.notes):
        return True
    return any(_is_longer_name(other, match) for other in match.alternatives)


def _is_longer_name(other: Match, match: Match) -> bool:
    """Whether an alternative is longer than the match, and a browser reads a different, plausible name in it."""
    if other.start != match.start or other.end <= match.end:
        return False
    try:
        url = browser_url_of(other.reference)
    except RefusedURL:
        return False
    name = url.host.removesuffix(".") if url else ""
    is_known = name.rpartition(".")[2] in top_level_domains()
    return bool(name) and (is_known or _ends_at_symbol(match, other)) and not _is_host(match.reference, name)


def _ends_at_symbol(match: Match, longer: Match) -> bool:
    """Whether a host without a known top-level domain ends at a symbol found in prose, not at a pictograph."""
    _, dot, last = (match.host or "").rpartition(".")
    if (dot and last.lower() in top_level_domains()) or written_without_spaces(longer.text[len(match.text)]):
        return False
    return any(note.rule == _SYMBOL_AFTER_NAME and note.start == match.end for note in match.notes)


@check(
    MATCH_CHECKS,
    "Only browsers read this host in the document; by RFC 3986 it is another, or none.",
    "URL Standard, 4.4; RFC 3986, 7.6",
    deceives=True,
)
def stated_for_browsers(match: Match) -> bool:
    """Whether a document states a link in which browsers read this host, but RFC 3986 reads another host or none.

    The URI of the match is written as browsers read it. A filter that reads the document may see another host.

    >>> from linksift import read
    >>> hrefs = ("https:///evil.example/", "//0x7f.1", "http:evil.example", "//evil.example")
    >>> page = "<!doctype html><base href='ftp://a.example/'>" + "".join(f"<a href='{href}'></a>" for href in hrefs)
    >>> [stated_for_browsers(found.match) for found in read(page.encode())]
    [False, True, True, True, False]
    """
    return match.kind == "stated" and any(note.rule in _FOR_BROWSERS for note in match.notes)
