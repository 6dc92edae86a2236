"""The kinds of matches besides URIs: for each, its triggers and its scan."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator

from linksift.finding.match import Candidate, SkipTo
from linksift.finding.scan.names import bare_domains, email_addresses, ip_addresses, www_names
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import Schemes
from linksift.lazy_pattern import lazy_pattern

Scan = Callable[[ScannedText, re.Match[str]], Iterator[Candidate | SkipTo]]
"""A scan takes a text and the hit of a trigger in it, and yields candidates."""

SCANS: dict[str, tuple[Callable[[Schemes], Iterable[str]], Scan]] = {
    "suffix": (lambda schemes: www_names.TRIGGERS, www_names.suffix_references),
    "email": (lambda schemes: (email_addresses.TRIGGER,), email_addresses.addresses),
    "domain": (lambda schemes: bare_domains.triggers(schemes.top_level_domains), bare_domains.domains),
    "ip": (lambda schemes: ip_addresses.TRIGGERS, ip_addresses.ip_addresses),
}


def scans(kinds: Collection[str], schemes: Schemes) -> dict[re.Pattern[str], Scan]:
    """The scan for each trigger of these kinds."""
    return {
        lazy_pattern(trigger): scan
        for kind, (triggers, scan) in SCANS.items()
        if kind in kinds
        for trigger in triggers(schemes)
    }
