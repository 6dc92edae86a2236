"""Records for the results of checking: the faults of links and their locations, and repairs that are certain.

Links with placeholders for a program or a reader to fill in are recognized here; they are not checked.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from linksift.documents import Location
from linksift.finding import Match
from linksift.notes import Note, edited


class Fault(NamedTuple):
    """A fault in a link: the name of the rule, and a sentence that tells people what to write instead.

    `replacement` is the text that should replace the link as written, if that repair is certain.
    """

    rule: str
    message: str
    replacement: str | None = None


Faults = Iterator[Fault]
"""The faults of a link."""


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
    begin = match.start
    return edited(match.text, ((note.start - begin, note.end - begin, note.replacement) for note in notes))


_PLACEHOLDER = re.compile(
    r"""[{}<>*]                                           # {id}, ${id}, {{ id }}, <id>, *.example
      | \$\(                                              # $(id)
      | %(?![0-9A-Fa-f]{2})(?:[-+\#0-9.]*+[A-Za-z(]|\Z)   # %s, %(id)s, %ID%, and a final % of SQL
      | \.\.\.|…                                          # ...
      | (?<!//)(?<!@)(?:                                  # no IP literal
          \[(?![^\[\]?]*+\](?:[=\[&]|\Z))                 # [id], but not the key of a query (a[b]=c)
        | (?<![\w\]])\[ )                                 # ?[id]""",
    re.VERBOSE,
)


def has_placeholder(text: str) -> bool:
    """Whether the text of a link contains a placeholder in one of the common notations.

    >>> [has_placeholder(f"http://a.example/{text}") for text in ("{id}", "%s", "%(id)s", "[id]", "?q=[id]", "...")]
    [True, True, True, True, True, True]
    >>> [has_placeholder(f"http://a.example/{text}") for text in ("?a[]=1&b[c][d]=2", "100%/b", "%20", "#b#c")]
    [False, False, False, False]
    >>> has_placeholder("http://[::1]/")
    False
    """
    return _PLACEHOLDER.search(text) is not None


FIXED = "invalid.space"
"""The rule whose problems are repaired: the intended form of a Markdown link with a space is clear, whereas any other
repair might change where a link leads."""


def fixed(text: str, problems: Iterable[LinkProblem]) -> str:
    """The text in which every problem of the rule `FIXED` is repaired if it has a replacement.

    A problem is left alone if its text is not found at its location.

    >>> from linksift.checking.link_problem import Fault
    >>> from linksift.documents import Location, Locator
    >>> place = Location("a.md", Locator(), start=4, end=24)
    >>> fault = Fault(FIXED, "Write %20.", "<http://a.example/b c>")
    >>> fixed("[a](http://a.example/b c)", [LinkProblem(fault, "", "http://a.example/b c", place)])
    '[a](<http://a.example/b c>)'
    """
    pieces, position = [], 0
    for fault, _, written, place, *_ in problems:
        start = place.start
        if fault.rule != FIXED or fault.replacement is None or start is None or start < position:
            continue
        if text.startswith(written, start):
            pieces += [text[position:start], fault.replacement]
            position = start + len(written)
    return "".join([*pieces, text[position:]])
