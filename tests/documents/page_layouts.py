"""Makes PDFs in which reading order matters, with known answers, and measures the gain from each step of the reader.

A document is prose with URIs in one to three columns, with headers, footers, notes, a figure with labels, and a title
above all columns. URIs are broken at line ends as LaTeX breaks them, even at the end of a column or page. The lines are
drawn column by column, or across all columns.

    python -m tests.documents.page_layouts
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

from linksift import read
from linksift.documents import Limits
from linksift.documents.pdf import (
    page_layout,
    pdf_file,
    pdfium_pool,
    rows_to_text,
)
from tests.documents.pdf_makers import made

_PROSE = """
    the kettle of a house is often older than its table and those who mend pots by hand know every dent in them so that
    no two of their tools look alike while copper keeps warm for long tin does not and enamel breaks early where it was
    hit once people in the north make tea in clay and pour it from high above into small glasses
"""
_SEGMENTS = """
    guide pots 2024 mending-tools enamel kettles.html index.html clay wiki a-z 17 by_hand list.php?n=3 tea
"""
WORDS, PARTS = _PROSE.split(), _SEGMENTS.split()
HOSTS = "www.example.org", "example.net", "docs.example.com", "a.example"

PAGE_WIDTH, PAGE_HEIGHT = 595.0, 842.0
MARGIN, GUTTER, LEADING = 60.0, 20.0, 1.2
SIZE, NOTE_SIZE, MARK_SIZE, MARK_RISE = 10.0, 8.0, 7.0, 3.5
BREAKS_AFTER = "/.-_?="


class Style(NamedTuple):
    """How a document is laid out: `order` is the drawing order ("columns" or "rows"), and `face` the font of URIs."""

    columns: int
    order: str
    face: str
    furniture: bool
    notes: bool
    figure: bool


class Word(NamedTuple):
    """A word with its font, and the mark of a note after it."""

    text: str
    font: str
    mark: str = ""


class Piece(NamedTuple):
    """Some text in a font on a line, at a distance from the line's left edge; `word` is the word it belongs to."""

    x: float
    text: str
    font: str
    size: float
    rise: float = 0.0
    word: str = ""


class Placed(NamedTuple):
    """A line and its position on the page."""

    left: float
    bottom: float
    pieces: list[Piece]


class Sample(NamedTuple):
    """A PDF, and the URIs in it, each with whether it is broken across lines; `cut` lists those at its end that are
    incomplete."""

    style: Style
    document: bytes
    uris: dict[str, bool]
    cut: set[str]


