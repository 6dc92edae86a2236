"""A drop-in for `bleach.callbacks`: functions that change the attributes of every link, new or not.

A callback takes two arguments: a dictionary such as `{(None, "href"): "http://a.example", "_text": "a"}`, where None
means "no namespace" and `_text` is the text of the link; and `new`, which says whether the link is new. The callback
returns the dictionary, changed or not, or None if there is to be no link.
"""

from collections.abc import Callable
from typing import Any

Attributes = dict[Any, Any]
Callback = Callable[[Attributes, bool], Attributes | None]

HREF = (None, "href")
REL = (None, "rel")
TARGET = (None, "target")
TEXT = "_text"


def nofollow(attrs: Attributes, new: bool = False) -> Attributes:
    """Add `nofollow` to the `rel` of a link, unless it is already there or the link leads to a mailbox.

    >>> nofollow({(None, "href"): "/a", (None, "rel"): "me"})
    {(None, 'href'): '/a', (None, 'rel'): 'me nofollow'}
    """
    if leads_to_a_page(attrs):
        relations = attrs.get(REL, "").split()
        has_nofollow = any(relation.lower() == "nofollow" for relation in relations)
        attrs[REL] = " ".join(relations if has_nofollow else [*relations, "nofollow"])
    return attrs


def target_blank(attrs: Attributes, new: bool = False) -> Attributes:
    """Make a link open a new window, unless it leads to a mailbox.

    >>> target_blank({(None, "href"): "/a"})
    {(None, 'href'): '/a', (None, 'target'): '_blank'}
    """
    if leads_to_a_page(attrs):
        attrs[TARGET] = "_blank"
    return attrs


def leads_to_a_page(attrs: Attributes) -> bool:
    """Whether a link has an `href` that does not lead to a mailbox."""
    return HREF in attrs and not attrs[HREF].startswith("mailto:")
