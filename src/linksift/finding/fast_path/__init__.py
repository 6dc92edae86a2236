"""The fast path: matches that need no more than a trigger's pattern and a look at the characters around the hit."""

from linksift.finding.fast_path.any_scheme import fast_opaque, fast_uri_in_angles
from linksift.finding.fast_path.final_punctuation import MAY_ASSIGN
from linksift.finding.fast_path.http import fast_match, fast_span
from linksift.finding.fast_path.schemeless import fast_address, fast_domain, fast_suffix, remember_name

__all__ = [
    "MAY_ASSIGN",
    "fast_address",
    "fast_domain",
    "fast_match",
    "fast_opaque",
    "fast_span",
    "fast_suffix",
    "fast_uri_in_angles",
    "remember_name",
]
