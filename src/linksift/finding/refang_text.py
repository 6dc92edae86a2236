"""Makes the defanged links in a whole text live again: the inverse of `defang`."""

from collections.abc import Iterator
from typing import Unpack

from linksift.arguments import plain_str
from linksift.finding.finder import cached_finder
from linksift.finding.match import Match, Step
from linksift.finding.options.option_types import FinderOptions


def refang(text: str, **options: Unpack[FinderOptions]) -> str:
    """The text with its defanged links restored: only the defanged parts of links change.

    `options` are those of `Finder`. The profile is "indicators" unless they say otherwise, and `refang` is always set.

    >>> refang("from hxxps[://]a[.]example/x, 192[.]0[.]2[.]1 and joe (at) b [dot] example: see [.] below")
    'from https://a.example/x, 192.0.2.1 and joe@b.example: see [.] below'
    """
    text = plain_str("refang", text)
    chosen: FinderOptions = {"profile": "indicators", **options, "refang": True}
    return "".join(pieces(text, cached_finder(**chosen).finditer(text)))


def pieces(text: str, matches: Iterator[Match]) -> Iterator[str]:
    """The pieces of a text whose matches are refanged."""
    from linksift.finding.refanging.refanged_text import RefangedText

    position = 0
    steps = iter(span.step for span in RefangedText(text).spans)
    step = next(steps, None)
    for match in matches:
        while step and step.start < match.start:
            step = next(steps, None)
        while step and step.end <= match.end:
            yield from (text[position : step.start], step.replacement or "")
            position, step = step.end, next(steps, None)
    yield text[position:]


def refang_steps(text: str) -> list[Step]:
    """The steps that refang a text, in order; no two overlap.

    >>> [(step.start, step.end, step.replacement) for step in refang_steps("hxxp[:]//a[.]b")]
    [(0, 4, 'http'), (4, 7, ':'), (10, 13, '.')]
    """
    from linksift.finding.refanging.refang_steps import refang_steps as steps  # lazily: see tests/test_import.py

    return steps(text)
