"""Markdown: the destinations of its links and images, its text, and their locations."""
