"""The fast path from text to HTML, for policies that filter out no links and keep the source text of each link.

Its output equals that of `html_output`. Instead of escaping each piece, it cuts the text at the links, escapes all
pieces, including the texts of the links, as a single text, and joins them again.
"""

from itertools import pairwise

from linksift.finding import Finder, Match
from linksift.linking.html_output import attribute_text, escape_html
from linksift.linking.policy import Policy
from linksift.linking.segments import say_refused, scheme_of, schemes_of

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
    filters = policy.lists_hosts() or policy.own_hosts or policy.hazards or policy.callback is not None
    varied = policy.by_kind or policy.relative_to is not None
    fits = (
        policy.__class__ is Policy
        and not (filters or varied)
        and policy.href == "uri"
        and policy.shows_source_text()
        and policy.schemes >= {"http", "https"}
    )
    return attribute_text(policy.anchor_attributes()) if fits else None


def fast_html(text: str, matches: list[Match], finder: Finder, policy: Policy, attributes: str) -> str:
    """Convert a text without NUL to HTML, with links at its matches, which all have the same attributes.

    >>> fast_html(text := "<b> http://a.example?b&c", Finder().find(text), Finder(), Policy(), ' rel="nofollow"')
    '&lt;b&gt; <a href="http://a.example?b&amp;c" rel="nofollow">http://a.example?b&amp;c</a>'
    """
    bounds = [0]
    hrefs: dict[int, str] = {}
    schemes, refused = schemes_of(policy, finder), False
    for match in matches:
        uri = match.uri
        if not uri.startswith(_LINKED) and scheme_of(uri) not in schemes:
            refused = True
            continue
        if uri != match.text:
            hrefs[len(bounds) // 2] = uri
        bounds += (match.start, match.end)
    if refused:
        say_refused(policy, finder)
    if len(bounds) == 1:  # every match was refused
        return escape_html(text)
    bounds.append(len(text))
    pieces = [text[start:end] for start, end in pairwise(bounds)]
    *before, rest = escape_html(_SEPARATOR.join(pieces[::2])).split(_SEPARATOR)
    return "".join(anchors(before, pieces[1::2], hrefs, attributes)) + rest


def anchors(before: list[str], link_texts: list[str], hrefs: dict[int, str], attributes: str) -> list[str]:
    """Each link with the text before it. `hrefs` contains, by number, the destinations of the links whose text is not
    their URI."""
    targets = escape_html(_SEPARATOR.join(link_texts)).split(_SEPARATOR)
    texts = targets
    if hrefs:
        texts = targets.copy()
        for number, href in hrefs.items():
            texts[number], targets[number] = escape_html(link_texts[number]), escape_html(href)
    links = zip(before, targets, texts, strict=True)
    return [f'{text}<a href="{href}"{attributes}>{name}</a>' for text, href, name in links]
