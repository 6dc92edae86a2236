"""Data from other registries, with source and version: schemes, top-level domains, Unicode's link properties."""

from linksift.registries.reader import (
    Redirector,
    Scheme,
    character_pairs,
    common_words,
    domain_lookalikes,
    encoding_labels,
    latin_lookalike,
    link_bracket,
    link_email,
    link_term,
    never_by_default,
    particles,
    redirectors,
    schemes,
    top_level_domains,
    written_without_spaces,
)

__all__ = [
    "Redirector",
    "Scheme",
    "character_pairs",
    "common_words",
    "domain_lookalikes",
    "encoding_labels",
    "latin_lookalike",
    "link_bracket",
    "link_email",
    "link_term",
    "never_by_default",
    "particles",
    "redirectors",
    "schemes",
    "top_level_domains",
    "written_without_spaces",
]
