"""Files of text: the encoding of their bytes, plain text and LaTeX."""
