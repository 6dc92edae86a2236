"""A link whose text names another place than it leads to.

Here belongs what is asked of a link: a reference, and the text that is shown for it.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from linksift.finding import Finder, Match
from linksift.hazards.hazard import decoded
from linksift.uri import Reference

_WORD = re.compile(r"\w+")
_KINDS = ("uri", "suffix", "email", "domain")
_SAYS_SO = ("uri", "suffix")
"""What begins with a scheme or `www.` is an address wherever it stands; a bare name only where it is the whole text."""


_DOTS = str.maketrans("\u3002\uff61", "..")
"""The dots of UTS #46, 4, that compatibility composition leaves as they are."""

_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""What is ignored by default but is no format character (Default_Ignorable_Code_Point)."""

_BEFORE_HOST = re.compile(r"(?:(?<![^\s/:])[^\s/:]*+:|\A\s*+(?:https?|ftp|))//\s*+(?=[^\s/]*?\.)", re.IGNORECASE)
"""Any scheme, or at the beginning of the text what is left of a common one; a name with a dot is behind it."""

_ADDRESS = re.compile(r"\A\W*+(?=[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?:[:/]|\W*\Z))")
"""What stands before an IPv4 address that a text begins with."""

_REGISTRY = re.compile(r"(?:ac|co|com|edu|go|gob|gov|gouv|ltd|me|mil|ne|net|or|org|plc|sch)\.[a-z]{2}")
"""The names under a country's domain at which registries sell others."""

_SHARED = """
    amazonaws.com appspot.com azurewebsites.net blogspot.com cloudfront.net firebaseapp.com fly.dev github.io gitlab.io
    glitch.me herokuapp.com netlify.app ngrok.io notion.site onrender.com pages.dev repl.co surge.sh tumblr.com
    vercel.app web.app webflow.io weebly.com wixsite.com wordpress.com workers.dev
"""
_FOR_EVERYBODY = frozenset(_SHARED.split())
"""The best known names under which everybody gets one of their own."""


class Link(NamedTuple):
    """A link: where it leads, and its visible text."""

    target: Reference
    link_text: str


def link_text_mismatch(link: Link) -> bool:
    """Whether the text of a link names hosts or addresses, and not where it leads (7.6; LinkRevealer#8).

    Hosts are compared as the ladder of 6.2 has them, so that case, escapes, ports and paths do not count; `www.` does
    not either, and a name that another ends in is at home there, both ways, unless strangers share it, as they do
    `co.uk`. For an e-mail address its domain counts, and all of it where both are addresses; of a `mailto` all that it
    writes to. Words that name no host are no hazard, and a relative reference is none.

    >>> from linksift.uri import parse
    >>> target = parse("https://login.bank.example/a")
    >>> texts = ("https://evil.example/", "Bank.example", "www.bank.example:80/", "bank.exam\\u2026", "Log in here")
    >>> [link_text_mismatch(Link(target, text)) for text in texts]
    [True, False, False, False, False]
    """
    if link.target.scheme is None and link.target.authority is None:
        return False
    targets = list(_places(link.target))
    named = {
        place for text in _readings(link.link_text) for match in _named(text) for place in _places(match.reference)
    }
    led_to = bool(targets) and all(any(_fits(place, target) for place in named) for target in targets)
    return bool(named) and not led_to


@cache
def _finder() -> Finder:
    return Finder(kinds=_KINDS)


def _readings(shown: str) -> set[str]:
    """A text as it is, and as people read it: without what nobody sees, in usual letters, its hosts with a scheme.

    >>> sorted(_readings("http//b\\u200bank\\uff0eexample"), key=len)[:1]
    ['http//bank.example']
    >>> sorted(_readings("192.168.1.1"))
    ['192.168.1.1', 'http://192.168.1.1']
    """
    seen = _UNSEEN.sub("", "".join([c for c in shown if c.isascii() or unicodedata.category(c) != "Cf"]))
    seen = unicodedata.normalize("NFKC", seen).translate(_DOTS)
    return {shown, seen, _ADDRESS.sub("http://", _BEFORE_HOST.sub("http://", seen))}


def _named(shown: str) -> Iterator[Match]:
    """What in a text says where it leads; not a host that is cut short, which may be any."""
    words = [word.span() for word in _WORD.finditer(shown)]
    for match in _finder().finditer(shown):
        whole = match.kind in _SAYS_SO or (match.start <= words[0][0] and words[-1][1] <= match.end)
        cut_short = shown.startswith(("\u2026", "..."), match.end) and not match.reference.path
        if whole and not cut_short:
            yield match


def _places(reference: Reference) -> Iterator[tuple[str, str]]:
    """The host, or each address that a `mailto` writes to, as local part and domain; in lower case, as compared."""
    if (reference.scheme or "").lower() == "mailto":
        copies = [value or "" for name, value in reference.query_pairs() if name.lower() in ("to", "cc", "bcc")]
        for address in ",".join([decoded(reference.path), *copies]).lower().split(","):
            local_part, _, domain = address.strip().rpartition("@")
            if domain:
                yield local_part, domain.removesuffix(".")
    elif host := reference.normalize().host:
        yield "", host.removesuffix(".").removeprefix("www.")


def _fits(named: tuple[str, str], target: tuple[str, str]) -> bool:
    """Whether two places are the same as far as both say, or one's domain is within the other's."""
    (user, host), (other_user, other_host) = named, target
    within = host == other_host or _is_within(host, other_host) or _is_within(other_host, host)
    return within and (not user or not other_user or user == other_user)


def _is_within(name: str, other: str) -> bool:
    """Whether a name is under another, and whoever has that has it too.

    >>> _is_within("login.bank.example", "bank.example"), _is_within("bank.co.uk", "co.uk"), _is_within("b.uk", "uk")
    (True, False, False)
    """
    shared = "." not in other or other in _FOR_EVERYBODY or _REGISTRY.fullmatch(other) is not None
    return name.endswith(f".{other}") and not shared
