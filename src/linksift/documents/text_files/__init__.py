"""Text files: the encoding of their bytes, plain text, LaTeX, roff and Java properties."""
