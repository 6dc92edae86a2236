"""The hazards of a link, and the signs that make it worth a look."""

from typing import TYPE_CHECKING

from linksift.hazards import Hazard, hazards, worth_a_look

if TYPE_CHECKING:
    from linksift.documents import Found


def hazards_of(found: "Found") -> list[Hazard]:
    """The hazards of a link, including those of the text that people click."""
    return hazards(found.match, found.clickable_text)


def signs_of(found: "Found") -> list[Hazard]:
    """The signs in a link that are common in phishing mail."""
    return worth_a_look(found.match, is_loaded=found.opened_by == "load")
