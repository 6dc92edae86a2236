"""Records for the results of checking: the faults of links and their locations."""

from typing import NamedTuple

from linksift.documents import Location


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
