"""Refuses bleach's regular expressions, and says what to use instead.

linksift's `Finder` follows RFC 3986 rather than a single pattern, so it takes linear time on any text.
"""

from typing import NoReturn

from linksift.arguments import instance_of
from linksift.finding import Finder, Kind, cached_finder
from linksift.help_topics import see

_KINDS: tuple[Kind, ...] = ("uri", "suffix", "domain")


def finder_for(finder: Finder | None, parse_email: bool, url_re: object, email_re: object) -> Finder:
    """The finder for bleach's arguments, which finds `http://...`, `www...`, `a.example` and, if asked, addresses.

    Raises TypeError for a pattern, and for `parse_email` given with a finder, whose kinds decide about addresses.
    """
    for name, pattern in (("url_re", url_re), ("email_re", email_re)):
        if pattern is not None:
            refuse(name)
    if finder is None:
        return cached_finder(kinds=(*_KINDS, "email") if parse_email else _KINDS)
    if parse_email:
        raise TypeError('a finder finds addresses if they are among its kinds: Finder(kinds={"email", ...})')
    return instance_of("finder", Finder, finder)


def build_url_re(*arguments: object, **options: object) -> NoReturn:
    """Raise TypeError: there is no pattern to build."""
    refuse("build_url_re")


def build_email_re(*arguments: object, **options: object) -> NoReturn:
    """Raise TypeError: there is no pattern to build."""
    refuse("build_email_re")


def refuse(name: str) -> NoReturn:
    """Raise TypeError with a message about the alternative to a pattern."""
    raise TypeError(
        f"{name}: linksift finds URIs by a finder, not by a pattern; pass a finder for what you want, such as "
        'finder=Finder(kinds={"uri", "domain"}, schemes={"http", "https"}), and leave out the rest by a callback that '
        f"returns None (see {see('bleach')})"
    )
