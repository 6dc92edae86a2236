"""The types of a finder's options, which let editors complete their values and type checkers reject others."""

from collections.abc import Iterable
from typing import Literal, TypedDict

from linksift.finding.matchers.matcher import Matcher

Profile = Literal["text", "document", "chat", "ascii", "indicators", "uts58"]
"""A preset for the options of a finder."""

Kind = Literal["uri", "suffix", "email", "domain", "ip"]
"""A kind of match that a finder looks for."""

Rejoin = Literal["auto", "enclosed", "never"]
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
