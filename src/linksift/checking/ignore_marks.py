"""The mark by which a line is not checked: `linksift: ignore`, or `linksift: ignore[rule, ...]` for some rules."""

import re

_MARK = re.compile(r"\blinksift: ?ignore\b(?:\[([^\[\]\n]*+)\])?(?![\w-])")


def is_ignored(rule: str, lines: str) -> bool:
    """Whether a mark in these lines is for a rule, by its name or its group.

    >>> [is_ignored("invalid.host", f"# linksift: ignore{names}") for names in ("", "[invalid]", "[wrapped]")]
    [True, True, False]
    """
    return any(_names(found[1], rule) for found in _MARK.finditer(lines))


def _names(names: str | None, rule: str) -> bool:
    return names is None or not {rule, rule.partition(".")[0]}.isdisjoint(re.split(r"[\s,]+", names))
