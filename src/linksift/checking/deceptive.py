"""Finds links that could deceive people or are risky, with one rule for each hazard in the room `hazards`."""

import re

from linksift.checking.invalid import unusable
from linksift.checking.link_problem import Fault, Faults, has_placeholder
from linksift.delimiters import CHECKED
from linksift.documents import LinkInContext
from linksift.finding import find
from linksift.hazards import as_seen, deceptions, hazards
from linksift.uri import hide_passwords

_MAY_NAME_ADDRESS = re.compile(r"://|www\.|@", re.IGNORECASE)
_BEFORE_PATH = re.compile(r"(?:[^:/?#]*:)?/{0,2}[^/?#\\]*")


def faults(link: LinkInContext) -> Faults:
    """A fault for each hazard of a link; `unusable_host` is reported as `invalid.host` or `invalid.port`.

    >>> from linksift.documents import Found, Location, Locator
    >>> match, = find("http://www.bank.example@evil.example/")
    >>> [fault.rule for fault in faults(LinkInContext(Found(match, Location(None, Locator())), "", 0, None))]
    ['deceptive.host_like_userinfo']
    """
    match, link_text = link.found.match, link.found.clickable_text
    scheme = match.uri.partition(":")[0].lower()
    if (scheme not in CHECKED and scheme != "mailto") or has_placeholder(before_path(match.text)):
        return
    is_template = has_placeholder(match.text)
    shown = link_text if link_text is not None and names_address(link_text) else None
    for hazard in hazards(match, shown):
        if hazard.name == "unusable_host" and scheme in CHECKED:
            yield from unusable(match.uri)
        elif hazard.name in deceptions() or (scheme in CHECKED and not is_template):
            yield fault_of(hazard.name, hazard.why, match.uri)


def before_path(text: str) -> str:
    """The text of a link up to the path, in which a placeholder may stand for any host.

    >>> before_path("https://{user}.a.example/b/{id}"), before_path("a.example?q=%s")
    ('https://{user}.a.example', 'a.example')
    """
    return _BEFORE_PATH.match(text)[0]  # type: ignore[index]


def fault_of(hazard: str, why: str, uri: str) -> Fault:
    """The fault for a hazard. A risky URI might contain a secret, so the message does not show the URI.

    >>> fault_of("password", "The URI contains a password.", "ftp://joe:secret@a.example/").message
    'The URI contains a password.'
    """
    if hazard not in deceptions():
        return Fault(f"risky.{hazard}", why)
    return Fault(f"deceptive.{hazard}", f"{why} The link is {hide_passwords(uri)}")


def names_address(link_text: str) -> bool:
    """Whether the text of a link, as people see it, contains an unmistakable address: with a scheme, `www.` or `@`.

    >>> [names_address(text) for text in ("https://a.example", "www.a.example", "joe@a.example", "new.target.name")]
    [True, True, True, False]
    >>> names_address("chrome://tracing"), names_address("\uff57\uff57\uff57.bank\uff0eexample")
    (False, True)
    """
    seen = as_seen(link_text)
    if not _MAY_NAME_ADDRESS.search(seen):
        return False
    return any(match.uri.partition(":")[0].lower() in CHECKED | {"mailto"} for match in find(seen))
