"""Drop-ins for bleach's `linkify` and `Linker`: HTML in, HTML out, with a callback for every link.

The markup becomes a stream of tokens in html5lib's form, in which `LinkifyFilter` makes links, and is written again.
"""

import re
from collections.abc import Iterable, Iterator, Set
from html import escape
from typing import Any

from linksift.finding import Finder
from linksift.integrations.bleach.callbacks import Callback
from linksift.integrations.bleach.linkify_filter import DEFAULT_CALLBACKS, LinkifyFilter, Token, finder_for
from linksift.linking import require_html_parser

# ---- Markup as tokens ------------------------------------------------------------------------------------------------

_VOID_NAMES = "area base br col embed hr img input keygen link meta param source track wbr"
_VOID = frozenset(_VOID_NAMES.split())
"""Elements without an end tag (HTML, 13.1.2)."""

_RAW = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"})
"""Elements of HTML whose text is written without escaping (13.3)."""

_HTML_IN = {"svg": frozenset({"foreignObject", "desc", "title"}), "math": frozenset({"mi", "mo", "mn", "ms", "mtext"})}
"""Elements of SVG and MathML that contain HTML. In the others, the text of a `style` is escaped like any other, as
their parser reads it (13.2.6.5)."""

_DROPS_LINE_FEED = frozenset({"pre", "listing", "textarea"})
"""Elements of HTML at whose start a parser drops a line feed (13.2.6.4.7), so another is written before one in their
text."""

_DOUBTFUL = frozenset({"annotation-xml", "mglyph", "malignmark"})
"""Elements whose namespace, or that of their content, depends on more than the namespace around them; text in them is
always escaped."""

_PAGE = frozenset({"html", "head", "body"})
"""Elements that a parser adds around everything and that a fragment does not contain."""

_TEXT, _TAGS, _REFERENCE = 0, (1, 2), 5
"""Values of turbohtml's TokenType."""


def escape_unrecognized(markup: str, tags: Set[str]) -> str:
    """Markup in which all tags except `tags`, an unfinished last tag, and references without semicolons are escaped.

    The content of escaped elements stays text even if it cannot contain tags (`xmp`); so does the content of a
    `noscript`, as in a browser that runs scripts.

    >>> escape_unrecognized("<b>a <i>b</i> ?c&para=&lt; <d", {"b"})
    '<b>a &lt;i&gt;b&lt;/i&gt; ?c&amp;para=&lt; &lt;d'
    """
    require_html_parser()
    from turbohtml import tokenize

    markup = re.sub("[\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", re.sub(r"\r\n?", "\n", markup))
    pieces: list[str] = []
    position, holds_text = 0, False
    # The tokenizer drops `</>` without a token; an empty comment of the same length keeps the offsets right.
    read = markup.replace("</>", "<!>")
    for token in tokenize(read, resolve_references=False, capture_source=True, capture_attributes=False):
        start, position = position, position + len(token.source or token.data or "")
        source = markup[start:position]
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
    """The html5lib tokens of a fragment of HTML, as an HTML5 parser reads it: every start tag has its end tag.

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
    """The tokens as markup (HTML, 13.3).

    >>> tag = {"type": "StartTag", "name": "p", "data": {(None, "id"): '"'}}
    >>> write_tokens([tag, {"type": "Characters", "data": "<"}])
    '<p id="&quot;">&lt;'
    """
    pieces: list[str] = []
    raw, drops_line_feed = False, False
    namespaces = ["html"]  # that of the content of each open element; tokens do not have one
    for token in stream:
        if drops_line_feed and token["type"] == "Characters" and token["data"].startswith("\n"):
            pieces.append("\n")
        is_start = token["type"] == "StartTag" and namespaces[-1] == "html"
        drops_line_feed = is_start and token["name"] in _DROPS_LINE_FEED
        match token["type"]:
            case "Characters":
                pieces.append(token["data"] if raw else text(token["data"]))
            case "StartTag" | "EmptyTag":
                raw = token["name"] in _RAW and namespaces[-1] == "html"
                if token["type"] == "StartTag":
                    namespaces.append(_namespace_in(token["name"], namespaces[-1]))
                pieces.append(f"<{token['name']}{attributes(token['data'])}>")
            case "EndTag":
                raw = False
                namespaces.pop()
                pieces.append(f"</{token['name']}>")
            case "Comment":
                pieces.append(f"<!--{token['data']}-->")
    return "".join(pieces)


def _namespace_in(name: str, around: str) -> str:
    """The namespace of the content of an element: "html", "svg", "math", or "" if in doubt."""
    if name in _DOUBTFUL:
        return ""
    if around == "html":
        return name if name in _HTML_IN else around
    return "html" if name in _HTML_IN.get(around, ()) else around


def text(data: str) -> str:
    """Text escaped for HTML.

    >>> text("a\\xa0& b\\r")
    'a&nbsp;&amp; b&#13;'
    """
    return escape(data, quote=False).replace("\xa0", "&nbsp;").replace("\r", "&#13;")


def attributes(data: dict[Any, Any]) -> str:
    """Attributes as written after the name of a tag. Values that are not strings are converted."""
    escaped = ((name, text(str(value)).replace('"', "&quot;")) for (_, name), value in data.items())
    return "".join(f' {name}="{value}"' for name, value in escaped)


# ---- The linker ------------------------------------------------------------------------------------------------------

_HTML_TAGS = """
    a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col
    colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3
    h4 h5 h6 head header hgroup hr html i iframe img input ins kbd keygen label legend li link main map mark menu meta
    meter nav noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search
    section select slot small source span strong style sub summary sup table tbody td template textarea tfoot th thead
    time title tr track u ul var video wbr
