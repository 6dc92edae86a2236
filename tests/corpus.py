"""Reads corpora in the marked-text format, which corpora/README.md describes. Tests compare them with the finder."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from linksift import Matcher

CORPORA = Path(__file__).parent.parent / "corpora"

UNMARKED = ("samples", "cleaning")

MARK = re.compile("([⟪⟫])")
ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U(00(?:0[0-9A-Fa-f]|10)[0-9A-Fa-f]{4})|([tr])|(.?))")
DIRECTIVE = re.compile(r"% (uri|alternative|enclosure|note|not|option|typefaces): (\S+)")
RULE = re.compile(r"[a-z0-9_]+(?:\.[a-z0-9_]+)+")
VISIBLE_ASCII = re.compile(r"[!-~]+")


class CorpusError(ValueError):
    """A malformed corpus file; the message begins with its path and line."""


class Line(NamedTuple):
    """A line of a corpus file, without its line feed."""

    path: str
    number: int
    text: str

    def error(self, message: str) -> CorpusError:
        return CorpusError(f"{self.path}:{self.number}: {message}: {self.text!r}")


class Expected(NamedTuple):
    """An expected match: a half-open span in the case's text, in code points, and the URI."""

    start: int
    end: int
    uri: str


class Case(NamedTuple):
    """A text and its expected answer; `alternatives` and, if given, `enclosures` are those of all matches, in order."""

    path: str
    line: int
    text: str
    matches: tuple[Expected, ...]
    alternatives: tuple[str, ...]
    enclosures: tuple[str, ...] | None
    notes: tuple[str, ...]
    not_noted: tuple[str, ...]
    options: dict[str, Any]
    typefaces: dict[int, bool]

    @property
    def id(self) -> str:
        return f"{self.path}:{self.line}"


def corpus_files(root: Path = CORPORA) -> list[Path]:
    """The files in the marked-text format, sorted; samples/ contains plain texts, and cleaning/ contains typed ones."""
    return sorted(path for path in root.rglob("*.txt") if path.relative_to(root).parts[0] not in UNMARKED)


def read_corpora(root: Path = CORPORA) -> list[Case]:
    """All cases of all corpora under `root`. Raises CorpusError, even if there are none."""
    cases = [case for path in corpus_files(root) for case in read_corpus(path, root)]
    if not cases:
        raise CorpusError(f"{root}: no corpora")
    return cases


def read_corpus(path: Path, root: Path = CORPORA) -> list[Case]:
    """The cases of one corpus file, with its path relative to `root`. Raises CorpusError."""
    with path.open(encoding="utf-8", newline="") as file:
        return parse_corpus(file.read(), path.relative_to(root).as_posix())


def parse_corpus(source: str, path: str) -> list[Case]:
    """The cases in the text of a corpus file. Raises CorpusError.

    >>> parse_corpus("See ⟪http://a.example/⟫.\\n", "x.txt")[0].matches
    (Expected(start=4, end=21, uri='http://a.example/'),)
    """
    if not source.strip():
        raise CorpusError(f"{path}:1: empty corpus")
    if not source.endswith("\n"):
        raise CorpusError(f"{path}:{source.count(chr(10)) + 1}: no line feed at the end")
    texts = source.removesuffix("\n").split("\n")
    lines = [Line(path, number, text) for number, text in enumerate(texts, 1)]
    return [read_case(group) for group in split_cases(lines)]


def split_cases(lines: list[Line]) -> Iterator[list[Line]]:
    """The lines of each case, without the separators `%%`. Raises CorpusError for a case without lines."""
    group: list[Line] = []
    for line in lines:
        if "\r" in line.text:
            raise line.error("a raw carriage return (write \\r and % escapes)")
        if line.text != "%%":
            group.append(line)
        elif not group:
            raise line.error("no case before this separator")
        else:
            yield group
            group = []
    if not group:
        raise lines[-1].error("no case after this separator")
    yield group


def read_case(lines: list[Line]) -> Case:
    """The case in these lines, which contain its text and directives. Raises CorpusError."""
    directives = read_directives(lines)
    body = [line for line in lines if not line.text.startswith("%")]
    if not body:
        raise lines[0].error("a case without text")
    text, spans = read_marks(body, escapes=any(line.text == "% escapes" for line in lines))
    uris = directives["uri"] or [text[start:end] for start, end in spans]
    enclosures = directives["enclosure"]
    check_answers(lines[0], spans, uris, enclosures)
    return Case(
        path=lines[0].path,
        line=lines[0].number,
        text=text,
        matches=tuple(Expected(start, end, uri) for (start, end), uri in zip(spans, uris, strict=True)),
        alternatives=tuple(directives["alternative"]),
        enclosures=tuple(enclosures) if enclosures else None,
        notes=tuple(directives["note"]),
        not_noted=tuple(directives["not"]),
        options=dict(map(read_option, directives["option"])),
        typefaces=read_typefaces(text, "".join(directives["typefaces"])),
    )


def read_typefaces(text: str, signs: str) -> dict[int, bool]:
    """The known facts about typefaces at the line breaks of a text, by offset; each sign describes one line break.

    >>> read_typefaces("a\\nb\\nc\\nd", "+.-")
    {1: True, 5: False}
    """
    breaks = (found.start() for found in re.finditer("\n", text))
    return {place: sign == "+" for place, sign in zip(breaks, signs, strict=False) if sign != "."}


