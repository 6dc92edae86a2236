"""Writes links: the formats of `--format`, the explanation of `--explain`, and the wording of locations."""
