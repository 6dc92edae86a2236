"""Masked schemes, `hxxp://a`, and substitutes for `://`, such as `http:// a`, `http:/a`, `http//a` and `http__a`.

After a masked scheme, the dots of the host may also have spaces around them. If the substitute is percent-encoded, the
URI is decoded as a whole: `http%3A%2F%2Fa.example%2Fb`.
"""

from collections.abc import Iterator

from linksift.delimiters import REFANGED
from linksift.finding.match import Step
from linksift.finding.refanging import refang
from linksift.finding.refanging.notation_search import (
    MOST_LABELS,
    before_blanks,
    hits,
    is_last_label_ahead,
    is_name_ahead,
    last_label_ahead,
)
from linksift.lazy_pattern import lazy_pattern

LONGEST_SCHEME = 9
"""The length of the longest masked scheme, plus one character before it."""

_LONGEST_ESCAPE = len(r"\u003c")

_FOR_LETTER = r"tx0*#_\-.?+%$^~&"
_MASKED = rf"(?i:h[{_FOR_LETTER}]{{2}}p|hx{{1,3}}p|htxxp|xxxxx?|xxxp|xxtp|ttp|meow|ftx|s?f(?:[{_FOR_LETTER}]|xx)p)"
_FOR_S = "A-Z!@&*$#+?~^"
_IN_BRACKETS = r"[\[({](?i:h[tx]{2}p|ftp)s?[\])}]|(?i:h[\[({](?:tt|xx)[\])}]p)s?|(?i:h[tx]{2}p[\[({]s[\])}])"
_STARTS = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt])|(?<=\\u[0-9A-Fa-f]{4})|(?<=\\x[0-9A-Fa-f]{2}))"
"""The place before a masked scheme: the escape of a character in a string may precede it, `\\nhxxp://a`."""

_SCHEME = lazy_pattern(rf"{_STARTS}(?:{_IN_BRACKETS}|{_MASKED}(?:[sS]?[{_FOR_S}]|[sS])?)\Z")

_SEPARATORS = (
    (":/", lazy_pattern(r":/(?:/(?:(?<!http://)(?<!https://)|(?=[ /]))|(?=\w))")),
    ("//", lazy_pattern("//(?:(?<=[pPsS;：]//)|(?<=[pPsS]: //)|(?<=[pPsS] : //))")),
    ("／／", lazy_pattern("／／(?<=[pPsS:：]／／)")),
    ("__", lazy_pattern("__(?<=[pPsS:]__)")),
    (":\\", lazy_pattern(r":\\(?<=[pPsSxX]:\\)")),
)
"""The patterns of separators, each with the literal that it begins with."""

_SPACED_SLASHES = lazy_pattern(r" : / ?/ ?(?=[\w\[])")
_SPACED_SCHEME = lazy_pattern(r"(?<![A-Za-z0-9])[hH] [tTxX] [tTxX] [pP](?: [sS])?\Z")
_SPACED_DOT = lazy_pattern(r"[A-Za-z0-9\-]{1,63}+( {1,2}\. {0,2})(?=[A-Za-z0-9])")
_AFTER = lazy_pattern(r"/?[ ]{0,2}(?=[\w\[])")
_BOUNDARY = lazy_pattern(r"[\s\"'`<>(\[{|,;]|[^\x00-\x7f]")

_START = lazy_pattern(r"%2[fF]%2[fF](?:(?<=[pPsS]:%2[fF]%2[fF])|(?<=[pPsS]%3[aA]%2[fF]%2[fF]))(?=[\w\[%])")
"""The encoded slashes of a URI, after `p` or `s` and a plain or encoded colon: `http%3A%2F%2Fa`."""

_WHOLE = lazy_pattern(r"[A-Za-z0-9\-._~!$&'()*+,;=:@/?%#]*+")
_KEY = lazy_pattern(r"(?<![^\s\"'`<>])[\w.\-]++=\Z")
_FORM = lazy_pattern(r"[^\s\"'`<>&]*+&")
_LONGEST_KEY = 64
"""The key of a cookie or setting, which begins a word, and a value in a form, which ends at an ampersand."""

_ESCAPE = lazy_pattern(r"%(?:2[1356789A-Fa-f4]|3[0-9ABDFabdf]|4[0-9A-Fa-f]|5[0-9ABDFabdf]|6[1-9A-Fa-f]|7[0-9AEae])")
"""The escapes of characters that may be in a URI, and of % itself."""

_LONGEST = 2048


def scheme_start(text: str, end: int) -> int:
    """The start of the scheme that ends at `end`, masked or not; -1 if there is none.

    >>> scheme_start("a hxxp://b", 6), scheme_start("a http://b", 6), scheme_start("git://b", 3)
    (2, 2, -1)
    """
    low = max(0, end - LONGEST_SCHEME - _LONGEST_ESCAPE)
    found = _SCHEME.search(text[low:end])
    return low + found.start() if found else -1


