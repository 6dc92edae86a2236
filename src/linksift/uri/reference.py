"""The class `Reference`: a validated URI-reference with its components, properties and operations.

Every `Reference` is valid; a string that has not been validated yet is a `str` or `Components`. The public functions
that take references as strings or objects, and are not methods of a single `Reference`, are at the end.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, Unpack

from linksift.arguments import instance_of, plain_str
from linksift.uri.build import Parts, build
from linksift.uri.check_grammar import check_uri, check_uri_reference, grammar_faults
from linksift.uri.compare import Rung, lowest_rung
from linksift.uri.components import Components, host_of_valid_reference, recompose, split
from linksift.uri.errors import InvalidForScheme, InvalidReference, UnusableReference, hide_passwords
from linksift.uri.hosts import HostKind, host_kind, ip_address, usability_violations
from linksift.uri.iri import to_iri
from linksift.uri.normalize import EncodedDots, is_obviously_normal, normalize
from linksift.uri.paths import segments
from linksift.uri.percent import decode_data
from linksift.uri.registrable_domain import registered_domain_of, site_of
from linksift.uri.resolve import relativize, resolve, resolve_backward_compatible
from linksift.uri.schemes import Status, Violation, scheme_named, scheme_status, scheme_violations

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address
    from pathlib import PurePath

Kind = Literal["URI", "absolute-URI", "network-path", "absolute-path", "relative-path", "same-document"]
"""The kinds of references, in the terms of RFC 3986, 3, 4.2, 4.3 and 4.4."""


class Reference:
    """A valid URI-reference (RFC 3986, 4.1). It is immutable, and equal to any other with the same string.

    A component that is None is undefined; "" is present but empty. Raises InvalidReference for any other string.

    >>> Reference("http://user:secret@host/path?")
    Reference('http://user:...@host/path?')
    """

    __slots__ = ("_components", "_string")

    def __init__(self, reference: str) -> None:
        reference = plain_str("parse", reference)
        check_uri_reference(reference)
        self._string = reference
        self._components: Components | None = None

    @classmethod
    def build(cls, **parts: Unpack[Parts]) -> "Reference":
        """Build a reference from `scheme`, `userinfo`, `host`, `port`, `path`, `query` and `fragment` (5.3).

        Strings are taken as written: escapes stay, and characters that are not allowed are percent-encoded. A sequence
        of segments as `path`, and a mapping or pairs as `query`, are data: delimiters and `%` are encoded too. `host`
        may also be an address from ipaddress. Raises InvalidReference for parts that cannot be encoded (an invalid
        scheme or port, userinfo without a host), InvalidHost for a host beyond ASCII that is not a valid name and for
        an invalid IP literal, TypeError for any other part, and UnicodeEncodeError, a ValueError, for a lone surrogate
        that does not represent a byte.

        >>> str(Reference.build(scheme="http", host="::1", path="/a b/%20", query=[("q", "100%"), ("r", None)]))
        'http://[::1]/a%20b/%20?q=100%25&r'
        """
        return cls(recompose(build(parts)))

    @classmethod
    def from_path(cls, path: "PurePath") -> "Reference":
        """The file URI of an absolute POSIX or Windows path (RFC 8089); its `scheme_parts` convert it back.

        Raises ValueError for a path that no file URI can express, such as a relative one.

        >>> from pathlib import PurePosixPath, PureWindowsPath
        >>> str(Reference.from_path(PurePosixPath("/etc/a b"))), str(Reference.from_path(PureWindowsPath("c:/a")))
        ('file:///etc/a%20b', 'file:///c:/a')
        >>> parse("file:///etc/a%20b").scheme_parts.posix_path()
        PurePosixPath('/etc/a b')
        """
        from linksift.uri.schemes.file import from_path  # imported lazily: see tests/test_import.py

        return cls(from_path(path))

    def replace(self, **parts: Unpack[Parts]) -> "Reference":
        """A copy of the reference with some parts replaced, in the form that `build` takes; None removes a part.

        To remove the host, remove userinfo and port too: `replace(host=None, userinfo=None, port=None)`.

        >>> str(parse("http://a:80/b?c#d").replace(port=None, query={"e": "f"}))
        'http://a/b?e=f#d'
        """
        own: Any = {name: getattr(self, name) for name in Parts.__annotations__}
        return self.build(**(own | parts))

    # ---- The components (3) -----------------------------------------------------------------------------------------

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
        """The host (3.2.2) as written, with the brackets of an IP literal; undefined without an authority."""
        return host_of_valid_reference(self._string)

    @property
    def port(self) -> str | None:
        """The port (3.2.3) as written, without its colon."""
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

    # ---- Properties -------------------------------------------------------------------------------------------------

    @property
    def kind(self) -> Kind:
        """The kind of the reference: with a scheme, "URI", or "absolute-URI" if there is no fragment (4.3).

        Without a scheme, it is "network-path", "absolute-path" or "relative-path" (4.2), or "same-document" (4.4).

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
        """The status of the scheme's name (RFC 1738, 4): "known", "reserved", "experimental" or None."""
        return scheme_status(self.scheme or "")

    @property
    def host_kind(self) -> HostKind | None:
        """The kind of the host (3.2.2): "IPv4address", "IPv6address", "IPvFuture", "reg-name", or None without one."""
        return None if self.host is None else host_kind(self.host)

    @property
    def ip_address(self) -> "IPv4Address | IPv6Address | None":
        """The host as an object from ipaddress if it is an IP address (3.2.2), otherwise None."""
        return None if self.host is None else ip_address(self.host)

    @property
    def site(self) -> str | None:
        """The registrable domain of the host by the Public Suffix List, counting companies' suffixes (`a.web.app`).

        It is None without a host, and for IP addresses, single labels, public suffixes themselves, and hosts that
        browsers refuse.

        >>> parse("http://www.bbc.co.uk/").site, parse("http://b.a.web.app/").site, parse("http://[::1]/").site
        ('bbc.co.uk', 'a.web.app', None)
        """
        return site_of(self.host)

    @property
    def registered_domain(self) -> str | None:
        """The registrable domain of the host, counting only the suffixes of registries: `web.app` for `a.web.app`."""
        return registered_domain_of(self.host)

    @property
    def segments(self) -> tuple[str, ...]:
        """The segments of the path (3.3), decoded; bytes that are not UTF-8 become lone surrogates (PEP 383).

        >>> parse("/a%2Fb/c/").segments, parse("").segments
        (('a/b', 'c', ''), ())
        """
        return segments(self.path)

    def query_pairs(self, separator: Literal["&", ";"] = "&") -> list[tuple[str, str | None]]:
        """The query as decoded pairs of name and value; the value is None if there is no "=" (3.4).

        "+" is a plus, as in RFC 3986; for form data use urllib.parse.parse_qsl. An undefined or empty query has no
        pairs. Raises ValueError for any other separator.

        >>> parse("?a=%26&b=&c").query_pairs(), parse("?a=1;b").query_pairs(";")
        ([('a', '&'), ('b', ''), ('c', None)], [('a', '1'), ('b', None)])
        """
        if separator not in ("&", ";"):
            raise ValueError(f'separator must be "&" or ";", not {separator!r}')
        pairs = (pair.partition("=") for pair in self.query.split(separator)) if self.query else ()
        return [(decode_data(name), decode_data(value) if equals else None) for name, equals, value in pairs]

    @property
    def scheme_parts(self) -> Any:
        """The parts of the URI as its scheme's document defines them, decoded, as a NamedTuple of the scheme's module.

        They are None for a relative reference, and for a scheme that linksift does not know in detail. Raises
        InvalidForScheme with the first violation if the URI is not valid for its scheme.

        >>> parse("ftp://host/%2Fetc/motd;type=a").scheme_parts.directories
        ('/etc',)
        """
        for fault in self._faults(scheme_violations(self.components), InvalidForScheme):
            raise fault
        scheme = scheme_named(self.scheme or "")
        return scheme and scheme.parts(self.components)

    @property
    def iri(self) -> str:
        """The readable form (RFC 3987, 3.2), which maps back to the reference."""
        return to_iri(self._string)

    def redacted(self) -> str:
        """The reference with passwords replaced by `...`, so that it can be shown to people (3.2.1).

        >>> parse("http://user:secret@host/").redacted()
        'http://user:...@host/'
        """
        return hide_passwords(self._string)

    # ---- Violations -------------------------------------------------------------------------------------------------

    def violations(self) -> list[InvalidReference]:
        """List the violations of this well-formed reference.

        They are InvalidForScheme for rules of its scheme, and UnusableReference for limits of the DNS or other
        software.

        >>> [(fault.question, fault.component) for fault in parse("http://u@a..b:99999/").violations()]
        [('valid', 'userinfo'), ('valid', 'port'), ('usable', 'host')]
        """
        invalid = list(self._faults(scheme_violations(self.components), InvalidForScheme))
        reported = {(fault.position, fault.why) for fault in invalid}
        unusable = self._faults(usability_violations(self.components), UnusableReference)
        return [*invalid, *(fault for fault in unusable if (fault.position, fault.why) not in reported)]

    def _faults(self, violations: Iterator[Violation], kind: type[InvalidReference]) -> Iterator[InvalidReference]:
        starts = self.components.starts()
        for component, offset, section, why in violations:
            yield kind(self._string, component, starts[component] + offset, section, why)

    # ---- Operations -------------------------------------------------------------------------------------------------

    def normalize(self, encoded_dots: EncodedDots = "decode") -> "Reference":
        """Normalize by syntax (6.2.2) and scheme (6.2.3); a relative reference keeps its dot-segments.

        `encoded_dots`: "decode" removes `%2E%2E/` like `../`, as 6.2.2 requires; "keep" leaves such segments alone.
        Raises ValueError for any other value.

        >>> str(parse("HTTP://www.EXAMPLE.com:80/%7euser/./a/../b").normalize())
        'http://www.example.com/~user/b'
        """
        if encoded_dots == "decode" and is_obviously_normal(self._string):
            return self
        return Reference(recompose(normalize(self.components, encoded_dots)))

    def resolve(self, base: "str | Reference", strict: bool = True) -> "Reference":
        """Resolve this reference against a base, without the base's fragment (5.1), and return the target URI (5.2).

        With `strict=False`, a scheme equal to the base's is ignored, as it was before RFC 2396 (5.2.2). Raises
        InvalidReference if the base is not a URI.

        >>> str(parse("../g").resolve("http://a/b/c/d"))
        'http://a/b/g'
        """
        target = (resolve if strict else resolve_backward_compatible)(self.components, _base(base))
        return reference_to_valid(recompose(target), target)

    def relativize(self, base: "str | Reference") -> "Reference":
        """A relative reference that resolves against the base to this URI, or the URI itself if there is none.

        Raises InvalidReference if this reference or the base is not a URI, and ValueError if this URI has dot-segments:
        resolving removes them, so no reference resolves to it.

        >>> str(parse("http://a/b/d?q").relativize("http://a/b/c")), str(parse("ftp://a").relativize("http://a/"))
        ('d?q', 'ftp://a')
        """
        check_uri(self._string)
        relative = relativize(self.components, _base(base))
        if relative is None:
            raise ValueError("no reference resolves to a URI with dot-segments: normalize it first")
        return Reference(recompose(relative))

    def is_same_document(self, base: "str | Reference") -> bool:
        """Whether this reference's target is the same document as the base, apart from fragments (4.4).

        >>> parse("#s").is_same_document("http://a/b"), parse("b").is_same_document("http://a/b#s")
        (True, True)
        """
        document = _base(base)._replace(fragment=None)
        return resolve(self.components, document)._replace(fragment=None) == document

    # ---- Value protocol --------------------------------------------------------------------------------------------

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
    """Parse a URI-reference strictly (RFC 3986, 4.1). Raises InvalidReference with the position of the first fault.

    >>> parse("http://a/b?c").host, parse("//a:").port, parse("b").authority
    ('a', '', None)
    """
    return Reference(s)


