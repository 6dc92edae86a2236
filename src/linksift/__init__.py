"""linksift: finds the URIs in free text, as a careful reader does (RFC 3986, Appendix C)."""

from typing import TYPE_CHECKING

from linksift.hazards import Hazard, hazards, worth_a_look

if TYPE_CHECKING:
    from linksift import cleaning as cleaning
    from linksift import documents as documents
    from linksift import finding as finding
    from linksift import frames as frames
    from linksift import linking as linking
    from linksift import uri as uri
    from linksift.cleaning import Cleaned, NotAURI, RedirectorRules, Unwrapped, Wrapper, clean, unwrap
    from linksift.documents import Found, Limits, Location, Locator, Problem, ReadError, read
    from linksift.finding import Finder, Match, Matcher, MatcherTimeout, defang, find, has_link, refang
    from linksift.linking import (
        Entity,
        Link,
        Linker,
        LinkPolicyWarning,
        MarkedText,
        Policy,
        delimit,
        entities,
        linkify,
        linkify_html,
        nl2br,
        show,
        wrap,
    )
    from linksift.notes import Note
    from linksift.uri import (
        BrowserURL,
        InvalidForScheme,
        InvalidHost,
        InvalidReference,
        Reference,
        RefusedURL,
        Rung,
        UnusableReference,
        base_uri,
        browser_url,
        compare,
        merge,
        parse,
        remove_dot_segments,
        to_iri,
        to_uri,
        violations,
    )
else:  # a type checker that saw these would take any name for one of linksift's
    from linksift._lazy import dir_with_lazy as __dir__  # noqa: F401 - Python calls both (PEP 562)
    from linksift._lazy import lazy_attribute as __getattr__  # noqa: F401

__all__ = [
    "BrowserURL",
    "Cleaned",
    "Entity",
    "Finder",
    "Found",
    "Hazard",
    "InvalidForScheme",
    "InvalidHost",
    "InvalidReference",
    "Limits",
    "Link",
    "LinkPolicyWarning",
    "Linker",
    "Location",
    "Locator",
    "MarkedText",
    "Match",
    "Matcher",
    "MatcherTimeout",
    "NotAURI",
    "Note",
    "Policy",
    "Problem",
    "ReadError",
    "RedirectorRules",
    "Reference",
    "RefusedURL",
    "Rung",
    "UnusableReference",
    "Unwrapped",
    "Wrapper",
    "base_uri",
    "browser_url",
    "clean",
    "compare",
    "defang",
    "delimit",
    "entities",
    "find",
    "has_link",
    "hazards",
    "linkify",
    "linkify_html",
    "merge",
    "nl2br",
    "parse",
    "read",
    "refang",
    "remove_dot_segments",
    "show",
    "to_iri",
    "to_uri",
    "unwrap",
    "violations",
    "worth_a_look",
    "wrap",
]
__version__ = "0.3.0"
