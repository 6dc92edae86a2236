"""How a link is written: the formats of `--format`, what `--explain` adds, and how the location of a link reads."""
