"""Hazards: the ways in which a URI, match or link could deceive or harm (RFC 3986, 7)."""

from linksift.hazards.hazard import Hazard, as_seen
from linksift.hazards.run_checks import deceptions, hazard_names, hazards, known_hazards, worth_a_look

__all__ = ["deceptions", "hazard_names"]
