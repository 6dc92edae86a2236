"""What the tests of single schemes ask: which demands a URI breaks, and what its parts are."""

from typing import Any

from linksift.uri.components import Components, split
from linksift.uri.schemes import Broken, Scheme, scheme_named
from linksift.uri.validate import check_uri


def scheme_of(uri: str) -> tuple[Scheme, Components]:
    """The scheme and the components of a URI, which is well-formed: a test of something else would prove nothing."""
    check_uri(uri)
    scheme = scheme_named(uri.partition(":")[0])
    assert scheme is not None
    return scheme, split(uri)


def all_broken(scheme: Scheme, uri: Components) -> list[Broken]:
    """All that a well-formed URI of a scheme breaks, demand by demand."""
    return [broken for demand in scheme.demands for broken in demand(uri)]


def broken_in(uri: str) -> list[tuple[str, int, str]]:
    """Component, offset and section of all that a URI breaks, demand by demand."""
    return [broken[:3] for broken in all_broken(*scheme_of(uri))]


def parts_of(uri: str) -> Any:
    """The parts of a valid URI."""
    assert broken_in(uri) == []
    scheme, components = scheme_of(uri)
    return scheme.parts(components)


def stepped(uri: str) -> Components:
    """A URI after the steps of its scheme."""
    scheme, components = scheme_of(uri)
    for step in scheme.steps:
        components = step(components)
    return components
