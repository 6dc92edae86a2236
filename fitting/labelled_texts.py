"""Texts in which the end of each URI at a line end is known, and to which the weights of joining are fitted.

Each source provides texts of one or more families. The corpora are in the repository, and `fitting.broken_text`
generates texts; real documents are from a folder that is not in the repository, and ordinary files from this machine.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from fitting.broken_text.generate import document
from fitting.broken_text.located import NotThere
from fitting.broken_text.typesetters.family import Family
from tests.corpus import read_corpora

REAL_FAMILIES = {
    "lists": ("email_lists", "list_openbmc", "list_science"),
    "logs": ("changelog", "commits"),
    "mail": ("irc", "mail_alt", "mail_conv", "mail_forward"),
    "man": ("man",),
    "markup": ("adoc", "data", "info", "rst", "scripts"),
    "comments": ("comments", "comments_made"),
    "office": ("office",),
    "pdf": ("pdf", "pdf_manual_*", "pdf_tex_*"),
    "pdf_papers": ("pdf_paper2_*",),
    "pdf_slides": ("ocr", "pdf_audit_*", "pdf_slides_*"),
    "published": ("published_txt",),
    "rfc": ("rfc", "rfc_pages"),
    "terminal": ("scripts_wrapped", "terminal"),
}
"""The families of real documents, each left out of the fit as a whole, with the folders that contain their answers.

`pdf_gov_*` is not included: most of its broken URIs are from one document in four versions, read by four programs.
"""

MACHINE_FOLDERS = {
    "machine_doc": ("/usr/share/doc",),
    "machine_code": (
        "/usr/lib/python3",
        "/usr/share/perl5",
        "/usr/share/perl",
        "/usr/include",
        "/usr/local/lib/python3.11",
    ),
    "machine_etc": ("/etc", "/usr/lib/systemd", "/usr/share/applications"),
}
"""Folders of ordinary files, in which nearly every URI at a line end stops there."""

MOST_MACHINE_FILES = 20000
LARGEST_FILE = 400_000
_AT_LINE_END = re.compile(r"(?:https?|ftp)://[^\s<>\"]{3,300}[ \t]*\r?\n")


GENERATED, SEED = 41, 14
"""The number of generated texts in a family, and the seed from which they are generated."""


class LabelledText(NamedTuple):
    """A text of a family, with the spans of the URIs that are known in it (code points, breaks included).

    If `all_known`, a URI that does not begin at a span ends at its line end; otherwise nothing is known about it.
    """

    family: str
    text: str
    spans: tuple[tuple[int, int], ...] = ()
    all_known: bool = False


def real_documents(shared: Path) -> Iterator[LabelledText]:
    """The real documents with answers."""
    for family, folders in REAL_FAMILIES.items():
        for path in sorted(path for folder in folders for path in (shared / "eval" / "real").glob(f"{folder}/*.json")):
            document = json.loads(path.read_text("utf-8"))
            text = (path.parent / document["text_file"]).read_bytes().decode("utf-8")
            spans = [(place["start"], place["end"]) for truth in document["truth"] for place in truth["occurrences"]]
            yield LabelledText(family, text, tuple(sorted(spans)))


def generated_texts(families: Iterable[Family]) -> Iterator[LabelledText]:
    """Texts that typesetters broke; the answers are known because they were generated with the text."""
    for family in families:
        for number in range(GENERATED):
            try:
                made = document(SEED, family, number)
            except NotThere:
                continue
            spans = tuple((answer.pieces[0][0], answer.pieces[-1][1]) for answer in made.answers)
            yield LabelledText(f"generated {made.family}", made.text, spans)


def corpora() -> Iterator[LabelledText]:
    """The project's own corpora, whose joining cases show how a person reads a break."""
    for case in read_corpora():
        if case.options.get("rejoin") == "auto" or case.options.get("profile") == "document":
            yield LabelledText("corpora", case.text, tuple((match.start, match.end) for match in case.matches))


def line_ends(shared: Path) -> Iterator[LabelledText]:
    """Windows of documentation and source code around one URI at a line end."""
    for line in (shared / "eval" / "line_ends.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        text, start, joined = case["text"], case["start"], case["joined"]
        end = text.find("\n", start) if joined is None else _end_of(text, start, joined)
        yield LabelledText("line_ends", text, ((start, end),))


def _end_of(text: str, start: int, uri: str) -> int:
    """The end of a URI in a text with breaks (white space and line marks) between its characters."""
    place = start
    for character in uri:
        place = text.index(character, place) + 1
    return place


def machine_files() -> Iterator[LabelledText]:
    """A fixed selection of the ordinary files of this machine that have a URI at a line end."""
    for family, folders in MACHINE_FOLDERS.items():
        paths = [
            path for folder in folders for path in Path(folder).rglob("*") if path.is_file() and not path.is_symlink()
        ]
        paths.sort(key=lambda path: hashlib.sha1(str(path).encode()).digest())
        count = 0
        seen: set[str] = set()
        for path in paths:
            text = text_of(path)
            found = _AT_LINE_END.findall(text)
            if not found or seen.issuperset(found):  # a machine has a hundred copies of some licences and changelogs
                continue
            seen.update(found)
            yield LabelledText(family, text, (), all_known=True)
            count += 1
            if count == MOST_MACHINE_FILES:
                break


def text_of(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST_FILE:
            return ""
        raw = path.read_bytes()
        if path.suffix == ".gz":
            raw = gzip.decompress(raw)
        return raw.decode("utf-8") if b"\0" not in raw[:4096] and len(raw) <= LARGEST_FILE else ""
    except (OSError, ValueError, EOFError):
        return ""
