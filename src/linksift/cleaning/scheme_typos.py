"""Repairs misspelled and doubled schemes, and wrong separators typed in place of `://` after them.

A registered scheme is never rewritten.
"""

import re
from collections.abc import Iterator

from linksift.cleaning.draft import Draft, Edit
from linksift.cleaning.errors import Refusal
from linksift.delimiters import TYPED
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule
from linksift.registries import schemes, top_level_domains
from linksift.uri import DOTTED_QUAD

ANY_WEB = "|".join(TYPED)
"""A pattern for any of the schemes in `TYPED`."""

_PORT = r"[0-9]+(?:[/?#]|\Z)"
_SPELLED = re.compile(r"([A-Za-z]{2,10})(?:\s*[:;.,'\"]?[/\\]{2}|\s*[:;]/?)")
_STRAY_MARK = lazy_pattern(rf"(?:{ANY_WEB}):([;,'\"]+)[/\\]{{2}}", re.IGNORECASE)
_NOT_OF_HOST = r"(?![^/\\?#]*@|(?:[0-9]+|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*)(?:[/\\?#]|\Z))"
"""A place after colons that no password, port or IPv6 address follows (`http://:secret@a.example`, `http://:8080/`)."""

_SEPARATOR = re.compile(
    rf"({ANY_WEB})(?P<marks>[:;.,'\"]*[/\\]+(?:[:;]++{_NOT_OF_HOST}[/\\]*)?|[:;](?:[:;]++{_NOT_OF_HOST})?(?=[^:;])"
    r"|(?:(?<=http)|(?<=https))[.,]?(?=www\.[^./\\?#:@]+\.[^/\\?#@]*(?:[/\\?#]|\Z)))",
    re.IGNORECASE,
)
"""A web scheme and what was typed in place of `://`: `http:/`, `http;//`, `http:://`, `http.//`, or `http.` or `http`
before `www.`."""

_SCHEME_IN_HOST = re.compile(r"(?:http|ws|ftp):s[/\\]{2}|(?:https|wss)\s+www\.", re.IGNORECASE)
_SLASHLESS = lazy_pattern(r"(mailto|tel|sms)(?::/+|;)", re.IGNORECASE)
_DOUBLED = re.compile(
    rf"(?:{ANY_WEB})[:;]?[/\\]+(?=(?:{ANY_WEB})(?:[:;](?!{_PORT})[/\\]*|[/\\]{{2}})[^/\\?#:]|mailto:)"
    rf"|(?:{ANY_WEB}):(?=(?:{ANY_WEB})://)|(?:(?:{ANY_WEB})://)?www\.(?=(?:{ANY_WEB})://)"
    rf"|mailto:(?=mailto:)|(?:mailto|tel):(?=(?:{ANY_WEB})://)",
    re.IGNORECASE,
)
"""A scheme or `www.` before another scheme: `http://https://`, `www.http://`, `mailto:mailto:`, `mailto:http://`."""

_INNER = re.compile(rf"(?:{ANY_WEB})://([A-Za-z]{{2,8}})://", re.IGNORECASE)
_HOSTED = lazy_pattern(
    rf"(?:[^/?#@]*@)?(?:[^/?#@:]*\.([^/?#@:.]{{2,}})|localhost|\[[0-9A-Fa-f:.]+\]|{DOTTED_QUAD})\.?(?:[/?#:]|\Z)",
    re.IGNORECASE,
)
"""Text after two slashes that begins with a host: a name of two labels, `localhost` or an address. The group is the
last label."""

_MISTYPED = {"https": ("", "http", "s"), "http": ("", "http", ""), "ftp": ("f", "tp", ""), "mailto": ("", "mailto", "")}
"""The schemes to which typos are corrected, each in three parts: a letter can be wrong only in the middle part."""

_REPEATED = lazy_pattern(r"(.)\1+")
_CUT_OFF = {"tp": "http", "ttp": "http", "tps": "https", "ttps": "https", "ps": "https"}


@rule
def doubled_scheme(draft: Draft) -> Iterator[Edit]:
    """Of two schemes in a row, the second counts, since it was pasted with its URI (securityheaders#6).

    >>> cleaned("http://https://a.example/x"), cleaned("http://http//a.example")
    ('https://a.example/x', 'http://a.example')
    """
    found = _DOUBLED.match(draft.text)
    inner = _INNER.match(draft.text)
    if found:
        yield Edit(0, found.end())
    elif inner and (inner[1].lower() in schemes() or intended_scheme(inner[1].lower())):
        yield Edit(0, inner.start(1))


