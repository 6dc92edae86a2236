"""The types `Hazard` and `Check`, and the decoding that several checks begin with."""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Hazard(NamedTuple):
    """A way in which a URI, or the text around it, could deceive or harm.

    `name` is the check that found it. `why` is a human-readable sentence that never reveals a secret. `source` names
    the sections that warn of it.
    """

    name: str
    why: str
    source: str


class Check(NamedTuple, Generic[T]):
    """A test of a reference, match or link, with the sentence and the sources to report if it applies."""

    applies: Callable[[T], bool]
    why: str
    source: str

    def hazard(self) -> Hazard:
        """The hazard to report if the check applies, named after its function."""
        return Hazard(self.applies.__name__, self.why, self.source)


def decoded(text: str) -> str:
    """Decode the escapes in text as UTF-8, only once, like software that decodes too early (7.3).

    >>> decoded("%77ww%2Fa%2541%C3%A9")
    'www/a%41é'
    """
    if "%" not in text:
        return text
    from urllib.parse import unquote  # imported lazily: see tests/test_import.py

    return unquote(text)
