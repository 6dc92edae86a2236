"""Three small applications that link what people write, each with the library that it had and with linksift.

An application takes the function that links as its parameter, since that is all that a migration changes. `LINKERS`
has both functions of each.
"""
