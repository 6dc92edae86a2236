"""The errors for typed text that cannot become a URI, and a form of that text which is safe to display."""

import re
from collections.abc import Callable

from linksift.lazy_pattern import lazy_pattern

MAX_DISPLAYED = 80
"""The maximum number of code points of the typed text that a message shows."""

_AT = lazy_pattern(r"[@\uff20\ufe6b]|\[at\]|\(at\)|&#64;|&#x40;|&commat;|%40", re.IGNORECASE)
_COLON = lazy_pattern(r"(?:[:\uff1a\ufe55;]|&#58;|&#x3a;|&colon;|%3a)(?!\]?\s*[/\\\uff0f\uff3c]{2})", re.IGNORECASE)
"""A colon in any spelling (`:`, `：`, `;`, `&colon;`, `%3A`) that is not followed by two slashes, as in
`javascript&#58;alert(1)`."""


class NotAURI(ValueError):
    """Raised for a text that cannot become a URI without guessing.

    `typed` is the text as given, `reason` says why it was refused, `rule` names the rule or check that refused it (None
    for a limit of `clean` itself), and `tried` names the rules that had changed something by then, in order. The
    message never shows a password or a character that moves the cursor.

    >>> print(NotAURI("joe:secret@\\x1b", "this names no host", ("whitespace.outer",)))
    not a URI: this names no host (tried: whitespace.outer)
        joe:...@\ufffd
    """

    def __init__(self, typed: str, reason: str, tried: tuple[str, ...] = (), rule: str | None = None) -> None:
        super().__init__()
        self.typed = typed
        self.reason = reason
        self.tried = tried
        self.rule = rule

    def __str__(self) -> str:
        tried = f" (tried: {', '.join(self.tried)})" if self.tried else ""
        return f"not a URI: {self.reason}{tried}\n    {self.display_form}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.display_form!r}, {self.reason!r}, {self.tried!r}, {self.rule!r})"

    def __reduce__(self) -> tuple[type["NotAURI"], tuple[str, str, tuple[str, ...], str | None]]:
        return type(self), (self.typed, self.reason, self.tried, self.rule)

    @property
    def display_form(self) -> str:
        """The typed text for display: on one line, shortened, and without passwords."""
        return display_form(self.typed)


class Refusal(Exception):
    """Raised by a rule that would have to guess; its message is the reason. `clean` turns it into a NotAURI and records
    in `by` which rule or check raised it."""

    def __init__(self, reason: str, by: Callable[..., object] | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.by = by


def display_form(typed: str) -> str:
    """The typed text for display. Text before an "@", in whatever notation, may be a password and is hidden.

    >>> display_form("http//joe:se/cret@a.example"), display_form("joe@a.example")
    ('http//joe:...@a.example', 'joe@a.example')
    """
    at = max((found.start() for found in _AT.finditer(typed)), default=0)
    colon = _COLON.search(typed, 0, at)
    hidden = f"{typed[: colon.end()]}...{typed[at:]}" if colon else typed
    short = hidden if len(hidden) <= MAX_DISPLAYED else f"{hidden[:MAX_DISPLAYED]}..."
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in short)
