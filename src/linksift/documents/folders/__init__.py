"""Folders: which of their files are read, and large files in ranges that several processes can read."""
