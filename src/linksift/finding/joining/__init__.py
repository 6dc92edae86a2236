"""Joining without an enclosure: the layout of a text, and the evidence in it."""
