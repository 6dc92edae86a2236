"""A drop-in for bleach's `linkify`: change the import and keep the rest.

`from linksift.integrations import bleach` provides the linking half of `import bleach`. For `bleach.clean`, use a
sanitizer such as nh3. `linksift help bleach` lists the differences.
"""

from linksift.integrations.bleach.callbacks import nofollow, target_blank
from linksift.integrations.bleach.linkifier import HTML_TAGS, Linker, linkify
from linksift.integrations.bleach.linkify_filter import DEFAULT_CALLBACKS, LinkifyFilter, build_email_re, build_url_re

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
