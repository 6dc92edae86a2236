"""Raises an error with installation instructions if the HTML5 parser is missing."""


def require_html_parser() -> None:
    """Raise ImportError with installation instructions if there is no HTML5 parser.

    >>> require_html_parser()
    """
    from importlib.util import find_spec

    if find_spec("turbohtml") is None:
        raise ImportError("links in HTML need an HTML5 parser: pip install 'linksift[html]'")
