"""What bleach's users know as `bleach.callbacks`: what to do with the attributes of every link, new or not.

A callback gets them as `{(None, "href"): "http://a.example", "_text": "a"}`, where None is for "no namespace" and
`_text` is what the link shows, and whether the link is `new`. It gives them back, changed or not, or None for no link.
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
    """Add `nofollow` to the `rel` of a link, unless it has it or leads to a mailbox.

    >>> nofollow({(None, "href"): "/a", (None, "rel"): "me"})
    {(None, 'href'): '/a', (None, 'rel'): 'me nofollow'}
    """
    if leads_to_a_page(attrs):
        relations = attrs.get(REL, "").split()
        has_nofollow = any(relation.lower() == "nofollow" for relation in relations)
        attrs[REL] = " ".join(relations if has_nofollow else [*relations, "nofollow"])
    return attrs


def target_blank(attrs: Attributes, new: bool = False) -> Attributes:
    """Let a link open a new window, unless it leads to a mailbox.

    >>> target_blank({(None, "href"): "/a"})
    {(None, 'href'): '/a', (None, 'target'): '_blank'}
    """
    if leads_to_a_page(attrs):
        attrs[TARGET] = "_blank"
    return attrs


def leads_to_a_page(attrs: Attributes) -> bool:
    """Whether a link leads anywhere but to a mailbox; an `a` without `href` leads nowhere."""
    return HREF in attrs and not attrs[HREF].startswith("mailto:")
