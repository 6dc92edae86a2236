"""Streams of the command: inputs, standard streams, files written whole, colour, text safe for a terminal."""
