"""Shows a page of the documentation on a terminal: Markdown as text that fits the terminal's width."""
