"""The records: the text as written (`Source`), and as set in lines, together with its answers (`Document`)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple


class Link(NamedTuple):
    """A URI as a word of running text, with the punctuation that touches it: `(http://a.example/x).`

    `trap` is the kind of trap if a whole URI ends its line and the next line must not be joined to it, otherwise "".
    """

    before: str
    uri: str
    after: str
    trap: str = ""

    def __str__(self) -> str:
        return self.before + self.uri + self.after


Word = str | Link
"""A run of text without a space, as a typesetter sees it."""


class Paragraph(NamedTuple):
    """Words to be set in lines; `mark` begins the first line, and `hang` is the number of columns before the others."""

    words: tuple[Word, ...]
    mark: str = ""
    hang: int = 0


class Verbatim(NamedTuple):
    """Lines that no typesetter may refill, each a tuple of words that includes the spaces between them as words."""

    lines: tuple[tuple[Word, ...], ...]


Block = Paragraph | Verbatim


class Source(NamedTuple):
    """A document before it is set: its blocks, the language of its prose ("de"), and its title."""

    blocks: tuple[Block, ...]
    language: str
    title: str

    def links(self) -> Iterator[Link]:
        """All links, in the order of the text."""
        for block in self.blocks:
            lines = (block.words,) if isinstance(block, Paragraph) else block.lines
            yield from (word for line in lines for word in line if isinstance(word, Link))


class Setting(NamedTuple):
    """A text as a typesetter set it, and a pattern for the text it may have put between two characters of a URI."""

    text: str
    gap: str


class Span(NamedTuple):
    """A half-open range of code points of a text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Answer:
    """A URI in the text, and the positions of its pieces: one if it is whole, several if there are breaks inside it.

    Joined, the pieces are `uri`. The text between two pieces is not part of it: a line break, the next line's prefix,
    or a hyphen that the typesetter added. `trap` names the kind of trap if the URI is whole and ends its line, and the
    text continues on the next line.
    """

    uri: str
    pieces: tuple[Span, ...]
    trap: str = ""

    @property
    def broken(self) -> bool:
        """Whether there is a break inside the URI."""
        return len(self.pieces) > 1

    @property
    def start(self) -> int:
        """The start of the first piece."""
        return self.pieces[0].start

    @property
    def end(self) -> int:
        """The end of the last piece."""
        return self.pieces[-1].end


@dataclass(frozen=True, slots=True)
class Document:
    """A generated text and all of its URIs, in the order of the text.

    `family` names the typesetter ("mail.quoted_twice"), `number` counts the documents of that family, and `language` is
    the language of the prose.
    """

    text: str
    family: str
    number: int
    language: str
    answers: tuple[Answer, ...]
