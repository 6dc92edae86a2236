"""What a hazard is, what a check is, and what several checks begin with."""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from linksift.uri import SPECIAL_SCHEMES, BrowserURL, Reference, browser_url

T = TypeVar("T")

_PAGE = BrowserURL("https", "", None, "/")
"""Stands for the page that a relative reference is in: browsers read its host where the reference has none."""


class Hazard(NamedTuple):
    """Something with which a URI, or the text it stood in, could deceive or harm.

    `name` is the check that saw it, `why` a sentence for people, which never shows a secret, and `source` the sections
    that warn of it.
    """

    name: str
    why: str
    source: str


class Check(NamedTuple, Generic[T]):
    """A question to a reference or a match, and what is told of it where the answer is yes."""

    asks: Callable[[T], bool]
    why: str
    source: str

    def hazard(self) -> Hazard:
        """The hazard that is there when the answer is yes; its name is the function's."""
        return Hazard(self.asks.__name__, self.why, self.source)


def decoded(text: str) -> str:
    """`text` with its escapes decoded, once, as UTF-8: what software may take it for that decodes too early (7.3).

    >>> decoded("%77ww%2Fa%2541%C3%A9")
    'www/a%41é'
    """
    if "%" not in text:
        return text
    from urllib.parse import unquote  # not before it is needed: see tests/test_import.py

    return unquote(text)


def in_browsers(reference: Reference) -> BrowserURL | None:
    """What a browser makes of a reference, of one that is relative as in a page; None for schemes that are not special.

    Raises RefusedURL where a browser has no URL.

    >>> from linksift.uri import parse
    >>> in_browsers(parse("///a.example")).host, in_browsers(parse("b")).host, in_browsers(parse("mailto:b"))
    ('a.example', '', None)
    """
    if (reference.scheme or "https").lower() not in SPECIAL_SCHEMES:
        return None
    return browser_url(str(reference), None if reference.scheme else _PAGE)
