"""Finds the candidates in a text: where a URI may begin, and where it ends."""