"""
HTML_TAGS = frozenset(_HTML_TAGS.split())
"""The elements of HTML."""


class Linker:
    """Makes links in HTML, and calls callbacks on new and existing links.

    Each of the `callbacks` takes a link's attributes, and a bool that says whether the link is new, and returns the
    attributes, or None for no link. `skip_tags` contains names of elements, or selectors such as `.nolink`; no links
    are made in the text of these elements. `parse_email` says whether addresses become links. Tags of elements that are
    not among `recognized_tags` become text. `finder` replaces the default finder.

    Raises TypeError for `url_re` and `email_re` (see `build_url_re`), and ImportError without the extra "html".

    >>> Linker(skip_tags=["pre"]).linkify("<p>a.example <pre>a.example")
    '<p><a href="http://a.example" rel="nofollow">a.example</a> </p><pre>a.example</pre>'
    """

    def __init__(
        self,
        callbacks: Iterable[Callback] | None = DEFAULT_CALLBACKS,
        skip_tags: Iterable[str] | None = None,
        parse_email: bool = False,
        url_re: object = None,
        email_re: object = None,
        recognized_tags: Iterable[str] = HTML_TAGS,
        *,
        finder: Finder | None = None,
    ) -> None:
        self.callbacks = list(callbacks or ())
        self.skip_tags = frozenset([skip_tags] if isinstance(skip_tags, str) else skip_tags or ())
        self.finder = finder_for(finder, parse_email, url_re, email_re)
        self.recognized_tags = frozenset(name.lower() for name in recognized_tags)

    def linkify(self, text: str) -> str:
        """The HTML with links. **This does not sanitize HTML.** Raises TypeError for anything but a string."""
        if not isinstance(text, str):
            raise TypeError(f"linkify takes a string, not {type(text).__name__}")
        stream = read_tokens(escape_unrecognized(text, self.recognized_tags))
        return write_tokens(LinkifyFilter(stream, self.callbacks, self.skip_tags, finder=self.finder))


def linkify(
    text: str,
    callbacks: Iterable[Callback] | None = DEFAULT_CALLBACKS,
    skip_tags: Iterable[str] | None = None,
    parse_email: bool = False,
) -> str:
    """The HTML with links; see `Linker`.

    >>> linkify("See <b>a.example", callbacks=[])
    'See <b><a href="http://a.example">a.example</a></b>'
    """
    return Linker(callbacks, skip_tags, parse_email).linkify(text)
