"""The optional compiled kernel: the search for hits and the fast path, with the tables and patterns of Python."""
