"""Builds the text of an office document paragraph by paragraph, with the links that it states."""

from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from linksift.documents.document_model import Locator, Piece, ReadError, Source, StatedReference, Text

LONGEST_LINK_TEXT = 1_000
"""How many characters of a link text are reported."""

LONGEST_STRETCH = 1_000_000
MOST_PARAGRAPHS = 10_000
"""About how many characters or paragraphs are held before they become a text of their own."""


class OpenLink(NamedTuple):
    """A link that has begun: its reference, its paragraph, and how many pieces of text that had before it."""

    reference: str
    paragraph: list[str] | None
    pieces_before: int


class Paragraphs:
    """The paragraphs of one part of a document. A paragraph inside another, as in a text box, comes before it.

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
        self._open: list[list[str]] = []
        self._lines: list[str] = []
        self._links: list[tuple[str, str | None]] = []
        self._length = 0
        self._first_line, self._start = 1, 0

    def begin(self) -> None:
        """Begin a paragraph."""
        self._open.append([])

    def end(self) -> None:
        """End the paragraph that began last."""
        if self._open:
            line = "".join(self._open.pop())
            self._lines.append(line)
            self._length += len(line)

    def write(self, text: str) -> None:
        """Add text to the open paragraph; text outside of paragraphs is dropped."""
        if self._open and text:
            self._open[-1].append(text)

    def link(self, reference: str) -> OpenLink:
        """Begin a link here."""
        here = self._open[-1] if self._open else None
        return OpenLink(reference, here, len(here or ()))

    def close(self, link: OpenLink) -> None:
        """End a link here; its text is kept if it is in one paragraph."""
        here = self._open[-1] if self._open else []
        pieces = here[link.pieces_before :][:LONGEST_LINK_TEXT] if here is link.paragraph else []
        link_text = "".join(pieces)[:LONGEST_LINK_TEXT]
        self._links.append((link.reference, link_text or None))
        self._length += len(link.reference) + len(link_text)

    def pieces(self, locator: Locator) -> Iterator[Text | StatedReference]:
        """The stated links and the text, at the end of the part."""
        while self._open:
            self.end()
        yield from self._flush(locator)

    def pieces_if_many(self, locator: Locator) -> Iterator[Text | StatedReference]:
        """The stated links and the text so far, once they are many, so that no more than that is held."""
        if self._length > LONGEST_STRETCH or max(len(self._lines), len(self._links)) > MOST_PARAGRAPHS:
            yield from self._flush(locator)

    def _flush(self, locator: Locator) -> Iterator[Text | StatedReference]:
        """The stated links and the text so far, which are then dropped.

        A paragraph is a line of the source. The searched text has an empty line between paragraphs, since no URI goes
        on from one to the next.
        """
        lines, links = self._lines, self._links
        self._lines, self._links, self._length = [], [], 0
        for reference, link_text in links:
            yield StatedReference(reference, "hyperlink", link_text=link_text, locator=locator)
        if lines:
            starts = list(accumulate((len(line) + 1 for line in lines[:-1]), initial=0))
            offsets = [start + number for number, start in enumerate(starts)]
            source = Source("\n".join(lines), self._first_line, self._start)
            self._first_line += source.text.count("\n") + 1
            self._start += len(source.text) + 1
            yield Text("\n\n".join(lines), source, offsets, starts, locator)


def pieces_while_parsed(steps: Iterator[None], paragraphs: Paragraphs, locator: Locator) -> Iterator[Piece]:
    """The pieces of a part, taken from its paragraphs while it is parsed. Raises ReadError after them if the rest
    cannot be read."""
    fault = None
    try:
        for _ in steps:
            yield from paragraphs.pieces_if_many(locator)
    except ReadError as error:
        fault = error
    yield from paragraphs.pieces(locator)
    if fault:
        raise fault
