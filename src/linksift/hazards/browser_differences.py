r"""Differences between the host that a browser reads (`linksift.browser_url`) and the host according to RFC 3986.

If they differ, software that follows the RFC, such as a filter, judges a different host from the one people reach.
"""

import re

from linksift.finding import Match
from linksift.hazards.browser_reading import browser_url_of
from linksift.hazards.host_and_port import numeric_host
from linksift.registries import top_level_domains, written_without_spaces
from linksift.uri import Reference, RefusedURL

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

_STOPS = re.compile("[\u3002\uff0e\uff61]")
"""The characters that UTS #46, 4 maps to dots."""


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


def stop_for_dot(match: Match) -> bool:
    """Whether the host contains an ideographic or full-width full stop, which browsers read as a dot (UTS #46, 4).

    A reader may mistake it for the end of the sentence, and thus of the host.

    >>> from linksift.finding import find
    >>> [stop_for_dot(match) for match in find("http://b\u3002example/c, http://a.example/b\u3002")]
    [True, False]
    """
    spans = [(note.start, note.end) for note in match.notes if note.rule in _HOST_TO_ASCII]
    return any(_STOPS.search(match.text, start - match.start, end - match.start) for start, end in spans)


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
