"""All checks, in their order, and the question that people ask.

Here belong the three lists, with the sentences and sources. What a check looks at is in the modules before.
"""

from typing import Any

from linksift.finding import Match
from linksift.hazards.escapes import control_octets, encoded_delimiter, encoded_dot_segments
from linksift.hazards.hazard import Check, Hazard
from linksift.hazards.looks import (
    backslash,
    hidden_character,
    mixed_scripts,
    userinfo_like_host,
    whole_script_confusable,
)
from linksift.hazards.network import foreign_port, numeric_host
from linksift.hazards.secrets import password, secret_in_query
from linksift.hazards.shown import Link, shown_elsewhere
from linksift.uri import Reference

CHECKS: tuple[Check[Reference], ...] = (
    Check(userinfo_like_host, "What looks like the host is only a user name.", "RFC 3986, 7.6"),
    Check(mixed_scripts, "The host mixes letters of scripts that may look alike.", "UTS #39, 5.2; RFC 3986, 7.6"),
    Check(whole_script_confusable, "The host is in letters that look like Latin ones.", "UTS #39, 5; RFC 3986, 7.6"),
    Check(password, "There is a password in it, for everybody to read.", "RFC 3986, 3.2.1 and 7.5"),
    Check(numeric_host, "The host is a number that many programs read as an IP address.", "RFC 3986, 7.4"),
    Check(foreign_port, "The port belongs to another protocol.", "RFC 3986, 7.2; RFC 1738, 6"),
    Check(encoded_delimiter, "An encoded delimiter may be taken for a real one.", "RFC 3986, 7.3"),
    Check(encoded_dot_segments, 'An encoded "." or ".." may lead to another folder.', "RFC 3986, 6.2.2.3 and 7.3"),
    Check(control_octets, "An encoded NUL or line break may be taken for a real one.", "RFC 3986, 7.3; RFC 1738, 6"),
    Check(secret_in_query, "There seems to be a secret in its query, for everybody to read.", "RFC 3986, 7.5"),
)
"""What is asked of every reference, in this order."""

MATCH_CHECKS: tuple[Check[Match], ...] = (
    Check(backslash, "A backslash ended the host; some software reads on to an @.", "RFC 3986, 7.6; URL Standard"),
    Check(hidden_character, "An invisible or bidirectional character ended it.", "RFC 3987, 4.1; element-web#30351"),
)
"""What is asked of a match beyond that, since its text can tell."""

LINK_CHECKS: tuple[Check[Link], ...] = (
    Check(shown_elsewhere, "The text of the link names another host than its target.", "RFC 3986, 7.6; LinkRevealer#8"),
)
"""What is asked of a link, whose visible text is known."""

ALL_CHECKS: tuple[Check[Any], ...] = (*CHECKS, *MATCH_CHECKS, *LINK_CHECKS)

HAZARDS = tuple(check.asks.__name__ for check in ALL_CHECKS)
"""The names of all hazards."""


def hazards(match_or_reference: Match | Reference, shown: str | None = None) -> list[Hazard]:
    """What a match or a reference could deceive or harm with, each hazard once, in the order of the checks.

    `shown` is the visible text where it is the target of a link. An empty list says that none of the checks saw
    anything, not that a URI is safe.

    >>> from linksift.uri import parse
    >>> for hazard in hazards(parse("http://www.bank.example:secret@2130706433/")):
    ...     print(hazard.name, "-", hazard.source)
    userinfo_like_host - RFC 3986, 7.6
    password - RFC 3986, 3.2.1 and 7.5
    numeric_host - RFC 3986, 7.4
    >>> [hazard.name for hazard in hazards(parse("http://evil.example/"), shown="https://www.bank.example/")]
    ['shown_elsewhere']
    """
    if isinstance(match_or_reference, Match):
        reference = match_or_reference.reference
        in_text = [check.hazard() for check in MATCH_CHECKS if check.asks(match_or_reference)]
    else:
        reference, in_text = match_or_reference, []
    told = [check.hazard() for check in CHECKS if check.asks(reference)] + in_text
    if shown is None:
        return told
    return told + [check.hazard() for check in LINK_CHECKS if check.asks(Link(reference, shown))]
