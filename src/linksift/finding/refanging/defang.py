"""The inverse of refanging, for output: a URI written so that no program links it, but `find` can read it back."""

from linksift.arguments import require_str
from linksift.lazy_pattern import lazy_pattern

_MASKED = {"http": "hxxp", "https": "hxxps", "HTTP": "HXXP", "HTTPS": "HXXPS"}
_DOT = lazy_pattern(r"(?<=[\w\-/])\.(?=[\w\-])")
_AT = lazy_pattern(r"(?<=[^\s\[({<])@(?=\w)")
_SLASHES = lazy_pattern(r"(?<=\w)://")


def defang(uri: str) -> str:
    """A URI written so that nobody clicks it by mistake: https://a.example/x becomes hxxps[://]a[.]example/x.

    `find(..., refang=True)` restores it. http and https are masked. The colon and slashes after the scheme are put in
    brackets, as are dots and at signs, even in the path and query, since these may contain another link. Text that
    already looks defanged, such as `(dot)` between two words, is read back as the text that it represents.

    >>> defang("mailto:joe@a.example")
    'mailto[:]joe[at]a[.]example'
    """
    require_str("defang", uri)
    scheme, colon, rest = uri.partition(":")
    slashes = "//" if rest.startswith("//") else ""
    rest = _SLASHES.sub("[://]", rest.removeprefix(slashes))
    return f"{_MASKED.get(scheme, scheme)}[{colon}{slashes}]{_AT.sub('[at]', _DOT.sub('[.]', rest))}"
