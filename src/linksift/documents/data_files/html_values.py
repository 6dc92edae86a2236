"""Values of data files that are HTML, as in the exports and interfaces of blogs, forums, shops and social networks."""

from collections.abc import Iterator

from linksift.documents.document_model import Context, Piece, Text


def pieces_of_value(value: Text, context: Context) -> Iterator[Piece]:
    """The text of a value, or the pieces of the page that it is. Its relative references have no base.

    >>> from linksift.documents.document_model import Limits, Locator, Source
    >>> context = Context(None, None, Limits(), Locator(), lambda file, context: iter(()))
    >>> text = '<img src="http://a.example/?b&amp;c">'
    >>> [piece.reference for piece in pieces_of_value(Text(text, Source(text)), context)]
    ['http://a.example/?b&c']
    """
    if "<" in value.text:
        from linksift.documents.html.page_reader import is_page, read_inner_page  # imported only when needed

        if is_page(value.text):
            yield from read_inner_page(value, context, None)
            return
    yield value