def scheme_steps(text: str, end: int) -> Iterator[Step]:
    """The step that unmasks the scheme that ends at `end`, if it is masked."""
    start = scheme_start(text, end)
    if start >= 0 and text[start:end].lower() not in REFANGED:
        yield Step(refang.scheme, start, end, refang.scheme(text[start:end]))


def steps(text: str) -> Iterator[Step]:
    """The steps that undo masked schemes before a plain `://`, other separators with the schemes before them, and
    percent-encoding."""
    for literal, pattern in _SEPARATORS:
        for hit in hits(text, literal, pattern):
            yield from steps_at(text, *hit.span())
    yield from spaced_steps(text)
    yield from encoded_steps(text)


def spaced_steps(text: str) -> Iterator[Step]:
    """The steps that undo a scheme with a space after each character: `h t t p s : / / a`.

    >>> [step.replacement for step in spaced_steps("h t t p s : / / a.example")]
    ['https', '://']
    """
    for hit in hits(text, " : /", _SPACED_SLASHES):
        if found := _SPACED_SCHEME.search(text[max(0, hit.start() - len("h t t p s ")) : hit.start()]):
            start = hit.start() - len(found[0])
            yield Step(refang.scheme, start, hit.start(), refang.scheme(found[0]))
            yield Step(refang.separator, *hit.span(), "://")
            yield from spaced_dots(text, hit.end())


def spaced_dots(text: str, start: int) -> Iterator[Step]:
    """The steps that undo spaces around the dots of the host that begins at `start`, after a masked scheme.

    Its last label is a top-level domain that is not a word: `hxxp://a . It is` is prose.

    >>> [step.replacement for text in ("a . b .example/", "a . It is") for step in spaced_dots(text, 0)]
    ['.', '.']
    """
    spans: list[tuple[int, int]] = []
    complete = 0
    while len(spans) < MOST_LABELS and (found := _SPACED_DOT.match(text, start)):
        spans.append(found.span(1))
        start = found.end()
        if is_last_label_ahead(text, start):
            complete = len(spans)
    yield from (Step(refang.bare_dot, *span, ".") for span in spans[:complete])


def steps_at(text: str, start: int, end: int) -> Iterator[Step]:
    r"""The steps at a substitute for a separator, `://`, `:/`, `//` or `__`, or at the start of one: `:\\`."""
    if text.startswith("\\", end - 1):
        yield from scheme_steps(text, start)
        return
    colon = before_blanks(text, start)
    if text[colon - 1 : colon] in (":", ";", "："):
        colon = before_blanks(text, colon - 1)
    after = _AFTER.match(text, end)
    last = after.end() if after else end
    if text[colon:last] == "://":
        unmasked = tuple(scheme_steps(text, colon))
        yield from unmasked
        yield from spaced_dots(text, last) if unmasked else ()
        return
    begin = scheme_start(text, colon)
    if begin < 0:
        return
    masked = text[begin:colon].lower() not in REFANGED
    after_label = masked and text[begin - 1] in ":="
    if begin and not (after_label or _BOUNDARY.match(text, begin - 1)):
        return
    dots = [*spaced_dots(text, last)] if masked else []
    if dots or is_name_ahead(text, last) or (masked and last_label_ahead(text, last)[0]):
        yield from scheme_steps(text, colon)
        yield Step(refang.separator, colon, last, "://")
        yield from dots


def encoded_steps(text: str) -> Iterator[Step]:
    """The steps that decode URIs that are percent-encoded as a whole, one for each escape."""
    position = 0
    for hit in _START.finditer(text):
        colon = hit.start() - (1 if text[hit.start() - 1] == ":" else 3)
        start = scheme_start(text, colon)
        if start < position or text[start:colon].lower() not in REFANGED:
            continue
        if start and not (_BOUNDARY.match(text, start - 1) or _is_value(text, start)):
            continue
        whole = _WHOLE.match(text, colon, colon + _LONGEST)
        position = whole.end() if whole else colon
        for escape in _ESCAPE.finditer(text, colon, position):
            yield Step(refang.percent_encoded, *escape.span(), refang.percent_encoded(escape[0]))


def _is_value(text: str, start: int) -> bool:
    """Whether the URI at `start` is the value of a cookie or setting, and not of a query or form.

    >>> [_is_value(text, text.index("h")) for text in ("a=1; url=http%3A", "?url=http%3A", "url=http%3A&b=1")]
    [True, False, False]
    """
    is_keyed = _KEY.search(text, max(0, start - _LONGEST_KEY), start) is not None
    return is_keyed and _FORM.match(text, start, start + _LONGEST) is None
