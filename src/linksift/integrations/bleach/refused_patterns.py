"""bleach's regular expressions, which find nothing here: who asks for them is told what to do.

Here belongs what cannot be had. `Finder` finds, by RFC 3986 and not by one pattern, so that a text of any kind takes no
more than linear time.
"""

from typing import NoReturn

from linksift.finding import Finder, Kind, cached_finder

_KINDS: tuple[Kind, ...] = ("uri", "suffix", "domain")


def finder_for(finder: Finder | None, parse_email: bool, url_re: object, email_re: object) -> Finder:
    """The finder for what bleach's interface is asked: `http://...`, `www...` and `a.example`, and addresses.

    Raises TypeError for a pattern, and for a finder together with `parse_email`: its kinds say that.
    """
    for name, pattern in (("url_re", url_re), ("email_re", email_re)):
        if pattern is not None:
            refuse(name)
    if finder is None:
        return cached_finder(kinds=(*_KINDS, "email") if parse_email else _KINDS)
    if parse_email:
        raise TypeError('a finder knows by its kinds whether it finds addresses: Finder(kinds={"email", ...})')
    return finder


def build_url_re(*arguments: object, **options: object) -> NoReturn:
    """Raises TypeError: there is no pattern to build."""
    refuse("build_url_re")


def build_email_re(*arguments: object, **options: object) -> NoReturn:
    """Raises TypeError: there is no pattern to build."""
    refuse("build_email_re")


def refuse(name: str) -> NoReturn:
    """Tell that there are no patterns, and what there is."""
    raise TypeError(
        f"{name}: URIs are found by linksift's finder, not by a pattern; give one that finds what you want, such as "
        'finder=Finder(kinds={"uri", "domain"}, schemes={"http", "https"}), and leave out the rest by a callback that '
        "returns None (docs/migrating/bleach.md)"
    )
