"""The inverse of refanging, for output: a URI written so that no program links it, but `find` can read it back."""

from linksift.arguments import plain_str
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import schemes
from linksift.uri import is_scheme

_MASKED = {"http": "hxxp", "https": "hxxps", "HTTP": "HXXP", "HTTPS": "HXXPS"}
_DOT = lazy_pattern(r"(?<=[\w\-/])\.(?=[\w\-])")
_AT = lazy_pattern(r"(?<=[^\s\[({<])@(?=\w)")
_SLASHES = lazy_pattern(r"(?<=\w)://")


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


def _defanged(text: str) -> str:
    return _AT.sub("[at]", _DOT.sub("[.]", _SLASHES.sub("[://]", text)))
