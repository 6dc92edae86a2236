"""The shortest way from a text to HTML, where each link's text is what stands in the source and nobody is asked.

It writes what `html` writes. Most texts go this way, so that what can be done for all links at once is not done for
each: text is cut at the links, escaped in one piece, and put together.
"""

from linksift.finding import Finder, iter_spans_and_matches
from linksift.linking.html_output import escaped, written
from linksift.linking.policy import Policy
from linksift.linking.text_and_links import scheme_of

_MARK = "\0"
"""What stands between pieces while they are one text: a text for HTML has none."""


def fits_fast_path(policy: Policy) -> bool:
    """Whether a policy lets every http and https URI be a link that looks alike."""
    judges = policy.hazards or policy.callback is not None
    return not judges and policy.shows_source_text() and policy.schemes >= {"http", "https"}


def fast_html(text: str, finder: Finder, policy: Policy) -> str:
    """A text without NUL as HTML, by a policy that goes plainly.

    >>> fast_html("<b> http://a.example?b&c", Finder(), Policy())
    '&lt;b&gt; <a href="http://a.example?b&amp;c" rel="nofollow">http://a.example?b&amp;c</a>'
    """
    bounds = [0]
    hrefs: dict[int, str] = {}
    for found in iter_spans_and_matches(finder, text):
        if isinstance(found, tuple):
            bounds += found
        elif scheme_of(found.uri) in policy.schemes:
            hrefs[len(bounds) // 2] = escaped(found.uri)
            bounds += (found.start, found.end)
    ends, starts = bounds[0::2], bounds[1::2]
    texts = [text[end:start] for end, start in zip(ends, [*starts, len(text)], strict=True)]
    *before, rest = escaped(_MARK.join(texts)).split(_MARK)
    shown = [text[start:end] for start, end in zip(starts, ends[1:], strict=True)]
    return "".join(anchors(before, shown, hrefs, written(policy.anchor_attributes()))) + rest


def anchors(before: list[str], shown: list[str], hrefs: dict[int, str], attributes: str) -> list[str]:
    """Each link with the text before it; `hrefs` says where those lead whose text is no URI taken whole, by number.

    Of what is to be escaped, a URI taken whole has nothing but `&`.
    """
    texts = [text.replace("&", "&amp;") if "&" in text else text for text in shown]
    targets = texts.copy()
    for number, href in hrefs.items():
        texts[number], targets[number] = escaped(shown[number]), href
    links = zip(before, targets, texts, strict=True)
    return [f'{text}<a href="{href}"{attributes}>{name}</a>' for text, href, name in links]
