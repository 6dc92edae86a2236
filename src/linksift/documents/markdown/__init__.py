"""Markdown: the destinations of its links and images, its text, and where they are."""

from linksift.documents.markdown.reader import read

__all__ = ["read"]
