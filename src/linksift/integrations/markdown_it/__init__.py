"""Links in Markdown, for markdown-it-py: an object for its own `linkify` rules, and a plugin that replaces them.

`md.linkify = Linkify()` replaces linkify-it-py's object. `md.use(linksift_plugin)` needs neither that object nor the
rules, and also links URIs across line breaks. See `linksift help markdown-it`.
"""

from linksift.integrations.markdown_it.linkify import Linkify, LinkifyMatch
from linksift.integrations.markdown_it.plugin import linksift_plugin

__all__ = ["Linkify", "LinkifyMatch", "linksift_plugin"]
