"""The commands of `linksift`, one module for each."""
