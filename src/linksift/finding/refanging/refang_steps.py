"""All steps that refang a text, in order."""

from collections.abc import Iterator

from linksift.finding.match import Step
from linksift.finding.refanging import bare_words, brackets, dot_substitutes, escapes, scheme_starts, whole_uri_encoding
from linksift.finding.refanging.refang import backslashes, colon, slashes

_AFTER_SCHEME = (colon, slashes, backslashes)


def refang_steps(source: str) -> list[Step]:
    """The steps that refang a text, in order; no two overlap.

    >>> [(step.start, step.end, step.replacement) for step in refang_steps("hxxp[:]//a[.]b")]
    [(0, 4, 'http'), (4, 7, ':'), (10, 13, '.')]
    """
    marks = [*brackets.steps(source), *escapes.steps(source), *dot_substitutes.steps(source)]
    masked = (step for mark in marks if mark.rule in _AFTER_SCHEME for step in before_mark(source, mark))
    others = (*scheme_starts.steps(source), *bare_words.steps(source), *whole_uri_encoding.steps(source))
    found = sorted((*marks, *masked, *others), key=lambda step: (step.start, -step.end))
    return list(disjoint(found))


def before_mark(source: str, mark: Step) -> Iterator[Step]:
    """The step for a masked scheme before a defanged separator: `hxxp[:]//`, `hxxp:[//]`, `hxxp:\\\\\\\\`."""
    low = max(0, mark.start - 2)
    end = low + len(source[low : mark.start].rstrip(":/"))
    return scheme_starts.scheme_steps(source, end)


def disjoint(found: list[Step]) -> Iterator[Step]:
    """The steps, in order, except those that begin inside an earlier step."""
    position = 0
    for step in found:
        if step.start >= position:
            position = step.end
            yield step
