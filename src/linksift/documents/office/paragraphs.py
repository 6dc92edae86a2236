"""Builds the text of an office document paragraph by paragraph, with the links that it states."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import accumulate, pairwise
from typing import NamedTuple

from linksift.documents.document_model import Locator, Piece, Source, StatedReference, Text
from linksift.text_across_tags import LONGEST_WORD, cuts

LONGEST_LINK_TEXT = 1_000
"""The maximum number of characters of a link's text that are reported."""

LONGEST_STRETCH = 1_000_000
MOST_PARAGRAPHS = 10_000
"""The approximate number of characters or paragraphs collected before they become a separate text."""

_DESCRIBING = ("title", "descr")
"""The attributes that describe a picture or shape in DrawingML (ISO/IEC 29500-1, 20.1.2.2.8)."""


Taken = Callable[[], Iterable[Piece]]
"""Takes the pieces that a handler has made since they were last taken."""


class Paragraph:
    """A paragraph as it grows: its pieces of text, and the indexes of the pieces before which a new text can begin."""

    __slots__ = ("edges", "pieces")

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.edges: list[int] = []

    def texts(self) -> list[str]:
        """The texts of the paragraph, cut at the edges within words that may contain a URI."""
        texts: list[list[str]] = [[]]
        last = ""
        for start, end in pairwise([0, *self.edges, len(self.pieces)]):
            text = "".join(self.pieces[start:end])
            if cuts(last, text[:LONGEST_WORD]):
                texts.append([])
                last = ""
            texts[-1].append(text)
            last = (last + text)[-LONGEST_WORD:]
        return list(map("".join, texts))


class OpenLink(NamedTuple):
    """A link that has begun: its reference, its paragraph, and the number of pieces of text before it in that
    paragraph."""

    reference: str
    paragraph: Paragraph | None
    pieces_before: int


class Paragraphs:
    """The paragraphs of one part of a document. A paragraph inside another one, as in a text box, comes before the
    outer one.

    >>> paragraphs = Paragraphs()
    >>> paragraphs.begin()
    >>> link = paragraphs.link("http://a.example")
    >>> paragraphs.write("Here")
    >>> paragraphs.close(link)
    >>> paragraphs.end()
    >>> [one.link_text if isinstance(one, StatedReference) else one.text for one in paragraphs.pieces(Locator())]
    ['Here', 'Here']
    """

    def __init__(self) -> None:
        self._open: list[Paragraph] = []
        self._lines: list[list[str]] = []
        self._links: list[tuple[str, str, str | None]] = []
        self._length = 0
        self._first_line, self._start = 1, 0

    def begin(self) -> None:
        """Begin a paragraph."""
        self._open.append(Paragraph())

    def end(self) -> None:
        """End the paragraph that began most recently."""
        if self._open:
            texts = self._open.pop().texts()
            self._lines.append(texts)
            self._length += sum(map(len, texts))

    def add(self, text: str) -> None:
        """Add a whole paragraph, which may have several lines."""
        self.begin()
        self.write(text)
        self.end()

    def describe(self, attributes: Mapping[str, str]) -> None:
        """Add the title and the description of a picture or shape, which are among its attributes."""
        for name in _DESCRIBING:
            if text := attributes.get(name):
                self.add(text)

    def write(self, text: str) -> None:
        """Add text to the open paragraph; text outside paragraphs is dropped."""
        if self._open and text:
            self._open[-1].pieces.append(text)

    def edge(self) -> None:
        """Let a new text begin here if there is text on both sides; no URI continues across this edge."""
        if self._open:
            self._open[-1].edges.append(len(self._open[-1].pieces))

    def link(self, reference: str) -> OpenLink:
        """Begin a link here."""
        self.edge()
        here = self._open[-1] if self._open else None
        return OpenLink(reference, here, len(here.pieces) if here else 0)

    def close(self, link: OpenLink) -> None:
        """End a link here; its text is kept if the link is within one paragraph."""
        here = self._open[-1] if self._open else None
        first = link.pieces_before
        pieces = here.pieces[first : first + LONGEST_LINK_TEXT] if here and here is link.paragraph else []
        self.edge()
        self.state(link.reference, "hyperlink", "".join(pieces))

    def state(self, reference: str, stated_by: str, link_text: str | None = None) -> None:
        """Add a reference outside of the text, with the name of the element or field that states it."""
        link_text = (link_text or "")[:LONGEST_LINK_TEXT]
        self._links.append((reference, stated_by, link_text or None))
        self._length += len(reference) + len(link_text)

    def pieces(self, locator: Locator) -> Iterator[Text | StatedReference]:
        """The stated links and the text that remain at the end of the part."""
        while self._open:
            self.end()
        yield from self._flush(locator)

    def pieces_if_many(self, locator: Locator) -> Iterator[Text | StatedReference]:
        """The stated links and the text so far, once they take up too much memory."""
        if self._length > LONGEST_STRETCH or max(len(self._lines), len(self._links)) > MOST_PARAGRAPHS:
            yield from self._flush(locator)

    def takers(self, locator: Locator) -> tuple[Taken, Taken]:
        """The functions that take the pieces of a part at this locator: those so far, if there are many, and the
        rest."""
        return partial(self.pieces_if_many, locator), partial(self.pieces, locator)

    def _flush(self, locator: Locator) -> Iterator[Text | StatedReference]:
        """The stated links and the text so far, which are then dropped.

        A paragraph is a line of the source. The searched text has an empty line between paragraphs, since no URI
        continues from one to the next. An edge within a paragraph ends the searched text and begins the next one.
        """
        lines, links = self._lines, self._links
        self._lines, self._links, self._length = [], [], 0
        for reference, stated_by, link_text in links:
            yield StatedReference(reference, stated_by, link_text=link_text, locator=locator)
        if lines:
            source = Source("\n".join(map("".join, lines)), self._first_line, self._start)
            self._first_line += source.text.count("\n") + 1
            self._start += len(source.text) + 1
            yield from searched_texts(lines, source, locator)


def searched_texts(lines: list[list[str]], source: Source, locator: Locator) -> Iterator[Text]:
    """The searched texts of paragraphs, some of them cut, with empty lines between the paragraphs.

    >>> [(text.text, text.origin(0)) for text in searched_texts([["a", "b"], ["c"]], Source("ab\\nc"), Locator())]
    [('a', 0), ('b\\n\\n\\nc', 1)]
    """
    start = 0
    together: list[str] = []
    for first, *others in lines:
        together.append(first)
        for other in others:
            yield searched_text(together, source, start, locator)
            start += sum(map(len, together)) + len(together) - 1
            together = [other]
    yield searched_text(together, source, start, locator)


def searched_text(lines: list[str], source: Source, start: int, locator: Locator) -> Text:
    """Lines of the source starting at an offset, separated by two empty lines so that nothing continues across them."""
    starts = list(accumulate((len(line) + 1 for line in lines[:-1]), initial=0))
    offsets = [place + 2 * number for number, place in enumerate(starts)]
    return Text("\n\n\n".join(lines), source, offsets, [start + place for place in starts], locator)
