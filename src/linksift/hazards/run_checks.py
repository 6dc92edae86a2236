"""Runs the checks: the hazards and the signs of phishing of a match or a reference, and the names of all hazards.

The checks, and the rooms that they need, are imported only on the first call of one of these public functions, so
`import linksift` stays cheap.
"""

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from linksift.arguments import plain_str, require_type
from linksift.hazards.hazard import Hazard

if TYPE_CHECKING:
    from linksift.finding import Match
    from linksift.uri import Reference


def hazards(match_or_reference: "Match | Reference | str", link_text: str | None = None) -> list[Hazard]:
    """List the ways in which a match or a reference could deceive or harm, each once, in the order of the checks.

    A str is a URI reference, or an IRI, which is read as the URI that it maps to. If it is the target of a link,
    `link_text` is the visible text of that link. An empty list means that no check found anything, not that the URI is
    safe. Raises InvalidReference for a str that is neither.

    >>> for hazard in hazards("http://www.bank.example:secret@2130706433/"):
    ...     print(hazard.name, "-", hazard.source)
    host_like_userinfo - RFC 3986, 7.6
    password - RFC 3986, 3.2.1 and 7.5
    numeric_host - RFC 3986, 7.4
    >>> [hazard.name for hazard in hazards("http://evil.example/", link_text="https://www.bank.example/")]
    ['link_text_mismatch']
    """
    from linksift.finding import Match
    from linksift.hazards.all_checks import CHECKS, MATCH_CHECKS, link_text_mismatch  # imported lazily

    reference = _reference("hazards", match_or_reference)
    found = [check.hazard for check in CHECKS if check.applies(reference)]
    if isinstance(match_or_reference, Match):
        found += [check.hazard for check in MATCH_CHECKS if check.applies(match_or_reference)]
    if link_text is not None:
        link = link_text_mismatch.Link(reference, plain_str("link_text", link_text))
        found += [check.hazard for check in link_text_mismatch.CHECKS if check.applies(link)]
    return found


def worth_a_look(match_or_reference: "Match | Reference | str", is_loaded: bool = False) -> list[Hazard]:
    """List the signs of a match or a reference that are common in phishing mail and rare in other mail.

    Signs rank a level below hazards, since harmless links also have them. `is_loaded` means that a document loads the
    reference, as it loads an image; `open_hosting` is then not reported, since every newsletter hosts its images there.
    Everything else is as in `hazards`.

    >>> [sign.name for sign in worth_a_look("https://my-bank-login.web.app/")]
    ['open_hosting', 'long_or_hyphenated_host']
    """
    from linksift.hazards.phishing_signs import SIGNS, open_hosting  # imported lazily

    reference = _reference("worth_a_look", match_or_reference)
    signs = (sign for sign in SIGNS if not (is_loaded and sign.applies is open_hosting))
    return [sign.hazard for sign in signs if sign.applies(reference)]


def _reference(caller: str, given: "Match | Reference | str") -> "Reference":
    """The reference of a match, or the one that a str contains; an IRI is parsed as the URI that it maps to."""
    from linksift.finding import Match
    from linksift.uri import Reference, parse, to_uri

    require_type(caller, "a Match, a Reference or a str", (Match, Reference, str), given)
    if isinstance(given, str):
        given = plain_str(caller, given)
        with suppress(UnicodeEncodeError):  # a lone surrogate, which no URI has: `parse` refuses it
            given = to_uri(given)
        return parse(given)
    return given.reference if isinstance(given, Match) else given


def hazard_names() -> tuple[str, ...]:
    """The names of all hazards, in the order of the checks.

    >>> hazard_names()[:2]
    ('host_like_userinfo', 'mixed_scripts')
    """
    return tuple(hazard.name for hazard in known_hazards())


def known_hazards() -> tuple[Hazard, ...]:
    """All hazards that checks can find, in the order of the checks.

    >>> known_hazards()[0].source
    'RFC 3986, 7.6'
    """
    from linksift.hazards.all_checks import ALL_CHECKS  # imported lazily

    return tuple(check.hazard for check in ALL_CHECKS)


@cache
def deceptions() -> frozenset[str]:
    """The names of the hazards that mislead people about where a link leads (RFC 3986, 7.6).

    >>> {"link_text_mismatch", "mixed_scripts"} <= deceptions(), "password" in deceptions()
    (True, False)
    """
    from linksift.hazards.all_checks import ALL_CHECKS  # imported lazily

    return frozenset(check.hazard.name for check in ALL_CHECKS if check.deceives)
