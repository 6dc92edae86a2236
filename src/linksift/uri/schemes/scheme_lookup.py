"""Looks up schemes by name: each is a module in this folder, imported when it is first needed.

To add a scheme, add a module; nothing here needs to change.
"""

from functools import lru_cache

from linksift.uri.schemes.scheme_definition import Scheme


def scheme_named(name: str) -> Scheme | None:
    """The scheme with this name, in any case (RFC 3986, 3.1); None if it has no module here.

    >>> scheme_named("FTP").default_port, scheme_named("unheard-of"), scheme_named("scheme_lookup"), scheme_named("")
    (21, None, None, None)
    """
    return _load(name.lower()) if name.isalnum() else None


@lru_cache(maxsize=256)
def _load(name: str) -> Scheme | None:
    from importlib import import_module  # imported lazily: see tests/test_import.py

    module = f"{__package__}.{name}"
    try:
        scheme: Scheme = import_module(module).SCHEME
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return None
    return scheme
