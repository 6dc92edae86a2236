"""Repairs the spelling of a stated reference: white space, slashes, the host, and characters that no URI may contain.

References of the special schemes (http, https, ws, wss, ftp, file) are read as browsers read them, with
`linksift.uri.browser_url`, so that the URI names the host to which a browser connects. This reading applies to every
kind of document: browsers show HTML and rendered Markdown, and programs that display mail, PDF and office documents
pass links to a browser. `stated_match` resolves and checks the repaired reference.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from typing import NamedTuple

from linksift.finding import Step
from linksift.notes import edited, rule
from linksift.uri import (
    C0_CONTROL_OR_SPACE,
    BrowserURL,
    InvalidHost,
    Reference,
    browser_host,
    browser_url,
    split,
    to_ascii_host,
)

_BREAKS = re.compile(r"[\t\n\r]+")
_NOT_IN_URI = re.compile(r"[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]|%(?![0-9A-Fa-f]{2})")
_NOT_IN_USERINFO = re.compile(r"[^A-Za-z0-9\-._~!$&'()*+,;=:%]|%(?![0-9A-Fa-f]{2})")
_LEAD = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.\-]*+):)?([/\\]*+)")
"""A scheme, if any, and the slashes after it."""

_AUTHORITY = re.compile(r"[^/\\?#]*+(\\?)")
"""An authority as browsers see it, and the backslash that may end it."""

_UP_TO_PATH = re.compile(rf"{_LEAD.pattern}{_AUTHORITY.pattern}[/?#]?")
"""A lead, an authority, and the character that ends it. A path never makes a browser refuse a reference."""

_DRIVE = re.compile(r"[A-Za-z][:|](?=[/\\?#]|\Z)")
_PCHARS = r"A-Za-z0-9\-._~!$&'()*+,;=@/"
_IN_PATH, _IN_QUERY = (f"[{chars}]*+(?:%[0-9A-Fa-f]{{2}}[{chars}]*+)*+" for chars in (_PCHARS + ":", _PCHARS + ":?"))
_QUERY_AND_FRAGMENT = rf"(?:\?{_IN_QUERY})?(?:\#{_IN_QUERY})?"
_PLAIN_PATH = re.compile(rf"(?!//)[{_PCHARS}]*+(?:%[0-9A-Fa-f]{{2}}[{_PCHARS}]*+)*+{_QUERY_AND_FRAGMENT}")
_PLAIN_URL = re.compile(
    rf"(https?://(?:[a-z0-9]++[.\-])+[a-z]{{2,}}+)(?::[1-9][0-9]{{0,3}})?(?:/{_IN_PATH})?{_QUERY_AND_FRAGMENT}"
)
"""An http URL in lowercase that needs no repair, whatever follows its host. The group ends with the host."""

LONGEST_AUTHORITY = 63
"""The maximum length of the scheme and host of a plain URL, so that no label is too long for the DNS (RFC 1035,
2.3.4)."""

_BACKSLASH = re.compile(r"\\")
_TWO_SLASHES = re.compile(r"[/\\]{2}")
_UNPAIRED_SURROGATE = re.compile("[\ud800-\udc7f\udd00-\udfff]")
_UP_TO_QUERY = re.compile(r"[^?#]*")


# ---- The rules -------------------------------------------------------------------------------------------------------


@rule
def white_space(_: str) -> str:
    r"""White space around a stated reference, and line breaks and tabs in it, are not part of it (URL Standard, 4.4).

    >>> uri_of(" http://a.example/b\n  ")
    'http://a.example/b'
    """
    return ""


@rule
def backslash(_: str) -> str:
    r"""Browsers read a backslash in the path as a slash (URL Standard, 4.4).

    >>> uri_of("http://a.example/b\\c?d\\e")
    'http://a.example/b/c?d%5Ce'
    """
    return "/"


@rule
def backslash_after_host(_: str) -> str:
    r"""Browsers end the authority at a backslash, as at a slash (URL Standard, 4.4).

    >>> uri_of("http://a.example\\@b.example")
    'http://a.example/@b.example'
    """
    return "/"


@rule
def slashes(run: str) -> str:
    r"""Browsers read any number of slashes and backslashes before a host as two slashes (URL Standard, 4.4).

    >>> uri_of("https:/a.example"), uri_of("\\\\/a.example/", "http://b.example/")
    ('https://a.example', 'http://a.example/')
    """
    return "://" if run.startswith(":") else "//"


@rule
def drive_letter(_: str) -> str:
    r"""A drive letter after `file://` begins the path and is not a host (URL Standard, 4.4, file host state).

    >>> uri_of("file://C:/a")
    'file:///C:/a'
    """
    return "///"


@rule
def scheme_of_base(_: str) -> str:
    """A reference with the scheme of its base and without `//` is relative (RFC 3986, 5.2.2; URL Standard, 4.4).

    >>> uri_of("https:/b", "https://a.example/c/d"), uri_of("https:b", "https://a.example/c/d")
    ('https://a.example/b', 'https://a.example/c/b')
    """
    return ""


@rule
def host_to_ascii(host: str) -> str:
    """A host name beyond ASCII is written in A-labels (RFC 3987, 3.1; UTS #46).

    >>> uri_of("http://bücher.example/")
    'http://xn--bcher-kva.example/'
    """
    return to_ascii_host(host)


@rule
def host_in_browsers(host: str) -> str:
    """Browsers decode a host, and read it as an IPv4 address if it is a number (URL Standard, 3.5).

    >>> uri_of("http://%41.example/"), uri_of("http://0x7f.1/")
    ('http://a.example/', 'http://127.0.0.1/')
    """
    return browser_host(host)


@rule
def percent_encoded(character: str) -> str:
    """A character that a URI cannot contain is percent-encoded (RFC 3986, 2.1; RFC 3987, 3.1).

    >>> uri_of("http://a.example/b c|ü 100%"), uri_of("mailto:joe@a.example?subject=Hello there")
    ('http://a.example/b%20c%7C%C3%BC%20100%25', 'mailto:joe@a.example?subject=Hello%20there')
    """
    scalars = _UNPAIRED_SURROGATE.sub("\ufffd", character)  # as in browsers (URL Standard, 4.4)
    return "".join([f"%{octet:02X}" for octet in scalars.encode("utf-8", "surrogateescape")])


def _step(which: Callable[[str], str], plain: str, start: int, end: int) -> Step:
    """The step in which a rule replaces a span of a reference."""
    return Step(which, start, end, which(plain[start:end]))


# ---- Finding what to repair ------------------------------------------------------------------------------------------


class Base(NamedTuple):
    """The base of a document: a URI and, if its scheme is special, the URL that a browser parses from it."""

    reference: Reference
    in_browsers: BrowserURL | None


class Lead(NamedTuple):
    """The characters before a reference's authority or path: their length, the steps that repair them, and the prefix
    that makes the rest split correctly ("//" before an authority, "./" before a path)."""

    length: int
    steps: tuple[Step, ...]
    prefix: str


def repairs(reference: str, base: Base | None) -> Iterator[Step]:
    """The steps that make a reference conform to RFC 3986.

    Raises RefusedURL if a browser refuses the reference, and InvalidHost if the host of any other one has no A-labels.
    """
    gaps = list(_white_space(reference))
    yield from (_step(white_space, reference, *gap) for gap in gaps)
    dropped = set(chain.from_iterable(range(*gap) for gap in gaps))
    kept = [offset for offset in range(len(reference)) if offset not in dropped] if gaps else range(len(reference))
    plain = "".join([reference[offset] for offset in kept]) if gaps else reference
    for step in _encoding(plain, base):
        yield step._replace(start=kept[step.start], end=kept[step.end - 1] + 1)


def _white_space(reference: str) -> Iterator[tuple[int, int]]:
    """The spans of a reference that are not part of it: C0 controls and spaces at its ends; tabs, LF and CR inside."""
    end = len(reference.rstrip(C0_CONTROL_OR_SPACE))
    start = min(end, len(reference) - len(reference.lstrip(C0_CONTROL_OR_SPACE)))
    spans = [(0, start), *(found.span() for found in _BREAKS.finditer(reference, start, end)), (end, len(reference))]
    yield from (span for span in spans if span[0] < span[1])


def _encoding(plain: str, base: Base | None) -> Iterator[Step]:
    """The steps for a reference without white space."""
    url = in_browsers(plain, base)
    if url is None:
        relative = not plain.startswith("//") and scheme_in(plain) is None
        yield from _rest(plain, Lead(0, (), "./" if relative else ""), None)
        return
    lead = _lead(plain, url.scheme, base)
    yield from lead.steps
    backslashes = list(_backslashes(plain, lead))
    yield from backslashes
    yield from _rest(applied(plain, backslashes), lead, url)


def in_browsers(plain: str, base: Base | None) -> BrowserURL | None:
    """The URL that a browser parses from a reference, without its path, or None if neither its scheme nor that of its
    base is special. Raises RefusedURL if a browser refuses the reference."""
    above = base.in_browsers if base else None
    has_scheme = scheme_in(plain) is not None
    if above and not has_scheme and not _TWO_SLASHES.match(plain):
        return above  # only the scheme and the host matter here, and a path has those of the base
    return browser_url(_UP_TO_PATH.match(plain)[0], above) if above or has_scheme else None  # type: ignore[index]


def is_plain_url(reference: str) -> bool:
    """Whether a single pattern shows that a reference is an http or https URI that needs no repair; False if in doubt.

    >>> [is_plain_url(uri) for uri in ("http://a.example:80/b?c=%20#e", "http://a.example:0/", "http://xn--a.example/")]
    [True, False, False]
    """
    found = _PLAIN_URL.fullmatch(reference)
    return found is not None and found.end(1) <= LONGEST_AUTHORITY


def is_plain_path(reference: str, base: Base) -> bool:
    """Whether a reference is a path, query or fragment that needs no repair, as most are; False if in doubt.

    >>> from linksift.uri import parse
    >>> base = Base(parse("http://a.example/b"), in_browsers("http://a.example/b", None))
    >>> [is_plain_path(reference, base) for reference in ("../c?d=e#f", "c:d", "//c", "c d", "%7E")]
    [True, False, False, False, True]
    """
    return base.reference.scheme in ("http", "https") and _PLAIN_PATH.fullmatch(reference) is not None


def scheme_in(plain: str) -> str | None:
    """The scheme at the beginning of a reference, in lowercase.

    >>> scheme_in("HTTP:a"), scheme_in("b c:d")
    ('http', None)
    """
    found = _LEAD.match(plain)
    return found[1].lower() if found and found[1] else None


def _lead(plain: str, scheme: str, base: Base | None) -> Lead:
    """The lead of a reference with a special scheme (URL Standard, 4.4)."""
    found = _LEAD.match(plain)
    assert found is not None  # it matches every string
    start, end = found.span(2)
    as_base = base is not None and base.in_browsers is not None and base.in_browsers.scheme == scheme
    if end - start < 2 and (as_base or not start):
        return Lead(start, (_step(scheme_of_base, plain, 0, start),) if start else (), "./")
    if scheme == "file":  # two slashes and a possible host, or whatever begins a path
        if end - start < 2:
            return Lead(start, (), "./")
        if end - start == 2 and _DRIVE.match(plain, end):
            return Lead(end, (_step(drive_letter, plain, start, end),), "./")
        end = start + 2
    if plain[start:end] == "//":
        return Lead(end, (), "//")
    start = max(0, start - 1)  # missing slashes are inserted after the scheme's colon
    return Lead(end, (_step(slashes, plain, start, end),), "//")


def _backslashes(plain: str, lead: Lead) -> Iterator[Step]:
    """The steps for the backslashes after the lead and before the query."""
    host_end = _AUTHORITY.match(plain, lead.length).start(1) if lead.prefix == "//" else -1  # type: ignore[union-attr]
    end = _UP_TO_QUERY.match(plain).end()  # type: ignore[union-attr]
    for found in _BACKSLASH.finditer(plain, lead.length, end):
        which = backslash_after_host if found.start() == host_end else backslash
        yield _step(which, plain, *found.span())


def _rest(plain: str, lead: Lead, url: BrowserURL | None) -> Iterator[Step]:
    """The steps after the lead: for the host, and for characters that no URI may contain."""
    components = split(lead.prefix + plain[lead.length :])
    starts = {name: start + lead.length - len(lead.prefix) for name, start in components.starts().items()}
    yield from _encode(_NOT_IN_USERINFO, plain, starts["userinfo"], starts["host"] - 1)
    yield from _host(plain, components.host, starts["host"], url)
    path_start, path_end = starts["path"], starts["fragment"] - (components.fragment is not None)
    yield from _encode(_NOT_IN_URI, plain, max(lead.length, path_start), path_end)
    if components.fragment is not None:
        yield from _encode(_NOT_IN_URI, plain, starts["fragment"], len(plain))


def _host(plain: str, host: str | None, start: int, url: BrowserURL | None) -> Iterator[Step]:
    """The step for a host that RFC 3986 does not allow, or that browsers read as a different host."""
    if not host or (host.isascii() and (url is None or is_host_of(host, url))):
        return
    name = None
    if not host.isascii():
        with suppress(InvalidHost):
            name = to_ascii_host(host)
    is_name = url is None or (name is not None and is_host_of(name, url))
    yield _step(host_to_ascii if is_name else host_in_browsers, plain, start, start + len(host))


def is_host_of(host: str, url: BrowserURL) -> bool:
    """Whether a host according to RFC 3986 is the one that a browser reads, regardless of case and of the form of an
    IPv6 address. For a file, "localhost" is the same as no host (RFC 8089, 2).

    >>> url = BrowserURL("http", "[::1]", None, "/")
    >>> is_host_of("[0::1]", url), is_host_of("A", url._replace(host="a")), is_host_of("0x1", url)
    (True, True, False)
    """
    if url.host.startswith("["):
        return host.startswith("[") and browser_host(host) == url.host
    return host.lower() == url.host or (url.scheme == "file" and host.lower() == "localhost")


def _encode(pattern: re.Pattern[str], plain: str, start: int, end: int) -> Iterator[Step]:
    for found in pattern.finditer(plain, start, max(start, end)):
        yield _step(percent_encoded, plain, *found.span())


def applied(text: str, steps: Iterable[Step]) -> str:
    """The text with the span of each step replaced by its replacement."""
    return edited(text, (step[1:] for step in without_overlaps(steps) if step.replacement is not None))


def without_overlaps(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps in the order of the source; a step whose span is covered by another's remains only as a remark."""
    end = 0
    for step in sorted(steps, key=lambda step: (step.start, -step.end)):
        if step.replacement is None or step.start >= end:
            yield step
            end = step.end if step.replacement is not None else end
        else:
            yield step._replace(replacement=None)
