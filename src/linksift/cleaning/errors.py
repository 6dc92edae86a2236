"""What is raised when no URI can be made of what was typed.

Here belongs the error and how it is shown. Why something is refused is for the rules that refuse it.
"""

import re

SHOWN = 80
"""How many code points of what was typed a message shows at most."""

_AT = re.compile(r"[@\uff20\ufe6b]|\[at\]|\(at\)|&#64;|&#x40;|&commat;|%40", re.IGNORECASE)
_COLON = re.compile(r"(?:[:\uff1a\ufe55;]|&#58;|&#x3a;|&colon;|%3a)(?!\]?\s*[/\\\uff0f\uff3c]{2})", re.IGNORECASE)


class NotAURI(ValueError):
    """A text of which no URI can be made without guessing.

    `typed` is the text as it was given, `reason` says why not, and `tried` are the names of the rules that changed
    something before that, in order. The message never shows a password, and nothing that moves a cursor.

    >>> print(NotAURI("joe:secret@\\x1b", "this names no host", ("whitespace.outer",)))
    not a URI: this names no host (tried: whitespace.outer)
        joe:...@\ufffd
    """

    def __init__(self, typed: str, reason: str, tried: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.typed = typed
        self.reason = reason
        self.tried = tried

    def __str__(self) -> str:
        tried = f" (tried: {', '.join(self.tried)})" if self.tried else ""
        return f"not a URI: {self.reason}{tried}\n    {self.shown}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.shown!r}, {self.reason!r}, {self.tried!r})"

    def __reduce__(self) -> tuple[type["NotAURI"], tuple[str, str, tuple[str, ...]]]:
        return type(self), (self.typed, self.reason, self.tried)

    @property
    def shown(self) -> str:
        """What was typed, for people: without passwords, on one line, its end left out when it is long."""
        return shown(self.typed)


class Doubt(Exception):
    """Raised by a rule that would have to guess; the reason for people. `clean` makes a NotAURI of it."""


def shown(typed: str) -> str:
    """What was typed, for people. What stands before an "@" may be a password however it is written, and is hidden.

    >>> shown("http//joe:se/cret@a.example"), shown("joe@a.example")
    ('http//joe:...@a.example', 'joe@a.example')
    """
    at = max((found.start() for found in _AT.finditer(typed)), default=0)
    colon = _COLON.search(typed, 0, at)
    hidden = f"{typed[: colon.end()]}...{typed[at:]}" if colon else typed
    short = hidden if len(hidden) <= SHOWN else f"{hidden[:SHOWN]}..."
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in short)
