"""Recognizes at a glance a text that is a URI and that no repair would change, like most URLs in a column."""

import re

_HOST = r"(?:(?:[a-z0-9]++[.\-])+[a-z]{2,}+|localhost)(?::(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}))?(?=[/?#]|\Z)"
_IN_PATH = r"[A-Za-z0-9\-._~:@/+=&]*+"
_IN_QUERY = r"[A-Za-z0-9\-._~:@/+=&?]*+"
_PATH, _QUERY = (rf"{plain}(?:(?:%[0-9A-Fa-f]{{2}}|,(?![HFhf])){plain})*" for plain in (_IN_PATH, _IN_QUERY))
_OBVIOUSLY_CLEAN = re.compile(rf"(https?://{_HOST})(?:/{_PATH})?(?:\?{_QUERY})?(?:\#{_QUERY})?(?<![.,:?])")

LONGEST_AUTHORITY = 63
"""The maximum length of the scheme and host, so that no label is too long for the DNS (RFC 1035, 2.3.4)."""


def is_obviously_clean(text: str) -> bool:
    """Whether a single pattern shows that a text is a usable URI and that no repair changes it; False proves nothing.

    The pattern matches http and https URIs with a lowercase name (and no A-label), with or without a port, as their
    authority and without the characters that the repairs look for: white space, brackets, quotes, `;`, backslashes,
    punctuation at the end, and commas before what may be another URI.

    >>> [is_obviously_clean(text) for text in ("http://a.example/b?c=%20", "http://a.example/b.", "www.a.example")]
    [True, False, False]
    """
    found = _OBVIOUSLY_CLEAN.fullmatch(text)
    return found is not None and found.end(1) <= LONGEST_AUTHORITY
