"""Text in, matches out (RFC 3986, Appendix C)."""

from linksift.finding.defang import defang
from linksift.finding.finder import Finder, cached_finder, find, iter_spans_and_matches
from linksift.finding.match import Match, MatchDetails, Step, new_match
from linksift.finding.profiles import PROFILES
from linksift.finding.refang import undone_in
from linksift.finding.scan import LONGEST_PREFIX, MOST_BREAKS
from linksift.finding.stream import lag

__all__ = [
    "LONGEST_PREFIX",
    "MOST_BREAKS",
    "PROFILES",
    "Finder",
    "Match",
    "MatchDetails",
    "Step",
    "cached_finder",
    "defang",
    "find",
    "iter_spans_and_matches",
    "lag",
    "new_match",
    "undone_in",
]
