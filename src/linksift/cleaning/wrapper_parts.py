"""The parts of a wrapping URI from which wrappers are read: its host, for comparison, and the values of parameters."""

from collections.abc import Iterator

from linksift.uri import Components


def host_of(wrapping: Components) -> str:
    """The host in lower case, without the root's dot, for comparison."""
    return (wrapping.host or "").lower().removesuffix(".")


def parameters(wrapping: Components, name: str) -> Iterator[str]:
    """The values of a query parameter, decoded once. `&amp;` is a separator too, since links are copied from HTML.

    >>> from linksift.uri import split
    >>> list(parameters(split("http://a/?b&amp;c=d%2525&c=e+f"), "c"))
    ['d%25', 'e+f']
    """
    for parameter in (wrapping.query or "").replace("&amp;", "&").split("&"):
        if parameter.startswith(f"{name}="):
            yield decoded(parameter[len(name) + 1 :])


def decoded(text: str) -> str:
    """`text` percent-decoded once. Bytes that are not UTF-8 become lone surrogates, which `build` can encode."""
    from urllib.parse import unquote  # imported lazily: see tests/test_import.py

    return unquote(text, errors="surrogateescape") if "%" in text else text
