"""The options of a finder: their types, their checks, and the profiles, which preset them."""

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple, TypedDict, get_args

from linksift.arguments import items, one_of, some_of, true_or_false, whole_number
from linksift.finding.matchers.matcher import Matcher
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import schemes as schemes_by_name
from linksift.uri import InvalidHost, is_scheme, to_ascii_host

Profile = Literal["text", "document", "chat", "ascii", "indicators", "uts58"]
"""A preset for the options of a finder."""

Kind = Literal["uri", "suffix", "email", "domain", "ip"]
"""A kind of match that a finder looks for."""

Rejoin = Literal["auto", "columns", "enclosed", "never"]
"""Which line breaks in URIs a finder undoes."""

Template = Literal["{}", "{{}}", "${}", "%()s"]
UnusableHosts = Literal["find", "skip"]


class FinderOptions(TypedDict, total=False):
    """The options of `Finder`, as `find`, `linkify`, `linkify_html`, `entities` and `read` take them."""

    profile: Profile
    kinds: Iterable[Kind] | None
    schemes: Iterable[str] | None
    rejoin: Rejoin | None
    refang: bool | None
    default_scheme: str | None
    top_level_domains: Iterable[str] | None
    templates: Iterable[Template] | None
    matchers: Iterable[Matcher] | None
    unusable_hosts: UnusableHosts | None
    max_length: int | None
    matcher_seconds: float | None


class Options(NamedTuple):
    """The options of a finder, including those of its profile; every value is valid.

    The defaults are the library's: those for running text, in which only delimiters show that a line was broken.
    `matcher_seconds` is a limit of last resort, whatever the profile.
    """

    profile: str = "text"
    kinds: frozenset[str] = frozenset({"uri", "suffix", "email"})
    schemes: frozenset[str] | str | None = None
    rejoin: str = "enclosed"
    refang: bool = False
    default_scheme: str = "http"
    top_level_domains: frozenset[str] = frozenset()
    templates: frozenset[str] = frozenset()
    matchers: tuple[Matcher, ...] = ()
    unusable_hosts: str = "find"
    max_length: int = 65536
    matcher_seconds: float | None = 1.0

    @property
    def joins_lines(self) -> bool:
        """Whether line breaks outside enclosures are undone, on evidence."""
        return self.rejoin in ("auto", "columns")

    @property
    def settles_lines(self) -> bool:
        """Whether no text after a line changes the matches in the line, unless an enclosure is open there."""
        return not self.joins_lines and not self.refang


PROFILES: dict[str, Options] = {
    made.profile: made
    for made in (
        Options("text"),
        # Files such as mail, manuals and the text of PDFs, whose writers broke lines at a width.
        Options("document", rejoin="auto"),
        # Typed text has no broken lines, new sites use https, and a link that leads nowhere is a mistake.
        Options("chat", rejoin="never", default_scheme="https", unusable_hosts="skip"),
        # RFC 3986's characters only: for protocols and logs, where an IRI would be a fault.
        Options("ascii"),
        # Reports on attacks, whose links are defanged and whose hosts have no scheme.
        Options("indicators", refang=True, kinds=frozenset({"uri", "suffix", "email", "domain", "ip"})),
        # Links as Unicode Technical Standard #58 detects them: with these schemes, and bare domains.
        Options(
            "uts58",
            kinds=frozenset({"uri", "suffix", "email", "domain"}),
            schemes=frozenset({"http", "https", "mailto"}),
            rejoin="never",
            default_scheme="https",
        ),
    )
}

_LABEL = lazy_pattern(r"(?![0-9]*\Z)[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?")
"""A label of letters, digits and hyphens that is not all digits, as an IP address's last part is (RFC 1123, 2.1)."""

_LONGEST_TEXT = sys.maxsize // 8
"""Longer than any text; a greater `max_length` means the same, and the kernel could not add to it."""


def checked_kinds(kinds: Iterable[str]) -> frozenset[str]:
    """The kinds of matches to find. Raises ValueError for an unknown kind.

    >>> checked_kinds(["url", "email"])
    Traceback (most recent call last):
    ...
    ValueError: kinds must be some of 'uri', 'suffix', 'email', 'domain', 'ip', not 'url': did you mean 'uri'?
    """
    chosen = names(kinds)
    some_of("kinds", chosen, get_args(Kind))
    return chosen


def checked_schemes(schemes: Iterable[str]) -> frozenset[str] | str:
    """The names of schemes (or the one name, if it is a str) in lowercase, or "any". Raises ValueError otherwise.

    >>> checked_schemes(["ANY"])
    'any'
    >>> checked_schemes(["https://"])
    Traceback (most recent call last):
    ...
    ValueError: schemes must be None, 'any' or names of schemes such as 'https', not ['https://']
    """
    chosen = frozenset(name.lower() for name in names(schemes))
    if chosen == {"any"}:
        return "any"
    if not chosen or not all(map(is_scheme, chosen)):
        raise ValueError(f"schemes must be None, 'any' or names of schemes such as 'https', not {schemes!r}")
    return chosen