class Typesetter:
    """Fills lines and columns with words, and remembers which URIs it broke."""

    def __init__(self, style: Style, seed: int) -> None:
        from reportlab.pdfbase.pdfmetrics import stringWidth

        self.width_of = stringWidth
        self.style = style
        self.random = random.Random(f"{style} {seed}")
        self.width = (PAGE_WIDTH - 2 * MARGIN - GUTTER * (style.columns - 1)) / style.columns
        self.uris: set[str] = set()
        self.marks: list[str] = []  # marks of notes that are not yet placed in the body

    def uri(self) -> str:
        """A URI that the document does not contain yet."""
        parts = "/".join(self.random.choices(PARTS, k=self.random.randint(1, 5)))
        uri = f"https://{self.random.choice(HOSTS)}/{parts}{self.random.choice(['', '/'])}"
        if uri in self.uris:
            return self.uri()
        self.uris.add(uri)
        return uri

    def prose(self, count: int) -> list[Word]:
        """Some words of prose, with a capital letter and a period now and then."""
        words = self.random.choices(WORDS, k=count)
        return [
            Word(word.capitalize() if number % 12 == 0 else word + "." * (number % 12 == 11), "Times-Roman")
            for number, word in enumerate(words)
        ]

    def paragraph(self, marks: list[str]) -> list[Word]:
        """Prose with two URIs, one of them in parentheses or, if any mark is left, with the mark of a note."""
        plain, other = self.uri(), self.uri()
        mark = marks.pop() if marks else ""
        second = Word(other, self.style.face, mark) if mark else Word(f"({other}),", self.style.face)
        return [
            *self.prose(self.random.randint(6, 20)),
            Word(plain, self.style.face),
            *self.prose(self.random.randint(8, 20)),
            second,
            *self.prose(self.random.randint(3, 12)),
        ]

    def lines(self, words: list[Word], size: float = SIZE) -> Iterator[list[Piece]]:
        """The words in lines of the column's width; URIs are broken where allowed, and prose only at spaces."""
        x, pieces = 0.0, []
        space = self.width_of(" ", "Times-Roman", size)
        for word in words:
            rest = word.text
            while rest:
                taken = self.fitting(rest, word.font, size, self.width - x)
                if taken:
                    pieces.append(Piece(x, rest[:taken], word.font, size, word=word.text))
                    x += self.width_of(rest[:taken], word.font, size)
                    rest = rest[taken:]
                if rest:
                    yield pieces
                    x, pieces = 0.0, []
            if word.mark:
                pieces.append(Piece(x, word.mark, "Times-Roman", MARK_SIZE, MARK_RISE))
                x += self.width_of(word.mark, "Times-Roman", MARK_SIZE)
            x += space
        yield pieces

    def fitting(self, text: str, font: str, size: float, room: float) -> int:
        """The number of characters of a word that fit into the room left on the line."""
        if self.width_of(text, font, size) <= room:
            return len(text)
        if "://" not in text and room < self.width:
            return 0
        ends = [place + 1 for place, character in enumerate(text) if character in BREAKS_AFTER]
        start = text.find("://") + 3 if "://" in text else 0
        fits = [end for end in ends if end > start and self.width_of(text[:end], font, size) <= room]
        return fits[-1] if fits else (len(text) if room >= self.width else 0)

    def pages(self, count: int) -> Iterator[list[Placed]]:
        """The pages of the document."""
        flow = self.flow()
        for number in range(1, count + 1):
            yield list(self.page(number, flow))

    def flow(self) -> Iterator[list[Piece]]:
        """The endless lines of the body, paragraph by paragraph, with an empty line between two paragraphs."""
        while True:
            yield from self.lines(self.paragraph(self.marks))
            yield []

    def page(self, number: int, flow: Iterator[list[Piece]]) -> Iterator[Placed]:
        """The lines of a page."""
        top, bottom = PAGE_HEIGHT - MARGIN - 20, MARGIN + 20
        if self.style.furniture:
            yield self.furniture(
                PAGE_HEIGHT - MARGIN + 10, f"Pots and Kettles     {number}" if number % 2 else "Mending"
            )
            yield self.furniture(MARGIN - 10, str(number))
        if number == 1 and self.style.columns > 1:
            yield Placed(MARGIN, top - 6, [Piece(0, "On the Mending of Pots, and What It Takes", "Times-Bold", 16)])
            top -= 40
        notes = self.notes(number) if self.style.notes else []
        for column in range(self.style.columns):
            left = MARGIN + column * (self.width + GUTTER)
            under = notes if column == self.style.columns - 1 else []
            end = bottom + LEADING * NOTE_SIZE * len(under)
            begin = top
            if self.style.figure and column == 0 and number == 2:
                yield from self.figure(left, top)
                begin -= 150
            height = begin
            while height > end + 2 * SIZE:
                yield Placed(left, height, next(flow))
                height -= LEADING * SIZE
            for place, line in enumerate(under):
                yield Placed(left, end - 6 - LEADING * NOTE_SIZE * (place + 1), line)

    def furniture(self, bottom: float, text: str) -> Placed:
        """A header or footer."""
        return Placed(MARGIN, bottom, [Piece(0, text, "Times-Italic", 9)])

    def notes(self, page: int) -> list[list[Piece]]:
        """The lines of the notes under the last column of a page; their marks are for the body."""
        lines: list[list[Piece]] = []
        self.marks = []
        for number in (2 * page - 1, 2 * page):
            self.marks.insert(0, str(number))
            words = [*self.prose(4), Word(self.uri(), self.style.face), *self.prose(3)]
            first, *rest = self.lines(words, NOTE_SIZE)
            lines += [[Piece(-5, str(number), "Times-Roman", 5, 2.5), *first], *rest]
        return lines

    def figure(self, left: float, top: float) -> Iterator[Placed]:
        """The labels of a figure, in no particular order, and its caption."""
        labels = [f"{word}{number}" for number, word in enumerate(self.random.choices(WORDS, k=12))]
        for label in labels:
            x, y = self.random.uniform(0, self.width - 40), self.random.uniform(30, 120)
            yield Placed(left + x, top - y, [Piece(0, label, "Helvetica", 7)])
        words = [Word("Figure 1:", "Times-Bold"), *self.prose(3), Word(self.uri(), self.style.face)]
        for number, line in enumerate(self.lines(words, NOTE_SIZE)):
            yield Placed(left, top - 125 - LEADING * NOTE_SIZE * number, line)


