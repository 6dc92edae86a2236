"""Joining without an enclosure: the layout of a text, and the evidence in it."""

from linksift.finding.joining.join import Joiner, fast_match_within_line
from linksift.finding.joining.layout import Layout

__all__ = ["Joiner", "Layout", "fast_match_within_line"]
