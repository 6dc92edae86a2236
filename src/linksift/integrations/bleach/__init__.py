"""bleach's `linkify`, for programs that used it: change the import, and keep the rest.

`from linksift.integrations import bleach` has what `import bleach` had for linking; `bleach.clean` is for a sanitizer
(nh3, say). What differs is told in docs/migrating/bleach.md.
"""

from linksift.integrations.bleach.callbacks import nofollow, target_blank
from linksift.integrations.bleach.linkifier import HTML_TAGS, Linker, linkify
from linksift.integrations.bleach.linkify_filter import DEFAULT_CALLBACKS, LinkifyFilter
from linksift.integrations.bleach.refused_patterns import build_email_re, build_url_re

__all__ = [
    "DEFAULT_CALLBACKS",
    "HTML_TAGS",
    "Linker",
    "LinkifyFilter",
    "build_email_re",
    "build_url_re",
    "linkify",
    "nofollow",
    "target_blank",
]
