"""What a hazard is, what a check is, and what several checks begin with."""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Hazard(NamedTuple):
    """Something with which a URI, or the text it stood in, could deceive or harm.

    `name` is the check that saw it, `why` a sentence for people, which never shows a secret, and `source` the sections
    that warn of it.
    """

    name: str
    why: str
    source: str


class Check(NamedTuple, Generic[T]):
    """A question to a reference or a match, and what is told of it where the answer is yes."""

    applies: Callable[[T], bool]
    why: str
    source: str

    def hazard(self) -> Hazard:
        """The hazard that is there when the answer is yes; its name is the function's."""
        return Hazard(self.applies.__name__, self.why, self.source)


def decoded(text: str) -> str:
    """`text` with its escapes decoded, once, as UTF-8: what software may take it for that decodes too early (7.3).

    >>> decoded("%77ww%2Fa%2541%C3%A9")
    'www/a%41é'
    """
    if "%" not in text:
        return text
    from urllib.parse import unquote  # not before it is needed: see tests/test_import.py

    return unquote(text)
