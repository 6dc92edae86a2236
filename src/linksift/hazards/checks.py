"""All checks, in their order, with their sentences and sources. What a check looks at is in the modules before.

>>> [check.hazard().name for check in LINK_CHECKS]
['link_text_mismatch']
"""

from typing import Any

from linksift.finding import Match
from linksift.hazards.browsers import host_cut_short, other_host_in_browsers, stated_for_browsers, stop_for_dot
from linksift.hazards.escapes import control_octets, encoded_delimiter, encoded_dot_segments
from linksift.hazards.hazard import Check
from linksift.hazards.looks import (
    backslash,
    hidden_character,
    host_like_userinfo,
    mixed_scripts,
    symbol_in_host,
    whole_script_confusable,
)
from linksift.hazards.network import cross_protocol_port, numeric_host, unusable_host
from linksift.hazards.secrets import password, secret_in_query
from linksift.hazards.shown import Link, link_text_mismatch
from linksift.uri import Reference

CHECKS: tuple[Check[Reference], ...] = (
    Check(host_like_userinfo, "What looks like the host is only a user name.", "RFC 3986, 7.6"),
    Check(mixed_scripts, "The host mixes letters of scripts that may look alike.", "UTS #39, 5.2; RFC 3986, 7.6"),
    Check(whole_script_confusable, "The host is in letters that look like Latin ones.", "UTS #39, 5; RFC 3986, 7.6"),
    Check(
        symbol_in_host, "The host has a symbol in it that may look like another, or not show.", "RFC 5892, 2; UTS #46"
    ),
    Check(password, "There is a password in it, for everybody to read.", "RFC 3986, 3.2.1 and 7.5"),
    Check(numeric_host, "The host is a number that many programs read as an IP address.", "RFC 3986, 7.4"),
    Check(
        other_host_in_browsers,
        "Browsers read another host in it than RFC 3986 does.",
        "URL Standard, 4.4; RFC 3986, 7.6",
    ),
    Check(unusable_host, "Browsers or the DNS refuse its host or port.", "URL Standard, 3.5; RFC 3986, 3.2.2"),
    Check(cross_protocol_port, "The port belongs to another protocol.", "RFC 3986, 7.2; RFC 1738, 6"),
    Check(encoded_delimiter, "An encoded delimiter may be taken for a real one.", "RFC 3986, 7.3"),
    Check(encoded_dot_segments, 'An encoded "." or ".." may lead to another folder.', "RFC 3986, 6.2.2.3 and 7.3"),
    Check(control_octets, "An encoded NUL or line break may be taken for a real one.", "RFC 3986, 7.3; RFC 1738, 6"),
    Check(secret_in_query, "There seems to be a secret in its query, for everybody to read.", "RFC 3986, 7.5"),
)
"""What is asked of every reference, in this order."""

MATCH_CHECKS: tuple[Check[Match], ...] = (
    Check(backslash, "A backslash ended the host; some software reads on to an @.", "RFC 3986, 7.6; URL Standard"),
    Check(hidden_character, "An invisible or bidirectional character ended it.", "RFC 3987, 4.1; element-web#30351"),
    Check(
        stop_for_dot, "An ideographic or full-width stop in the host is read as its dot.", "UTS #46, 4; RFC 3986, 7.6"
    ),
    Check(
        host_cut_short, "Browsers that are given the whole word read a longer host.", "URL Standard, 3.5; RFC 3986, 7.6"
    ),
    Check(
        stated_for_browsers,
        "Only browsers see this host in what the document states.",
        "URL Standard, 4.4; RFC 3986, 7.6",
    ),
)
"""What is asked of a match beyond that, since its text can tell."""

LINK_CHECKS: tuple[Check[Link], ...] = (
    Check(
        link_text_mismatch, "The text of the link names another host than its target.", "RFC 3986, 7.6; LinkRevealer#8"
    ),
)
"""What is asked of a link, whose visible text is known."""

ALL_CHECKS: tuple[Check[Any], ...] = (*CHECKS, *MATCH_CHECKS, *LINK_CHECKS)
