r"""A plugin for markdown-it-py that links what its texts have of URIs, by rules of its own.

One rule keeps what stands in a URI from being read as markup; the other puts links around what the finder finds in the
text of a paragraph, which it reads as a whole: over line breaks, but not over code, images or the borders of emphasis.
Here belong these rules. What is in a text, and where links begin and end among its tokens, is for `tokens`.
"""

import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.common.utils import unescapeAll
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline

from linksift.finding import Finder
from linksift.integrations.markdown_it.inline_tokens import escaped_offsets, linked_tokens, token_texts
from linksift.linking import Link, Linker, Policy, text_and_links

_FIRST_LINE = re.compile(r"\S*+")


def linksift_plugin(md: MarkdownIt, linker: Linker | None = None) -> None:
    r"""Links in the text of Markdown: `MarkdownIt().use(linksift_plugin)`, or with a linker of one's own.

    markdown-it-py has the last word on each: what `md.validateLink` refuses is no link, and `md.normalizeLink` gives
    the `href`. Links, code, images and what stands in `<a>` stay as they are.

    >>> MarkdownIt().use(linksift_plugin).render("*See* <http://a.example/b/\nc>, please.")
    '<p><em>See</em> &lt;<a href="http://a.example/b/c">http://a.example/b/\nc</a>&gt;, please.</p>\n'
    """
    chosen = linker or Linker(policy=Policy(rel=None))

    def keep_rule(state: StateInline, silent: bool) -> bool:
        return keep_whole(state, silent, chosen.finder)

    def link_rule(state: StateCore) -> None:
        link_paragraphs(state, chosen)

    md.inline.ruler.before("emphasis", "linksift", keep_rule)
    md.core.ruler.after("inline", "linksift", link_rule)


def keep_whole(state: StateInline, silent: bool, finder: Finder) -> bool:
    """What stands in a URI is no markup: `http://a.example/__init__.py` has nothing strong in it.

    It is read up to the end of its line, without the marks at its end, which may close what began before it.
    """
    if not state.src.startswith("://", state.pos):
        return False
    end = uri_ends(finder, state.src).get(state.pos, state.pos)
    if not state.pos < end <= state.posMax:
        return False
    if not silent:
        state.pending += unescapeAll(state.src[state.pos : end])
    state.pos = end
    return True


@lru_cache(maxsize=8)
def uri_ends(finder: Finder, source: str) -> dict[int, int]:
    """Where the URIs of a source end that have `://` at a place; read once for all places.

    >>> uri_ends(Finder(), "*http://a.example/b_c_d*")
    {5: 23}
    """
    ends = {}
    for match in finder.finditer(source):
        first = _FIRST_LINE.match(match.text)
        if match.kind == "uri" and first:
            ends[match.start + match.text.index(":")] = match.start + len(first[0].rstrip("*_~"))
    return ends


def link_paragraphs(state: StateCore, linker: Linker) -> None:
    """Each paragraph, heading and cell with its links."""
    for token in state.tokens:
        if token.type == "inline" and token.children:
            texts = list(token_texts(token.children))
            found = allowed_links("".join(texts), linker, state.md, escaped_offsets(token.children, texts))
            if found:
                token.children = linked_tokens(token.children, texts, found)


def allowed_links(text: str, linker: Linker, md: MarkdownIt, escaped: frozenset[int]) -> list[Link]:
    """The links in a text that markdown-it-py allows, and that nobody refused by a backslash before what makes one."""
    found = text_and_links(text, linker.finder.finditer(text), linker.policy, marks_hazards=True)
    named = [part._replace(href=md.normalizeLink(part.href)) for part in found if isinstance(part, Link)]
    return [
        link
        for link in named
        if md.validateLink(link.href) and escaped.isdisjoint(range(link.match.start, link.match.end))
    ]
