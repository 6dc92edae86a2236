"""Text for the page: every string from outside goes through here, once.

Here belongs what keeps such a string from being markup, and from telling a secret.
"""

import re
from html import escape

from linksift.cli.terminal_safe import visible

_PASSWORD = re.compile(r"(//[^\s/?#:@]*+:)([^\s/?#@]++)(?=@)")
HIDDEN = "•"


def safe_html(text: str) -> str:
    r"""Any text as the content of an element or the value of an attribute, what cannot be seen written out.

    >>> safe_html('<b title="x">&\u202e\n')
    '&lt;b title=&quot;x&quot;&gt;&amp;\\u202e\\n'
    """
    return escape(visible(text))


def dot_passwords(text: str) -> str:
    """The text with a dot for each character of a password in it, so that all others keep their places.

    >>> dot_passwords("see http://joe:pw@a.example/, or: joe@a.example")
    'see http://joe:••@a.example/, or: joe@a.example'
    """
    return _PASSWORD.sub(lambda found: found[1] + HIDDEN * len(found[2]), text)