def checked_default_scheme(scheme: str) -> str:
    """The scheme added to names without one, in lowercase. Raises ValueError if it is known to have no host.

    >>> checked_default_scheme("mailto")
    Traceback (most recent call last):
    ...
    ValueError: default_scheme must be a scheme with a host, such as 'https', not 'mailto'
    """
    if isinstance(scheme, str) and is_scheme(scheme):
        known = schemes_by_name().get(scheme.lower())
        if known is None or known.host:
            return scheme.lower()
    raise ValueError(f"default_scheme must be a scheme with a host, such as 'https', not {scheme!r}")


def checked_top_level_domains(top_level_domains: Iterable[str]) -> frozenset[str]:
    """The names that also count as top-level domains, as lowercase A-labels. Raises ValueError for invalid names.

    >>> sorted(checked_top_level_domains(["Corp", "m\u00fcnchen"]))
    ['corp', 'xn--mnchen-3ya']
    """
    return frozenset(map(top_level_domain, items(top_level_domains)))


def top_level_domain(label: Any) -> str:
    """One label as a lowercase A-label. Raises ValueError for anything else.

    >>> top_level_domain(".corp")
    Traceback (most recent call last):
    ...
    ValueError: top_level_domains must be single labels without a dot, such as 'corp', not '.corp'
    """
    try:
        found = to_ascii_host(label).lower() if isinstance(label, str) else ""
    except InvalidHost:
        found = ""
    if not _LABEL.fullmatch(found):
        raise ValueError(f"top_level_domains must be single labels without a dot, such as 'corp', not {label!r}")
    return found


def checked_templates(templates: Iterable[str]) -> frozenset[str]:
    """The templates whose placeholders are read as part of a URI. Raises ValueError for an unknown template.

    >>> checked_templates(["<>"])
    Traceback (most recent call last):
    ...
    ValueError: templates must be some of '{}', '{{}}', '${}', '%()s', not '<>'
    """
    if chosen := items(templates):
        some_of("templates", chosen, get_args(Template))
    return frozenset(chosen)


def checked_matchers(matchers: Any) -> tuple[Matcher, ...]:
    """The matchers, in order and without duplicates. Raises ValueError for anything else.

    >>> checked_matchers("@name")
    Traceback (most recent call last):
    ...
    ValueError: matchers must be Matchers, not '@name'
    """
    for one in (chosen := items(matchers)):
        if not isinstance(one, Matcher):
            raise ValueError(f"matchers must be Matchers, not {one!r}")
    return tuple(dict.fromkeys(chosen))


def checked_seconds(seconds: Any) -> float | None:
    """The time allowed for a matcher in a text, or None for no limit. Raises ValueError otherwise.

    >>> checked_seconds(0)
    Traceback (most recent call last):
    ...
    ValueError: matcher_seconds must be a number above 0 or None, not 0
    """
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if seconds is not None and not (is_number and 0 < seconds <= sys.float_info.max):
        raise ValueError(f"matcher_seconds must be a number above 0 or None, not {seconds!r}")
    return None if seconds is None else float(seconds)


def checked_length(length: Any) -> int:
    """The maximum length of a match. Raises ValueError for an invalid length."""
    return min(int(whole_number("max_length", length)), _LONGEST_TEXT)


def names(value: Any) -> frozenset[str]:
    """One name, or all names in a collection; empty if the value is neither.

    >>> names("http"), names(["http"]), names([1]), names(None)
    (frozenset({'http'}), frozenset({'http'}), frozenset(), frozenset())
    """
    every = items(value)
    return frozenset(every) if all(isinstance(name, str) for name in every) else frozenset()


CHECKS: dict[str, Callable[[Any], Any]] = {
    "kinds": checked_kinds,
    "schemes": checked_schemes,
    "rejoin": partial(one_of, "rejoin", values=get_args(Rejoin)),
    "refang": partial(true_or_false, "refang"),
    "default_scheme": checked_default_scheme,
    "top_level_domains": checked_top_level_domains,
    "templates": checked_templates,
    "matchers": checked_matchers,
    "unusable_hosts": partial(one_of, "unusable_hosts", values=get_args(UnusableHosts)),
    "max_length": checked_length,
}
"""Each option's check returns its value as `Options` holds it, or raises ValueError."""


def checked_options(given: Mapping[str, Any]) -> Options:
    """The options of the given profile, overridden by those that are not None; for `matcher_seconds`, None is a value.

    Raises ValueError for an unknown profile or an invalid option value.

    >>> checked_options(dict.fromkeys(Options._fields) | {"profile": "chat", "kinds": ["uri"]})[1:6]
    (frozenset({'uri'}), None, 'never', False, 'https')
    """
    one_of("profile", given["profile"], PROFILES)
    checked = {name: check(given[name]) for name, check in CHECKS.items() if given[name] is not None}
    return PROFILES[given["profile"]]._replace(**checked, matcher_seconds=checked_seconds(given["matcher_seconds"]))
