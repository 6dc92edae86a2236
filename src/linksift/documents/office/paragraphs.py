"""The text of an office document, put together paragraph by paragraph, with the links that it states.

Here belongs how paragraphs become a text. Which elements of a file are paragraphs, breaks and links is for its reader.
"""

from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from linksift.documents.document_model import Locator, Piece, ReadError, Source, StatedReference, Text

LONGEST_SHOWN = 1_000
"""So many characters of the text of a link are told."""

LONGEST_STRETCH = 1_000_000
MOST_PARAGRAPHS = 10_000
"""About so many characters or paragraphs are held; then what there is becomes a text of its own."""


class OpenLink(NamedTuple):
    """A link that has begun: its reference, in which paragraph, and behind how many pieces of that one's text."""

    reference: str
    paragraph: list[str] | None
    behind: int


class Paragraphs:
    """The paragraphs of one part of a document. One that stands inside another, as in a text box, comes before it.

    >>> paragraphs = Paragraphs()
    >>> paragraphs.begin()
    >>> link = paragraphs.link("http://a.example")
    >>> paragraphs.write("Here")
    >>> paragraphs.close(link)
    >>> paragraphs.end()
    >>> [piece.link_text if isinstance(piece, StatedReference) else piece.text for piece in paragraphs.pieces(Locator())]
    ['Here', 'Here']
    """

    def __init__(self) -> None:
        self._open: list[list[str]] = []
        self._lines: list[str] = []
        self._links: list[tuple[str, str | None]] = []
        self._length = 0
        self._first_line, self._start = 1, 0

    def begin(self) -> None:
        """A paragraph begins."""
        self._open.append([])

    def end(self) -> None:
        """The paragraph that began last ends."""
        if self._open:
            line = "".join(self._open.pop())
            self._lines.append(line)
            self._length += len(line)

    def write(self, text: str) -> None:
        """Text follows; what is outside all paragraphs is none."""
        if self._open and text:
            self._open[-1].append(text)

    def link(self, reference: str) -> OpenLink:
        """A link begins here."""
        here = self._open[-1] if self._open else None
        return OpenLink(reference, here, len(here or ()))

    def close(self, link: OpenLink) -> None:
        """A link ends here; what it shows is told where it is in one paragraph."""
        here = self._open[-1] if self._open else None
        pieces = here[link.behind : link.behind + LONGEST_SHOWN] if here and here is link.paragraph else []
        shown = "".join(pieces)[:LONGEST_SHOWN]
        self._links.append((link.reference, shown or None))
        self._length += len(link.reference) + len(shown)

    def pieces(self, locator: Locator) -> Iterator[Text | StatedReference]:
        """What is stated, and the text, when all has been told."""
        while self._open:
            self.end()
        yield from self._taken(locator)

    def full(self, locator: Locator) -> Iterator[Text | StatedReference]:
        """What there is of that when it is much already, so that no more is held than that."""
        if self._length > LONGEST_STRETCH or max(len(self._lines), len(self._links)) > MOST_PARAGRAPHS:
            yield from self._taken(locator)

    def _taken(self, locator: Locator) -> Iterator[Text | StatedReference]:
        """What there is, which is held no longer.

        A paragraph is a line of the source. In the text that is searched an empty line is between two, since a URI
        that a word processor wraps stays in its paragraph.
        """
        lines, links = self._lines, self._links
        self._lines, self._links, self._length = [], [], 0
        for reference, shown in links:
            yield StatedReference(reference, "hyperlink", link_text=shown, locator=locator)
        if lines:
            starts = list(accumulate((len(line) + 1 for line in lines[:-1]), initial=0))
            at = [start + number for number, start in enumerate(starts)]
            source = Source("\n".join(lines), self._first_line, self._start)
            self._first_line += source.text.count("\n") + 1
            self._start += len(source.text) + 1
            yield Text("\n\n".join(lines), source, at, starts, locator)


def pieces_while_parsed(parse_in_steps: Iterator[None], paragraphs: Paragraphs, locator: Locator) -> Iterator[Piece]:
    """The pieces that paragraphs make of a part while it is told, as far as it can be read. Raises ReadError behind
    it, where there is more."""
    fault = None
    try:
        for _ in parse_in_steps:
            yield from paragraphs.full(locator)
    except ReadError as error:
        fault = error
    yield from paragraphs.pieces(locator)
    if fault:
        raise fault
