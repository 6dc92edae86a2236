"""A page of the documentation on a terminal: Markdown as text of the terminal's width."""

from linksift.cli.page.blocks import page

__all__ = ["page"]
