"""Links that a document states: the repairs to their references, and the matches made from them."""
