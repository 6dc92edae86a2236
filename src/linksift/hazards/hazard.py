"""The types `Hazard` and `Check`, the decorator of each check, and the forms of text that several checks begin with."""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

_DOTS = str.maketrans("\u3002\uff61", "..")
"""The dots of UTS #46, 4 that NFKC leaves unchanged."""


class Hazard(NamedTuple):
    """A way in which a URI, or the text around it, could deceive or harm.

    `name` is the check that found it. `why` is a human-readable sentence that never reveals a secret. `source` names
    the sections that warn of it.
    """

    name: str
    why: str
    source: str


class Check(NamedTuple, Generic[T]):
    """A test of a reference, match or link, and the hazard to report if it applies.

    `deceives` says whether the hazard misleads people about where a link leads (RFC 3986, 7.6); others are risks.
    """

    applies: Callable[[T], bool]
    hazard: Hazard
    deceives: bool


def check(
    checks: list[Check[T]], why: str, source: str, deceives: bool = False
) -> Callable[[Callable[[T], bool]], Callable[[T], bool]]:
    """Add a function to the checks of its module, with the sentence and the sources to report if it applies.

    >>> signs: list[Check[str]] = []
    >>> is_numeric = check(signs, "It is a number.", "RFC 3986, 7.4")(str.isnumeric)
    >>> signs[0].hazard
    Hazard(name='isnumeric', why='It is a number.', source='RFC 3986, 7.4')
    """

    def add(applies: Callable[[T], bool]) -> Callable[[T], bool]:
        checks.append(Check(applies, Hazard(applies.__name__, why, source), deceives))
        return applies

    return add


def decoded(text: str) -> str:
    """Decode the escapes in text as UTF-8, only once, like software that decodes too early (7.3).

    >>> decoded("%77ww%2Fa%2541%C3%A9")
    'www/a%41é'
    """
    if "%" not in text:
        return text
    from urllib.parse import unquote  # imported lazily: see tests/test_import.py

    return unquote(text)


def as_seen(text: str) -> str:
    """Text as people see it: without invisible characters, and with full-width letters and dots as ordinary ones.

    >>> as_seen("\uff57\uff57\uff57.b\u200bank\u3002example")
    'www.bank.example'
    """
    if text.isascii():
        return text
    import re  # imported lazily, as in `decoded`
    import unicodedata

    from linksift.delimiters import NOT_FORMAT

    seen = re.sub(f"[{NOT_FORMAT}]", "", "".join([c for c in text if unicodedata.category(c) != "Cf"]))
    return unicodedata.normalize("NFKC", seen).translate(_DOTS)
