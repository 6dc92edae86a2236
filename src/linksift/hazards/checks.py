"""The list of all checks, in order, each with its sentence and sources. The code of the checks is in the other modules.

>>> [check.hazard().name for check in LINK_CHECKS]
['link_text_mismatch']
"""

from typing import Any

from linksift.finding import Match
from linksift.hazards.beyond_the_host import (
    control_octets,
    encoded_delimiter,
    encoded_dot_segments,
    invalid_for_scheme,
    password,
    secret_in_query,
)
from linksift.hazards.hazard import Check
from linksift.hazards.host_and_port import (
    cross_protocol_port,
    host_cut_short,
    numeric_host,
    other_host_in_browsers,
    stated_for_browsers,
    stop_for_dot,
    unusable_host,
)
from linksift.hazards.link_text_mismatch import Link, link_text_mismatch
from linksift.hazards.visual_spoofing import (
    backslash,
    hidden_character,
    host_like_userinfo,
    mixed_scripts,
    symbol_in_host,
    whole_script_confusable,
)
from linksift.uri import Reference

CHECKS: tuple[Check[Reference], ...] = (
    Check(host_like_userinfo, "The text before the @ looks like a host, but is only a user name.", "RFC 3986, 7.6"),
    Check(mixed_scripts, "The host mixes scripts whose letters can look alike.", "UTS #39, 5.2; RFC 3986, 7.6"),
    Check(
        whole_script_confusable,
        "The host is written in letters that look like Latin ones.",
        "UTS #39, 5; RFC 3986, 7.6",
    ),
    Check(
        symbol_in_host,
        "The host contains a symbol that may look like another, or not be displayed.",
        "RFC 5892, 2; UTS #46",
    ),
    Check(password, "The URI contains a password, which anyone can read.", "RFC 3986, 3.2.1 and 7.5"),
    Check(numeric_host, "The host is a number that many programs read as an IP address.", "RFC 3986, 7.4"),
    Check(
        other_host_in_browsers,
        "Browsers read a different host in this URI than RFC 3986 does.",
        "URL Standard, 4.4; RFC 3986, 7.6",
    ),
    Check(unusable_host, "Browsers or the DNS refuse the host or port.", "URL Standard, 3.5; RFC 3986, 3.2.2"),
    Check(cross_protocol_port, "The port belongs to a different protocol.", "RFC 3986, 7.2; RFC 1738, 6"),
    Check(
        invalid_for_scheme,
        "The URI breaks a rule of its scheme, so software may refuse it or read it differently.",
        "RFC 3986, 1.1.1; RFC 9110, 4.2.4; RFC 6068, 2",
    ),
    Check(encoded_delimiter, "A percent-encoded delimiter may be taken for a real one.", "RFC 3986, 7.3"),
    Check(
        encoded_dot_segments, 'A percent-encoded "." or ".." may lead to another folder.', "RFC 3986, 6.2.2.3 and 7.3"
    ),
    Check(
        control_octets, "A percent-encoded NUL or line break may be taken for a real one.", "RFC 3986, 7.3; RFC 1738, 6"
    ),
    Check(secret_in_query, "The query seems to contain a secret, which anyone can read.", "RFC 3986, 7.5"),
)
"""The checks for every reference, in this order."""

MATCH_CHECKS: tuple[Check[Match], ...] = (
    Check(
        backslash,
        "A backslash ends the host, but some software reads the text after the next @ as the host.",
        "RFC 3986, 7.6; URL Standard",
    ),
    Check(
        hidden_character, "An invisible or bidirectional character ends the URI.", "RFC 3987, 4.1; element-web#30351"
    ),
    Check(
        stop_for_dot,
        "An ideographic or full-width full stop in the host is read as a dot.",
        "UTS #46, 4; RFC 3986, 7.6",
    ),
    Check(
        host_cut_short,
        "Browsers that get the whole word, not just this URI, read a longer host.",
        "URL Standard, 3.5; RFC 3986, 7.6",
    ),
    Check(
        stated_for_browsers,
        "Only browsers read this host in the document; by RFC 3986 it is another, or none.",
        "URL Standard, 4.4; RFC 3986, 7.6",
    ),
)
"""Further checks for a match, which need the text around it."""

LINK_CHECKS: tuple[Check[Link], ...] = (
    Check(
        link_text_mismatch,
        "The link text names a host that the link does not lead to.",
        "RFC 3986, 7.6; LinkRevealer#8",
    ),
)
"""Further checks for a link, which need its visible text."""

ALL_CHECKS: tuple[Check[Any], ...] = (*CHECKS, *MATCH_CHECKS, *LINK_CHECKS)

DECEPTIONS = frozenset(check.hazard().name for check in ALL_CHECKS if "RFC 3986, 7.6" in check.hazard().source) | {
    "numeric_host",
    "hidden_character",
}
"""The hazards that mislead people about where a link leads (7.6), which is how phishing usually works."""
