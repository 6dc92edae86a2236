"""Reads the options and arguments of all commands, and writes them for shells and manuals."""
