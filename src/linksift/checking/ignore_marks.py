"""The mark that exempts a line from all rules (`linksift: ignore`) or some of them (`linksift: ignore[rule, ...]`)."""

import re

from linksift.checking.link_problem import LinkProblem
from linksift.documents import Source

_MARK = re.compile(r"\blinksift: ?ignore\b(?:\[([^\[\]\n]*+)\])?(?![\w-])")

EVERY = "every rule"
"""Takes the place of the rule names in a mark that lists none."""


IgnoreMarks = dict[int, set[str]]
"""The names of the rules and groups in the marks of a source, by line number."""


def ignore_marks(source: Source) -> IgnoreMarks:
    """The marks in a source.

    >>> ignore_marks(Source("# linksift: ignore[a, b.c]")) == {1: {"a", "b.c"}}
    True
    """
    names: IgnoreMarks = {}
    for found in _MARK.finditer(source.text):
        line, _ = source.line_and_column(found.start())
        names.setdefault(line, set()).update([EVERY] if found[1] is None else re.split(r"[\s,]+", found[1]))
    return names


def is_exempt(problem: LinkProblem, marks: IgnoreMarks) -> bool:
    """Whether a mark on any line of the link exempts it from the rule.

    >>> from linksift.checking.link_problem import Fault
    >>> from linksift.documents import Location, Locator
    >>> marks = ignore_marks(Source("a\\n# linksift: ignore[invalid.host]"))
    >>> problem = LinkProblem(Fault("invalid.host", ""), "", "http://a..b", Location(None, Locator(), None, 1, 1), 2)
    >>> is_exempt(problem, marks), is_exempt(problem._replace(end_line=1), marks)
    (True, False)
    >>> is_exempt(problem._replace(fault=Fault("invalid.port", "")), marks)
    False
    """
    first, last, rule = problem.location.line, problem.end_line, problem.fault.rule
    wanted = {rule, rule.partition(".")[0], EVERY}
    return first is not None and last is not None and any(marks.get(n, set()) & wanted for n in range(first, last + 1))
