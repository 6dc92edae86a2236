"""Resolves references against a base (RFC 3986, 5), and makes URIs relative to a base again."""

from collections.abc import Iterator

from linksift.uri.components import Components
from linksift.uri.paths import merge, relative_path, remove_dot_segments, without_leading_double_slash


def resolve(reference: Components, base: Components) -> Components:
    """The target URI of a reference, resolved strictly against a base with a scheme (RFC 3986, 5.2.2).

    The fragment of the base is ignored (5.1).

    >>> from linksift.uri.components import recompose, split
    >>> recompose(resolve(split("../g?y"), split("http://a/b/c/d;p?q#f")))
    'http://a/b/g?y'
    """
    scheme, authority, path, query, fragment = reference
    if scheme is None:
        scheme = base.scheme
        if authority is None:
            authority = base.authority
            if not path:
                return Components(scheme, authority, base.path, base.query if query is None else query, fragment)
            if not path.startswith("/"):
                path = merge(base, path)
    path = without_leading_double_slash(authority, remove_dot_segments(path))
    return Components(scheme, authority, path, query, fragment)


def resolve_backward_compatible(reference: Components, base: Components) -> Components:
    """Like `resolve`, but a scheme equal to the base's is ignored, as parsers before RFC 2396 did (5.2.2, 5.4.2).

    >>> from linksift.uri.components import recompose, split
    >>> recompose(resolve_backward_compatible(split("http:g"), split("http://a/b/c")))
    'http://a/b/g'
    """
    if (reference.scheme or "").lower() == (base.scheme or "").lower():
        reference = reference._replace(scheme=None)
    return resolve(reference, base)


def relativize(target: Components, base: Components) -> Components | None:
    """A relative reference that resolves against the base to the target, or the target itself if there is none.

    It is None if the target has dot-segments: resolving removes them, so no reference resolves to it.

    >>> from linksift.uri.components import recompose, split
    >>> [recompose(relativize(split(target), split("http://a/b/c"))) for target in ("http://a/d", "http://a/b/c#f")]
    ['../d', '#f']
    """
    if target.scheme == base.scheme:
        for reference in _shorter(target, base):
            if resolve(reference, base) == target:
                return reference
    return target if resolve(target, base) == target else None


def _shorter(target: Components, base: Components) -> Iterator[Components]:
    """Candidates for a relative reference to a target with the base's scheme, shorter kinds first (4.2)."""
    _, authority, path, query, fragment = target
    yield Components(None, None, "", None, fragment)
    yield Components(None, None, "", query, fragment)
    yield Components(None, None, relative_path(remove_dot_segments(merge(base, "")), path), query, fragment)
    yield Components(None, authority, path, query, fragment)
