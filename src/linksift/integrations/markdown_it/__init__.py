"""Links in Markdown, for markdown-it-py: the object that its `linkify` rules ask, and a plugin without those.

`md.linkify = Linkify()` takes the place of linkify-it-py's; `md.use(linksift_plugin)` needs neither it nor the rules
and links URIs over line breaks, too. See docs/migrating/markdown-it.md.
"""

from linksift.integrations.markdown_it.linkify import Linkify, LinkifyMatch
from linksift.integrations.markdown_it.plugin import linksift_plugin

__all__ = ["Linkify", "LinkifyMatch", "linksift_plugin"]
