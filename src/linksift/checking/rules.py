"""Lists all rules and selects rules by name. The names are stable, because people write them in their files."""

from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from linksift.hazards import deceptions, known_hazards


class Rule(NamedTuple):
    """A rule: its name (a group, a dot and a word), what it reports, what to do about it, and whether it is on by
    default."""

    name: str
    why: str
    advice: str
    is_default: bool = True

    @property
    def group(self) -> str:
        """The part of the name before the dot."""
        return self.name.partition(".")[0]


ALL = "all"
"""The name that selects every rule."""

OWN = (
    Rule(
        "wrapped.line_break",
        "A line break splits a URI, so most software reads only its first line.",
        "Write the URI in one piece.",
    ),
    Rule(
        "invalid.character",
        "A URI contains a character that is not allowed there (RFC 3986, 2).",
        "Percent-encode the character.",
    ),
    Rule(
        "invalid.space",
        "A link in Markdown contains a space, so it is shown as text (CommonMark, 6.3 and 6.5).",
        "Put the destination in angle brackets, or write %20.",
    ),
    Rule(
        "invalid.percent_escape",
        'A "%" is not followed by two hexadecimal digits (RFC 3986, 2.1).',
        "Write %25 for a percent sign, or complete the escape.",
    ),
    Rule(
        "invalid.host",
        "The host is neither a usable DNS name nor an IP address (RFC 3986, 3.2.2).",
        "Correct the host.",
    ),
    Rule("invalid.port", "A port is not a number from 1 to 65535 (RFC 3986, 3.2.3; RFC 6335, 6).", "Correct the port."),
    Rule(
        "invalid.scheme",
        "A scheme is misspelled, or something other than :// is between a scheme and its host (RFC 3986, 3).",
        "Write the scheme, :// and the host.",
    ),
)
"""The rules that do not correspond to hazards."""

_LOOK = "Check where the link leads, and make that visible to readers."
_RISK = "Remove the secret or the unusual part, or make sure that it is intended."


@cache
def rules() -> tuple[Rule, ...]:
    """All rules, group by group. Hazards that are not deceptions are risks, which are off by default.

    >>> [rule.name for rule in rules() if not rule.is_default][:2]
    ['risky.symbol_in_host', 'risky.password']
    """
    hazards = [hazard for hazard in known_hazards() if hazard.name != "unusable_host"]
    deceptive = [hazard for hazard in hazards if hazard.name in deceptions()]
    looks = (Rule(f"deceptive.{hazard.name}", hazard.why, _LOOK) for hazard in deceptive)
    risks = (Rule(f"risky.{hazard.name}", hazard.why, _RISK, False) for hazard in hazards if hazard not in deceptive)
    return (*OWN, *looks, *risks)


def selected_rules(select: Collection[str] | None = None, ignore: Collection[str] = ()) -> frozenset[str]:
    """The names of the rules selected by name or group (None selects the default rules), except those in `ignore`.

    >>> sorted(selected_rules({"wrapped", "invalid"}, {"invalid.host", "invalid.port"}))
    ['invalid.character', 'invalid.percent_escape', 'invalid.scheme', 'invalid.space', 'wrapped.line_break']
    """
    chosen = {rule.name for rule in rules() if rule.is_default} if select is None else _named(select)
    return frozenset(chosen - _named(ignore))


def _named(names: Collection[str]) -> set[str]:
    return {rule.name for rule in rules() if not {rule.name, rule.group, ALL}.isdisjoint(names)}
