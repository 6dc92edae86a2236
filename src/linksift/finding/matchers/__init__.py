"""Matchers for things besides URIs: the user's patterns, the URIs made from their hits, and their matches."""
