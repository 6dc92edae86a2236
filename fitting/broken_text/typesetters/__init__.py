"""Typesetters: a module for each family of programs, with a function for each break rule or program."""
