"""A text cut into stretches of text and links, before any format has been chosen.

Here belongs whether a match becomes a link, and what that says of itself. How it is written is for the renderers.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial

from linksift.finding import Match
from linksift.hazards import hazards
from linksift.linking.link import Link, Part, writable
from linksift.linking.link_text import link_text, without_password
from linksift.linking.policy import Callback, Policy, checked_attributes
from linksift.uri import is_uri, is_uri_reference

Judge = Callable[[Link], Link | None]


def text_and_links(text: str, matches: Iterable[Match], policy: Policy, marks_hazards: bool) -> Iterator[Part]:
    """The text and its links, in order; `marks` says whether the format can mark what is hazardous.

    >>> from linksift.finding import find
    >>> text = "to http://a.example and javascript://b"
    >>> [part if isinstance(part, str) else part.href for part in text_and_links(text, find(text), Policy(), marks_hazards=True)]
    ['to ', 'http://a.example', ' and javascript://b']
    """
    attributes, asked = policy.anchor_attributes(), list(judges(policy, marks_hazards))
    position = 0
    for match in matches:
        link: Link | None = None
        if scheme_of(match.uri) in policy.schemes:
            link = Link(match, match.uri, link_text(match, policy), attributes)
            for judge in asked:
                link = link and judge(link)
        if link:
            yield text[position : match.start]
            yield link
            position = match.end
        elif policy.mask_passwords and "@" in match.uri:
            yield text[position : match.start] + without_password(match, match.text)
            position = match.end
    yield text[position:]


def judges(policy: Policy, marks_hazards: bool) -> Iterator[Judge]:
    """Who is asked about a link, in order: the policy on hazards first."""
    if policy.hazards:
        yield partial(by_hazards, policy.hazards, marks_hazards)
    if policy.callback is not None:
        yield partial(by_callback, policy.callback, policy.schemes)


def by_hazards(does: Mapping[str, str], marks_hazards: bool, link: Link) -> Link | None:
    """A link by what is to be done with which hazard: as it is, with attributes that tell of it, or none."""
    seen = [hazard for hazard in hazards(link.match) if hazard.name in does or "any" in does]
    if not seen:
        return link
    if not marks_hazards or any(does.get(hazard.name, does.get("any")) == "refuse" for hazard in seen):
        return None
    told = {"data-hazards": " ".join(hazard.name for hazard in seen), "title": " ".join(hazard.why for hazard in seen)}
    return link._replace(attributes={**link.attributes, **told})


def by_callback(callback: Callback, schemes: Collection[str], link: Link) -> Link | None:
    """A link as a callback wants it, unless it would lead where no link may."""
    changed = callback(link._replace(attributes=dict(link.attributes)))
    if changed is None or not may_lead_to(changed.href, schemes):
        return None
    attributes = {name: writable(value) for name, value in checked_attributes(changed.attributes).items()}
    return changed._replace(text=writable(changed.text), attributes=attributes)


def may_lead_to(href: str, schemes: Collection[str]) -> bool:
    """Whether a link may lead there: to a URI of these schemes, or by a reference without a scheme, which has that of
    the page that it is in.

    >>> [may_lead_to(href, {"http"}) for href in ("HTTP://a/", "/out?to=b", "JavaScript:alert(1)", " javascript:x")]
    [True, True, False, False]
    """
    return scheme_of(href) in schemes if is_uri(href) else is_uri_reference(href)


def scheme_of(uri: str) -> str:
    """The scheme of a URI, in lower case."""
    return uri[: uri.index(":")].lower()
