"""A candidate's readings: breaks undone, ends trimmed, encoded as URIs, validated; and a match's other readings."""
