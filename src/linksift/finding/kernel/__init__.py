"""The optional compiled kernel: the search for hits and the fast path, with Python's tables and patterns."""
