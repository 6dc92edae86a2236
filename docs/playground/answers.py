r"""Answers the questions of the playground's page, as JSON. It runs in the browser, in Pyodide.

A question has a text, a task ("find", "linkify", or "clean" for each line of it) and options of `Finder`; "linkify"
also has those of `Policy` and a format. In place of a text it may have the path of a file. The answer comes in batches:
the links, each with the text before it, and at last the text after them.

    {"task": "find", "text": "See <http://a.example/b\nc>.", "options": {"profile": "document"}}
    {"links": [{"before": "See <", "pieces": [["http://a.example/b", null], ["\n", ""], ["c", null]], ...}]}
    {"after": ">."}

A last batch says how many defanged links and bare names were left out, if any, and what finds them, or what of a file
could not be read. That of "linkify" has the `output`.
"""

import json
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any, NamedTuple

import linksift
from docs.playground import as_code
from linksift.finding import Finder, Match, left_out
from linksift.finding.options import PROFILES
from linksift.hazards import deceptions
from linksift.notes import Note

SECONDS_OF_BATCH = 0.04
LINKS_OF_BATCH = 250
"""A batch ends after so much time or so many links, so that the page can show it and the next question is not late."""

MOST_LOOKED_AT = 100_000
"""The code points at the start of a text that are searched for links that the options leave out."""

UNCHOSEN = ("profile", "matchers", "matcher_seconds")
"""The options that a reader of the page does not choose for a profile."""

PARTS = (("scheme", "", ":"), ("userinfo", "", "@"), ("host", "", ""), ("port", ":", ""))
PARTS_AFTER = (("path", "", ""), ("query", "?", ""), ("fragment", "#", ""))


class Link(NamedTuple):
    """What was found or cleaned: its span in the text, and its URI; None if nothing can be made of a line, because of
    `refusal`."""

    start: int
    end: int
    uri: str | None
    notes: tuple[Note, ...]
    match: Match | None = None
    refusal: str = ""
    link_text: str | None = None


LISTED: dict[str, Callable[[str], str]] = {
    "uri": str,
    "defanged": lambda uri: linksift.defang(uri),  # which is imported when it is asked for
    "unwrapped": lambda uri: str(linksift.unwrap(uri).uri),
}
"""What is copied of each link."""

AS_CODE = {"python": as_code.as_python, "command": as_code.as_command}


class Answers:
    """Answers one question at a time, and says more about the links of the last one."""

    text = ""
    links: list[Link]
    asked: dict[str, Any]

    def settings(self) -> str:
        """The options of each profile, and the version of linksift."""
        profiles = {
            name: {option: _json_ready(value) for option, value in options._asdict().items() if option not in UNCHOSEN}
            for name, options in PROFILES.items()
        }
        return json.dumps({"profiles": profiles, "version": linksift.__version__})

    def batches(self, question: str) -> Iterator[str]:
        """The answer to a question, batch by batch; an `error` if an option has a wrong value."""
        asked = self.asked = json.loads(question)
        self.text, self.links = asked.get("text", ""), []
        try:
            if "file" in asked:
                yield from self._batches_of_file(asked["path"], asked["options"])
            elif asked["task"] == "clean":
                yield from self._batches(_cleaned(self.text))
            else:
                yield from self._batches(_found(self.text, asked["options"]))
                if asked["task"] == "linkify":
                    yield json.dumps({"links": [], "output": self._linked(asked)})
                yield from _left_out(self.text[:MOST_LOOKED_AT], asked["options"])
        except (TypeError, ValueError) as error:
            yield json.dumps({"error": str(error)})

    def _linked(self, asked: dict[str, Any]) -> str:
        """The text with the links of the answer, as the policy writes them."""
        linker = linksift.Linker(Finder(**asked["options"]), linksift.Policy(**asked["policy"]))
        return linker.linkify(self.text, asked["to"], [link.match for link in self.links if link.match])

    def _batches_of_file(self, path: str, options: dict[str, Any]) -> Iterator[str]:
        """The links of a file in their lines, which become the text of the answer."""
        from docs.playground.opened_file import links_in_file  # loaded with the first file

        problems: list[str] = []

        def links() -> Iterator[Link]:
            for shown in links_in_file(path, options, lambda problem: problems.append(problem.message)):
                self.text += shown.text
                match = shown.match
                yield Link(match.start, match.end, match.uri, match.notes, match, link_text=shown.link_text)

        yield from self._batches(links())
        if problems:
            more = f", and {len(problems) - 1} more" if len(problems) > 1 else ""
            yield json.dumps({"links": [], "left_out": f"Not read: {problems[0]}{more}"})

    def copied(self, what: str) -> str:
        """What the page copies of the last question: its links as "uri", "defanged" or "unwrapped", one on each line,
        or the question itself as "python" or as a "command"."""
        try:
            if what in AS_CODE:
                return json.dumps({"text": AS_CODE[what](self.asked)})
            written = LISTED[what]
            return json.dumps({"text": "".join(f"{written(link.uri)}\n" for link in self.links if link.uri)})
        except ValueError as error:
            return json.dumps({"error": str(error)})

    def _batches(self, links: Iterator[Link]) -> Iterator[str]:
        batch: list[dict[str, Any]] = []
        end, begun = 0, perf_counter()
        for link in links:
            batch.append({"before": self.text[end : link.start], **_summary(self.text, link)})
            self.links.append(link)
            end = link.end
            if len(batch) == LINKS_OF_BATCH or perf_counter() - begun > SECONDS_OF_BATCH:
                yield json.dumps({"links": batch})
                batch, begun = [], perf_counter()
        yield json.dumps({"links": batch, "after": self.text[end:]})

    def details(self, number: int) -> str:
        """All there is to say of a link of the last question."""
        return json.dumps(_details(self.text, self.links[number]))


