"""What a browser makes of a reference (URL Standard, 4.4): what the checks of hosts compare RFC 3986's reading with."""

from linksift.uri import SPECIAL_SCHEMES, BrowserURL, Reference, browser_url

_PAGE = BrowserURL("https", "", None, "/")
"""Stands for the page that a relative reference is in: browsers read its host where the reference has none."""


def browser_url_of(reference: Reference) -> BrowserURL | None:
    """What a browser makes of a reference, of one that is relative as in a page; None for schemes that are not special.

    Raises RefusedURL where a browser has no URL.

    >>> from linksift.uri import parse
    >>> browser_url_of(parse("///a.example")).host, browser_url_of(parse("b")).host, browser_url_of(parse("mailto:b"))
    ('a.example', '', None)
    """
    if (reference.scheme or "https").lower() not in SPECIAL_SCHEMES:
        return None
    return browser_url(str(reference), None if reference.scheme else _PAGE)
