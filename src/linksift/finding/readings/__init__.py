"""The readings of a candidate (breaks undone, ends trimmed, URIs encoded and validated), and the other readings of a
match."""
