"""The mark that exempts a line from all rules (`linksift: ignore`) or some of them (`linksift: ignore[rule, ...]`)."""

import re
from typing import NamedTuple

from linksift.documents import Source

_MARK = re.compile(r"\blinksift: ?ignore\b(?:\[([^\[\]\n]*+)\])?(?![\w-])")

EVERY = "every rule"
"""Takes the place of the rule names in a mark that lists none."""


class IgnoreMarks(NamedTuple):
    """The names of the rules and groups in the marks of a source, by line number."""

    names: dict[int, set[str]]

    def exempt(self, rule: str, first: int, last: int) -> bool:
        """Whether a mark on any of these lines applies to the rule.

        >>> marks = ignore_marks(Source("a\\n# linksift: ignore[invalid.host]"))
        >>> marks.exempt("invalid.host", 1, 2), marks.exempt("invalid.port", 1, 2), marks.exempt("invalid.host", 1, 1)
        (True, False, False)
        """
        wanted = {rule, rule.partition(".")[0], EVERY}
        return any(self.names.get(line, set()) & wanted for line in range(first, last + 1))


def ignore_marks(source: Source) -> IgnoreMarks:
    """The marks in a source.

    >>> ignore_marks(Source("# linksift: ignore[a, b.c]")).names == {1: {"a", "b.c"}}
    True
    """
    names: dict[int, set[str]] = {}
    for found in _MARK.finditer(source.text):
        line, _ = source.line_and_column(found.start())
        names.setdefault(line, set()).update([EVERY] if found[1] is None else re.split(r"[\s,]+", found[1]))
    return IgnoreMarks(names)
