"""The class people hold: a string that is proved to be a URI-reference.

Here belongs what a reference can tell of itself. A `Reference` that exists is valid; what is not proved is a `str`, or
`Components`.
"""

from linksift.uri.components import split, split_authority
from linksift.uri.errors import hide_passwords
from linksift.uri.validate import check_uri_reference


class Reference:
    """A valid URI-reference (RFC 3986, 4.1) and its components. Immutable; equal and hashed by its string.

    None is undefined, "" present and empty. Raises InvalidReference for any other string.

    >>> Reference("http://user:secret@host/path?")
    Reference('http://user:...@host/path?')
    """

    __slots__ = ("_components", "_string")

    def __init__(self, reference: str) -> None:
        check_uri_reference(reference)
        self._string = reference
        self._components = split(reference)

    @property
    def scheme(self) -> str | None:
        """The scheme (3.1), without its colon."""
        return self._components.scheme

    @property
    def authority(self) -> str | None:
        """The authority (3.2), without the slashes before it."""
        return self._components.authority

    @property
    def userinfo(self) -> str | None:
        """The userinfo (3.2.1), without its "@"; a password in it is not hidden."""
        return None if self.authority is None else split_authority(self.authority).userinfo

    @property
    def host(self) -> str | None:
        """The host (3.2.2) as it is written, an IP literal with its brackets; undefined without an authority."""
        return None if self.authority is None else split_authority(self.authority).host

    @property
    def port(self) -> str | None:
        """The port (3.2.3) as it is written, without its colon."""
        return None if self.authority is None else split_authority(self.authority).port

    @property
    def path(self) -> str:
        """The path (3.3), always defined."""
        return self._components.path

    @property
    def query(self) -> str | None:
        """The query (3.4), without its question mark."""
        return self._components.query

    @property
    def fragment(self) -> str | None:
        """The fragment (3.5), without its number sign."""
        return self._components.fragment

    def __str__(self) -> str:
        return self._string

    def __repr__(self) -> str:
        return f"Reference({hide_passwords(self._string)!r})"

    def __eq__(self, other: object) -> bool:
        return self._string == other._string if isinstance(other, Reference) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._string)

    def __reduce__(self) -> tuple[type["Reference"], tuple[str]]:
        return type(self), (self._string,)


def parse(s: str) -> Reference:
    """The reference that `s` is, to the letter (RFC 3986, 4.1). Raises InvalidReference, pointing at the first fault.

    >>> parse("http://a/b?c").host, parse("//a:").port, parse("b").authority
    ('a', '', None)
    """
    return Reference(s)
