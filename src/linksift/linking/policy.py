"""What becomes a link, and what it looks like: one object that every output obeys.

Here belong the choices and what makes them senseless. What a format makes of a link is for its renderer.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NoReturn, Self, TypedDict, Unpack, get_args

from linksift.arguments import one_of
from linksift.hazards import hazard_names
from linksift.linking.link import Link
from linksift.registries import never_by_default
from linksift.uri import is_uri

_SAFE = """
    bitcoin ftp ftps geo http https im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sftp sip sms smsto ssh
    tel urn webcal wtai xmpp
"""
SAFE_SCHEMES = frozenset(_SAFE.split())
"""The web's own, and those that HTML lets a page handle: following them does no harm ("safelisted scheme")."""

Show = Literal["full", "without-scheme", "iri"]
HazardAction = Literal["mark", "refuse"]
SHOW_CHOICES: tuple[str, ...] = get_args(Show)
HAZARD_ACTIONS: tuple[str, ...] = get_args(HazardAction)
MIN_TEXT_LENGTH = 8

OPTIONS = (
    "schemes",
    "rel",
    "target",
    "class_",
    "attributes",
    "show",
    "max_text_length",
    "mask_passwords",
    "hazards",
    "callback",
)

_ATTRIBUTE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_:.\-]*+")

Callback = Callable[[Link], Link | None]
"""A link in; the link as it shall be, or None to leave its text unlinked."""


class PolicyOptions(TypedDict, total=False):
    """The options of `Policy`, as `Policy.replace` takes them."""

    schemes: Iterable[str]
    rel: str | None
    target: str | None
    class_: str | None
    attributes: Mapping[str, str] | None
    show: Show
    max_text_length: int | None
    mask_passwords: bool
    hazards: Mapping[str, HazardAction] | None
    callback: Callback | None


class Policy:
    """What becomes a link, and what it looks like. Immutable; picklable where its callback is.

    `schemes` are those that are linked; `javascript`, `data` and `vbscript` never are. `rel`, `target`, `class_` and
    `attributes` are what an HTML link has beside its `href`. `show` is the text of a link: "full" (as it stands in the
    source, over all its lines), "without-scheme" or "iri" (the readable form); `max_text_length` shortens it in the
    middle to so many code points. What is not shown in full has its password masked, as RFC 3986, 3.2.1 asks; with
    `mask_passwords` what is shown in full, too. `hazards` says what to do with which hazard, by its name or "any":
    "mark" (an HTML link tells of it in `data-hazards` and `title`; a format that can't is as with "refuse") or "refuse"
    (no link). `callback` gets each link that all this allows and gives it back, changed or not, or None for no link.

    Raises ValueError for a value that an option does not take, TypeError for an option that there is not.

    >>> Policy(rel=None, target="_blank").replace(max_text_length=30)
    Policy(rel=None, target='_blank', max_text_length=30)
    """

    __slots__ = OPTIONS

    schemes: frozenset[str]
    rel: str | None
    target: str | None
    class_: str | None
    attributes: Mapping[str, str]
    show: str
    max_text_length: int | None
    mask_passwords: bool
    hazards: Mapping[str, str]
    callback: Callback | None

    def __init__(
        self,
        *,
        schemes: Iterable[str] = SAFE_SCHEMES,
        rel: str | None = "nofollow",
        target: str | None = None,
        class_: str | None = None,
        attributes: Mapping[str, str] | None = None,
        show: Show = "full",
        max_text_length: int | None = None,
        mask_passwords: bool = False,
        hazards: Mapping[str, HazardAction] | None = None,
        callback: Callback | None = None,
    ) -> None:
        given: dict[str, Any] = {
            "schemes": schemes_to_link(schemes),
            "rel": checked_text("rel", rel),
            "target": checked_text("target", target),
            "class_": checked_text("class_", class_),
            "attributes": checked_extra_attributes(checked_attributes(attributes or {})),
            "show": one_of("show", show, SHOW_CHOICES),
            "max_text_length": checked_length(max_text_length),
            "mask_passwords": mask_passwords,
            "hazards": checked_hazards(hazards or {}),
            "callback": checked_callback(callback),
        }
        for name, value in given.items():
            object.__setattr__(self, name, value)

    def replace(self, **changes: Unpack[PolicyOptions]) -> Self:
        """This policy with other values for some of its options."""
        return type(self)(**(self._given() | dict(changes)))

    def anchor_attributes(self) -> dict[str, str]:
        """What an HTML link has beside its `href`, in this order: `rel`, `target`, `class`, and the others."""
        named = {"rel": self.rel, "target": self.target, "class": self.class_}
        return {name: value for name, value in named.items() if value is not None} | dict(self.attributes)

    def shows_source_text(self) -> bool:
        """Whether the text of every link is what stands in the source."""
        return self.show == "full" and self.max_text_length is None and not self.mask_passwords

    def _given(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in OPTIONS}

    def __repr__(self) -> str:
        usual = Policy()
        given = self._given().items()
        changed = (f"{name}={value!r}" for name, value in given if value != getattr(usual, name))
        return f"Policy({', '.join(changed)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Policy) and self._given() == other._given()

    def __hash__(self) -> int:
        return hash((self.schemes, self.rel, self.target, self.class_, self.show, self.max_text_length))

    def __reduce__(self) -> tuple[Callable[..., "Policy"], tuple[dict[str, Any]]]:
        return _policy, (self._given(),)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Policy cannot be changed ({name}): see replace")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Policy cannot be changed ({name}): see replace")


