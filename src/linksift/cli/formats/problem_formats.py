"""The formats of a problem: a line of text, JSON, a GitHub command, and SARIF 2.1.0.

Code hosts show the problems of a file in SARIF (Static Analysis Results Interchange Format) beside the code.
"""

import json
import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from linksift.checking import LinkProblem, Rule, rules
from linksift.cli.formats.jsonl import json_line
from linksift.cli.formats.location_and_hazards import location_words, locator_words, place_fields
from linksift.cli.streams.terminal_text import Escaper, Palette, display_name, visible

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ROOT = "%SRCROOT%"
"""The common name of the folder that relative paths start from (SARIF, 3.14.14)."""

FINGERPRINT = "linkText/v1"
"""The name of our fingerprint. A different way of computing it requires a different number (3.27.17)."""

LEVELS = {"wrapped": "warning", "invalid": "error", "deceptive": "error", "risky": "note"}
"""The severity of the problems of each group of rules (3.27.10)."""


def sarif_result(problem: LinkProblem) -> bytes:
    """A problem as a SARIF result (3.27), without a line ending."""
    fault = problem.fault
    index, rule = next(numbered for numbered in enumerate(rules()) if numbered[1].name == fault.rule)
    fields: dict[str, Any] = {
        "ruleId": fault.rule,
        "ruleIndex": index,
        "level": LEVELS[rule.group],
        "message": {"text": fault.message},
        "partialFingerprints": {FINGERPRINT: fingerprint(problem)},
    }
    if problem.location.path is not None:
        fields["locations"] = [_location(problem)]
        if fault.replacement is not None:
            fields["fixes"] = [_fix(problem, rule.advice, fault.replacement)]
    return json.dumps(fields).encode()


def fingerprint(problem: LinkProblem) -> str:
    """Identifies a problem, even when the lines of its file move, by its rule, the text of its link, and its number
    among the problems with the same rule and text.

    >>> from linksift.checking.link_problem import Fault
    >>> from linksift.documents import Location, Locator
    >>> one = LinkProblem(Fault("a.b", ""), "", "http://a/ b", Location("x", Locator(), None, 3, 1))
    >>> other = one._replace(text="http://a/\\n  b", location=Location("x", Locator(), None, 9, 4))
    >>> fingerprint(one) == fingerprint(other), fingerprint(one)[-2:]
    (True, ':1')
    """
    text = "".join(problem.text.split())
    digest = sha256(f"{problem.fault.rule} {text}".encode("utf-8", "surrogatepass")).hexdigest()
    return f"{digest[:32]}:{problem.number}"


def sarif_file(results: Iterable[bytes]) -> Iterator[bytes]:
    """The whole file: one run (3.14), with its tool, its rules and all of its results."""
    from importlib.metadata import version  # imported only when needed

    run = {
        "tool": {
            "driver": {
                "name": "linksift",
                "semanticVersion": version("linksift"),
                "rules": [_rule(rule) for rule in rules()],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "The folder in which linksift ran."}}},
    }
    head = json.dumps({"$schema": SCHEMA, "version": "2.1.0"}).removesuffix("}")
    yield f'{head}, "runs": [{json.dumps(run).removesuffix("}")}, "results": ['.encode()
    separator = b"\n"
    for one in results:
        yield separator + one
        separator = b",\n"
    yield b"\n]}]}\n"


def _rule(rule: Rule) -> dict[str, Any]:
    """A rule as a reportingDescriptor (3.49)."""
    return {
        "id": rule.name,
        "shortDescription": {"text": rule.why},
        "fullDescription": {"text": f"{rule.why} {rule.advice}"},
        "help": {"text": f"{rule.why} {rule.advice} A comment with `linksift: ignore[{rule.name}]` exempts a line."},
        "defaultConfiguration": {"level": LEVELS[rule.group], "enabled": rule.is_default},
    }


def _location(problem: LinkProblem) -> dict[str, Any]:
    """A location (3.28): the region in a file, or the part of a document that has no lines of its own."""
    place: dict[str, Any] = {"artifactLocation": artifact(problem.location.path or "")}
    if problem.end_line is not None and not list(locator_words(problem.location.locator)):
        place["region"] = _region(problem)
        return {"physicalLocation": place}
    words = ":".join(filter(None, [*locator_words(problem.location.locator), problem.location.stated_by]))
    return {"physicalLocation": place, "logicalLocations": [{"fullyQualifiedName": words}] if words else []}


def artifact(path: str) -> dict[str, str]:
    """An artifactLocation (3.4): a reference relative to the current folder, or the URI of a file outside it.

    >>> artifact("docs/a b.md")
    {'uri': 'docs/a%20b.md', 'uriBaseId': '%SRCROOT%'}
    """
    below = os.path.relpath(path)
    if below == os.pardir or below.startswith(os.pardir + os.sep) or os.path.isabs(below):
        return {"uri": f"file://{quote(os.fsencode(os.path.abspath(path)))}"}
    return {"uri": quote(os.fsencode(below.replace(os.sep, "/"))), "uriBaseId": ROOT}


def _region(problem: LinkProblem) -> dict[str, Any]:
    """A region (3.30): lines and columns start at 1, and the end column is that of the character after the region."""
    start, end = problem.location, (problem.end_line, problem.end_column)
    return {"startLine": start.line, "startColumn": start.column, "endLine": end[0], "endColumn": end[1]}


def _fix(problem: LinkProblem, advice: str, replacement: str) -> dict[str, Any]:
    """A fix (3.55) that replaces the link."""
    change = {
        "artifactLocation": artifact(problem.location.path or ""),
        "replacements": [{"deletedRegion": _region(problem), "insertedContent": {"text": replacement}}],
    }
    return {"description": {"text": advice}, "artifactChanges": [change]}


# ---- One line for each problem ---------------------------------------------------------------------------------------

COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
"""The GitHub command for each SARIF level."""

_ESCAPES = {ord("%"): "%25", ord("\r"): "%0D", ord("\n"): "%0A"}
_ESCAPES_OF_PROPERTIES = _ESCAPES | {ord(":"): "%3A", ord(","): "%2C"}


def text_line(problem: LinkProblem, colours: Palette, escape: Escaper) -> bytes:
    """A problem as a line in the style of compilers: `path:line:column: rule: sentence`.

    `escape` is applied to the input's name.

    >>> from linksift.checking.link_problem import Fault
    >>> from linksift.cli.streams.terminal_text import PLAIN
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
    r"""The workflow command that makes GitHub Actions show a problem beside its line.

    The command is `error`, `warning` or `notice`, depending on the SARIF level of the rule.

    Text from the file cannot begin another command, since line breaks are escaped in the message and in names, nor can
    it control a terminal.

    >>> from linksift.checking.link_problem import Fault
    >>> from linksift.documents import Location, Locator
    >>> fault = Fault("invalid.port", "100% wrong.")
    >>> github_line(LinkProblem(fault, "", "http:", Location("a,\x1b", Locator(), None, 1, 2), 1, 7))
    b'::error file=a%2C\\x1b,line=1,endLine=1,col=2,endColumn=7,title=invalid.port::100%25 wrong.\n'
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
        f"{name}={visible(str(value).translate(_ESCAPES_OF_PROPERTIES))}"
        for name, value in properties.items()
        if value is not None
    )
    command = COMMANDS[LEVELS[problem.fault.rule.partition(".")[0]]]
    return os.fsencode(f"::{command} {written}::{visible(problem.fault.message).translate(_ESCAPES)}\n")
