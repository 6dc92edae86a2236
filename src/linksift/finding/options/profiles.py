"""The profiles (presets of options, in one table) and the options of a finder, each value checked."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from linksift.arguments import one_of, true_or_false
from linksift.finding.matchers.matcher import Matcher
from linksift.finding.options import option_checks


class Options(NamedTuple):
    """The options of a finder, including those of its profile; every value is valid."""

    profile: str
    kinds: frozenset[str]
    schemes: frozenset[str] | str | None
    rejoin: str
    refang: bool
    default_scheme: str
    top_level_domains: frozenset[str]
    templates: frozenset[str]
    matchers: tuple[Matcher, ...]
    unusable_hosts: str
    max_length: int
    matcher_seconds: float | None


MATCHER_SECONDS = 1.0
"""The time that each matcher may take in a text, whatever the profile: a limit of last resort."""

TEXT: dict[str, Any] = {
    "kinds": frozenset({"uri", "suffix", "email"}),
    "schemes": None,
    "rejoin": "enclosed",
    "refang": False,
    "default_scheme": "http",
    "top_level_domains": frozenset(),
    "templates": frozenset(),
    "matchers": (),
    "unusable_hosts": "find",
    "max_length": 65536,
}
"""The library's default: running text, in which only delimiters show that a line was broken."""

PROFILES: dict[str, dict[str, Any]] = {
    "text": TEXT,
    # Files such as mail, manuals and the text of PDFs, whose writers broke lines at a width.
    "document": TEXT | {"rejoin": "auto"},
    # Typed text has no broken lines, new sites use https, and a link that leads nowhere is a mistake.
    "chat": TEXT | {"rejoin": "never", "default_scheme": "https", "unusable_hosts": "skip"},
    # RFC 3986's characters only: for protocols and logs, where an IRI would be a fault.
    "ascii": TEXT,
    # Reports on attacks, whose links are defanged and whose hosts have no scheme.
    "indicators": TEXT | {"refang": True, "kinds": frozenset({"uri", "suffix", "email", "domain", "ip"})},
    # Links as Unicode Technical Standard #58 detects them: with these schemes, and bare domains.
    "uts58": TEXT
    | {
        "kinds": frozenset({"uri", "suffix", "email", "domain"}),
        "schemes": frozenset({"http", "https", "mailto"}),
        "rejoin": "never",
        "default_scheme": "https",
    },
}

CHECKS: dict[str, Callable[[Any], Any]] = {
    "kinds": option_checks.checked_kinds,
    "schemes": option_checks.checked_schemes,
    "rejoin": option_checks.checked_rejoin,
    "refang": partial(true_or_false, "refang"),
    "default_scheme": option_checks.checked_default_scheme,
    "top_level_domains": option_checks.checked_top_level_domains,
    "templates": option_checks.checked_templates,
    "matchers": option_checks.checked_matchers,
    "unusable_hosts": option_checks.checked_unusable_hosts,
    "max_length": option_checks.checked_length,
}


def options(profile: str, given: dict[str, Any], matcher_seconds: float | None = MATCHER_SECONDS) -> Options:
    """The options of a profile, overridden by those that are given (not None); for `matcher_seconds`, None is a value.

    Raises ValueError for an unknown profile or an invalid option value.

    >>> options("chat", {"kinds": ["uri"], "rejoin": None})[1:6]
    (frozenset({'uri'}), None, 'never', False, 'https')
    """
    one_of("profile", profile, PROFILES)
    checked = {name: CHECKS[name](value) for name, value in given.items() if value is not None}
    return Options(
        profile, **(PROFILES[profile] | checked), matcher_seconds=option_checks.checked_seconds(matcher_seconds)
    )