@rule
def misspelled(draft: Draft) -> Iterator[Edit]:
    """An unknown scheme one typo away from http, https, ftp or mailto is corrected to that scheme (postman#981).

    >>> cleaned("htp://a.example"), cleaned("htttps//a.example"), cleaned("mialto:joe@a.example")
    ('http://a.example', 'https://a.example', 'mailto:joe@a.example')
    """
    if (found := _SPELLED.match(draft.text)) and found[1].lower() not in schemes():
        meant = intended_scheme(found[1].lower())
        rest = draft.text[found.end() :].lstrip("/\\ ")
        slashes = found[0].endswith(("//", r"\\"))
        if "@" in rest if meant == "mailto" else meant and (slashes or _names_host(rest)):
            yield Edit(*found.span(1), meant)


def _names_host(text: str) -> bool:
    """Whether a text begins with something that anybody would read as a host.

    >>> _names_host("a.example/x"), _names_host("localhost"), _names_host("8080/x")
    (True, True, False)
    """
    found = _HOSTED.match(text)
    return found is not None and (found[1] is None or found[1].lower() in top_level_domains())


def is_known(scheme: str) -> bool:
    """Whether a scheme is known, or composed of known ones (`git+https`)."""
    return all(part in schemes() for part in scheme.split("+")) or scheme in schemes()


def intended_scheme(name: str) -> str:
    """The scheme that a misspelled one is meant to be, or "".

    Letters may be swapped or repeated, one may be missing, added or wrong, the wrong one may be doubled, and the scheme
    may have been pasted after its own beginning.

    >>> [intended_scheme(name) for name in ("htp", "htpps", "hptts", "ttp", "fpt", "gopher", "hello", "ps")]
    ['http', 'https', 'https', 'http', 'ftp', '', '', 'https']
    >>> intended_scheme("hppt"), intended_scheme("hthttps"), intended_scheme("thtp")
    ('http', 'https', 'http')
    """
    if name in _CUT_OFF:
        return _CUT_OFF[name]
    for scheme, (before, mistyped, after) in _MISTYPED.items():
        swapped = len(name) == len(scheme) and set(name) == set(scheme)
        pasted = name.endswith(scheme) and scheme.startswith(name.removesuffix(scheme))
        inner = name.removeprefix(before).removesuffix(after)
        repeated = _REPEATED.sub(r"\1", name) == _REPEATED.sub(r"\1", scheme)
        if swapped or pasted or repeated or (before + inner + after == name and _one_edit_away(inner, mistyped)):
            return scheme
    return ""


def _one_edit_away(typed: str, meant: str) -> bool:
    """Whether at most one letter is missing, added or wrong.

    >>> [_one_edit_away(typed, "http") for typed in ("http", "htp", "htttp", "hxtp", "hxxp", "ht")]
    [True, True, True, True, False, False]
    """
    cuts = (cut for cut in range(len(meant) + 1) if typed[:cut] == meant[:cut])
    return any(meant[cut + 1 :] in (typed[cut:], typed[cut + 1 :]) or meant[cut:] == typed[cut + 1 :] for cut in cuts)


@rule
def stray_mark(draft: Draft) -> Iterator[Edit]:
    """A stray mark between a scheme's colon and its two slashes is dropped (RFC 3986, 3).

    >>> cleaned("http:;//a.example"), cleaned('http:"//a.example')
    ('http://a.example', 'http://a.example')
    """
    if found := _STRAY_MARK.match(draft.text):
        yield Edit(*found.span(1))


@rule
def separator(draft: Draft) -> Iterator[Edit]:
    r"""A wrong separator between a scheme and its host becomes `://` (RFC 3986, 3; macsurf#151).

    So does a missing separator, or a full stop, between http or https and `www.`. A colon before a password or port,
    after an empty user name or host, stays, and so do the colons of an address.

    >>> [cleaned(typed) for typed in ("http//a.example", "https:/a.example", "http:a.example", r"ftp:\\a.example")]
    ['http://a.example', 'https://a.example', 'http://a.example', 'ftp://a.example']
    >>> cleaned("http:/:www.a.example"), cleaned("http:/:secret@a.example")
    ('http://www.a.example', 'http://:secret@a.example')
    """
    if _SCHEME_IN_HOST.match(draft.text):
        raise Refusal("the s of its scheme may be a host")
    found = _SEPARATOR.match(draft.text)
    marks = found["marks"] if found else "://"
    # One mark without a colon is a separator only before a host.
    if found and marks != "://" and (":" in marks or len(marks) > 1 or _names_host(draft.text[found.end() :])):
        yield Edit(*found.span("marks"), "://")


@rule
def opaque_slashes(draft: Draft) -> Iterator[Edit]:
    """Slashes after `mailto:`, `tel:` or `sms:` are dropped, and `;` becomes the colon (RFC 6068, 2; RFC 3966, 3).

    >>> cleaned("mailto://joe@a.example"), cleaned("tel://+1-555-1234567")
    ('mailto:joe@a.example', 'tel:+1-555-1234567')
    """
    if found := _SLASHLESS.match(draft.text):
        yield Edit(found.end(1), found.end(), ":")
