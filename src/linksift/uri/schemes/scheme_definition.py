"""The type `Scheme`, of which each scheme's module defines an instance.

Each of these modules has the name of its scheme. The names of the other modules contain a `_`, which the name of a
scheme cannot contain (RFC 3986, 3.1). Rules that several schemes share are in `common_syntax`.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from linksift.uri.components import Components


class Violation(NamedTuple):
    """A requirement of a document that a URI does not meet.

    `component` is "scheme", "userinfo", "host", "port", "path", "query" or "fragment". `offset` is the position of the
    fault in it, in code points, or 0 if the component is missing. `section` names the document and section, and `why`
    says what it requires.
    """

    component: str
    offset: int
    section: str
    why: str


Check = Callable[[Components], Iterator[Violation]]
"""Takes a well-formed URI of the scheme and yields its violations of one requirement."""

Normalizer = Callable[[Components], Components]
"""Takes a URI of the scheme, normalized by syntax, and applies one idempotent step of scheme-based normalization."""


class Scheme(NamedTuple):
    """A URI scheme: the section that defines it, and the contents of that section.

    `parts` splits a valid URI of the scheme into a NamedTuple of that scheme. A well-formed URI is valid for the scheme
    if it passes all `checks`. `normalizers` run in order, after the steps that all schemes share.
    """

    section: str
    parts: Callable[[Components], Any]
    default_port: int | None = None
    checks: tuple[Check, ...] = ()
    normalizers: tuple[Normalizer, ...] = ()


class Secret(str):
    """A string whose `repr` does not reveal it (RFC 3986, 7.5).

    >>> Secret("secret"), str(Secret("secret"))
    ('...', 'secret')
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return repr("...")
