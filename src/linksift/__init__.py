"""linksift: the URIs in free text, found as RFC 3986, Appendix C says a careful reader should find them."""

from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from linksift.cleaning import Cleaned, NotAURI, Unwrapped, Wrapper, clean, unwrap
    from linksift.linking import Entity, Link, Linker, Policy, delimit, entities, linkify, linkify_html, wrap

__all__ = [
    "Cleaned",
    "Entity",
    "Finder",
    "Hazard",
    "InvalidForScheme",
    "InvalidHost",
    "InvalidReference",
    "Link",
    "Linker",
    "Match",
    "NotAURI",
    "Note",
    "Policy",
    "Reference",
    "Rung",
    "UnusableReference",
    "Unwrapped",
    "Wrapper",
    "base_uri",
    "clean",
    "compare",
    "defang",
    "delimit",
    "entities",
    "find",
    "hazards",
    "linkify",
    "linkify_html",
    "merge",
    "parse",
    "remove_dot_segments",
    "to_iri",
    "to_uri",
    "unwrap",
    "violations",
    "wrap",
]
__version__ = "0.1.0"

_WHEN_ASKED_FOR = {
    "linksift.cleaning": ("Cleaned", "NotAURI", "Unwrapped", "Wrapper", "clean", "unwrap"),
    "linksift.linking": (
        "Entity",
        "Link",
        "Linker",
        "Policy",
        "delimit",
        "entities",
        "linkify",
        "linkify_html",
        "wrap",
    ),
}
"""Rooms that not everybody enters, and what comes of them: finding is imported in half the time without them."""


def __getattr__(name: str) -> Any:
    """What a room exports that is imported when somebody asks for it (PEP 562)."""
    from importlib import import_module  # costs a bare Python nothing: it has it

    for room, names in _WHEN_ASKED_FOR.items():
        if name in names:
            globals()[name] = getattr(import_module(room), name)
            return globals()[name]
    raise AttributeError(f"module 'linksift' has no attribute {name!r}")


def __dir__() -> list[str]:
    """All that there is, asked for or not."""
    return sorted({*globals(), *__all__})
