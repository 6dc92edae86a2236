"""The inverse of refanging, for output: a URI written so that no program links it, but `find` can read it back."""

from linksift.arguments import require_str
from linksift.lazy_pattern import lazy_pattern

_MASKED = {"http": "hxxp", "https": "hxxps", "HTTP": "HXXP", "HTTPS": "HXXPS"}
_DOT = lazy_pattern(r"(?<=[\w\-/])\.(?=[\w\-])")
_AT = lazy_pattern(r"(?<=[^\s\[({<])@(?=\w)")
_SLASHES = lazy_pattern(r"(?<=\w)://")


def defang(uri: str) -> str:
    """A URI written so that nobody clicks it by mistake: https://a.example/x becomes hxxps[://]a[.]example/x.

    `find(..., refang=True)` restores it. http and https are masked; the colon after the scheme with its slashes, dots
    and at signs are put in brackets, in the path and query too, since another link may be there. Text that looks
    defanged already, such as `(dot)` between two words, is read back as the text that it stands for.

    >>> defang("mailto:joe@a.example")
    'mailto[:]joe[at]a[.]example'
    """
    require_str("defang", uri)
    scheme, colon, rest = uri.partition(":")
    slashes = "//" if rest.startswith("//") else ""
    rest = _SLASHES.sub("[://]", rest.removeprefix(slashes))
    return f"{_MASKED.get(scheme, scheme)}[{colon}{slashes}]{_AT.sub('[at]', _DOT.sub('[.]', rest))}"
