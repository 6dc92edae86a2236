"""The patterns of plain breaks say what `LineBreaks` says: whatever the line is like on which the enclosure opens."""

import re
from itertools import product

import pytest

from linksift.finding.scan.enclosed.line_breaks import PLAIN_BREAK_IN_ANGLES, PLAIN_BREAK_IN_QUOTES, Break, LineBreaks
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import Schemes

INITIALS = "jd> "
ABOVE = ("", "> > > a\n", "> a\n")
OPENING = ("", "> ", ">> ", "> > see ", "# ", " * see ", "// ", "dnl ", "| ", INITIALS)
BREAKS = ("\n", " \t\n", "\r\n", "\n\n", "\r")
PREFIXES = ("", "   ", ">", "> ", " > ", ">> ", "> > ", ">>> ", "# ", "> # ", "dnl ", INITIALS)
WORDS = ("b>", "b.html>", "html>", 'b"', "9|c>", "b c>", "b for more>", "rem b>", "b\n> c>", "/b>", "b")


@pytest.mark.parametrize(("pattern", "in_angles"), [(PLAIN_BREAK_IN_ANGLES, True), (PLAIN_BREAK_IN_QUOTES, False)])
def test_a_plain_break_ends_where_the_lines_around_say(pattern: str, in_angles: bool) -> None:
    schemes, compiled, plain = Schemes(None), re.compile(pattern), 0
    for above, opening, line_break, prefix, word in product(ABOVE, OPENING, BREAKS, PREFIXES, WORDS):
        head = f"{above}{opening}<http://a.example/"
        text = f"{head}{line_break}{prefix}{word} more\n"
        found = compiled.match(text, len(head))
        if found is not None and (in_angles or prefix != INITIALS):  # in quotes, their `>` ends the plain text
            plain += 1
            breaks = LineBreaks(ScannedText(text, schemes), head.index("http"), in_angles)
            assert breaks.at(len(head)) == Break(found.end(), ends_line=True), text
    assert plain > 1000
