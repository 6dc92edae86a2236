"""Decides whether the output is coloured, and which colour each part gets."""

import os
from typing import IO, Any, NamedTuple


class Palette(NamedTuple):
    """The control sequence that starts the colour of each part of the output, and the one that ends any colour."""

    name: str
    place: str
    uri: str
    mark: str
    rule: str
    heading: str
    code: str
    end: str


PLAIN = Palette("", "", "", "", "", "", "", "")
# Parts that also occur in the output of grep have the same colours as there.
COLOURS = Palette("\x1b[35m", "\x1b[32m", "\x1b[1m", "\x1b[1;31m", "\x1b[36m", "\x1b[1m", "\x1b[36m", "\x1b[0m")


def palette(when: str, stream: IO[Any]) -> Palette:
    """The colours for "always", "never", or "auto" (only on a terminal with colours, unless NO_COLOR is set)."""
    wanted = when == "always" or (when == "auto" and _has_colours(stream))
    return COLOURS if wanted else PLAIN


def _has_colours(stream: IO[Any]) -> bool:
    """Whether a stream is a terminal with colours. Any nonempty NO_COLOR disables them (https://no-color.org)."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()
