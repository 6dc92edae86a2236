"""Compressed content, unpacked as it is read and only up to the limits: files, and members of zip archives."""
