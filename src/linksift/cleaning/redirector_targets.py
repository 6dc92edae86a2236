"""Reads the targets in links of redirectors: the known ones, and those that a caller's rules describe.

The known redirectors are listed in `registries`, with one function for each reading. A caller's rules have the format
of ClearURLs. Only a provider's `urlPattern`, `exceptions` and `redirections` are used: they say which links lead
elsewhere, and where to. Others write the patterns, so each search has a time limit.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from linksift.arguments import Immutable
from linksift.cleaning.missing_scheme import is_host
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import Redirector, redirectors
from linksift.uri import Components, decode_data, recompose


def host_of(wrapping: Components) -> str:
    """The host in lower case, without the root's dot, for comparison."""
    return (wrapping.host or "").lower().removesuffix(".")


def parameters(wrapping: Components, name: str) -> Iterator[str]:
    """The values of a query parameter, decoded once. `&amp;` is a separator too, since links are copied from HTML.

    >>> from linksift.uri import split
    >>> list(parameters(split("http://a/?b&amp;c=d%2525&c=e+f"), "c"))
    ['d%25', 'e+f']
    """
    for parameter in (wrapping.query or "").replace("&amp;", "&").split("&"):
        if parameter.startswith(f"{name}="):
            yield decode_data(parameter[len(name) + 1 :])


def once_decoded(text: str) -> str:
    """A URI, decoded once if it is percent-encoded as a whole, otherwise left as is.

    >>> once_decoded("http%3A%2F%2Fa/%2520"), once_decoded("http://a/%20")
    ('http://a/%20', 'http://a/%20')
    """
    return text if "://" in text.partition("%")[0] else decode_data(text)


_UNDER_ANY_DOMAIN = lazy_pattern(r"(.+?)\.(?:com?\.[a-z]{2}|com|cat|[a-z]{2})\Z")
_MOST_LABELS = 10
_SIGNATURE = lazy_pattern(r"[A-Za-z0-9_\-]{20,64}")
_NAME = lazy_pattern(r"([\w\-.]{1,254})(?=[/?#:]|\Z)")


@cache
def rows_by_host() -> Mapping[str, tuple[Redirector, ...]]:
    """The rows of the table for each host, with hosts as written in the table."""
    found: dict[str, tuple[Redirector, ...]] = {}
    for row in redirectors():
        for host in row.hosts:
            found[host] = (*found.get(host, ()), row)
    return found


def rows_for(host: str) -> Iterator[Redirector]:
    """The rows for a host and its parent domains, each as it stands and as a name under `com` or a country's domain.

    >>> [row.name for row in rows_for("yandex.com.tr")], [row.name for row in rows_for("x.cdn.ampproject.org")][:1]
    (['yandex'], ['amp-cache'])
    """
    rows = rows_by_host()
    names = [(host, "")]
    if stem := _UNDER_ANY_DOMAIN.match(host):
        names.append((stem[1], ".*"))
    for name, domain in names:
        labels = name.split(".")[-_MOST_LABELS:]
        parents = (f".{'.'.join(labels[start:])}" for start in range(len(labels)))
        yield from chain.from_iterable(rows.get(f"{key}{domain}", ()) for key in (name, *parents))


def redirected(wrapping: Components) -> Iterator[tuple[str, str]]:
    """The names of the rows for a wrapping URI, each with a candidate for the URI inside.

    >>> from linksift.uri import split
    >>> list(redirected(split("https://l.facebook.com/l.php?u=http%3A%2F%2Fa.example%2F&h=x")))
    [('facebook', 'http://a.example/')]
    """
    path = wrapping.path or "/"  # RFC 3986, 6.2.3
    for row in rows_for(host_of(wrapping)):
        if path.startswith(row.path[:-1]) if row.path.endswith("*") else path == row.path:
            yield from ((row.name, content) for content in READINGS[row.reading](wrapping, row))


def parameter(wrapping: Components, row: Redirector) -> Iterator[str]:
    """The values of parameters; a name without a scheme gets that of the wrapping URI (YouTube: `q=a.example/b`)."""
    for name in row.names:
        for value in parameters(wrapping, name):
            host = _NAME.match(value)
            yield f"{wrapping.scheme}://{value}" if host and is_host(host[1], alone=False) else value


def signed(wrapping: Components, row: Redirector) -> Iterator[str]:
    """The values of parameters, without the signature after their last colon (Disqus: `http%3A%2F%2Fb%3AGTw...`)."""
    for value in parameter(wrapping, row):
        uri, _, signature = value.rpartition(":")
        yield uri if _SIGNATURE.fullmatch(signature) else value


def local(wrapping: Components, row: Redirector) -> Iterator[str]:
    """The values of parameters, some of which are paths on the host itself (YouTube: `u=/watch?v=b`)."""
    for value in parameter(wrapping, row):
        is_path = value.startswith("/") and not value.startswith("//")
        yield f"{wrapping.scheme}://{wrapping.authority}{value}" if is_path else value


