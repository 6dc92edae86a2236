"""The fast path: matches that the triggers' patterns and a look at what is around them decide alone."""

from linksift.finding.fast_path.http import fast_match, fast_span
from linksift.finding.fast_path.idn import idn_match
from linksift.finding.fast_path.schemeless import FAST_PATHS, remember_name

__all__ = ["FAST_PATHS", "fast_match", "fast_span", "idn_match", "remember_name"]
