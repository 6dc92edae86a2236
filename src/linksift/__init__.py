"""linksift: the URIs in free text, found as RFC 3986, Appendix C says a careful reader should find them."""

from linksift.finding import Finder, Match, defang, find
from linksift.hazards import Hazard, hazards
from linksift.notes import Note
from linksift.uri import (
    InvalidForScheme,
    InvalidHost,
    InvalidReference,
    Reference,
    Rung,
    UnusableReference,
    base_uri,
    compare,
    merge,
    parse,
    remove_dot_segments,
    to_iri,
    to_uri,
    violations,
)

__all__ = [
    "Finder",
    "Hazard",
    "InvalidForScheme",
    "InvalidHost",
    "InvalidReference",
    "Match",
    "Note",
    "Reference",
    "Rung",
    "UnusableReference",
    "base_uri",
    "compare",
    "defang",
    "find",
    "hazards",
    "merge",
    "parse",
    "remove_dot_segments",
    "to_iri",
    "to_uri",
    "violations",
]
__version__ = "0.1.0"
