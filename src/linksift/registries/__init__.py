"""Facts that others decide and date: schemes, top-level domains, Unicode's link properties."""

from linksift.registries.reader import (
    Scheme,
    link_bracket,
    link_term,
    never_by_default,
    schemes,
    top_level_domains,
    written_without_spaces,
)

__all__ = [
    "Scheme",
    "link_bracket",
    "link_term",
    "never_by_default",
    "schemes",
    "top_level_domains",
    "written_without_spaces",
]
