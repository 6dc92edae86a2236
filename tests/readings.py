"""What holds of each reading of a text, a match or another way to read it."""

from linksift import Match


def with_notes_applied(match: Match) -> str:
    """The text of a match, with each note that changes put in place of its span."""
    parts, position = [], match.start
    for note in match.notes:
        if note.replacement is not None and note.end <= match.end:
            assert note.start >= position, "notes that change never overlap"
            parts += [match.text[position - match.start : note.start - match.start], note.replacement]
            position = note.end
    return "".join([*parts, match.text[position - match.start :]])
