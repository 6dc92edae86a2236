"""What is found beside URIs, and what it is seen by: a row for each kind."""

import re
from collections.abc import Callable, Collection, Iterator

from linksift.finding.match import Candidate, SkipTo
from linksift.finding.scan import domain, email, suffix
from linksift.finding.scan.scanned_text import ScannedText

Scan = Callable[[ScannedText, re.Match[str]], Iterator[Candidate | SkipTo]]
"""A text, with what is looked for in it, and a hit of a trigger in; candidates out."""

SCANS: dict[str, tuple[tuple[str, ...], Scan]] = {
    "suffix": (suffix.TRIGGERS, suffix.suffix_references),
    "email": ((email.TRIGGER,), email.addresses),
    "domain": ((domain.TRIGGER,), domain.domains),
}


def scans(kinds: Collection[str]) -> dict[re.Pattern[str], Scan]:
    """What to do at a hit of each trigger that the kinds are seen by."""
    return {
        re.compile(trigger): scan for kind, (triggers, scan) in SCANS.items() if kind in kinds for trigger in triggers
    }
