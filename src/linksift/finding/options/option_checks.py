"""Checks the values of a finder's options once, when the finder is created; each check returns the value or raises."""

import sys
from collections.abc import Iterable
from typing import Any, get_args

from linksift.arguments import one_of, some_of, whole_number
from linksift.finding.matchers.matcher import Matcher
from linksift.finding.options.option_types import Kind, Rejoin, Template, UnusableHosts
from linksift.lazy_pattern import lazy_pattern
from linksift.uri import InvalidHost, is_scheme, to_ascii_host

KINDS: frozenset[str] = frozenset(get_args(Kind))

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

    >>> checked_schemes(["https://"])
    Traceback (most recent call last):
    ...
    ValueError: schemes must be None, 'any' or names of schemes such as 'https', not ['https://']
    """
    if schemes == "any":
        return "any"
    chosen = frozenset(name.lower() for name in names(schemes))
    if not chosen or not all(map(is_scheme, chosen)):
        raise ValueError(f"schemes must be None, 'any' or names of schemes such as 'https', not {schemes!r}")
    return chosen


def checked_rejoin(rejoin: str) -> str:
    """Which breaks are undone. Raises ValueError for an unknown value."""
    return str(one_of("rejoin", rejoin, get_args(Rejoin)))


def checked_unusable_hosts(unusable_hosts: str) -> str:
    """Whether hosts that no browser or DNS accepts are found or skipped. Raises ValueError for an unknown value."""
    return str(one_of("unusable_hosts", unusable_hosts, get_args(UnusableHosts)))


def checked_default_scheme(scheme: str) -> str:
    """The scheme added to names without one, in lowercase. Raises ValueError for anything else."""
    if not isinstance(scheme, str) or not is_scheme(scheme):
        raise ValueError(f"default_scheme must be the name of a scheme, not {scheme!r}")
    return scheme.lower()


def checked_top_level_domains(top_level_domains: Iterable[str]) -> frozenset[str]:
    """The names that also count as top-level domains, as lowercase A-labels. Raises ValueError for invalid names.

    >>> sorted(checked_top_level_domains(["Corp", "m\u00fcnchen"]))
    ['corp', 'xn--mnchen-3ya']
    """
    whole = isinstance(top_level_domains, str) or not isinstance(top_level_domains, Iterable)
    return frozenset(map(top_level_domain, [top_level_domains] if whole else top_level_domains))


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
    chosen = [templates] if isinstance(templates, str) or not isinstance(templates, Iterable) else [*templates]
    for one in chosen:
        some_of("templates", [one], get_args(Template))
    return frozenset(chosen)


def checked_matchers(matchers: Any) -> tuple[Matcher, ...]:
    """The matchers, in order and without duplicates. Raises ValueError for anything else.

    >>> checked_matchers("@name")
    Traceback (most recent call last):
    ...
    ValueError: matchers must be Matchers, not '@name'
    """
    whole = isinstance(matchers, Matcher | str) or not isinstance(matchers, Iterable)
    chosen = dict.fromkeys([matchers] if whole else matchers)
    for one in chosen:
        if not isinstance(one, Matcher):
            raise ValueError(f"matchers must be Matchers, not {one!r}")
    return tuple(chosen)


def checked_length(length: int) -> int:
    """The maximum length of a match. Raises ValueError for an invalid length."""
    return min(int(whole_number("max_length", length)), _LONGEST_TEXT)


def checked_seconds(seconds: Any) -> float | None:
    """The time allowed for a matcher in a text, or None for no limit. Raises ValueError otherwise.

    >>> checked_seconds(0)
    Traceback (most recent call last):
    ...
    ValueError: matcher_seconds must be a number above 0 or None, not 0
    """
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if seconds is not None and not (is_number and 0 < seconds < float("inf")):
        raise ValueError(f"matcher_seconds must be a number above 0 or None, not {seconds!r}")
    return None if seconds is None else float(seconds)


def names(value: Any) -> frozenset[str]:
    """One name, or all names in a collection; empty if the value is neither.

    >>> names("http"), names(["http"]), names([1]), names(None)
    (frozenset({'http'}), frozenset({'http'}), frozenset(), frozenset())
    """
    every = [value] if isinstance(value, str) else list(value) if isinstance(value, Iterable) else []
    return frozenset(every) if all(isinstance(name, str) for name in every) else frozenset()
