"""Evidence in the widths of lines: whether the break was forced because the next word did not fit."""

import re

from linksift.finding.joining.seam import MOST_PLACES, Seam
from linksift.notes import rule

_BROKEN = re.compile(r"://(?:[^\s<>\"]{0,200}[\-=&%_?])?[ \t]*\r?\n")
ENOUGH = 3
"""Fewer lines nearby say nothing about the margin."""


def _neighbours(seam: Seam) -> list[int]:
    widths = seam.layout.widths(seam.line)
    return widths if len(widths) >= ENOUGH else []


def _wider(seam: Seam) -> float:
    """The share of the lines nearby that had room for the first unbreakable part of the next word too."""
    widths = _neighbours(seam)
    needed = seam.line.width + seam.unbreakable_width
    return sum(width >= needed for width in widths) / len(widths) if widths else 0.0


@rule
def line_full(seam: Seam) -> float:
    r"""The line is as full as the lines nearby: the next word did not fit.

    >>> line_full(Seam.in_text("http://a.example/bb/cc-dd-ee/fff\nc\n" + 3 * "Some words as wide as the URI is\n"))
    1.0
    """
    return max(0.0, 1 - 4 * _wider(seam)) if _neighbours(seam) else 0.0


@rule
def at_the_margin(seam: Seam) -> float:
    r"""The line ends in a letter or digit at a width usual for wrapped text, 71 to 80 columns.

    >>> at_the_margin(Seam.in_text("http://a.example/" + 57 * "b" + "\nc"))
    1.0
    """
    usual = 71 <= seam.line.columns <= 80 or 71 <= seam.line.width <= 78
    return float(usual and seam.last.isalnum())


@rule
def far_from_the_margin(seam: Seam) -> float:
    r"""The line is shorter than wrapped lines are, and than those nearby: nothing forced the break.

    >>> far_from_the_margin(Seam.in_text("http://a.example/b\nc"))
    1.0
    >>> far_from_the_margin(Seam.in_text("http://a.example/b=\nc"))
    0.0
    """
    if seam.joined_breaks or seam.last in "=&%-_?":
        return 0.0
    margin, over = (66, 6) if seam.last.isalnum() else (44, 16)
    strength = min(1.0, max(0.0, (margin - seam.line.columns) / over))
    return 0.0 if strength and line_full(seam) > 0.5 else strength


@rule
def overhangs(seam: Seam) -> float:
    r"""The line is wider than the others, so this text does not break its URIs.

    >>> overhangs(Seam.in_text("http://a.example/" + 70 * "b" + "\nc"))
    1.0
    """
    width = seam.line.width
    widths = sorted(seam.layout.widths(seam.line))
    margin = widths[int(len(widths) * 0.95)] if len(widths) > ENOUGH else 0
    if margin and width > margin + 4 and width > 80:
        return 1.0
    return float(width > 82 and seam.last.isalnum() and not (margin and width <= margin))


@rule
def breaks_uris(seam: Seam) -> float:
    r"""Another line nearby ends in the middle of a URI, so this text breaks its URIs.

    >>> breaks_uris(Seam.in_text("http://a.example/b\nc\nhttp://a.example/?b=\nhijklm"))
    1.0
    """
    text, (low, high) = seam.layout.text, seam.layout.window(seam.line)
    place = text.find("://", low, high)
    for _ in range(MOST_PLACES):
        if place < 0:
            break
        broken = _BROKEN.match(text, place, high)
        if broken and not seam.first.start <= place < seam.next.end:
            return 1.0
        place = text.find("://", place + 3, high)
    return 0.0
