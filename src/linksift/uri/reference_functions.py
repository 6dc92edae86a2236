"""Public functions that take references as strings or objects and are not methods of a single `Reference`."""

from collections.abc import Mapping

from linksift.arguments import plain_str
from linksift.uri.check_grammar import check_uri, grammar_faults
from linksift.uri.compare import Rung, lowest_rung
from linksift.uri.errors import InvalidReference
from linksift.uri.reference import Reference, parse


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
    a: str | Reference,
    b: str | Reference,
    *,
    ignore_fragment: bool = False,
    redirects: Mapping[str, str] | None = None,
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
    first, second = (either if isinstance(either, Reference) else parse(either) for either in (a, b))
    if not (ignore_fragment or redirects) and first.normalize() != second.normalize():
        return None  # only redirects could make them equal, so this is the answer for most pairs
    parts, others = first.components, second.components
    if ignore_fragment:
        parts, others = parts._replace(fragment=None), others._replace(fragment=None)
    known = {parse(source).components: parse(target).components for source, target in (redirects or {}).items()}
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
        raise ValueError("no base is given, and 5.1.4 leaves the default to the application")
    base = parse(str(outer if embedded is None else embedded))
    if base.scheme is None and outer is not None:
        base = base.resolve(outer)
    check_uri(str(base))
    return base.replace(fragment=None)
