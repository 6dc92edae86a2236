"""Refuses texts that no repair can fix: schemes that run code, and results that are not usable URIs."""

import re
import unicodedata
from functools import lru_cache

from linksift.cleaning.draft import Draft, Edit
from linksift.cleaning.errors import Refusal
from linksift.cleaning.scheme_typos import is_known
from linksift.delimiters import HTTP_OR_FTP, TYPED
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule
from linksift.registries import never_by_default, schemes
from linksift.uri import Components, is_uri, judge_host, opens_in_browsers, split, violations

_NEVER = "|".join(sorted(never_by_default()))
_BEFORE = f"(?:view-source|feed|jar|url|uri|iri|link|href|src|{HTTP_OR_FTP})[:=]"
_RUNS = lazy_pattern(rf"[\W_]*(?:{_BEFORE}[\W_]*)*(?:{_NEVER}):")
_MARKS = r"[!-$'-/:-@\[-`{-~]"
_HARMLESS = re.compile(
    rf"{_MARKS}*+(?:{_BEFORE}{_MARKS}*+)*+(?!view-)[A-Za-z0-9]++(?![:=]){_MARKS}", re.ASCII | re.IGNORECASE
)
"""The beginning of a text that `_RUNS` cannot match, however the rest is decoded: no word in it precedes a colon.

`_MARKS` are the ASCII marks that stay as they are: all but `&`, `%`, white space and controls.
"""
_DIGIT = lazy_pattern("(?<!%)(?<!%[0-9A-Fa-f])[0-9*]|%23")
"""A digit or sign of a telephone number; the digits of a percent-encoded octet do not count."""

_ADDRESS = lazy_pattern(r"mailto:(?:\?|.*(?:@|%40))", re.IGNORECASE)
"""`mailto:` with an address in its path or its query, or with a query alone."""

_MOST_DECODED = 3
_DECODED_OR_DROPPED = frozenset("&% ")
_ANOTHER = lazy_pattern(rf"[^?#]*[,;|](?:{HTTP_OR_FTP})://|[^/?#]*//[^/?#]*\w(?:{HTTP_OR_FTP})://", re.IGNORECASE)


@rule
def dangerous_scheme(draft: Draft) -> tuple[Edit, ...]:
    """`javascript:`, `data:` and `vbscript:` run or carry code and are refused however they are spelled (RFC 3986, 7).

    >>> cleaned("java\\nscript&colon;alert(1)")
    Traceback (most recent call last):
    linksift.cleaning.errors.NotAURI: not a URI: javascript:, data: and vbscript: are never cleaned
        java\ufffdscript&colon;alert(1)
    """
    if _HARMLESS.match(draft.text) is None and _RUNS.match(_most_lenient_reading(draft.text)):
        raise Refusal("javascript:, data: and vbscript: are never cleaned")
    return ()


@lru_cache(maxsize=16)  # a text is read three times per round, usually unchanged
def _most_lenient_reading(text: str) -> str:
    """A text as the most lenient software might read it: decoded, in NFKC and lower case, without invisible characters.

    >>> _most_lenient_reading("\uff2aava&#115;cript%253A x")
    'javascript:x'
    """
    if text.isascii() and text.isprintable() and _DECODED_OR_DROPPED.isdisjoint(text):
        return text.lower()
    import html  # imported lazily: see tests/test_import.py
    from urllib.parse import unquote

    for _ in range(_MOST_DECODED):
        if "&" not in text and "%" not in text:
            break
        text = unquote(html.unescape(text))
    text = unicodedata.normalize("NFKC", text).lower()
    return "".join([c for c in text if c.isprintable() and not c.isspace()])


def check_usable(draft: Draft) -> None:
    """Raise Refusal for a text that is not a URI, or not a usable one.

    >>> from linksift.cleaning.draft import new_draft
    >>> check_usable(new_draft("http://a.example/", "http"))
    >>> check_usable(new_draft("hello", "http"))
    Traceback (most recent call last):
    linksift.cleaning.errors.Refusal: this names no host, address or known scheme
    """
    text = draft.text
    parts = split(text)
    scheme = (parts.scheme or "").lower()
    if not text or not scheme or not (parts.authority is not None or is_known(scheme)):
        raise Refusal("this names no host, address or known scheme" if text else "nothing is left")
    if scheme in never_by_default() or scheme in ("hxxp", "hxxps"):
        raise Refusal(f"{scheme}: is never cleaned")
    if _ANOTHER.match(text) or (parts.port == "" and parts.path.startswith("//")):  # `http://a://b`
        raise Refusal("there is more than one URI")
    if not is_uri(text):
        raise Refusal(f"its {violations(text)[0].component} is not valid")
    if (row := schemes().get(scheme)) and row.host and not (parts.host or "").strip("."):
        raise Refusal(f"{scheme}: names no host")
    if not (parts.authority or parts.path or parts.query):
        raise Refusal(f"nothing follows {scheme}:")
    if scheme in TYPED:
        _check_host(parts)
    _check_addressee(scheme, text)


def _check_addressee(scheme: str, text: str) -> None:
    """Raise Refusal for `mailto:` without an address, and for `tel:` without a digit (RFC 6068, 2; RFC 3966, 3).

    >>> _check_addressee("tel", "tel:N/A")
    Traceback (most recent call last):
    linksift.cleaning.errors.Refusal: tel: names no number
    """
    if scheme == "tel" and not _DIGIT.search(text):
        raise Refusal("tel: names no number")
    if scheme == "mailto" and not _ADDRESS.match(text):
        raise Refusal("mailto: names no address")


def _check_host(parts: Components) -> None:
    """Raise Refusal for a host or port at which nothing could be reached (`uri.opens_in_browsers`).

    >>> _check_host(split("http://a..example/"))
    Traceback (most recent call last):
    linksift.cleaning.errors.Refusal: its host or port cannot be used: a label has 1 to 63 characters (RFC 1035, 2.3.4)
    """
    if not opens_in_browsers(parts.host or "", parts.port):
        verdict = judge_host(parts.host or "", parts.port)
        raise Refusal(f"its host or port cannot be used: {verdict.why} ({verdict.section})")
