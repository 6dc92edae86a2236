"""Archives of many files, zip and tar: each file in them is read like any other."""
