"""Text in, matches out (RFC 3986, Appendix C)."""

from linksift.finding.finder import (
    Finder,
    cached_finder,
    find,
    find_function,
    find_in_typefaces,
    finder_from,
    finder_in_rows,
    has_link,
    line_filter,
    link_filter,
    may_search_stretches,
    settles_words,
    stream_lists,
    stretch_lists,
    stretches_in_stream,
)
from linksift.finding.kernel.load_kernel import kernel_in_use, replace_characters
from linksift.finding.line_prefixes import LONGEST_PREFIX
from linksift.finding.links_left_out import LeftOut, LeftOutWatch, left_out, was_defanged
from linksift.finding.match import Match, MatchDetails, Step, details_of, new_match
from linksift.finding.matchers.matcher import BUILT_IN_KINDS, Matcher, MatcherTimeout
from linksift.finding.options import PROFILES, FinderOptions, Kind, Profile, Rejoin, Template, UnusableHosts
from linksift.finding.refang_and_defang import defang, defang_match, refang, refang_steps
from linksift.finding.scan.enclosed.line_breaks import MOST_BREAKS
from linksift.finding.scan.schemes import ADDRESSED
from linksift.finding.search_loop import FindInRows
from linksift.finding.stream import LOOKAHEAD, LOOKBEHIND, Reach, Stretch, max_lookahead, merged_words

__all__ = ["FinderOptions", "Kind", "Profile", "Rejoin"]
