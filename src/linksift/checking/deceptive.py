"""Finds links that could deceive people or are risky, with one rule for each hazard in the room `hazards`."""

import re

from linksift.checking.invalid import unusable
from linksift.checking.link_problem import Fault, Faults, has_placeholder
from linksift.delimiters import CHECKED
from linksift.documents import LinkInContext
from linksift.finding import find
from linksift.hazards import deceptions, hazards
from linksift.uri import hide_passwords

_MAY_NAME_ADDRESS = re.compile(r"://|www\.|@", re.IGNORECASE)


def faults(link: LinkInContext) -> Faults:
    """A fault for each hazard of a link; `unusable_host` is reported as `invalid.host` or `invalid.port`.

    >>> from linksift.documents import Found, Location, Locator
    >>> match, = find("http://www.bank.example@evil.example/")
    >>> [fault.rule for fault in faults(LinkInContext(Found(match, Location(None, Locator())), "", 0, None))]
    ['deceptive.host_like_userinfo']
    """
    match, link_text = link.found.match, link.found.clickable_text
    scheme = match.uri.partition(":")[0].lower()
    if (scheme not in CHECKED and scheme != "mailto") or has_placeholder(match.text):
        return
    shown = link_text if link_text is not None and names_address(link_text) else None
    for hazard in hazards(match, shown):
        if hazard.name == "unusable_host" and scheme in CHECKED:
            yield from unusable(match.uri)
        elif scheme in CHECKED or hazard.name in deceptions():
            yield fault_of(hazard.name, hazard.why, match.uri)


def fault_of(hazard: str, why: str, uri: str) -> Fault:
    """The fault for a hazard. A risky URI might contain a secret, so the message does not show the URI.

    >>> fault_of("password", "The URI contains a password.", "ftp://joe:secret@a.example/").message
    'The URI contains a password.'
    """
    if hazard not in deceptions():
        return Fault(f"risky.{hazard}", why)
    return Fault(f"deceptive.{hazard}", f"{why} The link is {hide_passwords(uri)}")


def names_address(link_text: str) -> bool:
    """Whether the text of a link contains an unmistakable address: one with a scheme, `www.` or `@`.

    >>> [names_address(text) for text in ("https://a.example", "www.a.example", "joe@a.example", "new.target.name")]
    [True, True, True, False]
    >>> names_address("chrome://tracing")
    False
    """
    if not _MAY_NAME_ADDRESS.search(link_text):
        return False
    return any(match.uri.partition(":")[0].lower() in CHECKED | {"mailto"} for match in find(link_text))
