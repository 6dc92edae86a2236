"""Links that a document states: the repairs of their references, and the matches made from them."""
