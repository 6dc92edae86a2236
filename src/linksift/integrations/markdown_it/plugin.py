r"""A plugin for markdown-it-py that links the URIs in its text, using two rules.

An inline rule keeps the characters of a URI from being read as markup. A core rule puts links around the matches in the
text of a paragraph, which it reads as a whole: across line breaks, but not across code, images or the borders of
emphasis.
"""

import re
from functools import lru_cache, partial

from markdown_it import MarkdownIt
from markdown_it.common.utils import unescapeAll
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline

from linksift.arguments import instance_of
from linksift.finding import Finder
from linksift.integrations.markdown_it.inline_tokens import escaped_offsets, linked_tokens, token_texts
from linksift.linking import Link, Linker, Policy, text_and_links

_FIRST_LINE = re.compile(r"\S*+")


def linksift_plugin(md: MarkdownIt, linker: Linker | None = None) -> None:
    r"""Link the URIs in Markdown: `MarkdownIt().use(linksift_plugin)`, with a linker of your own if you like.

    markdown-it-py has the last word on each link: `md.validateLink` may refuse it, and `md.normalizeLink` produces the
    `href`. Links, code, images and the content of `<a>` stay as they are. linkify-it-py no longer links anything,
    whatever the option `linkify` says.

    >>> MarkdownIt().use(linksift_plugin).render("*See* <http://a.example/b/\nc>, please.")
    '<p><em>See</em> &lt;<a href="http://a.example/b/c">http://a.example/b/\nc</a>&gt;, please.</p>\n'
    """
    chosen = Linker(policy=Policy(rel=None)) if linker is None else instance_of("linker", Linker, linker)
    replace_linkify_rules(md)
    md.inline.ruler.before("emphasis", "linksift", partial(keep_whole, finder=chosen.finder))
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


def keep_whole(state: StateInline, silent: bool, finder: Finder) -> bool:
    """Keep a URI from being read as markup: `http://a.example/__init__.py` contains no strong emphasis.

    The URI ends at the end of its line, before any emphasis marks there, which may close earlier emphasis.
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
    """The ends of the URIs in a source, keyed by the offsets of their `://`; cached for further calls on the source.

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
    """Put links into each paragraph, heading and cell."""
    for token in state.tokens:
        if token.type == "inline" and token.children:
            texts = list(token_texts(token.children))
            found = allowed_links("".join(texts), linker, state.md, escaped_offsets(token.children, texts))
            if found:
                token.children = linked_tokens(token.children, texts, found)


def allowed_links(text: str, linker: Linker, md: MarkdownIt, escaped: frozenset[int]) -> list[Link]:
    """The links in a text, except those that markdown-it-py refuses or that a backslash in the source prevents."""
    found = text_and_links(text, linker.finder.find(text), linker.policy, on_page=True, finder=linker.finder)
    named = [part._replace(href=md.normalizeLink(part.href)) for part in found if isinstance(part, Link)]
    return [
        link
        for link in named
        if md.validateLink(link.href) and escaped.isdisjoint(range(link.match.start, link.match.end))
    ]