def _policy(given: dict[str, Any]) -> Policy:
    return Policy(**given)


def schemes_to_link(schemes: Iterable[str]) -> frozenset[str]:
    """The schemes in lower case.

    Those that nobody finds by default are never linked, whoever asks: they run, or are, what their author wants in the
    reader's page. Raises ValueError for them, and for what can be no scheme.

    >>> sorted(schemes_to_link(["HTTP", "https"]))
    ['http', 'https']
    """
    names = [schemes] if isinstance(schemes, str) else list(schemes)
    for name in names:
        if not is_uri(f"{name}:"):
            raise ValueError(f"no scheme is named {name!r}")
        if name.lower() in never_by_default():
            raise ValueError(f"{name} is never linked: it runs what its author wants in the reader's page")
    return frozenset(name.lower() for name in names)


def checked_text(option: str, value: str | None) -> str | None:
    """A text, or None."""
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{option} is a text or None, not {value!r}")
    return value


def checked_callback(callback: Callback | None) -> Callback | None:
    """What can be called, or None."""
    if callback is not None and not callable(callback):
        raise ValueError(f"callback is a function or None, not {callback!r}")
    return callback


def checked_attributes(attributes: Mapping[str, str]) -> dict[str, str]:
    """Attributes by names that HTML can write, each once in whatever case, `href` not among them."""
    seen = {"href"}
    for name, value in attributes.items():
        if not _ATTRIBUTE_NAME.fullmatch(name) or name.lower() in seen:
            raise ValueError(f"no attribute of a link, or not another one, can be named {name!r}")
        if not isinstance(value, str):
            raise ValueError(f"the attribute {name} is a text, not {value!r}")
        seen.add(name.lower())
    return dict(attributes)


def checked_extra_attributes(attributes: dict[str, str]) -> dict[str, str]:
    """Attributes none of which is an option of its own."""
    for name in attributes:
        if name.lower() in ("rel", "target", "class"):
            raise ValueError(f"{name} is an option of its own, and not among the attributes")
    return attributes


def checked_length(max_text_length: int | None) -> int | None:
    """How long a shown text may be: there has to be room for both ends of it."""
    if max_text_length is None:
        return None
    if not isinstance(max_text_length, int) or max_text_length < MIN_TEXT_LENGTH:
        raise ValueError(f"a link shows {MIN_TEXT_LENGTH} code points at least, not {max_text_length!r}")
    return max_text_length


def checked_hazards(hazards: Mapping[str, str]) -> dict[str, str]:
    """What to do with each hazard, by the names that there are."""
    for name, does in hazards.items():
        one_of("hazards", name, ("any", *hazard_names()))
        one_of(f"hazards[{name!r}]", does, HAZARD_ACTIONS)
    return dict(hazards)
