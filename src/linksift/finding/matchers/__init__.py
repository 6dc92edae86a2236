"""Matchers for things besides URIs: patterns of the user, the URIs made from their hits, and their matches."""
