"""Zip and tar archives: each file inside is read like any other."""
