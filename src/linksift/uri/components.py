"""Splits a reference into its five components (RFC 3986, Appendix B) and recomposes them (5.3).

It also splits an authority into its three subcomponents and recomposes them (3.2). Any string, valid or not, can be
split, and recomposing the components returns the same string. `check_grammar` checks whether it is valid.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from linksift.lazy_pattern import lazy_pattern

# The expression of Appendix B, with only its groups 2, 4, 5, 7 and 9.
_REFERENCE = lazy_pattern(r"(?:([^:/?#]++):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)

# [ userinfo "@" ] host [ ":" port ] (3.2) for any string, split at the last "@" and then at the first ":" outside
# brackets.
_AUTHORITY = lazy_pattern(r"(?:(.*)@)?(\[[^\]]*\]?[^:]*|[^:]*)(?::(.*))?", re.DOTALL)

_HOST = lazy_pattern(r"(?:[^:/?#]++:)?(?://(?:[^/?#@]*+@)?(\[[^\]]*+\]|[^/?#:]*+))?")
"""A valid reference up to the end of its host. In a valid authority, "@" and "]" can each occur in only one place."""


class Components(NamedTuple):
    """The five components of a reference: None is undefined, "" is present but empty. The path is always defined."""

    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None

    @property
    def userinfo(self) -> str | None:
        """The userinfo (RFC 3986, 3.2.1), without its "@"."""
        return None if self.authority is None else split_authority(self.authority).userinfo

    @property
    def host(self) -> str | None:
        """The host (3.2.2) as written, with the brackets of an IP literal; undefined without an authority."""
        return None if self.authority is None else split_authority(self.authority).host

    @property
    def port(self) -> str | None:
        """The port (3.2.3) as written, without its colon."""
        return None if self.authority is None else split_authority(self.authority).port

    def starts(self) -> dict[str, int]:
        """The offsets of the components, and of "userinfo", "host" and "port", in the recomposed reference.

        They are in code points. The offset of an undefined component is that at which it would start.

        >>> starts = split("http://a:80/b").starts()
        >>> starts["host"], starts["port"], starts["path"], starts["query"]
        (7, 9, 11, 13)
        """
        scheme, authority, path, query, _ = self
        before_authority = 0 if scheme is None else len(scheme) + 1
        start = before_authority + (0 if authority is None else 2)
        userinfo, host, port = split_authority(authority or "")
        host_start = start + (0 if userinfo is None else len(userinfo) + 1)
        path_start = start + len(authority or "")
        query_start = path_start + len(path) + (0 if query is None else 1)
        return {
            "scheme": 0,
            "userinfo": start,
            "host": host_start,
            "port": host_start + len(host) + (0 if port is None else 1),
            "path": path_start,
            "query": query_start,
            "fragment": query_start + len(query or "") + (0 if self.fragment is None else 1),
        }


class Authority(NamedTuple):
    """The subcomponents of an authority: None is undefined, "" is present but empty. The host keeps its brackets.

    >>> str(Authority(None, "a", ""))
    'a:'
    """

    userinfo: str | None
    host: str
    port: str | None

    def __str__(self) -> str:
        """The authority, the inverse of `split_authority`."""
        userinfo, host, port = self
        return f"{'' if userinfo is None else f'{userinfo}@'}{host}{'' if port is None else f':{port}'}"


def split(reference: str) -> Components:
    """Split any string into five components (RFC 3986, Appendix B).

    >>> split("http://www.ics.uci.edu/pub/ietf/uri/#Related")
    Components(scheme='http', authority='www.ics.uci.edu', path='/pub/ietf/uri/', query=None, fragment='Related')
    """
    found = _REFERENCE.fullmatch(reference)
    assert found is not None  # it matches every string
    return Components._make(found.groups())


def recompose(components: Components) -> str:
    """Recompose five components into a reference (RFC 3986, 5.3).

    >>> recompose(Components("http", "a", "/b", "", None))
    'http://a/b?'
    """
    scheme, authority, path, query, fragment = components
    return "".join(
        (
            "" if scheme is None else f"{scheme}:",
            "" if authority is None else f"//{authority}",
            path,
            "" if query is None else f"?{query}",
            "" if fragment is None else f"#{fragment}",
        )
    )


def split_authority(authority: str) -> Authority:
    """Split any authority into three subcomponents (RFC 3986, 3.2).

    >>> split_authority("user@[::1]:80")
    Authority(userinfo='user', host='[::1]', port='80')
    """
    found = _AUTHORITY.fullmatch(authority)
    assert found is not None  # it matches every string
    return Authority._make(found.groups())


def host_of_valid_reference(reference: str) -> str | None:
    """The host of a valid reference, as `split(reference).host` gives it, but faster; undefined without an authority.

    >>> [host_of_valid_reference(valid) for valid in ("http://u:p@[::1]:80/", "file:///a", "urn:a://b", "//a", "b/c")]
    ['[::1]', '', None, 'a', None]
    """
    found = _HOST.match(reference)
    return found and found[1]


def split_with_offsets(text: str, delimiter: str, start: int = 0) -> Iterator[tuple[int, str]]:
    """Split a component at a delimiter, and yield each piece with its offset; the first piece has the offset `start`.

    >>> list(split_with_offsets("a,bc", ","))
    [(0, 'a'), (2, 'bc')]
    """
    for piece in text.split(delimiter):
        yield start, piece
        start += len(piece) + len(delimiter)
