"""Sentences from the documentation that Debian packages install, read when a text is made and copied nowhere."""

import gzip
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

FOLDER = Path("/usr/share/doc")
NAMES = ("README*", "NEWS*", "TODO*", "FAQ*", "*.txt", "*.txt.gz")
MOST_FILES = 600
MOST_OCTETS = 200_000
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_SENTENCE = re.compile(r"(?<=[a-z)][.!?])\s+(?=[A-Z])")
_NO_PROSE = re.compile(r"://|@|www\.|[<>{}|\\=_*#$~^+]|\s\s")


def sentences(folder: Path = FOLDER) -> Sequence[str]:
    """The sentences of all files, without any that hold addresses or code; () where there is no such folder."""
    files = sorted({path for name in NAMES for path in folder.glob(f"*/{name}") if path.is_file()})
    found = (sentence for path in files[:MOST_FILES] for sentence in sentences_of(read(path)))
    return tuple(dict.fromkeys(found))


def read(path: Path) -> str:
    """The beginning of a file's text, unpacked; "" when it cannot be read."""
    opened = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "rb") as file:
            return bytes(file.read(MOST_OCTETS)).decode("utf-8", "ignore")
    except OSError:
        return ""


def sentences_of(text: str) -> Iterator[str]:
    r"""The sentences of a text's paragraphs.

    >>> list(sentences_of("The lid is in the\nbox that came with it. It does not fit\non any kettle of ours."))
    ['The lid is in the box that came with it.', 'It does not fit on any kettle of ours.']
    """
    for paragraph in _PARAGRAPH.split(text):
        joined = " ".join(line.strip() for line in paragraph.split("\n"))
        if not _NO_PROSE.search(joined):
            yield from filter(is_prose, _SENTENCE.split(joined))


def is_prose(sentence: str) -> bool:
    """Whether a sentence has six to forty words, begins with a capital and ends with a stop."""
    return 6 <= sentence.count(" ") + 1 <= 40 and sentence[0].isupper() and sentence.endswith((".", "!", "?"))
