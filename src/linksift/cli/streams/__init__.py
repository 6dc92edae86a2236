"""Streams of the command: inputs, standard streams, atomically written files, colour, and text safe for a terminal."""
