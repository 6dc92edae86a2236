"""The policy: which matches become links, and how the links look, in every output format."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Literal, Self, TypedDict, Unpack, get_args

from linksift.arguments import MadeFromOptions, items, known_options, one_of, true_or_false, whole_number
from linksift.hazards import hazard_names
from linksift.linking.link_and_output_format import Link, writable
from linksift.linking.policy_hosts import checked_hosts, checked_site
from linksift.registries import never_by_default
from linksift.uri import is_scheme

_SAFE = """
    bitcoin ftp ftps geo http https im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sftp sip sms smsto ssh
    tel urn webcal wtai xmpp
"""
SAFE_SCHEMES = frozenset(_SAFE.split())
"""Schemes that are safe to follow: those of the web, and those that HTML lets a page handle ("safelisted scheme")."""

Show = Literal["full", "without-scheme", "iri"]
HazardAction = Literal["mark", "refuse"]
Copy = Literal["shown", "whole"]
Href = Literal["uri", "raw"]
MIN_TEXT_LENGTH = 8

_ATTRIBUTE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_:.\-]*+")

Callback = Callable[[Link], Link | None]
"""Takes a link and returns it, changed or unchanged, or returns None to leave its text unlinked."""


class KindAttributes(TypedDict, total=False):
    """The attributes of links of one kind, which replace those of all links."""

    rel: str | None
    target: str | None
    class_: str | None


class PolicyOptions(TypedDict, total=False):
    """The options of `Policy`, as `Policy.replace` takes them."""

    schemes: Iterable[str]
    allowed_hosts: Iterable[str] | None
    refused_hosts: Iterable[str]
    hosts_for_matchers: bool
    href: Href
    relative_to: str | None
    rel: str | None
    target: str | None
    own_hosts: Iterable[str]
    own_rel: str | None
    own_target: str | None
    by_kind: Mapping[str, KindAttributes] | None
    class_: str | None
    attributes: Mapping[str, str] | None
    show: Show
    max_text_length: int | None
    copy: Copy
    mask_passwords: bool
    hazards: Mapping[str, HazardAction] | None
    callback: Callback | None


class Policy(MadeFromOptions):
    """Which matches become links, and how the links look. Immutable, and picklable if its callback is.

    Args:
        schemes: The schemes to link. Unless you pass some, those that the finder names are linked too. `javascript`,
            `data` and `vbscript` never are.
        allowed_hosts: If given, no other hosts are linked. A host covers its subdomains, and a mail address's host is
            its domain.
        refused_hosts: Hosts that are never linked.
        hosts_for_matchers: Whether `allowed_hosts` also applies to a matcher's links to the hosts that its template
            names.
        href: Where a link leads: to the match's "uri", or to its "raw" form, in which the placeholders of templates are
            kept as written.
        relative_to: The URI of a site; HTML and Markdown links with its scheme and authority are written as paths.
        rel: An attribute of HTML links; None or "" leaves it out.
        target: An attribute of HTML links.
        own_hosts: Your hosts. Links to them have `own_rel` and `own_target` in place of `rel` and `target`.
        own_rel: The `rel` of links to `own_hosts`.
        own_target: The `target` of links to `own_hosts`.
        by_kind: For a kind of match, such as the name of a matcher, the `rel`, `target` and `class_` of its links.
        class_: The attribute `class` of HTML links.
        attributes: Further attributes of HTML links.
        show: The text of a link: "full" (as in the source, across all its lines), "without-scheme" or "iri" (the
            readable form). Any text other than the full one has its password masked (RFC 3986, 3.2.1).
        max_text_length: The maximum length of the text in code points; a longer one is shortened in the middle.
        copy: With "whole", HTML only hides the text that `show` and `max_text_length` leave out, so that a copy has
            the whole text; "shown" drops it.
        mask_passwords: Whether to mask the password in the full text as well.
        hazards: For the name of a hazard, or "any": "mark" (HTML links list it in `data-hazards` and `title`; formats
            that cannot mark links refuse them) or "refuse" (no link).
        callback: Receives each link that the other options allow, and returns it, changed or unchanged, or None for no
            link.

    Raises:
        ValueError: For an invalid value of an option.

    >>> Policy(rel=None, target="_blank").replace(max_text_length=30)
    Policy(rel=None, target='_blank', max_text_length=30)
    """

    __slots__ = OPTIONS = tuple(PolicyOptions.__annotations__)

    schemes: frozenset[str]
    allowed_hosts: frozenset[str] | None
    refused_hosts: frozenset[str]
    hosts_for_matchers: bool
    href: str
    relative_to: str | None
    rel: str | None
    target: str | None
    own_hosts: frozenset[str]
    own_rel: str | None
    own_target: str | None
    by_kind: Mapping[str, Mapping[str, str | None]]
    class_: str | None
    attributes: Mapping[str, str]
    show: str
    max_text_length: int | None
    copy: str
    mask_passwords: bool
    hazards: Mapping[str, str]
    callback: Callback | None

    def __init__(
        self,
        *,
        schemes: Iterable[str] = SAFE_SCHEMES,
        allowed_hosts: Iterable[str] | None = None,
        refused_hosts: Iterable[str] = (),
        hosts_for_matchers: bool = False,
        href: Href = "uri",
        relative_to: str | None = None,
        rel: str | None = "nofollow",
        target: str | None = None,
        own_hosts: Iterable[str] = (),
        own_rel: str | None = None,
        own_target: str | None = None,
        by_kind: Mapping[str, KindAttributes] | None = None,
        class_: str | None = None,
        attributes: Mapping[str, str] | None = None,
        show: Show = "full",
        max_text_length: int | None = None,
        copy: Copy = "shown",
        mask_passwords: bool = False,
        hazards: Mapping[str, HazardAction] | None = None,
        callback: Callback | None = None,
    ) -> None:
        given = locals()
        self._set({option: _CHECKS[option](option, given[option]) for option in Policy.OPTIONS})

    def replace(self, **changes: Unpack[PolicyOptions]) -> Self:
        """This policy with some options changed. Raises TypeError for an unknown option."""
        known_options(Policy.__init__, changes)
        return type(self)(**(self._options() | dict(changes)))

    def anchor_attributes(self, kind: str = "", *, is_own: bool = False) -> dict[str, str]:
        """The attributes of an HTML link besides `href`, in this order: `rel`, `target`, `class`, and the others.

        `kind` is that of the match; `is_own` means that the link leads to `own_hosts`.

        >>> Policy(rel="", class_="x").anchor_attributes()
        {'class': 'x'}
        """
        named = {"rel": self.rel, "target": self.target, "class_": self.class_}
        if is_own:
            named |= {"rel": self.own_rel, "target": self.own_target}
        named |= self.by_kind.get(kind, {})
        given = {name.rstrip("_"): value for name, value in named.items() if value}
        return {name: writable(value) for name, value in (given | dict(self.attributes)).items()}

    def __repr__(self) -> str:
        usual = Policy()
        given = self._options().items()
        changed = (f"{name}={value!r}" for name, value in given if value != getattr(usual, name))
        return f"Policy({', '.join(changed)})"

    def __hash__(self) -> int:
        return hash((self.schemes, self.rel, self.target, self.class_, self.show, self.max_text_length))


def schemes_to_link(option: str, schemes: Iterable[str]) -> frozenset[str]:
    """The schemes in lower case.

    `javascript`, `data` and `vbscript` are never linked, even on request: they run their author's code in the reader's
    page. Raises ValueError for these, and for a name that cannot be a scheme.

    >>> sorted(schemes_to_link("schemes", ["HTTP", "https"]))
    ['http', 'https']
    """
    names = items(schemes)
    for name in names:
        if not (isinstance(name, str) and is_scheme(name)):
            raise ValueError(f"{option} must be names of schemes such as 'https', not {name!r}")
        if name.lower() in never_by_default():
            raise ValueError(f"{name} is never linked: it runs its author's code in the reader's page")
    return frozenset(name.lower() for name in names)


def checked_text(option: str, value: object) -> str | None:
    """The value of an option that takes a string or None."""
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{option} must be a string or None, not {value!r}")
    return value


def checked_callback(option: str, callback: Callback | None) -> Callback | None:
    """The callback, checked to be callable, or None."""
    if callback is not None and not callable(callback):
        raise ValueError(f"{option} must be a function or None, not {callback!r}")
    return callback


def mapping(option: str, value: Any, example: Mapping[str, object]) -> Mapping[str, Any]:
    """The value of an option that takes a mapping, which is empty for None. Raises ValueError for anything else.

    >>> mapping("hazards", "refuse", {"any": "refuse"})
    Traceback (most recent call last):
    ValueError: hazards must be a mapping such as {'any': 'refuse'}, not 'refuse'
    """
    if value is not None and not isinstance(value, Mapping):
        raise ValueError(f"{option} must be a mapping such as {example!r}, not {value!r}")
    return value or {}


def checked_kinds(option: str, by_kind: object) -> dict[str, dict[str, str | None]]:
    """The attributes for each kind, if `KindAttributes` defines all of them.

    >>> checked_kinds("by_kind", {"mention": {"class": "x"}})
    Traceback (most recent call last):
    ...
    ValueError: by_kind['mention'] must be one of 'class_', 'rel', 'target', not 'class': did you mean 'class_'?
    """
    checked: dict[str, dict[str, str | None]] = {}
    for kind, attributes in mapping(option, by_kind, {"mention": {"class_": "x"}}).items():
        of_kind = f"{option}[{kind!r}]"
        given = mapping(of_kind, attributes, {"class_": "x"})
        for name in given:
            one_of(of_kind, name, sorted(KindAttributes.__optional_keys__))
        checked[kind] = {name: checked_text(f"{of_kind}[{name!r}]", value) for name, value in given.items()}
    return checked


def checked_attributes(attributes: Mapping[str, str]) -> dict[str, str]:
    """The attributes, if HTML can represent their names, none is `href`, and none is repeated (ignoring case)."""
    seen = {"href"}
    for name, value in attributes.items():
        if not (isinstance(name, str) and _ATTRIBUTE_NAME.fullmatch(name)) or name.lower() in seen:
            raise ValueError(f"{name!r} is an invalid, repeated or reserved name of an attribute")
        if not isinstance(value, str):
            raise ValueError(f"the attribute {name} must be a string, not {value!r}")
        seen.add(name.lower())
    return dict(attributes)


def checked_extra_attributes(option: str, attributes: object) -> dict[str, str]:
    """The attributes, if none of them has its own option."""
    checked = checked_attributes(mapping(option, attributes, {"title": "x"}))
    for name in checked:
        if name.lower() in ("rel", "target", "class"):
            raise ValueError(f"{name} has its own option and cannot be among the {option}")
    return checked


def checked_length(option: str, limit: int | None) -> int | None:
    """The limit on the length of a link's text, if it leaves room for both ends of the text."""
    return None if limit is None else int(whole_number(option, limit, MIN_TEXT_LENGTH))


