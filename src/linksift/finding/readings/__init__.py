"""The readings of a candidate (breaks undone, trimmed, encoded and validated), and the other readings of a match."""
