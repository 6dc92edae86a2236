"""What a finder may be asked for: each option's value is checked once, when the finder is made."""

from collections.abc import Iterable
from typing import Any, get_args

from linksift.arguments import one_of, some_of
from linksift.finding.option_types import Kind, Rejoin, UnusableHosts
from linksift.uri import is_uri

KINDS: frozenset[str] = frozenset(get_args(Kind))


def checked_kinds(kinds: Iterable[str]) -> frozenset[str]:
    """The kinds asked for, or ValueError."""
    asked = names(kinds)
    some_of("kinds", asked, get_args(Kind))
    return asked


def checked_schemes(schemes: Iterable[str]) -> frozenset[str] | str:
    """The names of schemes asked for (one, if it is a str) in lower case, or "any" as it is; or ValueError."""
    if schemes == "any":
        return "any"
    asked = frozenset(name.lower() for name in names(schemes))
    if not asked or not all(is_uri(f"{name}:") for name in asked):
        raise ValueError(f"schemes must be None, 'any' or names of schemes, not {schemes!r}")
    return asked


def checked_rejoin(rejoin: str) -> str:
    """The way of joining asked for, or ValueError."""
    return str(one_of("rejoin", rejoin, get_args(Rejoin)))


def checked_unusable_hosts(unusable_hosts: str) -> str:
    """What is done with hosts that no browser or DNS takes, or ValueError."""
    return str(one_of("unusable_hosts", unusable_hosts, get_args(UnusableHosts)))


def checked_default_scheme(scheme: str) -> str:
    """The scheme that `www.` stands for, in lower case, or ValueError."""
    if not isinstance(scheme, str) or not is_uri(f"{scheme}://a"):
        raise ValueError(f"default_scheme must be the name of a scheme, not {scheme!r}")
    return scheme.lower()


def checked_flag(refang: bool) -> bool:
    """Whether defanged links are read, or ValueError."""
    if not isinstance(refang, bool):
        raise ValueError(f"refang must be True or False, not {refang!r}")
    return refang


def checked_length(length: int) -> int:
    """The greatest length asked for, or ValueError."""
    if not isinstance(length, int) or length < 1:
        raise ValueError(f"max_length must be a whole number from 1 on, not {length!r}")
    return length


def names(value: Any) -> frozenset[str]:
    """One name, or all in a collection; none where the value is neither.

    >>> names("http"), names(["http"]), names([1]), names(None)
    (frozenset({'http'}), frozenset({'http'}), frozenset(), frozenset())
    """
    every = [value] if isinstance(value, str) else list(value) if isinstance(value, Iterable) else []
    return frozenset(every) if all(isinstance(name, str) for name in every) else frozenset()
