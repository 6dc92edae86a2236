"""All checks for hazards, in the order of the report. The checks themselves are in the other modules.

>>> [check.hazard.name for check in link_text_mismatch.CHECKS]
['link_text_mismatch']
"""

from typing import Any

from linksift.hazards import authority, beyond_the_host, link_text_mismatch, visual_spoofing
from linksift.hazards.hazard import Check

CHECKS = (*visual_spoofing.CHECKS, *authority.CHECKS, *beyond_the_host.CHECKS)
"""The checks for every reference."""

MATCH_CHECKS = (*visual_spoofing.MATCH_CHECKS, *authority.MATCH_CHECKS)
"""Further checks for a match, which need the text around it."""

ALL_CHECKS: tuple[Check[Any], ...] = (*CHECKS, *MATCH_CHECKS, *link_text_mismatch.CHECKS)
"""The last checks are those for a link, which need its visible text."""
