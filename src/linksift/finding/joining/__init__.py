"""Joining without an enclosure: the layout of a text, and the evidence in it."""

from linksift.finding.joining.join import fast_match_within_line, with_joined
from linksift.finding.joining.layout import Layout

__all__ = ["Layout", "fast_match_within_line", "with_joined"]
