"""Links within a site, written as paths that lead to the same target regardless of the page's path."""

from linksift.uri import Reference, is_uri, parse, recompose


def checked_site(relative_to: str | None) -> str | None:
    """The URI of a site, or None. Raises ValueError for a URI that lacks a scheme or an authority.

    >>> checked_site("chat.example")
    Traceback (most recent call last):
    ...
    ValueError: relative_to must be a URI such as 'https://chat.example', not 'chat.example'
    """
    if relative_to is None:
        return None
    if not isinstance(relative_to, str) or not is_uri(relative_to) or not parse(relative_to).authority:
        raise ValueError(f"relative_to must be a URI such as 'https://chat.example', not {relative_to!r}")
    return relative_to


def path_within(site: str, uri: str) -> str:
    """A URI as a path (with query and fragment) if it has a site's scheme and authority; any other URI unchanged.

    A URI whose path begins with `//`, which would be read as an authority (RFC 3986, 4.2), is also left unchanged.

    >>> uris = "https://Chat.example/users/joe?x", "https://chat.example#y", "https://b.example/", "https://chat.example//x"
    >>> [path_within("https://chat.example/rooms", uri) for uri in uris]
    ['/users/joe?x', '/#y', 'https://b.example/', 'https://chat.example//x']
    """
    reference = parse(uri)
    if scheme_and_authority(reference) != scheme_and_authority(parse(site)) or reference.path.startswith("//"):
        return uri
    return recompose(reference.components._replace(scheme=None, authority=None, path=reference.path or "/"))


def scheme_and_authority(reference: Reference) -> tuple[str, str]:
    """The scheme and authority in lower case; all URIs of a site have them in common."""
    return (reference.scheme or "").lower(), (reference.authority or "").lower()
