"""The kinds of matches besides URIs: for each, its triggers and its scan."""

import re
from collections.abc import Callable, Collection, Iterator

from linksift.finding.match import Candidate, SkipTo
from linksift.finding.scan import bare_domains, email_addresses, suffix_references
from linksift.finding.scan.scanned_text import ScannedText

Scan = Callable[[ScannedText, re.Match[str]], Iterator[Candidate | SkipTo]]
"""A scan takes a text and the hit of a trigger in it, and yields candidates."""

SCANS: dict[str, tuple[tuple[str, ...], Scan]] = {
    "suffix": (suffix_references.TRIGGERS, suffix_references.suffix_references),
    "email": ((email_addresses.TRIGGER,), email_addresses.addresses),
    "domain": ((bare_domains.TRIGGER,), bare_domains.domains),
}


def scans(kinds: Collection[str]) -> dict[re.Pattern[str], Scan]:
    """The scan for each trigger of these kinds."""
    return {
        re.compile(trigger): scan for kind, (triggers, scan) in SCANS.items() if kind in kinds for trigger in triggers
    }
