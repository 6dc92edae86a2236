"""Escapes text for the page and hides passwords. Every string from outside passes through here once."""

import re
from html import escape

from linksift.cli.streams.terminal_safe import visible

_PASSWORD = re.compile(r"(//[^\s/?#:@]*+:)([^\s/?#@]++)(?=@)")
HIDDEN = "•"


def safe_html(text: str) -> str:
    r"""The text as the content of an element or the value of an attribute, with invisible characters shown as escapes.

    >>> safe_html('<b title="x">&\u202e\n')
    '&lt;b title=&quot;x&quot;&gt;&amp;\\u202e\\n'
    """
    return escape(visible(text))


def dot_passwords(text: str) -> str:
    """The text with a dot for each character of a password, so that all other characters keep their positions.

    >>> dot_passwords("see http://joe:pw@a.example/, or: joe@a.example")
    'see http://joe:••@a.example/, or: joe@a.example'
    """
    return _PASSWORD.sub(lambda found: found[1] + HIDDEN * len(found[2]), text)
