"""Text files: the encoding of their bytes, plain text and LaTeX."""
