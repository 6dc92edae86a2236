"""The types `Hazard` and `Check`, the decorator of each check, and what several checks begin with."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar
from unicodedata import category, normalize

from linksift.delimiters import NOT_FORMAT
from linksift.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from linksift.uri import Reference

T = TypeVar("T")

_DOTS = str.maketrans("\u3002\uff61", "..")
"""The dots of UTS #46, 4 that NFKC leaves unchanged."""

_IGNORABLE = lazy_pattern(f"[{NOT_FORMAT}]")


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


def recipients(reference: "Reference") -> Iterator[tuple[str, str]]:
    """The local part and the domain of each address to which a `mailto` URI sends, copies included, in lower case.

    >>> from linksift.uri import parse
    >>> [*recipients(parse("mailto:Joe@a.example,ann@b.example.?cc=eve@c.example"))]
    [('joe', 'a.example'), ('ann', 'b.example'), ('eve', 'c.example')]
    """
    if (reference.scheme or "").lower() != "mailto":
        return
    copies = [value or "" for name, value in reference.query_pairs() if name.lower() in ("to", "cc", "bcc")]
    for address in ",".join([decoded(reference.path), *copies]).lower().split(","):
        local_part, _, domain = address.strip().rpartition("@")
        if domain:
            yield local_part, domain.removesuffix(".")


def as_seen(text: str) -> str:
    """Text as people see it: without invisible characters, and with full-width letters and dots as ordinary ones.

    >>> as_seen("\uff57\uff57\uff57.b\u200bank\u3002example")
    'www.bank.example'
    """
    visible = "".join([c for c in text if c.isascii() or category(c) != "Cf"])
    return normalize("NFKC", _IGNORABLE.sub("", visible)).translate(_DOTS)
