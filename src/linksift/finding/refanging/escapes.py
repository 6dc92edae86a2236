r"""Backslashes and carets before dots and slashes, and backslashes instead of slashes: `a\.b`, `a^.b`, `http:\/\/a`."""

from collections.abc import Iterator
from functools import cache

from linksift.finding.match import Step
from linksift.finding.refanging.notation_search import Notation, Search
from linksift.finding.refanging.refang import backslashes, escaped_dot, escaped_slash

_BACKSLASHES = r"\\\\(?:(?<=[pPsSxX]:\\\\)|(?<=:[\])}>]\\\\))(?=[\w\[])"


@cache
def searches() -> tuple[Search, ...]:
    """The searches for escapes, compiled on the first call."""
    return (
        Search(
            (
                Notation(backslashes, _BACKSLASHES),
                Notation(escaped_dot, r"\\\.(?<=[\w\-]\\\.)(?=[\w\-])"),
                Notation(escaped_slash, r"\\/(?:(?<=:\\/)(?=\\/\w)|(?<=[\w/\-.~]\\/)(?=[\w~?#%]))"),
            )
        ),
        Search((Notation(escaped_dot, r"\^\.(?<=[\w\-]\^\.)(?=[A-Za-z0-9])"),)),
    )


def steps(text: str) -> Iterator[Step]:
    """The steps that undo escapes."""
    for search in searches():
        yield from search.steps(text)
