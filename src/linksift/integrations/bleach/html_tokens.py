"""Markup as a stream of html5lib's tokens, and such a stream as markup.

Here belong reading and writing. What is done to the tokens in between is for the filter.
"""

import re
from collections.abc import Iterable, Iterator, Set
from html import escape
from typing import Any

from linksift.integrations.bleach.linkify_filter import Token
from linksift.linking import require_html_parser

_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "keygen", "link", "meta", "param", "source", "track"}
    | {"wbr"}
)
"""Elements without an end tag (HTML, 13.1.2)."""

_RAW = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"})
"""Elements whose text is written as it is (13.3)."""

_PAGE = frozenset({"html", "head", "body"})
"""What a parser puts around everything, and what no fragment has."""

_TEXT, _TAGS, _REFERENCE = 0, (1, 2), 5
"""What turbohtml's TokenType calls them."""


def escape_unrecognized(markup: str, tags: Set[str]) -> str:
    """Markup in which tags of other elements are text, one that the markup ends in, and names without a semicolon.

    What those elements hold without tags in it (`xmp`) stays text, and so is what a `noscript` holds, as where scripts
    run.

    >>> escape_unrecognized("<b>a <i>b</i> ?c&para=&lt; <d", {"b"})
    '<b>a &lt;i&gt;b&lt;/i&gt; ?c&amp;para=&lt; &lt;d'
    """
    require_html_parser()
    from turbohtml import tokenize

    markup = re.sub("[\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", re.sub(r"\r\n?", "\n", markup))
    pieces: list[str] = []
    position, holds_text = 0, False
    for token in tokenize(markup, resolve_references=False, capture_source=True, capture_attributes=False):
        source = token.source or token.data or ""
        position += len(source)
        if token.type in _TAGS:
            source = source if token.tag in tags else escape(source)
            holds_text = token.tag not in tags or token.tag == "noscript"
        elif token.type == _REFERENCE and not source.endswith(";"):
            source = escape(source)
        elif token.type == _TEXT and holds_text:
            source = source.replace("<", "&lt;")
        pieces.append(source)
    return "".join([*pieces, escape(markup[position:])])


def read_tokens(markup: str) -> Iterator[Token]:
    """A fragment of HTML as html5lib's tokens, as an HTML5 parser reads it: every start tag has its end tag.

    >>> [token["type"] for token in read_tokens("<b>a<br>")]
    ['StartTag', 'Characters', 'EmptyTag', 'EndTag']
    """
    require_html_parser()
    from turbohtml.saxparse import Characters, Comment, EndElement, ProcessingInstruction, StartElement, iter_events

    for event in iter_events(f"<!doctype html><body>{markup}"):
        match event:
            case Characters(data):
                yield {"type": "Characters", "data": data}
            case StartElement(name, attributes) if name not in _PAGE:
                kind = "EmptyTag" if name in _VOID else "StartTag"
                yield {"type": kind, "name": name, "data": {(None, key): value or "" for key, value in attributes}}
            case EndElement(name) if name not in _PAGE | _VOID:
                yield {"type": "EndTag", "name": name}
            case Comment(data):
                yield {"type": "Comment", "data": data}
            case ProcessingInstruction(target, data):
                yield {"type": "Comment", "data": f"?{target} {data}"}


def write_tokens(stream: Iterable[Token]) -> str:
    """Tokens as markup (HTML, 13.3).

    >>> write_tokens([{"type": "StartTag", "name": "p", "data": {(None, "id"): '"'}}, {"type": "Characters", "data": "<"}])
    '<p id="&quot;">&lt;'
    """
    pieces: list[str] = []
    raw = False
    for token in stream:
        match token["type"]:
            case "Characters":
                pieces.append(token["data"] if raw else text(token["data"]))
            case "StartTag" | "EmptyTag":
                raw = token["name"] in _RAW
                pieces.append(f"<{token['name']}{attributes(token['data'])}>")
            case "EndTag":
                raw = False
                pieces.append(f"</{token['name']}>")
            case "Comment":
                pieces.append(f"<!--{token['data']}-->")
    return "".join(pieces)


def text(data: str) -> str:
    """Text as it is written in HTML.

    >>> text("a\\xa0& b")
    'a&nbsp;&amp; b'
    """
    return escape(data, quote=False).replace("\xa0", "&nbsp;")


def attributes(data: dict[Any, Any]) -> str:
    """Attributes as they are written behind the name of a tag; what is no text becomes one."""
    return "".join(f' {name}="{text(str(value)).replace(_QUOTE, "&quot;")}"' for (_, name), value in data.items())


_QUOTE = '"'
