"""Manual pages that Debian packages install, set by groff at other widths: real text with known answers.

The URIs are read from the page's source, in which none is broken. Nothing is copied: a page is read when it is set.
"""

import gzip
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import regex

from fitting.broken_text.document import Answer, Document, Span
from fitting.broken_text.located import FOLLOWED, pieces_at
from fitting.broken_text.typesetters.groff import CONTROLS, GAP
from fitting.broken_text.typesetters.run import output

FOLDER = Path("/usr/share/man")
LARGEST = 60_000
FAMILIES = ("installed.man_pages", "installed.man_pages_ascii")
"""Output as `man` prints it for UTF-8, and with hyphens in place of U+2010, as for ASCII; pages alternate between
them."""
_ESCAPES: Sequence[tuple[str, str]] = (
    (r'(?m)^[.\'][ \t]*\\".*$|\\".*$', ""), (r"\\f(?:\[[^\]]*\]|\(..|.)", ""), (r"\\(?:\(ti|\[ti\])", "~"),
    (r"\\(?:\(hy|\[hy\])|\\-", "-"), (r"\\[&:%/,|^]", ""), (r"\\([.'])", r"\1"),
)  # fmt: skip
_URI = re.compile(r"""https?://\w[^\s<>"|\\^`{}]*+(?!\\)""")
_END = re.compile(r"""[.,;:!?)\]⟩>'"”»]*(?:\s|\Z|[<(\[])""")


def man_pages(seed: int, count: int, folder: Path = FOLDER) -> Iterator[Document]:
    """`count` pages that contain URIs, or fewer if fewer are installed, each set at a width of 60 to 100 columns."""
    files = sorted(folder.glob("**/man*/*.gz"))
    random = Random(seed)
    random.shuffle(files)
    made = 0
    for path in files:
        document = set_page(path, random.choice([60, 65, 72, 78, 100]), made) if made < count else None
        if document:
            made += 1
            yield document


def set_page(path: Path, width: int, number: int) -> Document | None:
    """A page set at a width; None if it contains no URI, is too large, or cannot be read."""
    source = read(path)
    uris = uris_of(source)
    if not uris or len(source) > LARGEST:
        return None
    try:
        text = CONTROLS.sub("", output(["groff", "-K", "utf-8", "-t", "-mandoc", "-Tutf8", f"-rLL={width}n"], source))
    except (subprocess.SubprocessError, UnicodeDecodeError):
        return None
    family = FAMILIES[number % 2]
    text = text if family == FAMILIES[0] else text.replace("‐", "-")
    answers = tuple(sorted(places(uris, text), key=lambda answer: answer.start))
    language = path.parent.parent.name.removeprefix("man")[:2] or "en"
    return Document(text, family, number, language, answers) if answers else None


def read(path: Path) -> str:
    """A page's source; "" if it cannot be read or only names another page (`.so`)."""
    try:
        with gzip.open(path) as file:
            source = file.read(LARGEST + 1).decode("utf-8", "ignore")
    except OSError:
        return ""
    return "" if source.startswith(".so ") else source


def uris_of(source: str) -> Sequence[str]:
    r"""The URIs in roff source, without roff's escapes, longest first.

    >>> uris_of(r'See \fIhttps://a.example/x\-y\fP.' + "\n.UR https://b.example/")
    ['https://a.example/x-y', 'https://b.example/']
    """
    for escape, plain in _ESCAPES:
        source = re.sub(escape, plain, source)
    found = {without_punctuation(uri) for uri in _URI.findall(source)}
    return sorted(found, key=lambda uri: (len(uri), uri), reverse=True)


def without_punctuation(uri: str) -> str:
    """A URI without the punctuation and brackets of the sentence around it."""
    uri = uri.rstrip(".,;:!?'*]")
    return without_punctuation(uri[:-1]) if uri.endswith(")") and "(" not in uri else uri


def places(uris: Sequence[str], text: str) -> Iterator[Answer]:
    """The start and end of every occurrence of any of the URIs, whole or broken; longer URIs first, none twice."""
    gap = regex.compile(GAP)
    taken: list[Span] = []
    for uri in uris:
        for start in (found.start() for found in re.finditer("h", text)):
            pieces = pieces_at(uri, text, gap, start)
            if pieces and _END.match(text, pieces[-1].end) and not any(a <= start < b for a, b in taken):
                taken.append(Span(start, pieces[-1].end))
                whole = len(pieces) == 1
                trap = "line end, installed" if whole and FOLLOWED.match(text, pieces[-1].end) else ""
                yield Answer(uri, pieces, trap)
