"""Repairs links in text when the repair is certain."""

from collections.abc import Iterable

from linksift.checking.link_problem import LinkProblem

FIXED = "invalid.space"
"""The rule whose problems are repaired: the intended form of a Markdown link with a space is clear, whereas any other
repair might change where a link leads."""


def fixed(text: str, problems: Iterable[LinkProblem]) -> str:
    """The text in which every problem of the rule `FIXED` is repaired if it has a replacement.

    A problem is left alone if its text is not found at its location.

    >>> from linksift.checking.link_problem import Fault
    >>> from linksift.documents import Location, Locator
    >>> place = Location("a.md", Locator(), start=4, end=24)
    >>> fault = Fault(FIXED, "Write %20.", "<http://a.example/b c>")
    >>> fixed("[a](http://a.example/b c)", [LinkProblem(fault, "", "http://a.example/b c", place)])
    '[a](<http://a.example/b c>)'
    """
    pieces, position = [], 0
    for fault, _, written, place, *_ in problems:
        start = place.start
        if fault.rule != FIXED or fault.replacement is None or start is None or start < position:
            continue
        if text.startswith(written, start):
            pieces += [text[position:start], fault.replacement]
            position = start + len(written)
    return "".join([*pieces, text[position:]])