def read_directives(lines: list[Line]) -> dict[str, list[str]]:
    """The values of the directives by name, in order. Raises CorpusError for an invalid directive."""
    values: dict[str, list[str]] = {name: [] for name in VALUES}
    for line in lines:
        if not line.text.startswith("%") or line.text == "% escapes" or line.text.startswith("% #"):
            continue
        directive = DIRECTIVE.fullmatch(line.text)
        if directive is None:
            raise line.error("unknown directive (in a text write \\u0025 and % escapes)")
        name, value = directive.groups()
        if not VALUES[name](value):
            raise line.error(f"a bad value for {name}")
        values[name].append(value)
    return values


def read_marks(lines: list[Line], *, escapes: bool) -> tuple[str, list[tuple[int, int]]]:
    """The text without its marks, and the spans that they mark. Raises CorpusError."""
    text = ""
    spans: list[tuple[int, int]] = []
    opened: int | None = None
    for line in lines:
        for piece in MARK.split(line.text):
            if piece == "⟪" and opened is None:
                opened = len(text)
            elif piece == "⟫" and opened is not None and opened < len(text):
                spans.append((opened, len(text)))
                opened = None
            elif piece in ("⟪", "⟫"):
                raise line.error(f"a stray {piece}")
            else:
                text += unescape(piece, line) if escapes else piece
        text += "\n"
    if opened is not None:
        raise lines[-1].error("a ⟪ that is not closed before this line's end")
    return text[:-1], spans


def unescape(piece: str, line: Line) -> str:
    """A piece of text with its escapes decoded: `a\\u200bb\\t`. Raises CorpusError for any other backslash."""

    def character(escape: re.Match[str]) -> str:
        short, long, letter, _ = escape.groups()
        if letter:
            return "\t" if letter == "t" else "\r"
        if not (short or long):
            raise line.error(f"no escape {escape.group()!r} (write a backslash as \\u005c)")
        return chr(int(short or long, 16))

    return ESCAPE.sub(character, piece)


def check_answers(line: Line, spans: list[tuple[int, int]], uris: list[str], enclosures: list[str]) -> None:
    """Raise CorpusError unless there is one answer per match, and each expected URI could be a URI."""
    for name, answers in (("uri", uris), ("enclosure", enclosures or spans)):
        if len(answers) != len(spans):
            raise line.error(f"{len(spans)} matches drawn, but {len(answers)} lines of {name} in the case that begins")
    for uri in uris:
        if not VISIBLE_ASCII.fullmatch(uri):
            raise line.error(f"% uri lines are needed, since {uri!r} is not a URI, in the case that begins")


def read_option(option: str) -> tuple[str, Any]:
    """An option for Finder: "schemes=any" gives ("schemes", "any"), and "kinds=uri,email" a frozenset of the two."""
    name, _, value = option.partition("=")
    return name, OPTIONS[name](value)


def names(value: str) -> str | frozenset[str]:
    """The names in a list, or the word "any"."""
    return value if value == "any" else frozenset(value.split(","))


def is_option(option: str) -> bool:
    """Whether `read_option` can read an option."""
    name, _, value = option.partition("=")
    return name in OPTIONS and value != "" and (name != "max_length" or value.isdecimal())


MATCHERS = {
    "mention": (Matcher.mentions("https://chat.example/{name:percent}"),),
    "fediverse": (Matcher.mentions("https://{host}/@{name:percent}", hosts=True),),
    "hashtag": (Matcher.hashtags("https://chat.example/tags/{name:percent}"),),
    "ticket": (Matcher.tickets("https://tracker.example/{0}"),),
    "phone": (Matcher.phone_numbers(), Matcher.national_phone_numbers("+49")),
    "raw": (Matcher("raw", r"@(\S+)", "https://chat.example/{1}"),),
}
"""The matchers that a case can use, by name."""


def matchers(value: str) -> tuple[Matcher, ...]:
    """The matchers with these names."""
    return tuple(matcher for name in value.split(",") for matcher in MATCHERS[name])


OPTIONS: dict[str, Callable[[str], Any]] = {
    "profile": str,
    "rejoin": str,
    "schemes": names,
    "kinds": names,
    "max_length": int,
    "top_level_domains": names,
    "templates": names,
    "matchers": matchers,
    "refang": {"yes": True, "no": False}.get,
}

VALUES: dict[str, Callable[[str], Any]] = {
    "uri": VISIBLE_ASCII.fullmatch,
    "alternative": VISIBLE_ASCII.fullmatch,
    "enclosure": re.compile("[a-z]+(-[a-z]+)*").fullmatch,
    "note": RULE.fullmatch,
    "not": RULE.fullmatch,
    "option": is_option,
    "typefaces": re.compile(r"[+.\-]+").fullmatch,
}


def draw(text: str, spans: list[tuple[int, int]]) -> str:
    """A text with marks around the spans, for the messages of failing tests.

    >>> draw("See http://a.example/.", [(4, 21)])
    'See ⟪http://a.example/⟫.'
    """
    pieces: list[str] = []
    position = 0
    for start, end in spans:
        pieces += text[position:start], "⟪", text[start:end], "⟫"
        position = end
    return "".join([*pieces, text[position:]])
