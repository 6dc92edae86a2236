"""Processes the inputs: turns the arguments into tasks and runs these in one or more processes, showing progress."""
