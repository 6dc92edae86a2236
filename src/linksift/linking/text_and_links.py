"""Splits a text into stretches of text and links, by the policy and independent of any output format."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial

from linksift.finding import Match
from linksift.hazards import hazards
from linksift.linking.host_lists import may_lead_to_hosts
from linksift.linking.link import Link, Part, writable
from linksift.linking.link_text import link_text, without_password
from linksift.linking.policy import Callback, Policy, checked_attributes
from linksift.uri import is_uri, is_uri_reference

LinkFilter = Callable[[Link], Link | None]
"""Takes a link and returns it, changed or not, or None for no link."""


def text_and_links(text: str, matches: Iterable[Match], policy: Policy, marks_hazards: bool) -> Iterator[Part]:
    """The text and its links, in order. `marks_hazards`: whether the output format can mark a hazardous link.

    >>> from linksift.finding import find
    >>> text = "to http://a.example and javascript://b"
    >>> parts = text_and_links(text, find(text), Policy(), marks_hazards=True)
    >>> [part if isinstance(part, str) else part.href for part in parts]
    ['to ', 'http://a.example', ' and javascript://b']
    """
    attributes, filters = policy.anchor_attributes(), list(link_filters(policy, marks_hazards))
    own_attributes, own_hosts = policy.own_anchor_attributes(), policy.own_hosts
    position = 0
    for match in matches:
        link: Link | None = None
        if scheme_of(match.uri) in policy.schemes:
            href = match.raw if policy.href == "raw" else match.uri
            is_own = own_hosts and may_lead_to_hosts(match.uri, own_hosts, frozenset())
            shown = link_text(match, policy)
            link = Link(match, href, shown.text, own_attributes if is_own else attributes, shown.hidden)
            for link_filter in filters:
                link = link and link_filter(link)
        if link:
            yield text[position : match.start]
            yield link
            position = match.end
        elif policy.mask_passwords and "@" in match.uri:
            yield text[position : match.start] + without_password(match, match.text)
            position = match.end
    yield text[position:]


def link_filters(policy: Policy, marks_hazards: bool) -> Iterator[LinkFilter]:
    """The filters that each link passes, in order: the lists of hosts first."""
    if policy.lists_hosts():
        yield partial(filter_by_host, policy.allowed_hosts, policy.refused_hosts)
    if policy.hazards:
        yield partial(filter_by_hazards, policy.hazards, marks_hazards)
    if policy.callback is not None:
        yield partial(apply_callback, policy.callback, policy.schemes)


def filter_by_host(allowed: frozenset[str] | None, refused: frozenset[str], link: Link) -> Link | None:
    """The link, or None if the lists of hosts do not let it lead there."""
    return link if may_lead_to_hosts(link.match.uri, allowed, refused) else None


def filter_by_hazards(actions: Mapping[str, str], marks_hazards: bool, link: Link) -> Link | None:
    """The link as it is, or with attributes that list its hazards, or None, by the action for each hazard."""
    present = [hazard for hazard in hazards(link.match) if hazard.name in actions or "any" in actions]
    if not present:
        return link
    if not marks_hazards or any(actions.get(hazard.name, actions.get("any")) == "refuse" for hazard in present):
        return None
    names = " ".join(hazard.name for hazard in present)
    reasons = " ".join(hazard.why for hazard in present)
    return link._replace(attributes={**link.attributes, "data-hazards": names, "title": reasons})


def apply_callback(callback: Callback, schemes: Collection[str], link: Link) -> Link | None:
    """The link that a callback returns; None if it may not lead there. It may always leave the `href` as it is."""
    changed = callback(link._replace(attributes=dict(link.attributes)))
    if changed is None or not (changed.href == link.href or may_lead_to(changed.href, schemes)):
        return None
    attributes = {name: writable(value) for name, value in checked_attributes(changed.attributes).items()}
    hidden = changed.hidden if changed.text == link.text else ()
    return changed._replace(text=writable(changed.text), attributes=attributes, hidden=hidden)


def may_lead_to(href: str, schemes: Collection[str]) -> bool:
    """Whether a link may lead there: to a URI of these schemes, or by a relative reference, which stays in the page's.

    >>> [may_lead_to(href, {"http"}) for href in ("HTTP://a/", "/out?to=b", "JavaScript:alert(1)", " javascript:x")]
    [True, True, False, False]
    """
    return scheme_of(href) in schemes if is_uri(href) else is_uri_reference(href)


def scheme_of(uri: str) -> str:
    """The scheme of a URI, in lower case."""
    return uri[: uri.index(":")].lower()
