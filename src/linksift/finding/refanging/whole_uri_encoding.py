"""URIs that are percent-encoded as a whole: `http%3A%2F%2Fa.example%2Fb`."""

from collections.abc import Iterator

from linksift.delimiters import REFANGED
from linksift.finding.match import Step
from linksift.finding.refanging.refang import percent_encoded
from linksift.finding.refanging.scheme_starts import scheme_start
from linksift.lazy_pattern import lazy_pattern

_START = lazy_pattern(r"%2[fF]%2[fF](?:(?<=[pPsS]:%2[fF]%2[fF])|(?<=[pPsS]%3[aA]%2[fF]%2[fF]))(?=[\w\[%])")
"""The encoded slashes of a URI, after `p` or `s` and a plain or encoded colon: `http%3A%2F%2Fa`."""

_WHOLE = lazy_pattern(r"[A-Za-z0-9\-._~!$&'()*+,;=:@/?%#]*+")
_ESCAPE = lazy_pattern(r"%(?:2[1356789A-Fa-f4]|3[0-9ABDFabdf]|4[0-9A-Fa-f]|5[0-9ABDFabdf]|6[1-9A-Fa-f]|7[0-9AEae])")
"""The escapes of characters that may be in a URI, and of % itself."""

_BOUNDARY = lazy_pattern(r"[\s\"'`<>(\[{|,;]")
_LONGEST = 2048


def steps(text: str) -> Iterator[Step]:
    """The steps that decode such URIs, one for each escape."""
    position = 0
    for hit in _START.finditer(text):
        colon = hit.start() - (1 if text[hit.start() - 1] == ":" else 3)
        start = scheme_start(text, colon)
        if start < position or text[start:colon].lower() not in REFANGED:
            continue
        if start and not _BOUNDARY.match(text, start - 1):
            continue
        whole = _WHOLE.match(text, colon, colon + _LONGEST)
        position = whole.end() if whole else colon
        for escape in _ESCAPE.finditer(text, colon, position):
            yield Step(percent_encoded, *escape.span(), percent_encoded(escape[0]))
