"""Makes the defanged links in a whole text live again, and the inverse: writes a URI so that no program links it."""

from collections.abc import Iterator
from typing import Unpack

from linksift.arguments import plain_str
from linksift.finding.finder import cached_finder
from linksift.finding.match import Match, Step
from linksift.finding.options import FinderOptions
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import edited
from linksift.registries import schemes
from linksift.uri import is_scheme

_MASKED = {"http": "hxxp", "https": "hxxps", "HTTP": "HXXP", "HTTPS": "HXXPS"}
_DOT = lazy_pattern(r"(?<=[\w\-/])\.(?=[\w\-])")
_AT = lazy_pattern(r"(?<=[^\s\[({<])@(?=\w)")
_SLASHES = lazy_pattern(r"(?<=\w)://")


def refang(text: str, **options: Unpack[FinderOptions]) -> str:
    """The text with its defanged links restored: only the defanged parts of links change.

    `options` are those of `Finder`. The profile is "indicators" unless they say otherwise, and `refang` is always set.

    >>> refang("from hxxps[://]a[.]example/x, 192[.]0[.]2[.]1 and joe (at) b [dot] example: see [.] below")
    'from https://a.example/x, 192.0.2.1 and joe@b.example: see [.] below'
    """
    text = plain_str("refang", text)
    chosen: FinderOptions = {"profile": "indicators", **options, "refang": True}
    return edited(text, edits_in_matches(text, cached_finder(**chosen).finditer(text)))


def edits_in_matches(text: str, matches: Iterator[Match]) -> Iterator[tuple[int, int, str | None]]:
    """The edits that refang the matches of a text."""
    steps = iter(refang_steps(text))
    step = next(steps, None)
    for match in matches:
        while step and step.start < match.start:
            step = next(steps, None)
        while step and step.end <= match.end:
            yield step[1:]
            step = next(steps, None)


def refang_steps(text: str) -> list[Step]:
    """The steps that refang a text, in order; no two overlap.

    >>> [(step.start, step.end, step.replacement) for step in refang_steps("hxxp[:]//a[.]b")]
    [(0, 4, 'http'), (4, 7, ':'), (10, 13, '.')]
    """
    from linksift.finding.refanging.refanged_text import refang_steps as steps  # lazily: see tests/test_import.py

    return steps(text)


def defang(uri: str) -> str:
    """A URI written so that nobody clicks it by mistake: https://a.example/x becomes hxxps[://]a[.]example/x.

    `find(..., refang=True)` restores it. http and https are masked. The colon and slashes after the scheme are put in
    brackets, as are dots and at signs, even in the path and query, since these may contain another link. Text that
    already looks defanged, such as `(dot)` between two words, is read back as the text that it represents. A name or
    address without a scheme, with a port or not, is defanged, too.

    >>> defang("mailto:joe@a.example"), defang("a.example:80/b")
    ('mailto[:]joe[at]a[.]example', 'a[.]example:80/b')
    """
    uri = plain_str("defang", uri)
    scheme, colon, rest = uri.partition(":")
    slashes = "//" if rest.startswith("//") else ""
    if not colon or ("." in scheme and not (is_scheme(scheme) and (slashes or scheme.lower() in schemes()))):
        return _defanged(uri)
    return f"{_MASKED.get(scheme, scheme)}[{colon}{slashes}]{_defanged(rest.removeprefix(slashes))}"


def defang_match(match: Match) -> str:
    """The URI of a match, defanged as a part of its text: names and addresses get no scheme.

    >>> from linksift import Finder
    >>> Finder("indicators").sub("evil.example, joe@a.example, https://b.example", defang_match)
    'evil[.]example, joe[at]a[.]example, hxxps[://]b[.]example'
    """
    has_no_scheme = match.kind in ("suffix", "email", "domain", "ip")
    return defang(match.uri.partition(":")[2].removeprefix("//") if has_no_scheme else match.uri)


def _defanged(text: str) -> str:
    return _AT.sub("[at]", _DOT.sub("[.]", _SLASHES.sub("[://]", text)))
