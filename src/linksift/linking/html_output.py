"""HTML out: text and links, escaped once.

Here belong how a link is written as HTML, and the shortest way there, which the default policy goes.
"""

from collections.abc import Iterable, Mapping

from linksift.linking.link import Link, Part


def escaped(text: str) -> str:
    """Text for HTML, as an element's content and in an attribute's value.

    >>> escaped("a < 'b' & \\"c\\"")
    'a &lt; &#x27;b&#x27; &amp; &quot;c&quot;'
    """
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;").replace("'", "&#x27;")


def html(parts: Iterable[Part]) -> str:
    """Text and links as HTML.

    >>> from linksift.finding import find
    >>> from linksift.linking.text_and_links import text_and_links
    >>> from linksift.linking.policy import Policy
    >>> html(text_and_links("<b> http://a.example?b&c", find("    http://a.example?b&c"), Policy(), marks_hazards=True))
    '&lt;b&gt; <a href="http://a.example?b&amp;c" rel="nofollow">http://a.example?b&amp;c</a>'
    """
    return "".join(escaped(part) if isinstance(part, str) else anchor(part) for part in parts)


def anchor(link: Link) -> str:
    """A link as an `a` element."""
    return f"{start_tag(link)}{escaped(link.text)}</a>"


def start_tag(link: Link) -> str:
    """What an `a` element begins with."""
    return f'<a href="{escaped(link.href)}"{written(link.attributes)}>'


def written(attributes: Mapping[str, str]) -> str:
    """Attributes as they are written behind others.

    >>> written({"rel": "nofollow", "title": 'a "b"'})
    ' rel="nofollow" title="a &quot;b&quot;"'
    """
    return "".join(f' {name}="{escaped(value)}"' for name, value in attributes.items())
