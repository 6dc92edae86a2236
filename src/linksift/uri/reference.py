"""The class people hold: a string that is proved to be a URI-reference, and what can be asked of it.

Here belongs what a reference can tell of itself, and what becomes of it, in terms of the modules before. A `Reference`
that exists is valid; what is not proved is a `str`, or `Components`.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, Unpack

from linksift.arguments import require_str
from linksift.uri.build import Parts, build
from linksift.uri.components import Components, recompose, split
from linksift.uri.errors import InvalidForScheme, InvalidReference, UnusableReference, hide_passwords
from linksift.uri.host import HostKind, host_kind, ip_address
from linksift.uri.iri import to_iri
from linksift.uri.normalize import EncodedDots, is_obviously_normal, normalize
from linksift.uri.paths import segments
from linksift.uri.percent import decode_data
from linksift.uri.resolve import is_same_document, relativize, resolve, resolve_backward_compatible
from linksift.uri.schemes import Status, Violation, scheme_named, scheme_status
from linksift.uri.usability import usability_violations
from linksift.uri.validate import check_uri, check_uri_reference

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address
    from pathlib import PurePath

Kind = Literal["URI", "absolute-URI", "network-path", "absolute-path", "relative-path", "same-document"]
"""What a reference is, in the words of RFC 3986, 3, 4.2, 4.3 and 4.4."""


class Reference:
    """A valid URI-reference (RFC 3986, 4.1) and its components. Immutable; equal and hashed by its string.

    None is undefined, "" present and empty. Raises InvalidReference for any other string.

    >>> Reference("http://user:secret@host/path?")
    Reference('http://user:...@host/path?')
    """

    __slots__ = ("_components", "_string")

    def __init__(self, reference: str) -> None:
        require_str("parse", reference)
        check_uri_reference(reference)
        self._string = reference
        self._components: Components | None = None

    @classmethod
    def build(cls, **parts: Unpack[Parts]) -> "Reference":
        """A reference from its parts: `scheme`, `userinfo`, `host`, `port`, `path`, `query`, `fragment` (5.3).

        Strings are taken as written: what cannot stand there is percent-encoded, escapes stay. A sequence of segments
        as `path`, and a mapping or pairs as `query`, are data: `%`, and what would divide them, is encoded too. `host`
        may also be one of ipaddress's. Raises InvalidReference for what cannot be encoded (a scheme, a port, userinfo
        without a host), InvalidHost for a host that has no name in the DNS or is a broken IP literal, TypeError for any
        other part, and UnicodeEncodeError, a ValueError, for a lone surrogate that stands for no octet.

        >>> str(Reference.build(scheme="http", host="::1", path="/a b/%20", query=[("q", "100%"), ("r", None)]))
        'http://[::1]/a%20b/%20?q=100%25&r'
        """
        return cls(recompose(build(parts)))

    @classmethod
    def from_path(cls, path: "PurePath") -> "Reference":
        """The file URI of an absolute path of POSIX or Windows (RFC 8089); `scheme_parts` of a file URI leads back.

        Raises ValueError for a path that no file URI says, a relative one above all.

        >>> from pathlib import PurePosixPath, PureWindowsPath
        >>> str(Reference.from_path(PurePosixPath("/etc/a b"))), str(Reference.from_path(PureWindowsPath("c:/a")))
        ('file:///etc/a%20b', 'file:///c:/a')
        >>> parse("file:///etc/a%20b").scheme_parts.posix_path()
        PurePosixPath('/etc/a b')
        """
        from linksift.uri.schemes.file import from_path  # not before it is needed: see tests/test_import.py

        return cls(from_path(path))

    def replace(self, **parts: Unpack[Parts]) -> "Reference":
        """A new reference with other parts in place of these, as `build` takes them; None takes one away.

        Without a host there can be no userinfo and no port: `replace(host=None, userinfo=None, port=None)`.

        >>> str(parse("http://a:80/b?c#d").replace(port=None, query={"e": "f"}))
        'http://a/b?e=f#d'
        """
        own: Parts = {
            "scheme": self.scheme,
            "userinfo": self.userinfo,
            "host": self.host,
            "port": self.port,
            "path": self.path,
            "query": self.query,
            "fragment": self.fragment,
        }
        return self.build(**(own | parts))

    # ---- The components (3) ---------------------------------------------------------------------------------------

    @property
    def components(self) -> Components:
        """The five components (Appendix B), as a tuple."""
        if self._components is None:
            self._components = split(self._string)
        return self._components

    @property
    def scheme(self) -> str | None:
        """The scheme (3.1), without its colon."""
        return self.components.scheme

    @property
    def authority(self) -> str | None:
        """The authority (3.2), without the slashes before it."""
        return self.components.authority

    @property
    def userinfo(self) -> str | None:
        """The userinfo (3.2.1), without its "@"; a password in it is not hidden."""
        return self.components.userinfo

    @property
    def host(self) -> str | None:
        """The host (3.2.2) as it is written, an IP literal with its brackets; undefined without an authority."""
        return self.components.host

    @property
    def port(self) -> str | None:
        """The port (3.2.3) as it is written, without its colon."""
        return self.components.port

    @property
    def path(self) -> str:
        """The path (3.3), always defined."""
        return self.components.path

    @property
    def query(self) -> str | None:
        """The query (3.4), without its question mark."""
        return self.components.query

    @property
    def fragment(self) -> str | None:
        """The fragment (3.5), without its number sign."""
        return self.components.fragment

    # ---- What they say --------------------------------------------------------------------------------------------

    @property
    def kind(self) -> Kind:
        """What the reference is: with a scheme a "URI" or, without a fragment, an "absolute-URI" (4.3); without a
        scheme a "network-path", "absolute-path" or "relative-path" (4.2), or "same-document" (4.4).

        >>> [parse(text).kind for text in ("http://a#b", "http://a", "//a", "/a", "a", "?a", "#a")]
        ['URI', 'absolute-URI', 'network-path', 'absolute-path', 'relative-path', 'relative-path', 'same-document']
        """
        scheme, authority, path, query, fragment = self.components
        if scheme is not None:
            return "absolute-URI" if fragment is None else "URI"
        if authority is not None:
            return "network-path"
        if path or query is not None:
            return "absolute-path" if path.startswith("/") else "relative-path"
        return "same-document"

    @property
    def scheme_status(self) -> Status | None:
        """How the scheme's name stands (RFC 1738, 4): "known", "reserved", "experimental" or None."""
        return scheme_status(self.scheme or "")

    @property
    def host_kind(self) -> HostKind | None:
        """The kind of the host (3.2.2): "IPv4address", "IPv6address", "IPvFuture", "reg-name", or None without one."""
        return None if self.host is None else host_kind(self.host)

    @property
    def ip_address(self) -> "IPv4Address | IPv6Address | None":
        """The host as an object of ipaddress, where it is an address (3.2.2)."""
        return None if self.host is None else ip_address(self.host)

    @property
    def segments(self) -> tuple[str, ...]:
        """The segments of the path (3.3), decoded; octets that are not UTF-8 are lone surrogates (PEP 383).

        >>> parse("/a%2Fb/c/").segments, parse("").segments
        (('a/b', 'c', ''), ())
        """
        return segments(self.path)

    def query_pairs(self, separator: Literal["&", ";"] = "&") -> list[tuple[str, str | None]]:
        """The query as pairs of name and value, decoded; the value is None where there is no "=" (3.4).

        "+" is a plus here, as in RFC 3986; what a form sends is read by urllib.parse.parse_qsl. An undefined or empty
        query has no pairs. Raises ValueError for any other separator.

        >>> parse("?a=%26&b=&c").query_pairs(), parse("?a=1;b").query_pairs(";")
        ([('a', '&'), ('b', ''), ('c', None)], [('a', '1'), ('b', None)])
        """
        if separator not in ("&", ";"):
            raise ValueError(f'separator is "&" or ";", not {separator!r}')
        pairs = (pair.partition("=") for pair in self.query.split(separator)) if self.query else ()
        return [(decode_data(name), decode_data(value) if equals else None) for name, equals, value in pairs]

    @property
    def scheme_parts(self) -> Any:
        """What the URI says by the document of its scheme: a NamedTuple of the scheme's own, its texts decoded.

        None for a relative reference and for a scheme that linksift does not know more about. Raises InvalidForScheme,
        with the section that is broken first, for a URI that is not valid for its scheme.

        >>> parse("ftp://host/%2Fetc/motd;type=a").scheme_parts.directories
        ('/etc',)
        """
        scheme = scheme_named(self.scheme or "")
        if scheme is None:
            return None
        for fault in self._scheme_violations():
            raise fault
        return scheme.parts(self.components)

    @property
    def iri(self) -> str:
        """The readable form (RFC 3987, 3.2), which maps to the reference again."""
        return to_iri(self._string)

    def redacted(self) -> str:
        """The reference for showing: what follows the first colon of a userinfo is `...` (3.2.1).

        >>> parse("http://user:secret@host/").redacted()
        'http://user:...@host/'
        """
        return hide_passwords(self._string)

    # ---- Is it any good? ------------------------------------------------------------------------------------------

    def violations(self) -> list[InvalidReference]:
        """What is wrong though it is well-formed: InvalidForScheme, where its scheme's document asks for something
        else, and UnusableReference, where the DNS or other software will not take it.

        >>> [(fault.question, fault.component) for fault in parse("http://u@a..b:99999/").violations()]
        [('valid', 'userinfo'), ('valid', 'port'), ('usable', 'host')]
        """
        by_scheme = list(self._scheme_violations())
        said = {(fault.position, fault.why) for fault in by_scheme}
        by_use = self._faults(usability_violations(self.components), UnusableReference)
        return [*by_scheme, *(fault for fault in by_use if (fault.position, fault.why) not in said)]

    def _scheme_violations(self) -> Iterator[InvalidReference]:
        scheme = scheme_named(self.scheme or "")
        checks = scheme.checks if scheme else ()
        violations = (violation for check in checks for violation in check(self.components))
        return self._faults(violations, InvalidForScheme)

    def _faults(self, violations: Iterator[Violation], kind: type[InvalidReference]) -> Iterator[InvalidReference]:
        starts = self.components.starts()
        for component, offset, section, why in violations:
            yield kind(self._string, component, starts[component] + offset, section, why)

    # ---- What becomes of it ---------------------------------------------------------------------------------------

    def normalize(self, encoded_dots: EncodedDots = "decode") -> "Reference":
        """The reference normalized by syntax (6.2.2) and scheme (6.2.3); a relative one keeps its dot-segments.

        `encoded_dots`: "decode" removes `%2E%2E/` like `../`, as 6.2.2 says; "keep" leaves such segments alone. Raises
        ValueError for anything else.

        >>> str(parse("HTTP://www.EXAMPLE.com:80/%7euser/./a/../b").normalize())
        'http://www.example.com/~user/b'
        """
        if encoded_dots == "decode" and is_obviously_normal(self._string):
            return self
        return Reference(recompose(normalize(self.components, encoded_dots)))

    def resolve(self, base: "str | Reference", strict: bool = True) -> "Reference":
        """The target URI of this reference against a base (5.2); a fragment of the base is dropped (5.1).

        `strict=False` is 5.2.2's: a scheme that is the base's own counts as none, as it did before RFC 2396. Raises
        InvalidReference for a base that is no URI.

        >>> str(parse("../g").resolve("http://a/b/c/d"))
        'http://a/b/g'
        """
        target = (resolve if strict else resolve_backward_compatible)(self.components, _base(base))
        return Reference(recompose(target))

    def relativize(self, base: "str | Reference") -> "Reference":
        """A relative reference that resolves against the base to this URI; the URI itself where there is none.

        Raises InvalidReference when this or the base is no URI, and ValueError when nothing resolves to this URI,
        since resolving removes dot-segments, and it has some.

        >>> str(parse("http://a/b/d?q").relativize("http://a/b/c")), str(parse("ftp://a").relativize("http://a/"))
        ('d?q', 'ftp://a')
        """
        check_uri(self._string)
        relative = relativize(self.components, _base(base))
        if relative is None:
            raise ValueError("nothing resolves to a URI with dot-segments: normalize it first")
        return Reference(recompose(relative))

    def is_same_document(self, base: "str | Reference") -> bool:
        """Whether this refers to the document that the base is: its target is the base, fragments aside (4.4).

        >>> parse("#s").is_same_document("http://a/b"), parse("b").is_same_document("http://a/b#s")
        (True, True)
        """
        return is_same_document(self.components, _base(base))

    # ---- As a value -----------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return self._string

    def __repr__(self) -> str:
        return f"Reference({self.redacted()!r})"

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


def _base(base: str | Reference) -> Components:
    """The components of a base; raises InvalidReference when it is no URI (5.1)."""
    if not isinstance(base, Reference) or base.scheme is None:
        check_uri(str(base))
    return base.components if isinstance(base, Reference) else split(base)
