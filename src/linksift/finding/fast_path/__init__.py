"""The fast path: matches that need no more than a trigger's pattern and a look at the characters around the hit."""

from linksift.finding.fast_path.any_scheme import fast_hierarchical, fast_opaque, fast_uri_in_angles
from linksift.finding.fast_path.final_punctuation import (
    LONGEST_TAIL,
    LOOKS_AT_STEM,
    LOOKS_BEFORE,
    surroundings_at,
)
from linksift.finding.fast_path.http import fast_match, fast_span
from linksift.finding.fast_path.schemeless import (
    BEFORE_PATH,
    DOUBTFUL_BEFORE_NAME,
    HOST,
    IN_ENCLOSED_LOCAL_PART,
    IN_LOCAL_PART,
    LOCAL_PART,
    around_address,
    around_domain,
    around_name,
    fast_address,
    fast_domain,
    fast_suffix,
    remember_name,
)
from linksift.finding.fast_path.surroundings import character_before

__all__ = [
    "BEFORE_PATH",
    "DOUBTFUL_BEFORE_NAME",
    "HOST",
    "IN_ENCLOSED_LOCAL_PART",
    "IN_LOCAL_PART",
    "LOCAL_PART",
    "LONGEST_TAIL",
    "LOOKS_AT_STEM",
    "LOOKS_BEFORE",
    "around_address",
    "around_domain",
    "around_name",
    "character_before",
    "fast_address",
    "fast_domain",
    "fast_hierarchical",
    "fast_match",
    "fast_opaque",
    "fast_span",
    "fast_suffix",
    "fast_uri_in_angles",
    "remember_name",
    "surroundings_at",
]
