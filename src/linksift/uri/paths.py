"""Operations on paths: segments, dot-segments and merging (RFC 3986, 3.3, 5.2.3 and 5.2.4)."""

from typing import Protocol

from linksift.arguments import plain_str
from linksift.lazy_pattern import lazy_pattern
from linksift.uri.components import split
from linksift.uri.percent import decode_data

_LEADING_DOTS = lazy_pattern(r"\A(?:\.\.?/)+")
"""The run of "../" and "./" at the start of a path (5.2.4, step A)."""


def remove_dot_segments(path: str) -> str:
    """Remove "." and ".." as complete segments from a path, exactly as in RFC 3986, 5.2.4, in linear time.

    >>> remove_dot_segments("/a/b/c/./../../g"), remove_dot_segments("mid/content=5/../6")
    ('/a/g', 'mid/6')
    >>> remove_dot_segments("b/../c"), remove_dot_segments("../.."), remove_dot_segments("/a/..//b")
    ('/c', '', '//b')
    """
    path = plain_str("remove_dot_segments", path)
    if path.startswith("."):
        path = _LEADING_DOTS.sub("", path)
    elif "/." not in path:
        return path
    first, *rest = path.split("/")
    output = [""] if first in (".", "..") else [first]
    for segment in rest:
        if segment == "..":
            output[-1:] = [] if len(output) > 1 else [""]
        elif segment != ".":
            output.append(segment)
    if rest and rest[-1] in (".", ".."):
        output.append("")
    return "/".join(output)


class Base(Protocol):
    """What has the components of a base URI: `Components` or a Reference."""

    @property
    def authority(self) -> str | None: ...

    @property
    def path(self) -> str: ...


def merge(base: Base | str, path: str) -> str:
    """A relative path appended to the base's path up to its last slash (RFC 3986, 5.2.3). The base may be a Reference.

    >>> merge("http://a/b/c?q", "d"), merge("http://a", "d"), merge(split("urn:b"), "d")
    ('/b/d', '/d', 'd')
    """
    path = plain_str("merge", path)
    if isinstance(base, str) or not hasattr(base, "authority"):
        base = split(plain_str("merge", base))
    if base.authority is not None and not base.path:
        return f"/{path}"
    return base.path[: base.path.rfind("/") + 1] + path


def without_leading_double_slash(authority: str | None, path: str) -> str:
    """The path, in which a leading "//" that would begin an authority becomes "/.//" (3.3).

    >>> without_leading_double_slash(None, "//b"), without_leading_double_slash("a", "//b")
    ('/.//b', '//b')
    """
    return f"/.{path}" if authority is None and path.startswith("//") else path


def segments(path: str) -> tuple[str, ...]:
    """The decoded segments of a path, without the empty one before a leading slash (RFC 3986, 3.3).

    >>> segments("/a%2Fb/"), segments("a/b"), segments("/"), segments("")
    (('a/b', ''), ('a', 'b'), ('',), ())
    """
    return tuple(map(decode_data, path.removeprefix("/").split("/"))) if path else ()


def relative_path(base: str, target: str) -> str:
    """The relative path that resolves against the first of two absolute paths to the second (5.2).

    >>> relative_path("/a/b/c", "/a/d/e"), relative_path("/a/b", "/a/"), relative_path("/a/b", "/a/c:d")
    ('../d/e', './', './c:d')
    """
    here, there = base.split("/")[:-1], target.split("/")
    shared = 0
    while shared < min(len(here), len(there) - 1) and here[shared] == there[shared]:
        shared += 1
    way = "../" * (len(here) - shared) + "/".join(there[shared:])
    first = way.partition("/")[0]
    return f"./{way}" if not first or ":" in first else way
