"""What is raised when a string is no URI reference, and how it is shown to people.

Here belong the one family of errors that parsing raises, and what keeps passwords out of messages. Finding the fault
does not (that is `validate`).
"""

import re

_CONTEXT = 60
"""So many code points of the reference are shown on each side of the fault."""

# "//", a name and a colon; then, up to the last "@" of the authority, the password.
_PASSWORD = r"(//[^/?#:@]*+:)[^/?#]*(?=@)"

# The same before a password with a bare "/", "?" or "#" in it. By the grammar the authority ends there, and what the
# writer took for a password begins with a port that is no number.
_BEFORE_BROKEN_PASSWORD = r"//[^/?#:@]*+:(?![0-9]*+(?:[/?#]|\Z)|[^/?#]*@)"


class InvalidReference(ValueError):
    """A string that is no URI reference, with the place where it stops being one.

    `reference` is the string; `component` the component at fault ("scheme", "userinfo", "host", "port", "path",
    "query" or "fragment"); `position` the fault's offset in code points into the string, its length when the string
    ends too early; `rule` the rule of RFC 3986's ABNF that is broken there ("reg-name", "pct-encoded", ...), or the
    document that sets it. The message draws the line with a caret under the fault, and hides passwords:

        invalid host at position 8 (rule: reg-name)
            http://a b/
                    ^
    """

    def __init__(self, reference: str, component: str, position: int, rule: str) -> None:
        self.reference = reference
        self.component = component
        self.position = position
        self.rule = rule
        super().__init__(f"invalid {component} at position {position} (rule: {rule})\n{_drawing(reference, position)}")

    def __reduce__(self) -> tuple[type["InvalidReference"], tuple[str, str, int, str]]:
        return type(self), (self.reference, self.component, self.position, self.rule)


class InvalidHost(InvalidReference):
    """A host beyond ASCII that has no name in the DNS (UTS #46)."""


def hide_passwords(text: str) -> str:
    """`text` for showing to people: a password becomes `...` (RFC 3986, 3.2.1 and 7.5).

    A password is what follows the first colon of a userinfo, in the reference's authority and in any that is quoted
    in its path, query or fragment.

    >>> hide_passwords("http://user:secret@host/")
    'http://user:...@host/'
    """
    return re.sub(_PASSWORD, r"\1...", text)


def _masked(reference: str) -> str:
    """The reference with a `*` for every code point of a password, so that all others keep their positions.

    >>> _masked("http://user:secret@host/")
    'http://user:******@host/'
    """
    at = reference.rfind("@")
    if broken := re.compile(_BEFORE_BROKEN_PASSWORD).search(reference, 0, at + 1):
        start = broken.end()
        reference = reference[:start] + "*" * (at - start) + reference[at:]
    return re.sub(_PASSWORD, lambda found: found[1] + "*" * (len(found[0]) - len(found[1])), reference)


def _drawing(reference: str, position: int) -> str:
    """The reference around the fault, and a caret under it: a column for a code point, nothing that moves a cursor."""
    start = max(0, position - _CONTEXT)
    shown = _masked(reference)[start : position + _CONTEXT]
    line = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in shown)
    return f"    {line}\n    {' ' * (position - start)}^"
