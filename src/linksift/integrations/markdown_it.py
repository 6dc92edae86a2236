"""Links in Markdown, for markdown-it-py: an object for its own `linkify` rules, and a plugin that replaces them.

`md.linkify = Linkify()` replaces linkify-it-py's object. `md.use(linksift_plugin)` needs neither that object nor the
rules, and also links URIs across line breaks. See `linksift help markdown-it`.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from operator import itemgetter

from markdown_it import MarkdownIt
from markdown_it.common.utils import isLinkClose, isLinkOpen, unescapeAll
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from linksift.arguments import instance_of
from linksift.finding import BUILT_IN_KINDS, Finder
from linksift.linking import Link, Linker, Policy, text_and_links

__all__ = ["Linkify", "LinkifyMatch", "linksift_plugin"]


# ---- The object for the `linkify` rules ------------------------------------------------------------------------------

_MAX_LENGTH = 512
"""The maximum number of characters searched, kept small because markdown-it-py calls again at each `://`."""

_START = re.compile(rf"[^\s<>]{{0,{_MAX_LENGTH}}}+")

_HOST_AND_MARK = re.compile(r"[^/?#]*+//[^/?#]*+(?<=_)")
"""A URI that ends with its host and `_`. No host name ends that way, so the `_` marks emphasis."""


@dataclass(frozen=True, slots=True)
class LinkifyMatch:
    """A link as markdown-it-py reads it: its URL, text, span (code points, half-open), and scheme with the colon (""
    for a name without a scheme)."""

    url: str
    text: str
    index: int
    last_index: int
    schema: str


class Linkify:
    """Finds links for markdown-it-py with a linker, whose policy only decides which matches are links.

    markdown-it-py's inline rule calls `match_at_start`, and its core rule calls `pretest`, `test` and `match`.

    >>> Linkify().match("See www.a.example.")
    [LinkifyMatch(url='http://www.a.example', text='www.a.example', index=4, last_index=17, schema='')]
    """

    __slots__ = ("_at_start", "linker")

    def __init__(self, linker: Linker | None = None) -> None:
        self.linker = Linker() if linker is None else instance_of("linker", Linker, linker)
        finder = self.linker.finder
        self._at_start = Linker(_of_uris(finder), self.linker.policy) if "uri" in finder.kinds else None

    def pretest(self, text: str) -> bool:
        """Whether text may contain a link.

        >>> Linkify().pretest("See the manual")
        False
        """
        return ":" in text or "@" in text or "." in text or bool(self.linker.finder.matchers)

    def test(self, text: str) -> bool:
        """Whether text contains a link."""
        return next(_matches(text, self.linker), None) is not None

    def match(self, text: str) -> list[LinkifyMatch] | None:
        """The links in a text, in order, or None."""
        return list(_matches(text, self.linker)) or None

    def match_at_start(self, text: str) -> LinkifyMatch | None:
        """The link at the beginning of a text, if its URI needs no encoding and is not overly long.

        markdown-it-py continues after as many characters as `url` has, so IRIs are left to `match`.

        >>> Linkify().match_at_start("http://a.example/__init__.py *b*").url
        'http://a.example/__init__.py'
        >>> Linkify().match_at_start("http://a.example_ b").url
        'http://a.example'
        """
        start = _START.match(text)
        if self._at_start is None or start is None or len(start[0]) == _MAX_LENGTH:
            return None
        first = next(_matches(start[0], self._at_start), None)
        if first and _HOST_AND_MARK.fullmatch(first.text):
            first = next(_matches(first.text.rstrip("_"), self._at_start), None)
        return first if first and first.index == 0 and first.url == first.text else None


def _of_uris(finder: Finder) -> Finder:
    """The finder, limited to URIs with a scheme on one line."""
    options = {name: getattr(finder, name) for name in Finder.OPTIONS}
    return Finder(**options | {"kinds": {"uri"}, "rejoin": "never", "refang": False, "matchers": ()})


def _matches(text: str, linker: Linker) -> Iterator[LinkifyMatch]:
    found = text_and_links(text, linker.finder.find(text), linker.policy, on_page=False, finder=linker.finder)
    return (_match(part) for part in found if isinstance(part, Link))


def _match(link: Link) -> LinkifyMatch:
    match = link.match
    scheme = link.href.partition(":")[0] + ":"
    own = match.kind not in BUILT_IN_KINDS
    named = own or match.kind == "email" or match.text.lower().startswith(scheme.lower())
    return LinkifyMatch(link.href, match.text, match.start, match.end, scheme.lower() if named else "")


# ---- The plugin: inline tokens as text, and link tokens among them ---------------------------------------------------

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
            result.append(link_open(now, token.level))
            if now.visible_text != now.match.text:
                result.append(Token("text", "", 0, content=now.visible_text, level=token.level + 1))
        if now is None:
            result.append(token)
            continue
        if now.visible_text == now.match.text:
            result.append(token.copy(level=token.level + 1))
        if end == now.match.end:
            result.append(Token("link_close", "a", -1, level=token.level, markup="linkify", info="auto"))
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


# ---- The plugin: its two rules ---------------------------------------------------------------------------------------

_FIRST_LINE = re.compile(r"\S*+")

_INSIDE_WORD = re.compile(r"(?<=\S)[:*_~](?=\S)")
"""The colon of a scheme or a mark of emphasis, which may be part of a URI only if no white space is next to it."""

_READ_FIRST = frozenset({"uri", "suffix", "domain", "ip"})
"""The kinds of matches that are found before emphasis."""


def linksift_plugin(md: MarkdownIt, linker: Linker | None = None) -> None:
    r"""Link the URIs in Markdown: `MarkdownIt().use(linksift_plugin)`, with a linker of your own if you like.

    An inline rule keeps the characters of a URI from being read as markup. A core rule puts links around the matches in
    the text of a paragraph, which it reads as a whole: across line breaks, but not across code, images or the borders
    of emphasis.

    markdown-it-py has the last word on each link: `md.validateLink` may refuse it, and `md.normalizeLink` produces the
    `href`. Links, code, images and the content of `<a>` stay as they are. linkify-it-py no longer links anything,
    whatever the option `linkify` says.

    >>> MarkdownIt().use(linksift_plugin).render("*See* <http://a.example/b/\nc>, please.")
    '<p><em>See</em> &lt;<a href="http://a.example/b/c">http://a.example/b/\nc</a>&gt;, please.</p>\n'
    """
    chosen = Linker(policy=Policy(rel=None)) if linker is None else instance_of("linker", Linker, linker)
    replace_linkify_rules(md)
    spans = lru_cache(maxsize=8)(partial(uri_spans, chosen.finder))
    md.inline.ruler.before("strikethrough", "linksift", partial(keep_whole, spans_in=spans))
    md.core.ruler.after("inline", "linksift", partial(link_paragraphs, linker=chosen))


def replace_linkify_rules(md: MarkdownIt) -> None:
    """Replace both rules of markdown-it-py that call linkify-it-py with rules that do nothing.

    Therefore, it does not matter whether those two are enabled before or after the plugin, in options or by name. If
    both were active, linkify-it-py would link `README.md` before the plugin sees it.

    >>> md = MarkdownIt("commonmark", {"linkify": True}).use(linksift_plugin).enable("linkify")
    >>> md.render("README.md")
    '<p>README.md</p>\\n'
    """
    md.inline.ruler.at("linkify", lambda state, silent: False)
    md.core.ruler.at("linkify", lambda state: None)


def keep_whole(state: StateInline, silent: bool, spans_in: Callable[[str], list[tuple[int, int]]]) -> bool:
    """Keep a URI from being read as markup: `www.a.example/__init__.py` contains no strong emphasis.

    The URI ends at the end of its line, before any emphasis marks there, which may close earlier emphasis.
    """
    if not _INSIDE_WORD.match(state.src, state.pos):
        return False
    spans = spans_in(state.src)
    start, end = spans[bisect_right(spans, state.pos, key=itemgetter(0)) - 1] if spans else (0, 0)
    if not start < state.pos < end <= state.posMax:
        return False
    if not silent:
        state.pending += unescapeAll(state.src[state.pos : end])
    state.pos = end
    return True


def uri_spans(finder: Finder, source: str) -> list[tuple[int, int]]:
    """The spans of the URIs and names in a source, in order.

    Addresses are not among them, since GFM, too, finds these after emphasis.

    >>> uri_spans(Finder(), "*http://a.example/b_c_d* and _joe_@a.example")
    [(1, 23)]
    """
    found = (match for match in finder.finditer(source) if match.kind in _READ_FIRST)
    lines = ((match.start, _FIRST_LINE.match(match.text)) for match in found)
    return [(start, start + len(line[0].rstrip("*_~"))) for start, line in lines if line]


def link_paragraphs(state: StateCore, linker: Linker) -> None:
    """Put links into each paragraph, heading and cell."""
    for token in state.tokens:
        if token.type == "inline" and token.children:
            texts = list(token_texts(token.children))
            if found := allowed_links("".join(texts), linker, state.md, escaped_offsets(token.children, texts)):
                token.children = linked_tokens(token.children, texts, found)


def allowed_links(text: str, linker: Linker, md: MarkdownIt, escaped: frozenset[int]) -> list[Link]:
    """The links in a text, except those that markdown-it-py refuses or that a backslash in the source prevents."""
    found = text_and_links(text, linker.finder.find(text), linker.policy, on_page=True, finder=linker.finder)
    named = [part._replace(href=md.normalizeLink(part.href)) for part in found if isinstance(part, Link)]
    valid = (link for link in named if md.validateLink(link.href))
    return [link for link in valid if escaped.isdisjoint(range(link.match.start, link.match.end))]
