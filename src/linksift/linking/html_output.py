"""Writes text and links as HTML, escaped exactly once.

The fast path is for policies that filter out no links and keep the source text of each link. Instead of escaping each
piece, it cuts the text at the links, escapes all pieces, including the texts of the links, as a single text, and joins
them again.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial

from linksift.arguments import plain_str
from linksift.finding import Finder, Match, replace_characters
from linksift.linking.link_and_output_format import Format, Link
from linksift.linking.policy import Policy
from linksift.linking.text_and_links import link_filters, say_refused, scheme_of, schemes_of

_REFERENCES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"}
"""The reference for each character that HTML escapes; the ampersand is first, since references contain it."""

_TAG_OR_LINE_BREAK = re.compile(r"<[^>]*+>|\r\n?|\n")
_LINE_BREAK = re.compile(r"\r\n?|\n")

escape_html: Callable[[str], str] = partial(replace_characters, _REFERENCES)
"""Escapes text for HTML, for use in an element's content or an attribute's value: `a < 'b'` becomes
`a &lt; &#x27;b&#x27;`."""


def anchor(link: Link) -> str:
    """A link as an `a` element.

    >>> from linksift.finding import find
    >>> match, = find("http://a.example?b&c")
    >>> anchor(Link(match, match.uri, "<b>", {"rel": "nofollow"}))
    '<a href="http://a.example?b&amp;c" rel="nofollow">&lt;b&gt;</a>'
    """
    return f"{start_tag(link)}{content(link)}</a>"


def content(link: Link) -> str:
    """The content of a link: its text, in which the hidden parts have the class that Mastodon gives them.

    The page's style sheet hides `invisible` and puts `…` after `ellipsis`. Copied text is always complete.

    >>> from linksift.finding import find
    >>> match, = find("http://a.example/")
    >>> print(content(Link(match, match.uri, "http://a.example/b/c", {}, ((0, 7), (12, 18)))))
    <span class="invisible">http://</span><span class="ellipsis">a.exa</span><span class="invisible">mple/b</span>/c
    """
    pieces = []
    position = 0
    for start, end in link.hidden:
        shown, is_cut = escape_html(link.text[position:start]), position < start and end < len(link.text)
        pieces.append(f'<span class="ellipsis">{shown}</span>' if is_cut else shown)
        pieces.append(f'<span class="invisible">{escape_html(link.text[start:end])}</span>')
        position = end
    return "".join((*pieces, escape_html(link.text[position:])))


def start_tag(link: Link) -> str:
    """The start tag of a link's `a` element."""
    return f'<a href="{escape_html(link.href)}"{attribute_text(link.attributes)}>'


def attribute_text(attributes: Mapping[str, str]) -> str:
    """Attributes as text to append to the others in a tag.

    >>> attribute_text({"rel": "nofollow", "title": 'a "b"'})
    ' rel="nofollow" title="a &quot;b&quot;"'
    """
    return "".join(f' {name}="{escape_html(value)}"' for name, value in attributes.items())


HTML = Format(escape_html, anchor, on_page=True)
"""Escaped text, with links as `a` elements."""


def nl2br(linked: str) -> str:
    r"""HTML that `linkify` wrote, with `<br>` before each line break in the text, so that a page keeps its lines.

    Line breaks in tags are unchanged.

    >>> nl2br('two\nlines: <a href="http://a.example">http://a.example</a>')
    'two<br>\nlines: <a href="http://a.example">http://a.example</a>'
    """
    linked = plain_str("nl2br", linked)
    end = linked.rfind(">") + 1  # no tag ends after it, and to look for one from each < would take quadratic time
    marked = _TAG_OR_LINE_BREAK.sub(lambda found: found[0] if found[0][0] == "<" else "<br>\n", linked[:end])
    return marked + _LINE_BREAK.sub("<br>\n", linked[end:])


# ---- The fast path ---------------------------------------------------------------------------------------------------

_LINKED = ("http:", "https:")
"""The beginnings of most URIs, which every policy that fits the fast path links."""

_SEPARATOR = "\0"
"""Separates the pieces within that single text; text for HTML never contains it."""


def attributes_of_all_links(policy: Policy) -> str | None:
    """The attributes that a policy gives to all links, as `attribute_text`; None if it does not link every http and
    https URI in the same form, and therefore does not fit the fast path, or if a subclass may decide anew each time.

    >>> attributes_of_all_links(Policy()), attributes_of_all_links(Policy(own_hosts=["a.example"]))
    (' rel="nofollow"', None)
    """
    varied = policy.own_hosts or policy.by_kind or policy.relative_to is not None or policy.href != "uri"
    filtered = policy.__class__ is not Policy or any(link_filters(policy, True, None))
    as_in_source = (policy.show, policy.max_text_length, policy.mask_passwords) == ("full", None, False)
    fits = as_in_source and not (varied or filtered) and policy.schemes >= {"http", "https"}
    return attribute_text(policy.anchor_attributes()) if fits else None


def fast_html(text: str, matches: list[Match], finder: Finder, policy: Policy, attributes: str) -> str:
    """Convert a text, all of which is writable, to HTML, with links at its matches, which all have the same attributes.

    >>> fast_html(text := "<b> http://a.example?b&c", Finder().find(text), Finder(), Policy(), ' rel="nofollow"')
    '&lt;b&gt; <a href="http://a.example?b&amp;c" rel="nofollow">http://a.example?b&amp;c</a>'
    """
    schemes = schemes_of(policy, finder)
    linked = [match for match in matches if match.uri.startswith(_LINKED) or scheme_of(match.uri) in schemes]
    if len(linked) < len(matches):
        say_refused(policy, finder)
    if not linked:
        return escape_html(text)
    starts, ends = [match.start for match in linked], [match.end for match in linked]
    *before, rest = escaped([text[end:start] for end, start in zip([0, *ends], [*starts, len(text)], strict=True)])
    uris, names = [match.uri for match in linked], [match.text for match in linked]
    shown = escaped(names)
    pieces = [""] * (6 * len(linked))
    pieces[::6] = before
    pieces[1::6] = ['<a href="'] * len(linked)
    pieces[2::6] = shown if uris == names else escaped(uris)
    pieces[3::6] = [f'"{attributes}>'] * len(linked)
    pieces[4::6] = shown
    pieces[5::6] = ["</a>"] * len(linked)
    return "".join(pieces) + rest


def escaped(texts: list[str]) -> list[str]:
    """Texts without NUL, escaped together, which takes less time than one by one.

    >>> escaped(["a&b", "<c>"])
    ['a&amp;b', '&lt;c&gt;']
    """
    return escape_html(_SEPARATOR.join(texts)).split(_SEPARATOR)
