"""The schemes by their names: a module of this folder each, imported when its scheme is first asked for.

Here belongs finding them. Whoever adds a scheme adds a module, and nothing here.
"""

from functools import lru_cache

from linksift.uri.schemes.scheme_definition import Scheme


def scheme_named(name: str) -> Scheme | None:
    """The scheme of a name in any case (RFC 3986, 3.1), or None when no module of this folder has it.

    >>> scheme_named("FTP").default_port, scheme_named("unheard-of"), scheme_named("scheme_lookup"), scheme_named("")
    (21, None, None, None)
    """
    return _load(name.lower()) if name.isalnum() else None


@lru_cache(maxsize=256)
def _load(name: str) -> Scheme | None:
    from importlib import import_module  # not before it is needed: see tests/test_import.py

    module = f"{__package__}.{name}"
    try:
        scheme: Scheme = import_module(module).SCHEME
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return None
    return scheme
