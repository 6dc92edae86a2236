"""The schemes by their names: a module of this folder each, imported when its scheme is first asked for.

Here belongs finding them. Whoever adds a scheme adds a module, and nothing here.
"""

from functools import cache
from importlib import import_module

from linksift.uri.schemes.scheme_shape import Scheme


def scheme_named(name: str) -> Scheme | None:
    """The scheme of a name in any case (RFC 3986, 3.1), or None when no module of this folder has it.

    >>> scheme_named("FTP").default_port, scheme_named("unheard-of"), scheme_named("by_name")
    (21, None, None)
    """
    name = name.lower()
    return _load(name) if name in _names() else None


@cache
def _names() -> frozenset[str]:
    """The names of the modules beside this one that can be schemes: those without a `_`."""
    from pkgutil import iter_modules  # not before it is needed: see tests/test_import.py

    folder = import_module(__package__).__path__
    return frozenset(module.name for module in iter_modules(folder) if "_" not in module.name)


@cache
def _load(name: str) -> Scheme:
    scheme: Scheme = import_module(f"{__package__}.{name}").SCHEME
    return scheme
