"""Data with sources and versions: schemes, domains and suffixes, Unicode's link properties, redirectors and words."""

from linksift.registries.reader import (
    Redirector,
    character_pairs,
    common_words,
    domain_lookalikes,
    encoding_labels,
    function_words,
    latin_lookalike,
    link_bracket,
    link_email,
    link_term,
    never_by_default,
    particles,
    public_suffixes,
    redirectors,
    schemes,
    scripts,
    shared_hosting,
    top_level_domains,
    url_shorteners,
    written_without_spaces,
)
