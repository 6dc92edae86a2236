"""What is asked with strings: the functions that take a string or a Reference, and need more than one of them or none.

Here belongs what has no Reference to be a method of.
"""

from collections.abc import Mapping

from linksift.arguments import require_str
from linksift.uri.compare import Rung, lowest_rung
from linksift.uri.errors import InvalidReference
from linksift.uri.reference import Reference, parse
from linksift.uri.validate import check_uri, grammar_faults


def violations(s: str | Reference) -> list[InvalidReference]:
    """All that is wrong with a string, none of it raised, in three questions that are asked one after the other.

    Is it well-formed (RFC 3986, Appendix A)? What is not is InvalidReference, and then nothing more can be asked. Is it
    valid for its scheme (InvalidForScheme)? Is it usable (UnusableReference)? `question` says which one it was.

    >>> [(fault.component, fault.position, fault.rule) for fault in violations("http://a b/c|d")]
    [('host', 8, 'reg-name'), ('path', 12, 'path-abempty')]
    >>> [(fault.question, fault.rule) for fault in violations("http:a")]
    [('valid', 'RFC 9110, 4.2.1')]
    """
    if not isinstance(s, Reference):
        require_str("violations", s)
    return list(grammar_faults(str(s))) or parse(str(s)).violations()


def compare(
    a: str | Reference,
    b: str | Reference,
    *,
    ignore_fragment: bool = False,
    redirects: Mapping[str, str] | None = None,
) -> Rung | None:
    """The lowest rung of the ladder of RFC 3986, 6.2, on which two references are equal, or None.

    `ignore_fragment` leaves their fragments out (6.1). `redirects` is what the caller knows to lead from one URI to
    another, or to a reference relative to it, for the last rung, which is about what is found there (6.2.4). Relative
    references are compared as they are; resolve them first to ask about their targets. Raises InvalidReference for
    what is no reference.

    >>> compare("http://a.example", "HTTP://A.example:80/"), compare("http://a/", "http://b/")
    (<Rung.SCHEME_BASED: 5>, None)
    >>> compare("http://a/#b", "http://a/#c", ignore_fragment=True), compare("x:a", "x:b", redirects={"x:a": "x:b"})
    (<Rung.SIMPLE_STRING: 1>, <Rung.PROTOCOL_BASED: 6>)
    """
    first, second = (parse(str(reference)).components for reference in (a, b))
    if ignore_fragment:
        first, second = first._replace(fragment=None), second._replace(fragment=None)
    known = {parse(source).components: parse(target).components for source, target in (redirects or {}).items()}
    return lowest_rung(first, second, known)


def base_uri(
    *,
    embedded: str | Reference | None = None,
    enclosing: str | Reference | None = None,
    retrieval: str | Reference | None = None,
    default: str | Reference | None = None,
) -> Reference:
    """The base for the references in a document, by the order of RFC 3986, 5.1, without its fragment.

    `embedded` is what the content itself says (5.1.1), and may be relative to the next of them, as in HTML; `enclosing`
    the base of the entity that the document is a part of (5.1.2); `retrieval` the URI it was got from, after
    redirects (5.1.3); `default` the application's own (5.1.4). Raises InvalidReference when what is taken is no URI,
    and ValueError when nothing is given.

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
