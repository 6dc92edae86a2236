"""Links as Unicode Technical Standard #58 detects them, for the profile "uts58"."""

from linksift.finding.uts58.links import scans

__all__ = ["scans"]