def reference_to_valid(uri: str, components: Components | None = None) -> Reference:
    """The reference for a string that is certainly valid, such as the URI of a match, without a second validation.

    >>> reference_to_valid("http://a/b").host
    'a'
    """
    reference = object.__new__(Reference)
    reference._string = uri
    reference._components = components
    return reference


def _base(base: str | Reference) -> Components:
    """The components of a base; raises InvalidReference if it is not a URI (5.1)."""
    if not isinstance(base, Reference):
        return _base_in_text(plain_str("resolve", base))
    if base.scheme is None:
        check_uri(base._string)
    return base.components


@lru_cache(maxsize=64)
def _base_in_text(base: str) -> Components:
    """The checked components of a base given as a str, cached since all references in a document share one base."""
    check_uri(base)
    return split(base)


# ---- Functions of strings or references ------------------------------------------------------------------------------


def violations(s: str | Reference) -> list[InvalidReference]:
    """List everything that is wrong with a string, as exceptions that are not raised.

    If the string is not well-formed (RFC 3986, Appendix A), they are InvalidReference, and nothing else is checked.
    Otherwise they are InvalidForScheme if it is not valid for its scheme, and UnusableReference if it is not usable.
    Their `question` names the check that failed.

    >>> [(fault.component, fault.position, fault.rule) for fault in violations("http://a b/c|d")]
    [('host', 8, 'reg-name'), ('path', 12, 'path-abempty')]
    >>> [(fault.question, fault.rule) for fault in violations("http:a")]
    [('valid', 'RFC 9110, 4.2.1')]
    """
    if not isinstance(s, Reference):
        s = plain_str("violations", s)
    return list(grammar_faults(str(s))) or parse(str(s)).violations()


