"""Matchers for things besides URIs: custom patterns, the URIs made from their hits, and their matches."""
