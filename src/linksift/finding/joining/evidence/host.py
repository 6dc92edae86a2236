"""Evidence about a host at the line end: whether it is complete, and whether the next line continues it as in a URI.

A reader considers this first: an unfinished host has to continue, whatever the rest of the evidence says.
"""

import re

from linksift.finding.joining import break_facts
from linksift.finding.joining.seam import Seam, is_common_word, joined
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import top_level_domains

_UP_TO_HOST = lazy_pattern(r"(?:https?|ftp)://(?:[^/?#@]*@)?([^/?#:@]*)", re.IGNORECASE)
_ONLY_SCHEME = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.\-]*:/{0,2}")
_HOST_AND_COLON = lazy_pattern(rf"{_UP_TO_HOST.pattern}:", re.IGNORECASE)
_NAME = lazy_pattern(r"[\w.\-]*")
_AFTER_NAME = ("/", "?", "#", ":")
_FOUR_PARTS = lazy_pattern(r"\d{1,3}(?:\.\d{1,3}){3}")
_PORT = lazy_pattern(r"\d{2,5}(?:([/?#])|\Z)")


def host_at_end(uri: str) -> str | None:
    """The host at the end of a URI whose scheme uses DNS hosts; None if anything follows the host.

    >>> host_at_end("http://joe@Tea."), host_at_end("http://a.example/")
    ('tea.', None)
    """
    found = _UP_TO_HOST.fullmatch(uri)
    return found[1].lower() if found else None


def joined_host(seam: Seam) -> str:
    """The host with the text that the next line adds to it, or "" if the result is not a name."""
    name = _NAME.match(seam.word)[0]  # type: ignore[index]
    rest = seam.word[len(name) :]
    if rest and not rest.startswith(_AFTER_NAME):
        return ""
    return host_at_end(joined(seam.uri, name)) or ""


def is_complete(host: str, known: frozenset[str]) -> bool:
    """Whether a host is two or more labels under a known top-level domain, or four decimal parts.

    >>> [is_complete(host, frozenset({"example"})) for host in ("a.example", "example", "10.0.0.1")]
    [True, False, True]
    """
    labels = host.rstrip(".").split(".")
    return (len(labels) > 1 and all(labels) and labels[-1] in known) or _FOUR_PARTS.fullmatch(host) is not None


def is_named_alone(host: str, known: frozenset[str]) -> bool:
    """Whether a host of one label is complete: `localhost`, or a name from the option `top_level_domains`."""
    return host == "localhost" or (host in known and host not in top_level_domains())


def is_word_of_prose(seam: Seam, host: str) -> bool:
    """Whether the next line's first word is one word of prose: a number, or a word that is capitalized, common, or
    short after a single label."""
    if seam.word.isdecimal():
        return True
    if not seam.is_word or seam.piece[len(seam.word) :].startswith(_AFTER_NAME[:3]):
        return False
    word = seam.word
    return not word.islower() or is_common_word(word) or (len(word) == 2 and "." not in host.rstrip("."))


def goes_on_after_dot(seam: Seam, host: str) -> float:
    """Whether the next line makes a host that ends in a dot a name under a known top-level domain: 0.5 if the host is
    complete without the dot."""
    known = seam.layout.top_level_domains
    if is_named_alone(host.rstrip("."), known) or is_word_of_prose(seam, host):
        return 0.0
    if not is_complete(joined_host(seam), known):
        return 0.0
    return 0.5 if is_complete(host, known) else 1.0


@break_facts.rule_given(break_facts.HOST_ALONE)
def host_unfinished(seam: Seam) -> float:
    r"""The host cannot end at the line break: it has a single label, no known top-level domain, or a colon and no port.

    A final period may belong to the sentence, so the next line decides whether the host continues after it, which
    counts half if it is complete; after `www.`, only a word of prose does not continue it. A port follows the colon,
    before a path or alone on its line.

    >>> texts = "exam\nple.org/", "tea.\nkettle.example/", "tea.co.\nuk/", "tea.\nIn", "a.bc:\n80/", "a.bc:\n80 b"
    >>> [host_unfinished(Seam.in_text(f"http://{text}")) for text in texts]
    [1.0, 1.0, 0.5, 0.0, 1.0, 0.0]
    """
    host, known = host_at_end(joined(seam.uri, "")), seam.layout.top_level_domains
    if host is None:
        port = _PORT.match(seam.word) if _HOST_AND_COLON.fullmatch(seam.uri) else None
        is_port = port is not None and (port[1] is not None or not seam.rest)
        return float(is_port or _ONLY_SCHEME.fullmatch(seam.uri) is not None)
    if host.endswith("."):
        return 1.0 if host == "www." and not is_word_of_prose(seam, host) else goes_on_after_dot(seam, host)
    return float(not is_named_alone(host, known) and not is_complete(host, known))


@break_facts.rule_given(break_facts.HOST_ALONE)
def host_complete(seam: Seam) -> float:
    r"""The line ends in a complete host, and the next word would make it a name under no known top-level domain.

    >>> host_complete(Seam.in_text("http://a.example.\nISO/IEC")), host_complete(Seam.in_text("http://a.example\n/b"))
    (1.0, 0.0)
    """
    host, known = host_at_end(seam.uri), seam.layout.top_level_domains
    if not host or not is_complete(host, known):
        return 0.0
    return float(not is_complete(joined_host(seam), known))