def base64(wrapping: Components, row: Redirector) -> Iterator[str]:
    """The text in base64 in parameters, possibly preceded by a mark (Bing: `u=a1aHR0cDov...`), or in a segment of the
    path if the row names none (Mailjet: `/lnk/x/1/aHR0cDov...`), where a signature may follow (Substack)."""
    from base64 import b64decode  # imported lazily: see tests/test_import.py

    in_query = chain.from_iterable(parameters(wrapping, name) for name in row.names)
    in_path = (segment.partition(".")[0] for segment in wrapping.path.split("/"))
    for value in in_query if row.names else in_path:
        for encoded in (value.removeprefix("a1"), value):
            try:
                octets = b64decode(encoded + "=" * (-len(encoded) % 4), altchars=b"-_", validate=True)
            except ValueError:
                continue
            yield from strings_in(octets.decode("utf-8", "surrogateescape"))


def strings_in(text: str) -> Iterator[str]:
    r"""The URIs in the values of a JSON object, and in the JSON texts among these; a text that is not JSON is one URI.

    >>> list(strings_in(r'{"b": "{\"url\": \"http:\\/\\/a.example\"}", "c": 1}')), list(strings_in("http://a.example/"))
    (['http://a.example'], ['http://a.example/'])
    """
    from json import loads  # imported lazily: see tests/test_import.py

    try:
        value = loads(text)
    except (ValueError, RecursionError):
        if "://" in (uri := once_decoded(text)):
            yield uri
        return
    for member in value.values() if isinstance(value, dict) else ():
        if isinstance(member, str):
            yield from strings_in(member)


def query(wrapping: Components, row: Redirector) -> Iterator[str]:
    """The whole query, encoded or not (`href.li/?http://a.example`)."""
    if wrapping.query:
        yield once_decoded(wrapping.query)


def segment(wrapping: Components, row: Redirector) -> Iterator[str]:
    """A segment of the path, percent-encoded (Amazon: `/L0/http:%2F%2Fa.example%2F/1/x`)."""
    yield from (decode_data(part) for part in wrapping.path.split("/") if "%2F%2F" in part.upper())


def between(wrapping: Components, row: Redirector) -> Iterator[str]:
    """The text in the path between two marks or after the first, encoded or not (Yahoo: `/RU=http%3a%2f%2f.../RK=`)."""
    opener, closer = (*row.names, "")[:2]
    inside = recompose(wrapping).partition(opener)[2]
    if closer:
        inside, closes, _ = inside.partition(closer)
        inside = inside if closes else ""
    yield once_decoded(inside)


def cached_page(wrapping: Components, row: Redirector) -> Iterator[str]:
    """A host and path that follow the start of the path; they use https if `s/` precedes them or the table says so.

    >>> from linksift.uri import split
    >>> list(redirected(split("https://a-example.cdn.ampproject.org/c/s/a.example/b?c")))
    [('amp-cache', 'https://a.example/b?c')]
    """
    rest = recompose(wrapping._replace(scheme=None, authority=None)).removeprefix(row.path[:-1])
    page = rest.removeprefix("s/")
    if (host := _NAME.match(page)) and is_host(host[1], alone=False):
        yield f"{'https' if page != rest or 'https' in row.names else 'http'}://{page}"


def page(wrapping: Components, row: Redirector) -> Iterator[str]:
    """A host and path, encoded in the segment after the start of the path (Postmark: `/3s/a.example%2Fb/x`)."""
    encoded = wrapping.path.removeprefix(row.path[:-1]).partition("/")[0]
    yield f"{row.names[0]}://{decode_data(encoded)}"


READINGS: dict[str, Callable[[Components, Redirector], Iterator[str]]] = {
    reading.__name__: reading
    for reading in (parameter, signed, local, base64, query, segment, between, cached_page, page)
}
"""The function for each reading in the table."""


# ---- Rules in the format of ClearURLs --------------------------------------------------------------------------------

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


class RedirectorRules(Immutable):
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
        self._set({"rules": rules, "_providers": tuple(providers_that_redirect(providers))})

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


def providers_that_redirect(providers: Mapping[str, Any]) -> Iterator[Provider]:
    """The providers that have redirections, with their patterns compiled. Raises ValueError for a provider that is not
    a mapping, for patterns that are not in a list, and for an invalid pattern."""
    for name, fields in providers.items():
        if not isinstance(fields, Mapping):
            raise ValueError(f"the provider {name!r} must be a mapping, not {type(fields).__name__}")
        if fields.get("redirections"):
            url = compiled(name, fields.get("urlPattern", ""))
            exceptions, redirections = (
                tuple(compiled(name, pattern) for pattern in listed(name, fields, key))
                for key in ("exceptions", "redirections")
            )
            for pattern in redirections:
                if not pattern.groups:
                    group = f"no group for the link: {pattern.pattern!r}"
                    raise ValueError(f"a redirection of the provider {name!r} has {group}")
            yield Provider(str(name), url, exceptions, redirections)


def listed(name: str, fields: Mapping[str, Any], key: str) -> Sequence[object]:
    """The patterns in a field of a provider. Raises ValueError unless they are in a list: a str would be read as
    patterns of one character each."""
    patterns = fields.get(key) or ()
    if isinstance(patterns, str) or not isinstance(patterns, Sequence):
        raise ValueError(f"{key} of the provider {name!r} must be a list, not {type(patterns).__name__}")
    return patterns


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
    except (regex.error, RecursionError) as error:
        raise ValueError(
            f"a pattern of the provider {name!r} cannot be compiled ({error}): {pattern[:200]!r}"
        ) from error


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
