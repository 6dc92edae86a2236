"""Writes the output of the commands for single references: `parse`, `normalize`, `resolve` and `compare`."""
