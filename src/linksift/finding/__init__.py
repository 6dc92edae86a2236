"""Text in, matches out: Appendix C of RFC 3986."""

from linksift.finding.finder import Finder, find
from linksift.finding.match import Match

__all__ = ["Finder", "Match", "find"]
