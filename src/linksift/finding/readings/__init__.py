"""A candidate's readings, with breaks undone, ends trimmed, and URIs encoded and validated, and a match's other
readings."""
