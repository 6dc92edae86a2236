"""What links in HTML take: elements that may hold one, and a parser that tells them.

Here belongs what is needed before any markup is read. How it is read is for the package `markup`.
"""

_LEFT_ALONE = """
    a button code datalist iframe listing math noembed noframes noscript optgroup option plaintext pre script select
    style svg template textarea title xmp
"""
LEFT_ALONE = frozenset(_LEFT_ALONE.split())
"""Elements in which no link is made: links and controls, code, and what is no text of the page."""


def check_parser() -> None:
    """Raise ImportError that says what to install, where there is no HTML5 parser.

    >>> check_parser()
    """
    from importlib.util import find_spec

    if find_spec("turbohtml") is None:
        raise ImportError("links in HTML need an HTML5 parser: pip install linksift[html]")
