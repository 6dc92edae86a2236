"""Candidates in enclosures: angle brackets, quotes and attribute values, with line breaks in them."""