def checked_hazards(option: str, hazards: object) -> dict[str, str]:
    """The action for each hazard, if all hazards and actions exist."""
    checked = mapping(option, hazards, {"any": "refuse"})
    for name, action in checked.items():
        one_of(option, name, ("any", *hazard_names()))
        one_of(f"{option}[{name!r}]", action, get_args(HazardAction))
    return dict(checked)


_CHECKS: dict[str, Callable[[str, Any], object]] = {
    "schemes": schemes_to_link,
    "allowed_hosts": lambda option, hosts: None if hosts is None else checked_hosts(option, hosts),
    **dict.fromkeys(("refused_hosts", "own_hosts"), checked_hosts),
    **dict.fromkeys(("hosts_for_matchers", "mask_passwords"), true_or_false),
    **dict.fromkeys(("rel", "target", "own_rel", "own_target", "class_"), checked_text),
    "relative_to": checked_site,
    "by_kind": checked_kinds,
    "attributes": checked_extra_attributes,
    "href": partial(one_of, values=get_args(Href)),
    "show": partial(one_of, values=get_args(Show)),
    "copy": partial(one_of, values=get_args(Copy)),
    "max_text_length": checked_length,
    "hazards": checked_hazards,
    "callback": checked_callback,
}
"""The function that checks each option, given its name and value, and returns the value of the attribute."""
