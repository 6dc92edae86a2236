"""Finds what was defanged in a text: marks in brackets, words, escapes, and masked schemes."""

from linksift.finding.defanged.steps import refang_steps

__all__ = ["refang_steps"]
