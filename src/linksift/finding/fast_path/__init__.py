"""The fast path: matches that need no more than a trigger's pattern and a look at the characters around the hit."""

from linksift.finding.fast_path.any_scheme import fast_uri, fast_uri_in_angles
from linksift.finding.fast_path.http import fast_match, fast_span
from linksift.finding.fast_path.schemeless import FAST_PATHS, remember_name

__all__ = ["FAST_PATHS", "fast_match", "fast_span", "fast_uri", "fast_uri_in_angles", "remember_name"]