def _found(text: str, options: dict[str, Any]) -> Iterator[Link]:
    """The links that are found in a text."""
    for match in Finder(**options).finditer(text):
        yield Link(match.start, match.end, match.uri, match.notes, match)


def _left_out(text: str, options: dict[str, Any]) -> Iterator[str]:
    """A batch that says how many links the options leave out, or nothing.

    >>> [*_left_out("hxxp://a[.]example", {})]
    ['{"links": [], "left_out": "1 defanged link was left out: the profile indicators finds it"}']
    """
    message = left_out(Finder(**options), text).message("the profile indicators")
    if message:
        yield json.dumps({"links": [], "left_out": message})


def _cleaned(text: str) -> Iterator[Link]:
    """What `clean` makes of each line that is not blank.

    >>> [(link.uri, link.refusal) for link in _cleaned("htp:/a.example\\n\\n???")]
    [('http://a.example', ''), (None, 'this names no host, address or known scheme')]
    """
    start = 0
    for line in text.splitlines(keepends=True):
        typed = line.rstrip("\r\n")
        if typed.strip():
            yield _cleaned_line(typed, start)
        start += len(line)


def _cleaned_line(typed: str, start: int) -> Link:
    end = start + len(typed)
    try:
        uri, notes = linksift.clean(typed)
    except linksift.NotAURI as error:
        return Link(start, end, None, (), refusal=error.reason)
    shifted = (note._replace(start=note.start + start, end=note.end + start) for note in notes)
    return Link(start, end, uri, tuple(shifted))


# ---- What is said of a link ------------------------------------------------------------------------------------------


def _summary(text: str, link: Link) -> dict[str, Any]:
    """What the page marks in the text: the pieces, and whether there are hazards."""
    names = {hazard.name for hazard in _hazards(link)}
    return {
        "pieces": [[text[start:end], replacement] for start, end, replacement, _ in _pieces(link)],
        "uri": link.uri,
        "hazards": len(names),
        "deceives": bool(names & deceptions()),
    }


def _pieces(link: Link) -> Iterator[tuple[int, int, str | None, Note | None]]:
    """The span of a link in pieces: each is kept, with None, or has a replacement and the note that says why."""
    at = link.start
    for note in link.notes:
        if note.replacement is None:
            continue
        if note.start > at:
            yield at, note.start, None, None
        yield note.start, note.end, note.replacement, note
        at = note.end
    if at < link.end:
        yield at, link.end, None, None


def _details(text: str, link: Link) -> dict[str, Any]:
    """Each piece with its reason, remarks, hazards, the parts of the URI; of a match also its other readings."""
    line_start = text.rfind("\n", 0, link.start) + 1
    details = {
        "uri": link.uri,
        "refusal": link.refusal,
        "line": text.count("\n", 0, link.start) + 1,
        "column": link.start - line_start + 1,
        "pieces": [
            {"text": text[start:end], "replacement": replacement, "why": note and note.why, "rule": note and note.rule}
            for start, end, replacement, note in _pieces(link)
        ],
        "remarks": [
            {"text": text[note.start : note.end], "why": note.why, "rule": note.rule}
            for note in link.notes
            if note.replacement is None
        ],
        "hazards": [
            {**hazard._asdict(), "deceives": hazard.name in deceptions()}
            for hazard in sorted(_hazards(link), key=lambda hazard: hazard.name not in deceptions())
        ],
        "parts": [] if link.uri is None else list(_parts(linksift.parse(link.uri))),
        "unwrapped": None if link.uri is None else LISTED["unwrapped"](link.uri),
        "iri": None if link.uri is None else linksift.to_iri(link.uri),
    }
    return details | ({} if link.match is None else _of_match(link.match))


def _of_match(match: Match) -> dict[str, Any]:
    """What only a match has."""
    return {
        "kind": match.kind,
        "enclosure": match.enclosure,
        "confidence": match.confidence,
        "alternatives": [{"uri": other.uri, "confidence": other.confidence} for other in match.alternatives],
    }


def _parts(reference: linksift.Reference) -> Iterator[tuple[str, str]]:
    """The components of a URI and the delimiters between them, in order; joined they are the URI.

    >>> [*_parts(linksift.parse("http://a.example:80/b?c"))][:4]
    [('scheme', 'http'), ('', '://'), ('host', 'a.example'), ('', ':')]
    """
    has_authority = reference.authority is not None
    for parts in (PARTS, PARTS_AFTER):
        for name, before, after in parts:
            text = getattr(reference, name)
            if text is not None:
                follows = after + "//" * (name == "scheme" and has_authority)
                yield from (piece for piece in (("", before), (name, text), ("", follows)) if piece[1])


def _hazards(link: Link) -> list[linksift.Hazard]:
    if link.uri is None:
        return []
    if link.match is None:
        return linksift.hazards(linksift.parse(link.uri))
    return linksift.hazards(link.match, link_text=link.link_text)


def _json_ready(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value
