"""Shared by the tests of individual schemes: a URI's violations, its parts, and its form after normalizing."""

from typing import Any

from linksift.uri.check_grammar import check_uri
from linksift.uri.components import Components, split
from linksift.uri.schemes import Violation, scheme_named
from linksift.uri.schemes.scheme_definition import Scheme


def scheme_of(uri: str) -> tuple[Scheme, Components]:
    """The scheme and the components of a URI, which must be well-formed: otherwise the test would prove nothing."""
    check_uri(uri)
    scheme = scheme_named(uri.partition(":")[0])
    assert scheme is not None
    return scheme, split(uri)


def all_violations(scheme: Scheme, uri: Components) -> list[Violation]:
    """All violations in a well-formed URI of a scheme, check by check."""
    return [violation for check in scheme.checks for violation in check(uri)]


def violations_in(uri: str) -> list[tuple[str, int, str]]:
    """The component, offset and section of all violations in a URI, check by check."""
    return [violation[:3] for violation in all_violations(*scheme_of(uri))]


def parts_of(uri: str) -> Any:
    """The parts of a valid URI."""
    assert violations_in(uri) == []
    scheme, components = scheme_of(uri)
    return scheme.parts(components)


def normalized_by_scheme(uri: str) -> Components:
    """A URI after the normalizers of its scheme."""
    scheme, components = scheme_of(uri)
    for normalizer in scheme.normalizers:
        components = normalizer(components)
    return components
