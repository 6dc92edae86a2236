"""Markdown: the destinations of its links and images, its text, and their locations."""

from linksift.documents.markdown.markdown_file import read

__all__ = ["read"]
