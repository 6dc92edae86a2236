"""Typesetters: a module per family of programs, with a function per break rule or program."""
