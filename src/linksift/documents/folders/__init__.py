"""Folders: selects the files to read, and divides large files into ranges that several processes can read."""
