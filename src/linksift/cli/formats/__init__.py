"""How a link is written: the formats of `--format`, the explanation of `--explain`, and the wording of its location."""
