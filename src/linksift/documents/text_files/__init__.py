"""Text files: the encoding of their bytes, plain text, LaTeX and roff."""
