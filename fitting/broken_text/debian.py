"""Sentences and paragraphs with links, from the documentation that Debian packages install.

They are read when a text is generated, and are not copied anywhere.
"""

import gzip
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from fitting.broken_text.document import Link, Word

FOLDER = Path("/usr/share/doc")
NAMES = ("README*", "NEWS*", "TODO*", "FAQ*", "*.txt", "*.txt.gz")
MOST_FILES = 600
MOST_OCTETS = 200_000
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_SENTENCE = re.compile(r"(?<=[a-z)][.!?])\s+(?=[A-Z])")
_NO_PROSE = re.compile(r"://|@|www\.|[<>{}|\\=_*#$~^+]|\s\s")


def sentences(folder: Path = FOLDER) -> Sequence[str]:
    """The sentences of all files, except those that contain addresses or code; () if there is no such folder."""
    return tuple(dict.fromkeys(sentence for text in texts(folder) for sentence in sentences_of(text)))


def paragraphs(folder: Path = FOLDER) -> Sequence[tuple[Word, ...]]:
    """The paragraphs that contain links in all files, as words; () if there is no such folder."""
    return tuple(dict.fromkeys(paragraph for text in texts(folder) for paragraph in paragraphs_of(text)))


def texts(folder: Path) -> Iterator[str]:
    """The texts of the files that most likely contain prose."""
    files = sorted({path for name in NAMES for path in folder.glob(f"*/{name}") if path.is_file()})
    yield from map(read, files[:MOST_FILES])


def read(path: Path) -> str:
    """The beginning of a file's text, unpacked; "" if it cannot be read."""
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
    """Whether a sentence has six to forty words, begins with a capital letter, and ends with a period, "!" or "?"."""
    return 6 <= sentence.count(" ") + 1 <= 40 and sentence[0].isupper() and sentence.endswith((".", "!", "?"))


# ---- Paragraphs with links -------------------------------------------------------------------------------------------

_LINK = re.compile(r"""([(<\[{"'`*]*(?:URL:)?)(https?://[^\s<>"`|\\^{}]+?)([)>\]}"'`*.,;:!?]*)""")
_TEXT_ALONE = re.compile(r"[^|<>{}\\=*#~^\t]*")


def paragraphs_of(text: str) -> Iterator[tuple[Word, ...]]:
    r"""The paragraphs of a text that contain links, except those in which a link ends a line and may be broken there.

    >>> list(paragraphs_of("See http://a.example/x\nfor more of it.\n\nThe lid is (at http://a.example/y)\nin a box."))
    [('The', 'lid', 'is', '(at', Link(before='', uri='http://a.example/y', after=')', trap=''), 'in', 'a', 'box.')]
    """
    for paragraph in _PARAGRAPH.split(text):
        lines = [line.split() for line in paragraph.strip().split("\n")]
        found = [[link_or_text(word) for word in line] for line in lines]
        words = tuple(word for line in found for word in line)
        prose = " ".join(word for word in words if isinstance(word, str))
        links = len(words) - len([word for word in words if isinstance(word, str)])
        if links and "://" not in prose and len(words) > 6 * links and _TEXT_ALONE.fullmatch(prose):
            ends = [line[-1] for line in found[:-1] if line]
            if not any(isinstance(end, Link) and not end.after for end in ends):
                yield words


def link_or_text(word: str) -> Word:
    """A word, as a Link if it is one: `(http://a.example/y)` with its brackets separate."""
    found = _LINK.fullmatch(word)
    return Link(found[1], found[2], found[3]) if found else word