def compare(
    a: str | Reference, b: str | Reference, *, ignore_fragment: bool = False, redirects: Mapping[str, str] | None = None
) -> Rung | None:
    """The lowest rung of the ladder of RFC 3986, 6.2, on which two references are equal, or None.

    `ignore_fragment` excludes the fragments from the comparison (6.1). `redirects` maps URIs to the references to which
    they are known to redirect; the last rung uses it to compare the targets of the URIs (6.2.4). Relative references
    are compared as they are; to compare their targets, resolve them first. Raises InvalidReference for a string that is
    not a reference.

    >>> compare("http://a.example", "HTTP://A.example:80/"), compare("http://a/", "http://b/")
    (<Rung.SCHEME_BASED: 5>, None)
    >>> compare("http://a/#b", "http://a/#c", ignore_fragment=True), compare("x:a", "x:b", redirects={"x:a": "x:b"})
    (<Rung.SIMPLE_STRING: 1>, <Rung.PROTOCOL_BASED: 6>)
    """
    first, second = (
        either if isinstance(either, Reference) else parse(plain_str("compare", either)) for either in (a, b)
    )
    if not (ignore_fragment or redirects) and first.normalize() != second.normalize():
        return None  # only redirects could make them equal, so this is the answer for most pairs
    parts, others = first.components, second.components
    if ignore_fragment:
        parts, others = parts._replace(fragment=None), others._replace(fragment=None)
    given = {} if redirects is None else instance_of("redirects", Mapping, redirects)  # type: ignore[type-abstract]
    known = {parse(source).components: parse(target).components for source, target in given.items()}
    return lowest_rung(parts, others, known)


