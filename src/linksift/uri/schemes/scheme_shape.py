"""What a scheme is here: the shape that every module of this folder fills in.

Here belongs the shape. What many schemes say in the same words is in `common_syntax`, what only one says in the module
of its name. Names of modules that are no schemes have a `_`, which no scheme can have (RFC 3986, 3.1).
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from linksift.uri.components import Components


class Broken(NamedTuple):
    """A demand of a scheme's document that a URI does not meet.

    `component` is "scheme", "userinfo", "host", "port", "path", "query" or "fragment", and `offset` the fault's place
    in it, in code points; for a component that is missing, 0. `section` names the document and section that asks for
    it, and `why` says what it asks for.
    """

    component: str
    offset: int
    section: str
    why: str


Demand = Callable[[Components], Iterator[Broken]]
"""A well-formed URI of the scheme in, what is broken of one demand of its document out."""

Step = Callable[[Components], Components]
"""A URI of the scheme that is normalized as far as its syntax goes in, a step of 6.2.3 further out; idempotent."""


class Scheme(NamedTuple):
    """A URI scheme: the section that defines it, and what that section says.

    `parts` takes a valid URI of the scheme apart, into a NamedTuple of the scheme's own. `demands` are what a
    well-formed URI must meet to be a valid one of the scheme, `steps` what normalizing it by its scheme does, beyond
    what is done for every scheme, in order.
    """

    section: str
    parts: Callable[[Components], Any]
    default_port: int | None = None
    demands: tuple[Demand, ...] = ()
    steps: tuple[Step, ...] = ()


class Secret(str):
    """A string that its `repr` does not show (RFC 3986, 7.5).

    >>> Secret("secret"), str(Secret("secret"))
    ('...', 'secret')
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return repr("...")
