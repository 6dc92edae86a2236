"""Other characters in place of the dots in a host after a scheme: `http://a,example/`, `http://a・example`."""

from collections.abc import Iterator

from linksift.finding.match import Step
from linksift.finding.refanging.notation_search import hits
from linksift.finding.refanging.refang import dot_substitute
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import top_level_domains

_SUBSTITUTE = "(?:,|・|&#46;|&#x2[eE];)"
_HOST = lazy_pattern(rf"//[\])}}]?(?:[\w\-]{{1,40}}{_SUBSTITUTE}){{1,5}}")
_BETWEEN_LABELS = lazy_pattern(rf"{_SUBSTITUTE}(?=\w)")
_FARTHEST_BEFORE = 80
_HOST_BEFORE = lazy_pattern(rf":[\])}}]?\[?//[\])}}]?(?:[\w\-]{{1,40}}{_SUBSTITUTE}){{0,4}}[\w\-]{{1,40}}\Z")
_HOST_AHEAD = lazy_pattern(rf"(?:[\w\-]{{1,40}}{_SUBSTITUTE}){{0,4}}([A-Za-z0-9\-]{{1,40}})(?=[/:?#\s]|\Z)")


def steps(text: str) -> Iterator[Step]:
    """The steps that put dots in place of these characters."""
    for host in hits(text, "//", _HOST):
        for found in _BETWEEN_LABELS.finditer(text, host.start(), host.end() + 1):
            start, end = found.span()
            if is_in_host(text, start, end):
                yield Step(dot_substitute, start, end, ".")


def is_in_host(text: str, start: int, end: int) -> bool:
    """Whether slashes and labels precede a character and the rest of a host follows it: the last labels under a known
    top-level domain, or the last numbers of an IP address. A host that contains any dot already has all its dots.

    >>> texts = ("http://a,example/", "http://a,and so", "http://a,b.example", "http://1,2,3,4")
    >>> [is_in_host(text, 8, 9) for text in texts]
    [True, False, False, True]
    """
    ahead = _HOST_AHEAD.match(text, end)
    if ahead is None or not (ahead[1].isdigit() or ahead[1].lower() in top_level_domains()):
        return False
    return _HOST_BEFORE.search(text[max(0, start - _FARTHEST_BEFORE) : start]) is not None
