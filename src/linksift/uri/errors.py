"""The family of errors that parsing raises, and their messages, which hide passwords.

`check_grammar` finds the faults.
"""

import re
from typing import Any

_CONTEXT = 60
"""The number of code points that a message shows on each side of the fault."""

# "//", a name and a colon; then, up to the last "@" of the authority, the password. The name can contain an unencoded
# "@", since messages often show references that are not valid.
_PASSWORD = r"(//[^/?#:]*+:)[^/?#]*(?=@)"

# The same for a password that contains a bare "/", "?" or "#". According to the grammar, the authority ends there, and
# the start of the intended password is a port that is not a number.
_BEFORE_BROKEN_PASSWORD = r"//[^/?#:]*+:(?![0-9]*+(?:[/?#]|\Z)|[^/?#]*@)"


class InvalidReference(ValueError):
    """A string that is not a URI reference, with the position of the fault.

    `reference` is the string, and `component` is the component at fault ("scheme", "userinfo", "host", "port", "path",
    "query" or "fragment"). `position` is the offset of the fault in code points, or the length of the string if it ends
    too early. `rule` is the broken rule of RFC 3986's ABNF ("reg-name", "pct-encoded", ...), or the section of another
    document; `why` says what that section requires. For the ABNF, it is empty unless the scheme is missing. `question`
    names the failed check: is the string "well-formed", "valid" for its scheme, or "usable"? The message shows the
    reference with a caret under the fault, and hides passwords:

        invalid host at position 8 (rule: reg-name)
            http://a b/
                    ^
    """

    question = "well-formed"

    def __init__(self, reference: str, component: str, position: int, rule: str, why: str = "") -> None:
        super().__init__()
        self.reference = reference
        self.component = component
        self.position = position
        self.rule = rule
        self.why = why

    # Drawing reads the whole reference, so it is done only when needed: a string can have as many faults as code
    # points.
    def __str__(self) -> str:
        what = "unusable" if self.question == "usable" else "invalid"
        reason = f"{self.rule}: {self.why}" if self.why else self.rule
        return f"{what} {self.component} at position {self.position} (rule: {reason})\n{self._drawing()}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.component!r}, {self.position}, {self.rule!r}, {self.why!r})"

    def __reduce__(self) -> tuple[type["InvalidReference"], tuple[str, str, int, str, str]]:
        return type(self), (self.reference, self.component, self.position, self.rule, self.why)

    def _drawing(self) -> str:
        """The part of the reference around the fault, with a caret under the fault; a code point takes one column."""
        start = max(0, self.position - _CONTEXT)
        shown = masked(self.reference)[start : self.position + _CONTEXT]
        return f"    {printable(shown)}\n    {' ' * (self.position - start)}^"


class InvalidHost(InvalidReference):
    """A host beyond ASCII that is not a valid domain name (UTS #46), or an invalid IP literal."""


class InvalidForScheme(InvalidReference):
    """A well-formed URI that is not valid for its scheme; `rule` is the section that it violates."""

    question = "valid"


class UnusableReference(InvalidReference):
    """A URI that software refuses even if it is valid, because of its host, port or length."""

    question = "usable"


def hide_passwords(text: str) -> str:
    """Replace each password with `...`, so that the text can be shown to people (RFC 3986, 3.2.1 and 7.5).

    A password is the part of a userinfo after its first colon, in the authority of the reference and of any reference
    within its path, query or fragment.

    >>> hide_passwords("http://user:secret@host/")
    'http://user:...@host/'
    """
    return re.sub(_PASSWORD, r"\1...", text)


def repr_without_passwords(record: tuple[Any, ...]) -> str:
    """The `repr` of a named tuple with the passwords in its texts replaced by `...` (3.2.1 and 7.5)."""
    fields: tuple[str, ...] = record._fields  # type: ignore[attr-defined]
    values = (hide_passwords(value) if isinstance(value, str) else value for value in record)
    shown = ", ".join(f"{name}={value!r}" for name, value in zip(fields, values, strict=True))
    return f"{type(record).__name__}({shown})"


def masked(reference: str) -> str:
    """Replace every code point of a password with `*`, so that all others keep their positions.

    >>> masked("http://user:secret@host/")
    'http://user:******@host/'
    """
    at = reference.rfind("@")
    if broken := re.compile(_BEFORE_BROKEN_PASSWORD).search(reference, 0, at + 1):
        start = broken.end()
        reference = reference[:start] + "*" * (at - start) + reference[at:]
    return re.sub(_PASSWORD, lambda found: found[1] + "*" * (len(found[0]) - len(found[1])), reference)


def printable(text: str) -> str:
    """Replace with U+FFFD every code point that is invisible or moves the cursor.

    >>> printable("a\\nb")
    'a\ufffdb'
    """
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
