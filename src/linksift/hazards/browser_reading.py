"""A reference as a browser reads it (URL Standard, 4.4), for the checks that compare it with RFC 3986."""

from linksift.uri import SPECIAL_SCHEMES, BrowserURL, Reference, browser_url

_PAGE = BrowserURL("https", "", None, "/")
"""A page on which relative references are read; browsers use its host if a reference has none."""


def browser_url_of(reference: Reference) -> BrowserURL | None:
    """The URL that a browser reads; None if the scheme is not special. A relative reference is read as if on a page.

    Raises RefusedURL if a browser refuses the reference.

    >>> from linksift.uri import parse
    >>> browser_url_of(parse("///a.example")).host, browser_url_of(parse("b")).host, browser_url_of(parse("mailto:b"))
    ('a.example', '', None)
    """
    if (reference.scheme or "https").lower() not in SPECIAL_SCHEMES:
        return None
    return browser_url(str(reference), None if reference.scheme else _PAGE)
