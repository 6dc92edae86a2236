"""The options of a finder: their types, checks and profiles."""
