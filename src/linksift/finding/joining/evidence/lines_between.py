"""Evidence when other lines separate the URI's line and the next: blank lines, or the lines around the end of a page.

A blank line ends a paragraph, an entry or a cell, unless the text shows that it is only a line break.
"""

from linksift.finding.joining import break_facts
from linksift.finding.joining.evidence.line_layout import other_indent
from linksift.finding.joining.seam import Seam
from linksift.finding.joining.text_layout import Line
from linksift.lazy_pattern import lazy_pattern

_NOTE = lazy_pattern(r"(?:\d{1,3}|[¹²³⁰-⁹]{1,3}|[*†‡§]{1,3}) ?[^\W\d_]")
_ENTRY = lazy_pattern(r"\[(?P<label>\d{1,3})\]\s|(?P<number>\d{1,3})[.)]?\s+[^\W\d_]")
_BULLET = lazy_pattern(r"[•●○◦▪*–-](?=\s)")
_PREFIXED_NAME = lazy_pattern(r"[A-Za-z][\w-]*:[A-Za-z][\w-]*(?![^\s/,;.])")
_NUMBER = lazy_pattern(r"(?:[A-Z]\.)?\d{1,3}(?:\.\d{1,3}){0,3}\.?")
_SMALL_WORD = lazy_pattern(r"(?:a|an|and|as|at|by|for|from|in|of|on|or|the|to|with)")
FEWEST_LINES = 5
LONGEST_START = 12
"""The length of the start of a URI by which it is recognized."""


@break_facts.rule_given(break_facts.LINES_BETWEEN)
def blank_line_between(seam: Seam) -> float:
    r"""A blank line separates the two lines, and no page ends there.

    >>> blank_line_between(Seam.in_text("http://a.example/b/\n\nc"))
    1.0
    """
    if not seam.lines_between:
        return 0.0
    between = seam.layout.text[seam.line.end : seam.next.start]
    return float(not between.strip() and between.count("\n") == 2 and "\f" not in between)


@break_facts.rule_given(break_facts.LINES_BETWEEN)
def other_indent_after_blank_line(seam: Seam) -> float:
    r"""A blank line separates the two lines, and the next line is indented differently, like another paragraph.

    >>> other_indent_after_blank_line(Seam.in_text("  http://a.example/b/\n\nc"))
    1.0
    """
    return float(blank_line_between(seam) and other_indent(seam) > 0)


@break_facts.rule_given(break_facts.LINES_BETWEEN)
def note_across_blank_line(seam: Seam) -> float:
    r"""A blank line separates the two lines, and the URI's line starts with a note's mark, as footnotes in PDFs do.

    An asterisk before a space is a bullet instead if the line above has one too, or if only the URI follows it.

    >>> starts = "1 See", "* a\n* b", "*"
    >>> [note_across_blank_line(Seam.in_text(f"{start} http://a.example/b/\n\nc")) for start in starts]
    [1.0, 0.0, 0.0]
    """
    note = _NOTE.match(seam.first.stripped)
    if note is None or not blank_line_between(seam):
        return 0.0
    if not note[0].startswith("* "):
        return 1.0
    above = seam.layout.before(seam.first)
    alone = seam.first.stripped.startswith(seam.uri[:LONGEST_START], note.end() - 1)
    return float(not alone and not (above is not None and above.stripped.startswith("* ")))


@break_facts.rule_given(break_facts.LINES_BETWEEN)
def entry_across_blank_line(seam: Seam) -> float:
    r"""A blank line separates the two lines, and the next line precedes the entry that follows the URI's entry.

    >>> entry_across_blank_line(Seam.in_text("[1] See http://a.example/b/\n\nc\n\n[2] See"))
    1.0
    """
    if not blank_line_between(seam) or note_across_blank_line(seam):
        return 0.0
    own, after = seam.first.stripped, _after_blank(seam, seam.next)
    bullet = _BULLET.match(own)
    if after is None:
        return 0.0
    if bullet is not None:
        return float(after.stripped.startswith(bullet[0] + " "))
    following = _ENTRY.match(after.stripped)
    if following is None or _ENTRY.match(seam.next.stripped):
        return 0.0
    label = following["label"]
    before = f"[{int(label) - 1}]" if label else f"{int(following['number']) - 1}"
    low, _ = seam.layout.window(seam.line)
    return float(own.startswith(before) or seam.layout.text.find(f"\n{before}", low, seam.line.end) >= 0)


def _after_blank(seam: Seam, line: Line) -> Line | None:
    """The line after a line, or after the blank line that follows it."""
    after = seam.layout.after(line)
    return seam.layout.after(after) if after is not None and not after.stripped else after


@break_facts.rule_given(break_facts.LINES_BETWEEN)
def blank_lines_in_turn(seam: Seam) -> float:
    r"""Most nearby lines are followed by a blank line, even inside sentences: it is only a line break, as in some PDFs.

    >>> blank_lines_in_turn(Seam.in_text("See all of them\n\nat http://a.example/\n\nc\n\nand\n\nmore.\n\nAnd"))
    1.0
    """
    if not blank_line_between(seam):
        return 0.0
    followed, lines, within_sentences = _blank_lines(seam.layout.text[slice(*seam.layout.near(seam.line))])
    if lines < FEWEST_LINES or not within_sentences:
        return 0.0
    return min(1.0, max(0.0, 4 * (followed + 1) / lines - 2.4))


def _blank_lines(text: str) -> tuple[int, int, int]:
    r"""The number of lines before a blank line, of all lines, and of lines before a blank line in a sentence.

    A blank line is in a sentence if at least four words that end in a letter or comma precede it and a lowercase letter
    follows it.

    >>> _blank_lines("The lid is put\n\nin the pot.\n\nIt is blue.")
    (2, 3, 1)
    """
    lines = [line.strip() for line in text.split("\n")]
    blank = [place for place, line in enumerate(lines) if not line]
    around = [(lines[place - 1], lines[place + 1]) for place in blank if 0 < place < len(lines) - 1]
    pairs = [(line, after) for line, after in around if line and after]
    within = sum(
        after[0].islower() and (line[-1].isalpha() or line[-1] in ",-") and line.count(" ") >= 3
        for line, after in pairs
    )
    return len(pairs), len(lines) - len(blank), within


@break_facts.rule_given(break_facts.LINES_BETWEEN)
def heading(seam: Seam) -> float:
    r"""Other lines intervene, and the next line is capitalized like a heading, which counts double after a number.

    A prefixed name at the start of the line, such as a property in a table's cell, counts as well, and double if alone.

    >>> texts = "3.2 Lids", "Kettles and Lids", "Lids are", "dct:type"
    >>> [heading(Seam.in_text(f"http://a.example/b\n\n{text}")) for text in texts]
    [2.0, 1.0, 0.0, 2.0]
    """
    if not seam.lines_between:
        return 0.0
    if _PREFIXED_NAME.match(seam.piece):
        return 1.0 + (seam.rest == "")
    if not seam.rest or "/" in seam.piece:
        return 0.0
    words = [word for word in seam.next.stripped.split() if not _SMALL_WORD.fullmatch(word)]
    if _NUMBER.fullmatch(seam.piece):
        return 2.0 * (len(words) > 1 and words[1][0].isupper())
    return float(len(words) > 1 and words[0][0].isupper() and not any(word[0].islower() for word in words))
