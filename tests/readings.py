"""Checks what must hold for each reading of a text, whether a match or an alternative."""

from linksift import Match


def with_notes_applied(match: Match) -> str:
    """The text of a match with its notes applied: the span of each note that changes text is replaced."""
    parts, position = [], match.start
    for note in match.notes:
        if note.replacement is not None and note.end <= match.end:
            assert note.start >= position, "notes that change never overlap"
            parts += [match.text[position - match.start : note.start - match.start], note.replacement]
            position = note.end
    return "".join([*parts, match.text[position - match.start :]])
