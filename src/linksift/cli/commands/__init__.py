"""The commands of `linksift`, a module each."""
