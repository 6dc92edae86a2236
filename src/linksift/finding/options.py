"""What a finder may be asked for: each option's value is checked once, when the finder is made."""

from collections.abc import Iterable

from linksift.uri import is_uri

KINDS = frozenset({"uri"})
REJOIN = ("enclosed", "never")


def checked_kinds(kinds: Iterable[str]) -> frozenset[str]:
    """The kinds asked for, or ValueError."""
    asked = frozenset([kinds] if isinstance(kinds, str) else kinds)
    if not asked or not asked <= KINDS:
        raise ValueError(f"kinds must be some of {sorted(KINDS)}, not {sorted(asked)}")
    return asked


def checked_names(names: Iterable[str]) -> frozenset[str]:
    """The names of schemes asked for (one, if it is a str), in lower case, or ValueError."""
    asked = frozenset(name.lower() for name in ([names] if isinstance(names, str) else names))
    wrong = sorted(name for name in asked if not is_uri(f"{name}:"))
    if wrong or not asked:
        raise ValueError(f"schemes must be None, 'any' or names of schemes, not {wrong or 'none'}")
    return asked


def checked_rejoin(rejoin: str) -> str:
    """The way of joining asked for, or ValueError."""
    if rejoin not in REJOIN:
        raise ValueError(f"rejoin must be one of {list(REJOIN)}, not {rejoin!r}")
    return rejoin


def checked_length(length: int) -> int:
    """The greatest length asked for, or ValueError."""
    if length < 1:
        raise ValueError(f"max_length must be at least 1, not {length}")
    return length
