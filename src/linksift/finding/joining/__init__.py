"""Joining without an enclosure: the layout of a text, and the evidence in it."""

from linksift.finding.joining.join import LINE_ENDS, Joiner, fast_match_within_line
from linksift.finding.joining.layout import Layout

__all__ = ["LINE_ENDS", "Joiner", "Layout", "fast_match_within_line"]
