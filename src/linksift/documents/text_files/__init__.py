"""Text files: the encoding of their bytes, plain text, LaTeX, roff, Java properties and quoted-printable."""
