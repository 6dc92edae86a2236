"""Template placeholders in URIs: `{code}`, `{{ code }}`, `${code}`, `%(code)s` (the option `templates`)."""

import re
from collections.abc import Collection

LONGEST_PLACEHOLDER = 256
"""The maximum number of characters between the marks of a placeholder."""

_NAMED = r"[A-Za-z0-9\-._~!$&()*+,;=:@/?%#\[\]]"
_NAMED_OR_SPACED = rf"[A-Za-z0-9\-._~!$&()*+,;=:@/?%#\[\]| ]{{1,{LONGEST_PLACEHOLDER}}}+"

PATTERNS = {
    "{{}}": rf"\{{\{{(?:{_NAMED_OR_SPACED}|\{{{_NAMED_OR_SPACED}\}})\}}\}}",
    "${}": rf"\$\{{{_NAMED}{{1,{LONGEST_PLACEHOLDER}}}+\}}",
    "%()s": rf"%\([A-Za-z0-9\-._~]{{1,{LONGEST_PLACEHOLDER}}}+\)[sd]",
    "{}": rf"\{{{_NAMED}{{0,{LONGEST_PLACEHOLDER}}}+\}}",
}
"""The pattern for the placeholders of each kind of template; if two match, the earlier one counts.

A placeholder never contains quotes, and contains spaces and bars only in the form `{{ code|upper }}`.
"""


def placeholders(templates: Collection[str]) -> re.Pattern[str] | None:
    """The pattern for the placeholders of these templates; None if there are no templates.

    >>> placeholders({"{}", "{{}}"}).findall("http://a.example/{b}/${c}/{{ d|e }}/%(f)s")
    ['{b}', '{c}', '{{ d|e }}']
    """
    chosen = [pattern for name, pattern in PATTERNS.items() if name in templates]
    return re.compile("|".join(chosen)) if chosen else None


def placeholder_end(pattern: re.Pattern[str] | None, text: str, brace: int) -> int:
    """The end of the placeholder whose brace is at `brace`, possibly after `$`; -1 if there is none.

    >>> placeholder_end(placeholders({"${}"}), "${a}", 1), placeholder_end(placeholders({"${}"}), "{a}", 0)
    (4, -1)
    """
    if pattern is None:
        return -1
    found = pattern.match(text, brace - 1) if text.startswith("$", brace - 1) else None
    found = found or pattern.match(text, brace)
    return found.end() if found else -1


def without_placeholders(pattern: re.Pattern[str] | None, text: str) -> str:
    """The text with each placeholder replaced by as many letters, which every rule for hosts and paths accepts.

    >>> without_placeholders(placeholders({"{}"}), "{ab}.a.example")
    'xxxx.a.example'
    """
    return text if pattern is None else pattern.sub(lambda found: "x" * len(found[0]), text)
