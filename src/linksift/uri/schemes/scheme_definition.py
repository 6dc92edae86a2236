"""What a scheme is here: the shape that every module of this folder fills in.

Here belongs the shape. What many schemes say in the same words is in `common_syntax`, what only one says in the module
of its name. Names of modules that are no schemes have a `_`, which no scheme can have (RFC 3986, 3.1).
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from linksift.uri.components import Components


class Violation(NamedTuple):
    """A requirement of a document that a URI does not meet.

    `component` is "scheme", "userinfo", "host", "port", "path", "query" or "fragment", and `offset` the fault's place
    in it, in code points; for a component that is missing, 0. `section` names the document and section that asks for
    it, and `why` says what it asks for.
    """

    component: str
    offset: int
    section: str
    why: str


Check = Callable[[Components], Iterator[Violation]]
"""Takes a well-formed URI of the scheme and yields its violations of one requirement."""

Normalizer = Callable[[Components], Components]
"""Takes a URI of the scheme, normalized by syntax, one step further in scheme-based normalization; idempotent."""


class Scheme(NamedTuple):
    """A URI scheme: the section that defines it, and what that section says.

    `parts` takes a valid URI of the scheme apart, into a NamedTuple of the scheme's own. A well-formed URI is valid for
    the scheme if it passes all `checks`. `normalizers` run in order, after the steps that all schemes share.
    """

    section: str
    parts: Callable[[Components], Any]
    default_port: int | None = None
    checks: tuple[Check, ...] = ()
    normalizers: tuple[Normalizer, ...] = ()


class Secret(str):
    """A string that its `repr` does not show (RFC 3986, 7.5).

    >>> Secret("secret"), str(Secret("secret"))
    ('...', 'secret')
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return repr("...")
