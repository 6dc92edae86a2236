"""The parts of a wrapping URI from which wrappers are read: its host, for comparison, and the values of parameters."""

from collections.abc import Iterator

from linksift.uri import Components, decode_data


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
            yield decode_data(parameter[len(name) + 1 :])


def once_decoded(text: str) -> str:
    """A URI, decoded once if it is percent-encoded as a whole, otherwise left as is.

    >>> once_decoded("http%3A%2F%2Fa/%2520"), once_decoded("http://a/%20")
    ('http://a/%20', 'http://a/%20')
    """
    return text if "://" in text.partition("%")[0] else decode_data(text)
