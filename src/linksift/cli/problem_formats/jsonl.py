"""A problem as a line of JSON, with the fields of its location."""

from typing import Any

from linksift.checking import LinkProblem
from linksift.cli.formats.jsonl import json_line
from linksift.cli.formats.link_location import place_fields


def problem_line(problem: LinkProblem) -> bytes:
    """The line of a problem; `uri` is null if there is no valid one, and `replacement` if no repair is certain.

    >>> from linksift.checking.link_problem import Fault
    >>> from linksift.documents import Location, Locator
    >>> problem_line(LinkProblem(Fault("a.b", "No."), "", "http:", Location("a", Locator(), None, 1, 2), 1, 7))[:66]
    b'{"path": "a", "line": 1, "column": 2, "end_line": 1, "end_column":'
    """
    fields: dict[str, Any] = place_fields(problem.location)
    if problem.end_line is not None:
        fields |= {"end_line": problem.end_line, "end_column": problem.end_column}
    rule, message, replacement = problem.fault
    about = {"text": problem.text, "uri": problem.uri or None, "replacement": replacement}
    return json_line(fields | {"rule": rule, "message": message} | about)
