"""Colour in the output: which parts have one, and whether there is any.

Here belongs when there is colour, and which. What is coloured is for the formats.
"""

import os
from typing import IO, Any, NamedTuple


class Palette(NamedTuple):
    """The control sequences that stand before each part of the output, and the one that ends them."""

    name: str
    place: str
    uri: str
    mark: str
    rule: str
    end: str


PLAIN = Palette("", "", "", "", "", "")
# grep's colours for what grep has too.
COLOURS = Palette("\x1b[35m", "\x1b[32m", "\x1b[1m", "\x1b[1;31m", "\x1b[36m", "\x1b[0m")


def palette(when: str, stream: IO[Any]) -> Palette:
    """The colours for "always", "never", or "auto": on a terminal that has them, unless NO_COLOR is set."""
    wanted = when == "always" or (when == "auto" and _has_colours(stream))
    return COLOURS if wanted else PLAIN


def _has_colours(stream: IO[Any]) -> bool:
    """See https://no-color.org: set and not empty, whatever it says."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()
