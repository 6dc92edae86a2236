"""Text files: the encoding of their bytes, plain text, LaTeX, roff, POD, Java properties and quoted-printable."""
