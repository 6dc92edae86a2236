"""The optional compiled kernel: it searches for hits and runs the fast path, with Python's tables and patterns."""