def sample(style: Style, seed: int, pages: int = 3) -> Sample:
    """A document in a style."""
    typesetter = Typesetter(style, seed)
    sheets = list(typesetter.pages(pages))

    def draw(canvas: Any) -> None:
        for sheet in sheets:
            by_rows = sorted(sheet, key=lambda line: (-round(line.bottom), line.left))
            for line in by_rows if style.order == "rows" else sheet:
                for piece in line.pieces:
                    canvas.setFont(piece.font, piece.size)
                    canvas.drawString(line.left + piece.x, line.bottom + piece.rise, piece.text)
            canvas.showPage()

    parts: dict[str, list[str]] = {}
    for piece in (piece for sheet in sheets for line in sheet for piece in line.pieces):
        parts.setdefault(piece.word, []).append(piece.text)
    drawn = {word for word, texts in parts.items() if "".join(texts) == word}
    uris = {uri: len(parts[word]) > 1 for word in drawn for uri in [word.strip("(),")] if uri in typesetter.uris}
    cut = typesetter.uris - uris.keys()
    return Sample(style, made(draw), uris, cut)


STYLES = [
    Style(columns, order, face, furniture, notes, figure)
    for columns in (1, 2, 3)
    for order in ("columns", "rows")
    for face in ("Times-Roman", "Courier")
    for furniture in (False, True)
    for notes in (False, True)
    for figure in (False, True)
]


class Score(NamedTuple):
    """The numbers of broken and whole URIs, of those found, and of wrong URIs found."""

    broken: int = 0
    broken_found: int = 0
    whole: int = 0
    whole_found: int = 0
    wrong: int = 0

    def __add__(self, other: object) -> "Score":
        assert isinstance(other, Score)
        return Score(*map(sum, zip(self, other, strict=True)))


def score(sample: Sample) -> Score:
    """How well a document is read."""
    found = {found.match.uri for found in read(sample.document) if found.match.kind == "uri"}
    broken = {uri for uri, is_broken in sample.uris.items() if is_broken}
    whole = sample.uris.keys() - broken
    wrong = [uri for uri in found - sample.uris.keys() if not any(known.startswith(uri) for known in sample.cut)]
    return Score(len(broken), len(broken & found), len(whole), len(whole & found), len(wrong))


OFF: dict[str, tuple[Any, str, object]] = {
    "page_layout.is_lower": (page_layout, "is_lower", lambda before, after: False),
    "page_layout.is_wide": (page_layout, "is_wide", lambda before, after: False),
    "page_layout.joined_side_by_side": (page_layout, "joined_side_by_side", lambda rows: rows),
    "page_layout.in_reading_order": (page_layout, "in_reading_order", lambda rows: rows),
    "page_layout.repeated": (page_layout, "repeated", lambda rows, known: iter(())),
    "rows_to_text.PARAGRAPH": (rows_to_text, "PARAGRAPH", float("inf")),
    "rows_to_text.continuation": (pdf_file, "continuation", lambda text, following: ([], 0)),
    "page_layout.is_raised": (page_layout, "is_raised", lambda character, mark: False),
    "rows_to_text.typefaces_go_on": (pdf_file, "typefaces_go_on", lambda rows: [None] * max(0, len(rows) - 1)),
}
"""The steps of the reader, each with the replacement that disables it."""


@contextmanager
def answers_kept() -> Iterator[None]:
    """Within this context, PDFium reads each document only once."""
    answers: dict[bytes, Any] = {}
    answer = pdfium_pool.answer

    def kept(document: bytes, limits: Limits, password: bytes | None = None) -> Any:
        if document not in answers:
            answers[document] = answer(document, limits, password)
        return answers[document]

    with patch.object(pdfium_pool, "answer", kept):
        yield


def score_without(step: str, samples: list[Sample]) -> Score:
    """How well documents are read without a step."""
    module, attribute, off = OFF[step]
    with patch.object(module, attribute, off):
        return sum(map(score, samples), Score())


def main() -> None:
    """Print the score of the reader, and of the reader without each of its steps."""
    samples = [sample(style, 0) for style in STYLES if style.furniture == style.notes == style.figure]
    with answers_kept():
        print(f"{'all steps':36} {sum(map(score, samples), Score())}", flush=True)  # noqa: T201
        for step in OFF:
            print(f"{step:36} {score_without(step, samples)}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
