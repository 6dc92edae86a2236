"""Evidence elsewhere in the text: the same URI, joined or not."""

from itertools import islice

from linksift.finding.joining import break_facts
from linksift.finding.joining.evidence.across_break import repeats_label
from linksift.finding.joining.evidence.line_widths import cut_at_column
from linksift.finding.joining.evidence.uri_so_far import entry_missing
from linksift.finding.joining.seam import MOST_PLACES, Seam, trimmed
from linksift.lazy_pattern import lazy_pattern

_ENDS = lazy_pattern(r"[)>\]\"]|[.,;:]?[ \t]|[.,;:]\n|\Z")
_GOES_ON = lazy_pattern(r"\w")
_WORD = lazy_pattern(r"[\w-]+")
SHORTEST = 8


@break_facts.rule_given(break_facts.ELSEWHERE)
def joined_uri(seam: Seam) -> float:
    r"""The joined URI appears as a whole on another line, or its start does if the next line has only a piece.

    >>> joined_uri(Seam.in_text("http://a.example/b/\ncd\nSee http://a.example/b/cd"))
    1.0
    >>> joined_uri(Seam.in_text("http://a.example/b/\nthe pot\nSee http://a.example/b/then"))
    0.0
    """
    text, whole, (_, high) = seam.layout.text, seam.uri + seam.word, seam.layout.window(seam.line)
    places = (place + len(whole) for place in seam.elsewhere if text.startswith(whole, place, high))
    return float(len(whole) >= SHORTEST and any(not seam.rest or not _GOES_ON.match(text, place) for place in places))


@break_facts.rule_given(break_facts.ELSEWHERE)
def other_followers(seam: Seam) -> float:
    r"""The URI's last line also appears elsewhere, with other words on the line after it, as in a column of a table.

    URIs that begin alike are also cut alike at a fixed column.

    >>> other_followers(Seam.in_text("http://a.example/b/\ngreen\nhttp://a.example/b/\nblue"))
    1.0
    """
    line = seam.line
    if len(line.stripped) < SHORTEST or not _WORD.fullmatch(seam.word):
        return 0.0
    for place in islice(seam.layout.places(line.stripped + "\n", *seam.layout.window(line)), MOST_PLACES):
        other = None if seam.first.start <= place <= seam.next.end else seam.layout.line_of(place)
        following = seam.layout.continuation_of(other) if other and other.stripped == line.stripped else None
        if following is not None and following.stripped and not following.stripped.startswith(seam.word):
            return 0.0 if entry_missing(seam) or repeats_label(seam) else 1.0 - cut_at_column(seam)
    return 0.0


@break_facts.rule_given(break_facts.ELSEWHERE)
def unjoined_uri(seam: Seam) -> float:
    r"""The URI as it stands before the break appears as a whole elsewhere.

    >>> unjoined_uri(Seam.in_text("http://a.example/b\nc\n(http://a.example/b)"))
    1.0
    """
    text, length = seam.layout.text, len(trimmed(seam.uri))
    return float(length >= SHORTEST and any(_ENDS.match(text, place + length) for place in seam.elsewhere))
