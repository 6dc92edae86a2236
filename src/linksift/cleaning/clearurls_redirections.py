"""Redirector rules that a caller provides, in the format of ClearURLs.

Only a provider's `urlPattern`, `exceptions` and `redirections` are used: they say which links lead elsewhere, and
where to. Others write the patterns, so each search has a time limit.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, NoReturn

from linksift.cleaning.redirector_targets import once_decoded

LONGEST_URI = 8192
"""The maximum length, in code points, of the URIs that are searched."""

SECONDS = 0.05
"""The time limit for a search; a pattern that takes longer does not match."""

MOST_DECODED = 3
"""The text that a rule finds is percent-decoded until it is a URI, but at most this many times."""


class Provider(NamedTuple):
    """The compiled patterns of a provider."""

    name: str
    url: Any
    exceptions: tuple[Any, ...]
    redirections: tuple[Any, ...]


class RedirectorRules:
    """Rules in the format of ClearURLs: `{"providers": {name: {"urlPattern": ..., "redirections": [...]}}}`.

    `rules` is that mapping, as `json.load` returns it. The group of a redirection captures the link inside. Raises
    ValueError for rules in another form and for an invalid pattern. Immutable and picklable.

    >>> provider = {"urlPattern": "^https?://go.example", "redirections": ["to=([^&]+)"]}
    >>> rules = RedirectorRules({"providers": {"go": provider}})
    >>> list(rules.contents("http://go.example/?to=http%3A%2F%2Fa.example%2F&x"))
    [('go', 'http://a.example/')]
    """

    __slots__ = ("_providers", "rules")

    rules: Mapping[str, Any]
    _providers: tuple[Provider, ...]

    def __init__(self, rules: Mapping[str, Any]) -> None:
        providers = rules.get("providers") if isinstance(rules, Mapping) else None
        if not isinstance(providers, Mapping):
            raise ValueError(
                'rules must have the form {"providers": {name: {"urlPattern": ..., "redirections": [...]}}}'
            )
        made = tuple(provider(name, fields) for name, fields in providers.items() if leads_elsewhere(name, fields))
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "_providers", made)

    def contents(self, uri: str) -> Iterator[tuple[str, str]]:
        """The names of the providers for a URI, each with a candidate for the URI inside."""
        if len(uri) > LONGEST_URI:
            return
        for name, url, exceptions, redirections in self._providers:
            if group_of(url, uri) is None or any(group_of(pattern, uri) is not None for pattern in exceptions):
                continue
            for pattern in redirections:
                if found := group_of(pattern, uri):
                    yield name, decoded_uri(found)

    def __reduce__(self) -> tuple[type["RedirectorRules"], tuple[Mapping[str, Any]]]:
        return RedirectorRules, (self.rules,)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"RedirectorRules cannot be changed ({name})")


def leads_elsewhere(name: object, fields: Any) -> bool:
    """Whether a provider has redirections. Raises ValueError for a provider that is not a mapping."""
    if not isinstance(fields, Mapping):
        raise ValueError(f"the provider {name!r} must be a mapping, not {type(fields).__name__}")
    return bool(fields.get("redirections"))


def provider(name: str, fields: Mapping[str, Any]) -> Provider:
    """A provider with its patterns compiled. Raises ValueError for an invalid pattern."""
    every = (fields.get("urlPattern", ""), *fields.get("exceptions", ()), *fields["redirections"])
    url, *others = (compiled(name, pattern) for pattern in every)
    count = len(fields.get("exceptions", ()))
    redirections = tuple(others[count:])
    for pattern in redirections:
        if not pattern.groups:
            raise ValueError(f"a redirection of the provider {name!r} has no group for the link: {pattern.pattern!r}")
    return Provider(str(name), url, tuple(others[:count]), redirections)


def compiled(name: str, pattern: object) -> Any:
    """A pattern, compiled case-insensitively as in ClearURLs. Raises ValueError for an invalid pattern."""
    try:
        import regex  # imported lazily: see tests/test_import.py
    except ImportError as error:
        raise ImportError("rules of ClearURLs need the package regex, which limits the time of a search") from error

    if not isinstance(pattern, str):
        raise ValueError(f"a pattern of the provider {name!r} must be a str, not {type(pattern).__name__}")
    try:
        return regex.compile(pattern, regex.IGNORECASE)
    except regex.error as error:
        raise ValueError(f"a pattern of the provider {name!r} is none ({error}): {pattern!r}") from error


def group_of(pattern: Any, uri: str) -> str | None:
    """The text that a pattern, or its first group, matches in a URI; None if nothing is found in time."""
    try:
        found = pattern.search(uri, timeout=SECONDS)
    except TimeoutError:
        return None
    return (found[1] or "") if found and pattern.groups else found[0] if found else None


def decoded_uri(text: str) -> str:
    """A URI, decoded if it is percent-encoded as a whole, even more than once.

    >>> decoded_uri("http%253A%252F%252Fa.example"), decoded_uri("http://a.example/%20")
    ('http://a.example', 'http://a.example/%20')
    """
    for _ in range(MOST_DECODED):
        text = once_decoded(text)
    return text
