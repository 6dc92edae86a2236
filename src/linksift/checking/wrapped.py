"""Links broken across lines, which the finder reads (RFC 3986, Appendix C) but most other software does not."""

import re

from linksift.checking.link_problem import Fault, Faults, text_with_changes
from linksift.delimiters import CHECKED
from linksift.documents import LOCATOR_FIELDS, LinkInContext
from linksift.finding import Match
from linksift.uri import hide_passwords

SURE = 0.9
"""The lowest confidence at which a join without an enclosure is reported. In 153 MB of documentation, all 79 such joins
were correct, and about a third of the 29 with a lower confidence were not."""

_WORD_FOLLOWS = re.compile(r"[A-Za-z0-9]\s*\n[^A-Za-z]*[A-Za-z]+\Z")
"""A plain word after a URI that ends in a letter or digit; a join with it is reported only in an enclosure."""

_DELIMITED = ("angle", "double-quote", "single-quote")
_LITERALS = re.compile(r"""['"][^\S\n]*+[+\\]?[^\S\n]*+\n|\n[^\S\n]*+(?:['"]|\.\.\.|>>>)""")
"""A break between two string literals of a program, or before a prompt; such lines cannot be joined into one."""

_REST_REFERENCE = re.compile(r">`__?")
_REST_TARGET = re.compile(r"[ \t]*\.\. _[^\n]*:[ \t]*")
LONGEST_LINE = 300
"""The maximum number of characters examined before a link."""


def faults(link: LinkInContext) -> Faults:
    r"""A fault if a line break splits the link across lines that people write and that no program joins.

    >>> from linksift.documents import Found, Location, Locator
    >>> from linksift.finding import find
    >>> match, = find(text := "See <http://a.example/b/\n c> there")
    >>> link = LinkInContext(Found(match, Location(None, Locator(), line=1, column=5)), text, 0, None)
    >>> [fault.replacement for fault in faults(link)]
    ['http://a.example/b/c']
    """
    match = link.found.match
    is_broken = "\n" in match.text.strip() and match.uri.partition(":")[0].lower() in CHECKED
    if is_broken and has_own_lines(link) and is_sure(match) and not may_be_broken(link):
        whole = in_one_piece(match)
        message = f"A line break splits this URI. Write it in one piece: {hide_passwords(whole)}"
        yield Fault("wrapped.line_break", message, whole if is_delimited(match) else None)


def has_own_lines(link: LinkInContext) -> bool:
    """Whether the lines of a link are those of its file, rather than those of a page, a cell or a string."""
    place = link.found.location
    return place.line is not None and all(
        field.has_lines or getattr(place.locator, name) is None for name, field in LOCATOR_FIELDS.items()
    )


def is_sure(match: Match) -> bool:
    """Whether the parts of a match belong together, as shown by delimiters or strong evidence."""
    if match.kind == "stated" or match.enclosure in _DELIMITED:
        return True
    return match.confidence >= SURE and not _WORD_FOLLOWS.search(match.text)


def is_delimited(match: Match) -> bool:
    """Whether there is only one way to join a match, because it is delimited and contains no doubtful hyphen."""
    hyphens = any(".hyphen_" in note.rule or note.rule.endswith(".soft_hyphen") for note in match.notes)
    return match.enclosure in _DELIMITED and not hyphens


def may_be_broken(link: LinkInContext) -> bool:
    """Whether a program joins the lines of a link, as it does in string literals and reStructuredText targets.

    These targets are `` `text <URI>`_ `` and ``.. _text: URI``.

    >>> [_REST_TARGET.fullmatch(line) is not None for line in ("  .. _the RFC: ", "see _a: ")]
    [True, False]
    """
    if _LITERALS.search(link.found.match.text):
        return True
    start, end = link.found.match.start - link.start, link.found.match.end - link.start
    line = link.text.rfind("\n", max(0, start - LONGEST_LINE), start) + 1
    return bool(_REST_REFERENCE.match(link.text, end) or _REST_TARGET.fullmatch(link.text, line, start))


def in_one_piece(match: Match) -> str:
    """The text of a match without its line breaks, but with all other characters as written."""
    if match.kind == "stated":
        return re.sub(r"[\t\n\r]+", "", match.text.strip())
    breaks = (note for note in match.notes if note.replacement is not None and note.rule.startswith("rejoin."))
    return text_with_changes(match, breaks)
