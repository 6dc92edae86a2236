"""E-mail addresses in running text: found at a domain name behind `@`, and read backwards from there (UTS #58).

Quoted local parts, of which that standard's algorithm knows nothing, are not found.
"""

from linksift.finding.match import Candidate, SkipTo
from linksift.finding.scan import LONGEST_LOCAL_PART, Schemes, windows
from linksift.finding.uts58.domain_names import DOTS, is_linkable_name, name_end
from linksift.finding.uts58.termination import PARTS
from linksift.registries import link_email

_MAILTO = "mailto:"


def email_at(text: str, at: int, schemes: Schemes) -> Candidate | SkipTo | None:
    """The address around the `@` at `at`; SkipTo where its local part cannot be one, None where no domain follows.

    A local part that is refused takes its domain with it, which is no link of its own then.

    >>> email_at("See .foo@bar.example.", 8, Schemes(None)), email_at("foo@bar", 3, Schemes(None))
    (SkipTo(end=21, names=0), None)
    """
    domain_end = name_end(text, at + 1)
    domain = text[at + 1 : domain_end].rstrip(DOTS)
    if not is_linkable_name(domain):
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
    """Where the characters of a local part begin that ends before `at`; one more than there may be are looked at."""
    length = 0
    for window in windows(text, at, LONGEST_LOCAL_PART + 1):
        length = local_part_length(window[::-1])
        if length < len(window):
            break
    return at - length


def local_part_length(text: str) -> int:
    """How many of the first characters may stand in a local part (Link_Email)."""
    return next((place for place, character in enumerate(text) if not link_email(character)), len(text))


def local_part_goes_on(text: str, position: int) -> int:
    """Where the `@` is that a local part goes on to from `position`, which no path, query or fragment begins; or -1.

    >>> local_part_goes_on("foo.uk+bar@baz.example", 6), local_part_goes_on("foo.uk/bar@baz.example", 6)
    (10, -1)
    """
    at, limit = position, min(len(text), position + LONGEST_LOCAL_PART)
    while at < limit and text[at] not in PARTS[""] and link_email(text[at]):
        at += 1
    return at if text.startswith("@", at) else -1


def is_local_part(text: str) -> bool:
    """Whether a local part has a good length, and no dot at its edges or beside another (RFC 5322, 3.2.3).

    >>> [is_local_part(text) for text in ("a.b", "a..b", ".a", "")]
    [True, False, False, False]
    """
    return 0 < len(text) <= LONGEST_LOCAL_PART and all(text.split("."))
