"""Splits a text into stretches of text and links, according to the policy and independently of any output format.

The text of a link is its text in the source, or a form of the URI that is easier to read, not yet escaped.
"""

import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, partial

from linksift.arguments import instance_of
from linksift.finding import BUILT_IN_KINDS, Finder, Match
from linksift.hazards import hazards
from linksift.linking.link_and_output_format import ELLIPSIS, Link, Part, writable
from linksift.linking.policy import SAFE_SCHEMES, Callback, Policy, checked_attributes
from linksift.linking.policy_hosts import KindAndHosts, hosts_in, hosts_named_by, may_lead_to_hosts, path_within
from linksift.registries import never_by_default
from linksift.uri import hide_passwords, is_uri, is_uri_reference


class LinkPolicyWarning(UserWarning):
    """A finder with `schemes` found a URI whose scheme the policy does not link, so the URI stayed text."""


def text_and_links(
    text: str, matches: Sequence[Match], policy: Policy, on_page: bool, finder: Finder | None = None
) -> Iterator[Part]:
    """The text and its links, in order. `finder` is the finder that found the matches, or None.

    `on_page` says whether the output is a page, on which a hazardous link can be marked and a path leads somewhere.

    >>> from linksift.finding import find
    >>> text = "to http://a.example and javascript://b"
    >>> parts = text_and_links(text, find(text), Policy(), on_page=True)
    >>> [part if isinstance(part, str) else part.href for part in parts]
    ['to ', 'http://a.example', ' and javascript://b']
    """
    if not matches:  # preparing for links takes longer than searching most texts without links
        yield text
        return
    schemes, filters = schemes_of(policy, finder), list(link_filters(policy, on_page, finder))
    own_hosts, site = policy.own_hosts, policy.relative_to if on_page else None
    attributes = cache(policy.anchor_attributes)
    position, refused = 0, False
    for match in matches:
        link: Link | None = None
        if scheme_of(match.uri) in schemes:
            href = match.raw if policy.href == "raw" else match.uri
            href = path_within(site, href) if site and href == match.uri else href
            is_own = bool(own_hosts) and may_lead_to_hosts(match.uri, own_hosts, frozenset())
            shown, hidden = link_text(match, policy)
            link = Link(match, href, shown, attributes(match.kind, is_own=is_own), hidden)
            for link_filter in filters:
                link = link and link_filter(link)
        else:
            refused = True
        if link:
            yield text[position : match.start]
            yield link
            position = match.end
        elif policy.mask_passwords and "@" in match.uri:
            yield text[position : match.start] + without_password(match, match.text)
            position = match.end
    if refused:
        say_refused(policy, finder)
    yield text[position:]


def schemes_of(policy: Policy, finder: Finder | None) -> frozenset[str]:
    """The schemes to link: those of the policy, plus those that the finder names unless the policy chooses some itself.

    >>> sorted(schemes_of(Policy(), Finder(schemes={"steam", "javascript"})) - SAFE_SCHEMES)
    ['steam']
    >>> sorted(schemes_of(Policy(schemes={"https"}), Finder(schemes={"steam"})))
    ['https']
    """
    if finder is None or finder.schemes is None or isinstance(finder.schemes, str) or policy.schemes != SAFE_SCHEMES:
        return policy.schemes
    return policy.schemes | (finder.schemes - never_by_default())


def say_refused(policy: Policy, finder: Finder | None) -> None:
    """Warn that a match was not linked because of its scheme, if schemes were chosen for the finder but not the policy.

    The message names no scheme from the text, so that Python shows it only once.
    """
    if finder is not None and finder.schemes is not None and policy.schemes == SAFE_SCHEMES:
        warnings.warn(
            "a link was left as text, since the policy does not link its scheme: name the scheme in schemes= of the "
            "finder or in Policy(schemes=...); javascript, data and vbscript are never linked",
            LinkPolicyWarning,
            stacklevel=2,
        )


def link_filters(policy: Policy, marks_hazards: bool, finder: Finder | None) -> Iterator[Callback]:
    """The filters that each link passes through, in order, beginning with the lists of hosts."""
    if policy.allowed_hosts is not None or policy.refused_hosts:
        matchers = finder.matchers if finder is not None and not policy.hosts_for_matchers else ()
        yield partial(filter_by_host, policy.allowed_hosts, policy.refused_hosts, hosts_named_by(matchers))
    if policy.hazards:
        yield partial(filter_by_hazards, policy.hazards, marks_hazards)
    if policy.callback is not None:
        yield partial(apply_callback, policy.callback, schemes_of(policy, finder))


def filter_by_host(
    allowed: frozenset[str] | None, refused: frozenset[str], exempt: frozenset[KindAndHosts], link: Link
) -> Link | None:
    """The link, or None if the lists of hosts do not allow its destination.

    A matcher's links to the hosts that its template names (`exempt`) need not be allowed, but may be refused.
    """
    match = link.match
    if allowed is not None and exempt and (match.kind, hosts_in(match.uri)) in exempt:
        allowed = None
    return link if may_lead_to_hosts(match.uri, allowed, refused) else None


