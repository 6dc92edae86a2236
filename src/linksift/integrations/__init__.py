"""Other people's frameworks, a module each, which imports its framework and is imported by nobody here."""
