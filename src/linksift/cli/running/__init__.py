"""Processes the inputs: turns the arguments into tasks and runs them in one or more processes, showing progress."""
