"""Joining without an enclosure: the layout of a text, and the evidence in it."""

from linksift.finding.joining.join import taken_whole_in_line, with_joined
from linksift.finding.joining.layout import Layout

__all__ = ["Layout", "taken_whole_in_line", "with_joined"]
