"""What the command takes, read from its commands, and written for shells and manuals."""
