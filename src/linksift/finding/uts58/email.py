"""E-mail addresses in running text: found at the domain name after `@`, and read backwards from there (UTS #58).

Quoted local parts are not found, since the standard's algorithm does not know them.
"""

from linksift.finding.match import Candidate, SkipTo
from linksift.finding.scan.lookback import windows
from linksift.finding.scan.names.email_addresses import LONGEST_LOCAL_PART
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import Schemes
from linksift.finding.uts58.domain_names import DOTS, is_linkable_name, name_end
from linksift.finding.uts58.termination import PARTS
from linksift.registries import link_email

_MAILTO = "mailto:"


def email_at(text: str, at: int, schemes: Schemes) -> Candidate | SkipTo | None:
    """The address around the `@` at `at`; SkipTo if its local part is not valid, None if no domain follows.

    If the local part is refused, the domain is not a link by itself either.

    >>> email_at("See .foo@bar.example.", 8, Schemes(None)), email_at("foo@bar", 3, Schemes(None))
    (SkipTo(matches=21, names=0), None)
    """
    domain_end = name_end(text, at + 1)
    domain = text[at + 1 : domain_end].rstrip(DOTS)
    if not is_linkable_name(domain, schemes.top_level_domains):
        return None
    start = local_part_start(text, at)
    if not is_local_part(text[start:at]):
        return SkipTo(domain_end)
    end = at + 1 + len(domain)
    scheme = start - len(_MAILTO)
    if scheme >= 0 and text[scheme:start].lower() == _MAILTO and schemes.known("mailto"):
        return Candidate(scheme, text[scheme:end], no_trim=True, verbatim=True)
    return Candidate(start, text[start:end], no_trim=True, verbatim=True, kind="email", prefix=_MAILTO)


def local_part_start(text: str, at: int) -> int:
    """The start of the local part's characters before `at`; one character beyond its greatest length is read."""
    length = 0
    for window in windows(text, at, LONGEST_LOCAL_PART + 1):
        length = local_part_length(window[::-1])
        if length < len(window):
            break
    return at - length


def local_part_length(text: str) -> int:
    """The number of characters at the start of a text that may be in a local part (Link_Email)."""
    return next((place for place, character in enumerate(text) if not link_email(character)), len(text))


def local_part_goes_on(source: ScannedText, position: int) -> int:
    """The `@` after a local part that continues from `position`, where no other part starts; -1 if there is none.

    >>> [local_part_goes_on(ScannedText(text, Schemes(None)), 6) for text in ("foo.uk+bar@baz", "foo.uk/bar@baz")]
    [10, -1]
    """
    at = source.next_hit("@", position)
    if at > position + LONGEST_LOCAL_PART or not source.text.startswith("@", at):
        return -1
    between = source.text[position:at]
    return at if all(character not in PARTS[""] and link_email(character) for character in between) else -1


def is_local_part(text: str) -> bool:
    """Whether a local part has a valid length, and no dot at its edges or next to another dot (RFC 5322, 3.2.3).

    >>> [is_local_part(text) for text in ("a.b", "a..b", ".a", "")]
    [True, False, False, False]
    """
    return 0 < len(text) <= LONGEST_LOCAL_PART and all(text.split("."))
