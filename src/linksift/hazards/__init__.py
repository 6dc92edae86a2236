"""What a URI or a match could deceive with: RFC 3986, 7, and what else is known to."""

from linksift.hazards.api import hazard_names, hazards
from linksift.hazards.hazard import Hazard

__all__ = ["Hazard", "hazard_names", "hazards"]
