"""Hazards: the ways in which a URI, match or link could deceive or harm (RFC 3986, 7)."""

from linksift.hazards.api import hazard_names, hazards
from linksift.hazards.checks import DECEPTIONS
from linksift.hazards.hazard import Hazard

__all__ = ["DECEPTIONS", "Hazard", "hazard_names", "hazards"]
