"""The fast path: matches that need no more than a trigger's pattern and a look at the characters around the hit."""
