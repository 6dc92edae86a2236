"""The command's options and arguments, read from its commands and written for shells and manuals."""
