"""Reads markdown-it-py's inline tokens as text, and inserts link tokens, splitting text tokens where necessary."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from markdown_it.common.utils import isLinkClose, isLinkOpen
from markdown_it.token import Token

from linksift.linking import Link

_BORDER = "\n\n"
"""An empty line that stands in for everything that is not text, because no URI continues across one."""

_READ_AS = {"softbreak": "\n", "hardbreak": "\n"}


def token_texts(tokens: Iterable[Token]) -> Iterator[str]:
    """The text of each token: its content outside links, a line break, or a border for anything else.

    >>> from markdown_it import MarkdownIt
    >>> list(token_texts(MarkdownIt().parseInline("a **b**")[0].children))
    ['a ', '\\n\\n', 'b', '\\n\\n', '']
    """
    inside = 0
    for token in tokens:
        inside = max(0, inside + link_depth_change(token))
        if token.type in ("text", "text_special") and not inside:
            yield token.content
        else:
            yield _BORDER if inside else _READ_AS.get(token.type, _BORDER)


def link_depth_change(token: Token) -> int:
    """1 if a token begins a link, and -1 if it ends a link, in Markdown or in HTML."""
    if token.type == "html_inline":
        return isLinkOpen(token.content) - isLinkClose(token.content)
    return (token.type == "link_open") - (token.type == "link_close")


def escaped_offsets(tokens: Iterable[Token], texts: Iterable[str]) -> frozenset[int]:
    r"""The offsets of characters that follow a backslash in the source and are typical of a URI or a name.

    >>> from markdown_it import MarkdownIt
    >>> tokens = MarkdownIt().disable("text_join").parseInline(r"http\://a.example/b\_c")[0].children
    >>> escaped_offsets(tokens, token_texts(tokens))
    frozenset({4})
    """
    found, position = [], 0
    for token, text in zip(tokens, texts, strict=True):
        if token.info == "escape" and text in (":", "@", "."):
            found.append(position)
        position += len(text)
    return frozenset(found)


def linked_tokens(tokens: Iterable[Token], texts: Iterable[str], links: list[Link]) -> list[Token]:
    """The tokens with link tokens around the spans of the matches. A link text that differs from the source replaces
    it."""
    opening = {link.match.start: link for link in links}
    result: list[Token] = []
    now: Link | None = None
    for start, end, token in split_at_links(tokens, texts, links):
        if now is None and start < end and (now := opening.get(start)):
            result += [link_open(now, token.level), *replacement_text(now, token.level + 1)]
        if now is None:
            result.append(token)
            continue
        if now.visible_text == now.match.text:
            result.append(token.copy(level=token.level + 1))
        if end == now.match.end:
            result.append(link_close(token.level))
            now = None
    return result


def split_at_links(
    tokens: Iterable[Token], texts: Iterable[str], links: Iterable[Link]
) -> Iterator[tuple[int, int, Token]]:
    """The tokens with their spans in the text, split where a link begins or ends."""
    bounds = [bound for link in links for bound in (link.match.start, link.match.end)]
    bounds.reverse()
    position = 0
    for token, text in zip(tokens, texts, strict=True):
        end = position + len(text)
        inside = []
        while bounds and bounds[-1] < end:
            inside.append(bounds.pop())
        inside = [bound for bound in inside if bound > position]
        for start, stop in pairwise([position, *inside, end]):
            yield start, stop, token.copy(content=text[start - position : stop - position]) if inside else token
        position = end


def link_open(link: Link, level: int) -> Token:
    """The token that begins a link, as markdown-it-py's own rule makes it, with the policy's attributes."""
    attributes: dict[str, str | int | float] = {"href": link.href, **link.attributes}
    return Token("link_open", "a", 1, attrs=attributes, level=level, markup="linkify", info="auto")


def replacement_text(link: Link, level: int) -> list[Token]:
    """The text of a link, if it differs from the source."""
    text = link.visible_text
    return [] if text == link.match.text else [Token("text", "", 0, content=text, level=level)]


def link_close(level: int) -> Token:
    """The token that ends a link."""
    return Token("link_close", "a", -1, level=level, markup="linkify", info="auto")
