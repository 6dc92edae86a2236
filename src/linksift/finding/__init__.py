"""Text in, matches out (RFC 3986, Appendix C)."""

from linksift.finding.defang import defang
from linksift.finding.finder import (
    Finder,
    cached_finder,
    find,
    find_in_typefaces,
    finder_from,
    has_link,
    iter_spans_and_matches,
    link_filter,
    settles_words,
    stretches_in_stream,
)
from linksift.finding.kernel import kernel_in_use
from linksift.finding.left_out import LeftOut, LeftOutWatch, left_out
from linksift.finding.line_prefixes import LONGEST_PREFIX
from linksift.finding.match import Match, MatchDetails, Step, details_of, new_match
from linksift.finding.matcher import BUILT_IN_KINDS, Matcher, MatcherTimeout
from linksift.finding.option_types import FinderOptions, Kind, Profile, Rejoin, Template, UnusableHosts
from linksift.finding.profiles import PROFILES
from linksift.finding.refang_links import refang, refang_steps
from linksift.finding.scan import MOST_BREAKS
from linksift.finding.stream import max_lookahead

__all__ = [
    "BUILT_IN_KINDS",
    "LONGEST_PREFIX",
    "MOST_BREAKS",
    "PROFILES",
    "Finder",
    "FinderOptions",
    "Kind",
    "LeftOut",
    "LeftOutWatch",
    "Match",
    "MatchDetails",
    "Matcher",
    "MatcherTimeout",
    "Profile",
    "Rejoin",
    "Step",
    "Template",
    "UnusableHosts",
    "cached_finder",
    "defang",
    "details_of",
    "find",
    "find_in_typefaces",
    "finder_from",
    "has_link",
    "iter_spans_and_matches",
    "kernel_in_use",
    "left_out",
    "link_filter",
    "max_lookahead",
    "new_match",
    "refang",
    "refang_steps",
    "settles_words",
    "stretches_in_stream",
]
