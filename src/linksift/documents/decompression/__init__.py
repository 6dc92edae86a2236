"""Compressed content, unpacked while it is read and no further than the limits: files, and members of zip archives."""
