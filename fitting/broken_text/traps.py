"""Traps: whole URIs at line ends, with a next line that a person would never join to them (`traps.txt`)."""

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from fitting.broken_text import prose, uris
from fitting.broken_text.document import Link, Verbatim, Word

FILE = Path(__file__).with_name("traps.txt")
_SLOT = re.compile(r"\{([\w ]+)(!?)\}")


class Template(NamedTuple):
    """The lines of a trap, which contain slots, and its kind ("hash")."""

    kind: str
    lines: tuple[str, ...]


@functools.cache
def templates() -> Sequence[Template]:
    """All templates of the file."""
    found = []
    kind = ""
    for block in re.split(r"\n(?:[ \t]*\n)+", FILE.read_text(encoding="utf-8").strip("\n")):
        lines = [line for line in block.split("\n") if not (line.startswith("# ") and not kind)]
        if lines and re.fullmatch(r"\[[\w -]+\]", lines[0]):
            kind = lines.pop(0)[1:-1]
        if lines:
            found.append(Template(kind, tuple(lines)))
    return found


def kinds() -> Sequence[str]:
    """The kinds of trap, in the order of the file."""
    return tuple(dict.fromkeys(template.kind for template in templates()))


# ---- Slots -----------------------------------------------------------------------------------------------------------

URIS: Mapping[str, Callable[[Random], str]] = {
    "uri": uris.uri,
    "folder": uris.directory,
    "repository": uris.repository,
    "page": uris.page,
    "site": uris.site,
    "again": uris.uri,
}
ASCII: Mapping[str, Callable[[Random], str]] = {
    "hash": uris.hexadecimal,
    "number": uris.number,
    "digit": lambda random: str(random.randint(1, 9)),
    "word": uris.word,
    "slug": uris.slug,
    "file": uris.file_name,
    "camel": uris.camel_case,
    "version": uris.version,
    "email": lambda random: f"{uris.word(random)}@{random.choice(uris.DOMAINS)}",
    "year": lambda random: str(random.randint(1990, 2026)),
    "date": lambda random: random.choice(
        [f"{random.randint(1998, 2026)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}",
         f"Mon, {random.randint(1, 28)} Mar {random.randint(1998, 2026)} 12:{random.randint(10, 59)}:00 +0100"]
    ),
}  # fmt: skip
PROSE: Mapping[str, Callable[[str, Random], str]] = {
    "sentence": prose.sentence,
    "clause": lambda language, random: prose.joined(language, prose.clause(language, random)),
    "phrase": lambda language, random: prose.phrase(language, "predicates", random),
    "lead": lambda language, random: prose.phrase(language, "leads", random),
    "follow": lambda language, random: prose.phrase(language, "follows", random),
    "title": lambda language, random: prose.phrase(language, "titles", random),
    "name": lambda language, random: prose.phrase(language, "names", random),
    "headings": lambda language, random: prose.phrase(language, "headings", random),
}


def slot(name: str, language: str, random: Random) -> str:
    """The text for a slot that is not a URI: `slot("number", "en", random)` is "2931"."""
    if name.startswith("capitalized "):
        return prose.capitalized(slot(name.removeprefix("capitalized "), language, random))
    return ASCII[name](random) if name in ASCII else PROSE[name](language, random)


def filled_line(line: str, fill: Callable[[str], str], kind: str) -> tuple[Word, ...]:
    """A line of a template as words: the URIs and the text between them."""
    words: list[Word] = []
    text = ""
    end = 0
    for found in _SLOT.finditer(line):
        text += line[end : found.start()]
        end = found.end()
        if found[1] in URIS:
            words += [text] if text else []
            words.append(Link("", fill(found[1]), "", kind if found[2] else ""))
            text = ""
        else:
            text += fill(found[1])
    text += line[end:]
    return (*words, text) if text or not words else tuple(words)


def trap(language: str, random: Random, kind: str) -> Verbatim:
    """One trap of a kind."""
    chosen = random.choice([template for template in templates() if template.kind == kind])
    last = ""

    def fill(name: str) -> str:
        nonlocal last
        if name not in URIS:
            return slot(name, language, random)
        last = last if name == "again" else URIS[name](random)
        return last

    return Verbatim(tuple(filled_line(line, fill, kind) for line in chosen.lines))
