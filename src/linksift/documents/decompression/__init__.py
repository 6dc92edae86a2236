"""Compressed files and members of zip archives, unpacked as they are read and only up to the limits."""
