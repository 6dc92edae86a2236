"""What a URI or a match could deceive with: RFC 3986, 7, and what else is known to."""

from linksift.hazards.checks import HAZARDS, hazards
from linksift.hazards.hazard import Hazard

__all__ = ["HAZARDS", "Hazard", "hazards"]
