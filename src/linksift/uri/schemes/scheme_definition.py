"""The type `Scheme`, of which each scheme's module defines an instance, and the lookup of schemes by name.

To add a scheme, add a module to this folder; it is imported when it is first needed.

Each of these modules has the name of its scheme. The names of the other modules contain a `_`, which the name of a
scheme cannot contain (RFC 3986, 3.1). Rules that several schemes share are in `common_syntax`.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from linksift.registries import schemes
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


Violations = Iterator[Violation]
"""The violations of one requirement."""

Check = Callable[[Components], Violations]
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


def scheme_named(name: str) -> Scheme | None:
    """The scheme with this name, in any case (RFC 3986, 3.1); None if it has no module here.

    >>> scheme_named("FTP").default_port, scheme_named("unheard-of"), scheme_named("common_syntax"), scheme_named("")
    (21, None, None, None)
    """
    return _load(name.lower()) if name.isalnum() else None


@lru_cache(maxsize=256)
def _load(name: str) -> Scheme | None:
    from importlib import import_module, util  # imported lazily: see tests/test_import.py

    module = f"{__package__}.{name}"
    if util.find_spec(module) is None:
        return None
    scheme: Scheme = import_module(module).SCHEME
    return scheme


def scheme_violations(uri: Components) -> Violations:
    """The violations of the rules of a URI's scheme, check by check; none for a scheme that has no module here.

    >>> from linksift.uri.components import split
    >>> [violation.component for violation in scheme_violations(split("http://joe@a.example:70000/"))]
    ['userinfo', 'port']
    """
    scheme = scheme_named(uri.scheme or "")
    return (violation for check in (scheme.checks if scheme else ()) for violation in check(uri))


Status = Literal["known", "reserved", "experimental"]

RESERVED = frozenset({"afs", "mailserver", "z39.50"})
"""Names that RFC 1738, 4, reserved and that still have no syntax.

The other four names reserved there now have one: `mid` and `cid` (RFC 2392), `nfs` (RFC 2224), and `tn3270` (RFC 6270).
"""


def scheme_status(name: str) -> Status | None:
    """The status of a scheme's name, in any case; None for an unknown name.

    "known" names are registered or in wide use. "experimental" names are all others that begin with "x-".

    >>> [scheme_status(name) for name in ("HTTP", "afs", "x-mine", "unheard-of")]
    ['known', 'reserved', 'experimental', None]
    """
    name = name.lower()
    if name in RESERVED:
        return "reserved"
    if name in schemes():
        return "known"
    return "experimental" if name.startswith("x-") else None
