"""The commands of `linksift`, each in its own module."""
