"""Other characters in place of the dots of a host after a scheme: `http://a,example/`, `http://a・example`."""

from collections.abc import Iterator
from functools import cache

from linksift.finding.match import Step
from linksift.finding.refanging.notation import Notation, Search
from linksift.finding.refanging.refang import dot_substitute
from linksift.patterns import lazy_pattern
from linksift.registries import top_level_domains

_SUBSTITUTE = "(?:,|・|&#46;|&#x2[eE];)"
_FARTHEST_BEFORE = 80
_HOST_BEFORE = lazy_pattern(rf":[\])}}]?\[?//[\])}}]?(?:[\w\-]{{1,40}}{_SUBSTITUTE}){{0,4}}[\w\-]{{1,40}}\Z")
_HOST_AHEAD = lazy_pattern(rf"(?:[\w\-]{{1,40}}{_SUBSTITUTE}){{0,4}}([A-Za-z0-9\-]{{1,40}})(?=[/:?#\s]|\Z)")


@cache
def searches() -> tuple[Search, ...]:
    """The searches for the characters, compiled at the first call."""
    return (
        Search((Notation(dot_substitute, r",(?<=\w,)(?=\w)", condition=is_in_host),)),
        Search((Notation(dot_substitute, r"・(?<=\w・)(?=\w)", condition=is_in_host),)),
        Search((Notation(dot_substitute, r"&#(?<=\w&#)(?:46|x2[eE]);(?=\w)", condition=is_in_host),)),
    )


def steps(text: str) -> Iterator[Step]:
    """The steps that put dots in place of these characters."""
    for search in searches():
        yield from search.steps(text)


def is_in_host(text: str, start: int, end: int) -> bool:
    """Whether slashes and labels are before a character, and after it the last labels of a host under a known top-level
    domain, or the last numbers of an IP address. A host that has a dot has its dots.

    >>> texts = ("http://a,example/", "http://a,and so", "http://a,b.example", "http://1,2,3,4")
    >>> [is_in_host(text, 8, 9) for text in texts]
    [True, False, False, True]
    """
    ahead = _HOST_AHEAD.match(text, end)
    if ahead is None or not (ahead[1].isdigit() or ahead[1].lower() in top_level_domains()):
        return False
    return _HOST_BEFORE.search(text[max(0, start - _FARTHEST_BEFORE) : start]) is not None
