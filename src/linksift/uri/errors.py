"""What is raised when a string is no URI reference, and how it is shown to people.

Here belong the one family of errors that parsing raises, and what keeps passwords out of messages. Finding the fault
does not (that is `validate`).
"""

import re

_CONTEXT = 60
"""So many code points of the reference are shown on each side of the fault."""

# "//", a name and a colon; then, up to the last "@" of the authority, the password. The name may be an address, though
# its "@" has to be encoded: what is shown is often not valid.
_PASSWORD = r"(//[^/?#:]*+:)[^/?#]*(?=@)"

# The same before a password with a bare "/", "?" or "#" in it. By the grammar the authority ends there, and what the
# writer took for a password begins with a port that is no number.
_BEFORE_BROKEN_PASSWORD = r"//[^/?#:]*+:(?![0-9]*+(?:[/?#]|\Z)|[^/?#]*@)"


class InvalidReference(ValueError):
    """A string that is no URI reference, with the place where it stops being one.

    `reference` is the string; `component` the component at fault ("scheme", "userinfo", "host", "port", "path",
    "query" or "fragment"); `position` the fault's offset in code points into the string, its length when the string
    ends too early; `rule` the rule of RFC 3986's ABNF that is broken there ("reg-name", "pct-encoded", ...), or the
    section of the document that sets it; `why` what that section asks for, empty for a rule of the ABNF. `question`
    says what was asked: whether the string is "well-formed", "valid" for its scheme, or "usable". The message draws
    the line with a caret under the fault, and hides passwords:

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

    # The drawing reads the whole reference, so it is made for those who ask: a string can have as many faults as code
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
        """The reference around the fault, a caret under it: a column for a code point, nothing that moves a cursor."""
        start = max(0, self.position - _CONTEXT)
        shown = masked(self.reference)[start : self.position + _CONTEXT]
        return f"    {printable(shown)}\n    {' ' * (self.position - start)}^"


class InvalidHost(InvalidReference):
    """A host beyond ASCII that has no name in the DNS (UTS #46)."""


class InvalidForScheme(InvalidReference):
    """A well-formed URI that is not what the document of its scheme asks for; `rule` is the section."""

    question = "valid"


class UnusableReference(InvalidReference):
    """A URI that may be valid, and that software will still not take: a host or a length that cannot be."""

    question = "usable"


def hide_passwords(text: str) -> str:
    """`text` for showing to people: a password becomes `...` (RFC 3986, 3.2.1 and 7.5).

    A password is what follows the first colon of a userinfo, in the reference's authority and in any that is quoted
    in its path, query or fragment.

    >>> hide_passwords("http://user:secret@host/")
    'http://user:...@host/'
    """
    return re.sub(_PASSWORD, r"\1...", text)


def masked(reference: str) -> str:
    """The reference with a `*` for every code point of a password, so that all others keep their positions.

    >>> masked("http://user:secret@host/")
    'http://user:******@host/'
    """
    at = reference.rfind("@")
    if broken := re.compile(_BEFORE_BROKEN_PASSWORD).search(reference, 0, at + 1):
        start = broken.end()
        reference = reference[:start] + "*" * (at - start) + reference[at:]
    return re.sub(_PASSWORD, lambda found: found[1] + "*" * (len(found[0]) - len(found[1])), reference)


def printable(text: str) -> str:
    """The text with U+FFFD for each code point that is not seen or moves a cursor.

    >>> printable("a\\nb")
    'a\ufffdb'
    """
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
