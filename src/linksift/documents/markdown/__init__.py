"""Markdown: the destinations of its links and images, its text, and where they are."""

from linksift.documents.markdown.markdown_file import read

__all__ = ["read"]
