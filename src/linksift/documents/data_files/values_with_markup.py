"""Values of data files that have a format of their own: HTML, as blogs, forums, shops and social networks export it,
and the mrkdwn of Slack.
"""

import re
from collections.abc import Iterator

from linksift.documents.document_model import Context, Piece, Source, Text

_LINK_OF_SLACK = re.compile(r"<(?:https?|mailto):[^\s<>]*&amp;")
_ESCAPED_BY_SLACK = re.compile("&(?:amp|lt|gt);")
_CHARACTERS = {"&amp;": "&", "&lt;": "<", "&gt;": ">"}


def pieces_of_value(value: Text, context: Context) -> Iterator[Piece]:
    """The text of a value, or the pieces of the page that it is, whose relative references have no base. In a value
    with a link of Slack, the escapes of its three control characters are undone (Slack, Formatting message text).

    >>> from linksift.documents.document_model import Limits, Locator
    >>> context = Context(None, None, Limits(), Locator(), lambda file, context: iter(()))
    >>> text = '<img src="http://a.example/?b&amp;c">'
    >>> [piece.reference for piece in pieces_of_value(Text(text, Source(text)), context)]
    ['http://a.example/?b&c']
    >>> text = "<http://a.example/?b&amp;c|d>"
    >>> [piece.text for piece in pieces_of_value(Text(text, Source(text)), context)]
    ['<http://a.example/?b&c|d>']
    """
    text = value.text
    if "<" not in text:
        yield value
        return

    from linksift.documents.html.page_reader import in_outer_text, is_page, read_inner_page  # imported only when needed
    from linksift.documents.text_files.text_without_escapes import Escape, text_without_escapes

    if is_page(text):
        yield from read_inner_page(value, context, None)
    elif _LINK_OF_SLACK.search(text):
        escapes = (Escape(*found.span(), _CHARACTERS[found[0]]) for found in _ESCAPED_BY_SLACK.finditer(text))
        yield in_outer_text(text_without_escapes(Source(text), escapes, (), value.locator), value)
    else:
        yield value
