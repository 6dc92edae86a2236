"""Records for the results of checking: the faults of links and their locations."""

from collections.abc import Iterable
from typing import NamedTuple

from linksift.documents import Location
from linksift.finding import Match
from linksift.notes import Note


class Fault(NamedTuple):
    """A fault in a link: the name of the rule, and a sentence that tells people what to write instead.

    `replacement` is the text that should replace the link as written, if that repair is certain.
    """

    rule: str
    message: str
    replacement: str | None = None


class LinkProblem(NamedTuple):
    """A fault and its link: the link's `uri` ("" if it has no valid URI), its text as written, and its location.

    `end_line` and `end_column` locate the first character after the link, or are None if the location has no line.
    `number` counts the problems with the same rule and text in one document, starting at 1.
    """

    fault: Fault
    uri: str
    text: str
    location: Location
    end_line: int | None = None
    end_column: int | None = None
    number: int = 1


def text_with_changes(match: Match, notes: Iterable[Note]) -> str:
    """The text of a match with only the changes in some of its notes, each of which has a replacement."""
    parts: list[str] = []
    position = match.start
    for note in notes:
        parts += (match.text[position - match.start : note.start - match.start], note.replacement or "")
        position = note.end
    return "".join((*parts, match.text[position - match.start :]))
