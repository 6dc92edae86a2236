"""A problem as a workflow command of GitHub Actions, which shows it beside the line of the file."""

import os
from typing import Any

from linksift.checking import LinkProblem
from linksift.cli.formats.link_location import input_name
from linksift.cli.problem_formats.sarif import LEVELS
from linksift.cli.streams.terminal_safe import visible

_ESCAPES = {ord("%"): "%25", ord("\r"): "%0D", ord("\n"): "%0A"}
_ESCAPES_OF_PROPERTIES = _ESCAPES | {ord(":"): "%3A", ord(","): "%2C"}


def problem_line(problem: LinkProblem) -> bytes:
    """The command of a problem: `error`, `warning` or `notice`, by the level that the rule has in SARIF.

    Text of the file cannot begin another command: line breaks are escaped in the message and in names.

    >>> from linksift.checking.link_problem import Fault
    >>> from linksift.documents import Location, Locator
    >>> fault = Fault("invalid.port", "100% wrong.")
    >>> problem_line(LinkProblem(fault, "", "http:", Location("a,b", Locator(), None, 1, 2), 1, 7))
    b'::error file=a%2Cb,line=1,endLine=1,col=2,endColumn=7,title=invalid.port::100%25 wrong.\\n'
    """
    place = problem.location
    properties: dict[str, Any] = {
        "file": input_name(place).removeprefix("./"),  # GitHub names files from the repository's root
        "line": place.line,
        "endLine": problem.end_line,
        "col": place.column,
        "endColumn": problem.end_column,
        "title": problem.fault.rule,
    }
    written = ",".join(
        f"{name}={str(value).translate(_ESCAPES_OF_PROPERTIES)}"
        for name, value in properties.items()
        if value is not None
    )
    command = COMMANDS[LEVELS[problem.fault.rule.partition(".")[0]]]
    return os.fsencode(f"::{command} {written}::{visible(problem.fault.message).translate(_ESCAPES)}\n")


COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
"""The commands of GitHub by the levels of SARIF."""
