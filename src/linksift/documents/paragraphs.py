"""The text of an office document, put together paragraph by paragraph, with the links that it states.

Here belongs how paragraphs become a text. Which elements of a file are paragraphs, breaks and links is for its reader.
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple

from linksift.documents.source import CannotRead, Piece, Place, Source, Stated, Text
from linksift.documents.zipped import Handler, parse_xml

LONGEST_SHOWN = 1_000
"""So many characters of the text of a link are told."""


class Link(NamedTuple):
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
    >>> [piece.shown if isinstance(piece, Stated) else piece.text for piece in paragraphs.pieces(Place())]
    ['Here', 'Here']
    """

    def __init__(self) -> None:
        self._open: list[list[str]] = []
        self._lines: list[str] = []
        self._links: list[tuple[str, str | None]] = []

    def begin(self) -> None:
        """A paragraph begins."""
        self._open.append([])

    def end(self) -> None:
        """The paragraph that began last ends."""
        if self._open:
            self._lines.append("".join(self._open.pop()))

    def write(self, text: str) -> None:
        """Text follows; what is outside all paragraphs is none."""
        if self._open and text:
            self._open[-1].append(text)

    def link(self, reference: str) -> Link:
        """A link begins here."""
        here = self._open[-1] if self._open else None
        return Link(reference, here, len(here or ()))

    def close(self, link: Link) -> None:
        """A link ends here; what it shows is told where it is in one paragraph."""
        here = self._open[-1] if self._open else None
        pieces = here[link.behind : link.behind + LONGEST_SHOWN] if here and here is link.paragraph else []
        self._links.append((link.reference, "".join(pieces)[:LONGEST_SHOWN] or None))

    def pieces(self, place: Place) -> Iterator[Text | Stated]:
        """What is stated, and the text, when all has been told.

        A paragraph is a line of the source. In the text that is searched an empty line is between two, since a URI
        that a word processor wraps stays in its paragraph.
        """
        while self._open:
            self.end()
        for reference, shown in self._links:
            yield Stated(reference, "hyperlink", shown=shown, place=place)
        if self._lines:
            starts = list(accumulate((len(line) + 1 for line in self._lines[:-1]), initial=0))
            at = [start + number for number, start in enumerate(starts)]
            yield Text("\n\n".join(self._lines), Source("\n".join(self._lines)), at, starts, place)


def part_read(part: Iterable[bytes], handler: Handler, paragraphs: Paragraphs, place: Place) -> Iterator[Piece]:
    """What a handler makes of a part, as far as it can be read. Raises CannotRead behind it, where there is more."""
    fault = None
    try:
        parse_xml(part, handler)
    except CannotRead as error:
        fault = error
    yield from paragraphs.pieces(place)
    if fault:
        raise fault
