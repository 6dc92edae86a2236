"""Joining without an enclosure: the layout of a text, and the evidence in it."""

from linksift.finding.joining.join import joined, taken_whole_in_line
from linksift.finding.joining.layout import Layout

__all__ = ["Layout", "joined", "taken_whole_in_line"]
