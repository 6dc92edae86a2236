"""Text in, matches out: Appendix C of RFC 3986."""

from linksift.finding.defang import defang
from linksift.finding.finder import Finder, find
from linksift.finding.match import Match
from linksift.finding.profiles import PROFILES
from linksift.finding.scan import LONGEST_PREFIX, MOST_BREAKS
from linksift.finding.stream import lag

__all__ = ["LONGEST_PREFIX", "MOST_BREAKS", "PROFILES", "Finder", "Match", "defang", "find", "lag"]