def base_uri(
    *,
    embedded: str | Reference | None = None,
    enclosing: str | Reference | None = None,
    retrieval: str | Reference | None = None,
    default: str | Reference | None = None,
) -> Reference:
    """The base URI for the references in a document, without its fragment, by the order of precedence of RFC 3986, 5.1.

    `embedded` is the base in the content itself (5.1.1); it may be relative to the next base given, as in HTML.
    `enclosing` is the base of the entity that contains the document (5.1.2), `retrieval` is the URI from which the
    document was retrieved, after redirects (5.1.3), and `default` is the application's own base (5.1.4). Raises
    InvalidReference if the chosen base is not a URI, and ValueError if none is given.

    >>> str(base_uri(retrieval="http://a/b#c", default="app:/")), str(base_uri(embedded="d/", retrieval="http://a/b"))
    ('http://a/b', 'http://a/d/')
    """
    outer = next((base for base in (enclosing, retrieval, default) if base is not None), None)
    if embedded is None and outer is None:
        raise ValueError("no base is given: pass enclosing=, retrieval= or default= (RFC 3986, 5.1.4)")
    base = parse(str(outer if embedded is None else embedded))
    if base.scheme is None and outer is not None:
        base = base.resolve(outer)
    check_uri(str(base))
    return base.replace(fragment=None)