def filter_by_hazards(actions: Mapping[str, str], marks_hazards: bool, link: Link) -> Link | None:
    """The link, unchanged or with attributes that list its hazards, or None, depending on each hazard's action."""
    present = [hazard for hazard in hazards(link.match) if hazard.name in actions or "any" in actions]
    if not present:
        return link
    if not marks_hazards or any(actions.get(hazard.name, actions.get("any")) == "refuse" for hazard in present):
        return None
    names = " ".join(hazard.name for hazard in present)
    reasons = " ".join(hazard.why for hazard in present)
    return link._replace(attributes={**link.attributes, "data-hazards": names, "title": reasons})


def apply_callback(callback: Callback, schemes: Collection[str], link: Link) -> Link | None:
    """The link that a callback returns, or None if its `href` is not allowed. An unchanged `href` is always allowed."""
    changed = callback(link._replace(attributes=dict(link.attributes)))
    if not isinstance(changed, Link | None):
        raise TypeError(f"callback must return the link, changed by link._replace(...), or None, not {changed!r}")
    if changed is None:
        return None
    for name, kind in (("href", str), ("text", str), ("attributes", Mapping)):
        instance_of(f"{name} of a callback's link", kind, getattr(changed, name))
    if not (changed.href == link.href or may_lead_to(changed.href, schemes)):
        return None
    attributes = {name: writable(value) for name, value in checked_attributes(changed.attributes).items()}
    hidden = changed.hidden if changed.text == link.text else ()
    return changed._replace(text=writable(changed.text), attributes=attributes, hidden=hidden)


def may_lead_to(href: str, schemes: Collection[str]) -> bool:
    """Whether a link may have this destination: a URI with one of these schemes, or a relative reference, which keeps
    the page's scheme.

    >>> [may_lead_to(href, {"http"}) for href in ("HTTP://a/", "/out?to=b", "JavaScript:alert(1)", " javascript:x")]
    [True, True, False, False]
    """
    return scheme_of(href) in schemes if is_uri(href) else is_uri_reference(href)


def scheme_of(uri: str) -> str:
    """The scheme of a URI, in lower case."""
    return uri[: uri.index(":")].lower()


# ---- The text of a link ----------------------------------------------------------------------------------------------


def link_text(match: Match, policy: Policy) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The text of the link that a match becomes, and the spans of it that people do not see but do copy. A `Matcher`'s
    match is shown as in the source.

    >>> from linksift.finding import find
    >>> match, = find("https://b\u00fccher.example/l%C3%A4den/index.html")
    >>> link_text(match, Policy())[0], link_text(match, Policy(show="without-scheme", max_text_length=20))[0]
    ('https://bücher.example/l%C3%A4den/index.html', 'bücher.exa…ndex.html')
    >>> link_text(match, Policy(show="without-scheme", max_text_length=20, copy="whole"))
    ('https://bücher.example/läden/index.html', ((0, 8), (18, 30)))
    >>> match, = find("ftp://me:secret@a.example/")
    >>> policies = Policy(), Policy(mask_passwords=True), Policy(show="iri")
    >>> [link_text(match, policy)[0] for policy in policies]
    ['ftp://me:secret@a.example/', 'ftp://me:...@a.example/', 'ftp://me:...@a.example/']
    """
    show = policy.show if match.kind in BUILT_IN_KINDS else "full"
    text = match.text if show == "full" else hide_passwords(match.iri)
    if "@" in match.uri and show == "full" and (policy.mask_passwords or policy.max_text_length is not None):
        text = without_password(match, text)
    start, end = without_scheme(text) if show == "without-scheme" else (0, len(text))
    if policy.copy == "whole":
        middle = [(start + first, start + last) for first, last in too_long(end - start, policy.max_text_length)]
        spans = [(0, start), *middle, (end, len(text))]
        return text, tuple(span for span in spans if span[0] < span[1])
    return shortened(text[start:end], policy.max_text_length), ()


def without_scheme(iri: str) -> tuple[int, int]:
    """The span of an IRI without its scheme, `//`, and a path that is only `/`.

    >>> [iri[slice(*without_scheme(iri))] for iri in ("http://a.example/", "http://a.example/b/", "mailto:a@b.example")]
    ['a.example', 'a.example/b/', 'a@b.example']
    """
    start = iri.index(":") + 1
    rest = iri[start:]
    only_slash = rest.count("/") == 3 and rest.endswith("/")
    return start + 2 * rest.startswith("//"), len(iri) - only_slash


def without_password(match: Match, text: str) -> str:
    """The text with the match's password masked; if its position there is unclear, the URI with the password masked."""
    password = (match.reference.userinfo or "").partition(":")[2]
    hidden = hide_passwords(text)
    return hide_passwords(match.iri) if password and hidden == text and match.text == text else hidden


def shortened(text: str, max_text_length: int | None) -> str:
    """The text, shortened in the middle to a maximum length. Any extra character goes to the start, where the host is.

    >>> shortened("http://a.example/one/two/three", 16), shortened("http://a", 16)
    ('http://a…o/three', 'http://a')
    """
    for start, end in too_long(len(text), max_text_length):
        return text[:start] + ELLIPSIS + text[end:]
    return text


def too_long(length: int, max_text_length: int | None) -> list[tuple[int, int]]:
    """The span that an ellipsis replaces in the middle of a text longer than a maximum length; none in other texts.

    >>> too_long(30, 16), too_long(8, 16)
    ([(8, 23)], [])
    """
    if max_text_length is None or length <= max_text_length:
        return []
    tail = (max_text_length - len(ELLIPSIS)) // 2
    return [(max_text_length - len(ELLIPSIS) - tail, length - tail)]
