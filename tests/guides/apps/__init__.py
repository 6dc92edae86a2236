"""Three small applications that link what people write, each with its former library and with linksift.

An application takes the linking function as a parameter, since that is all that a migration changes. `LINKERS` contains
both functions for each.
"""
