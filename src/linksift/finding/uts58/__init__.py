"""Links as Unicode Technical Standard #58 detects them: what the profile "uts58" finds."""

from linksift.finding.uts58.links import scans

__all__ = ["scans"]
