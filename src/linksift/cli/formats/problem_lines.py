"""Writes a problem on one line, as text, as JSON or as a GitHub command."""

import os
from typing import Any

from linksift.checking import LinkProblem
from linksift.cli.formats.jsonl import json_line
from linksift.cli.formats.link_location import location_words, place_fields
from linksift.cli.formats.sarif import LEVELS
from linksift.cli.streams.colour import Palette
from linksift.cli.streams.open_input import display_name
from linksift.cli.streams.terminal_safe import Escaper, visible

COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
"""The GitHub command for each SARIF level."""

_ESCAPES = {ord("%"): "%25", ord("\r"): "%0D", ord("\n"): "%0A"}
_ESCAPES_OF_PROPERTIES = _ESCAPES | {ord(":"): "%3A", ord(","): "%2C"}


def text_line(problem: LinkProblem, colours: Palette, escape: Escaper) -> bytes:
    """A problem as a line in the style of compilers: `path:line:column: rule: sentence`.

    `escape` is applied to the input's name.

    >>> from linksift.checking.link_problem import Fault
    >>> from linksift.cli.streams.colour import PLAIN
    >>> from linksift.documents import Location, Locator
    >>> fault = Fault("invalid.port", "Correct the port.")
    >>> text_line(LinkProblem(fault, "", "http://a:x", Location("a.md", Locator(), None, 3, 7)), PLAIN, str)
    b'a.md:3:7: invalid.port: Correct the port.\\n'
    """
    location = problem.location
    name = f"{colours.name}{escape(display_name(location.path))}{colours.end}"
    words = location_words(location if location.line is None else location._replace(stated_by=None))
    place = f"{colours.place}{visible(words)}{colours.end}"
    rule = f"{colours.rule}{problem.fault.rule}{colours.end}"
    return os.fsencode(f"{name}:{place}: {rule}: ") + f"{visible(problem.fault.message)}\n".encode()


def json_line_of(problem: LinkProblem) -> bytes:
    """A line of JSON with the fields of a problem and of its location.

    `uri` is null if there is no valid URI, and `replacement` is null if no repair is certain.

    >>> from linksift.checking.link_problem import Fault
    >>> from linksift.documents import Location, Locator
    >>> json_line_of(LinkProblem(Fault("a.b", "No."), "", "http:", Location("a", Locator(), None, 1, 2), 1, 7))[:66]
    b'{"path": "a", "line": 1, "column": 2, "end_line": 1, "end_column":'
    """
    fields: dict[str, Any] = place_fields(problem.location)
    if problem.end_line is not None:
        fields |= {"end_line": problem.end_line, "end_column": problem.end_column}
    rule, message, replacement = problem.fault
    about = {"text": problem.text, "uri": problem.uri or None, "replacement": replacement}
    return json_line(fields | {"rule": rule, "message": message} | about)


def github_line(problem: LinkProblem) -> bytes:
    """The workflow command that makes GitHub Actions show a problem beside its line.

    The command is `error`, `warning` or `notice`, depending on the SARIF level of the rule.

    Text from the file cannot begin another command, since line breaks are escaped in the message and in names.

    >>> from linksift.checking.link_problem import Fault
    >>> from linksift.documents import Location, Locator
    >>> fault = Fault("invalid.port", "100% wrong.")
    >>> github_line(LinkProblem(fault, "", "http:", Location("a,b", Locator(), None, 1, 2), 1, 7))
    b'::error file=a%2Cb,line=1,endLine=1,col=2,endColumn=7,title=invalid.port::100%25 wrong.\\n'
    """
    place = problem.location
    properties: dict[str, Any] = {
        "file": display_name(place.path).removeprefix("./"),  # GitHub's paths are relative to the repository's root
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
