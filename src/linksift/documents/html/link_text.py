"""Collects the text that people see for a link on a page: its words or, if it has none, the `alt` of its images."""

from itertools import islice

from linksift.documents.document_model import AltText, display_text
from linksift.documents.html.attributes import attribute_text
from linksift.documents.html.character_references import decoded
from linksift.documents.html.tag_parser import Tag
from linksift.documents.html.tokenizer import Characters, Dialect, Stretch, Token, tokens_of
from linksift.inline_boundaries import BLOCKS

MOST_PIECES = 1_000
"""The maximum number of pieces of a link text kept until it is reported."""


class LinkText:
    """The text of a link as it is read."""

    def __init__(self, markup: str, dialect: Dialect) -> None:
        self.markup = markup
        self.dialect = dialect
        self.pieces: list[str] = []
        self.alts: list[str] = []

    def begin(self) -> None:
        """Forget the text of the previous link."""
        self.pieces.clear()
        self.alts.clear()

    def add(self, token: Token | Stretch, hidden: bool) -> None:
        """Add the text that a token shows."""
        room = MOST_PIECES - len(self.pieces)
        if room <= 0:
            return
        if isinstance(token, Stretch) and self.markup.find("<", token.start, token.end) >= 0:
            self.pieces += islice(
                (piece for one in tokens_of(self.markup, token) for piece in self.shown(one, hidden)), room
            )
        else:
            self.pieces += self.shown(token, hidden)

    def shown(self, token: Token | Stretch, hidden: bool) -> tuple[str, ...]:
        """The text that a token shows; block tags and line breaks become spaces."""
        if not isinstance(token, Tag):
            raw = isinstance(token, Characters) and token.raw
            markup = self.markup
            return () if hidden else (markup[token.start : token.end] if raw else decoded(markup, *token[:2]),)
        alt = "" if token.closes else attribute_text(self.markup, token, "alt")
        if alt:
            self.alts.append(alt)
        is_space = bool(alt) or token.name in BLOCKS or token.name == "br" or not self.dialect.html
        return (" ",) * is_space

    def text(self) -> str | None:
        """The text so far, in the form in which it is reported."""
        words, alt = display_text("".join(self.pieces)), display_text(" ".join(self.alts))
        return words or (AltText(alt) if alt else None)
