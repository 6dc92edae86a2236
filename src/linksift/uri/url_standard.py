r"""Parses URLs of special schemes as browsers do, by the URL Standard, 4.4 (https://url.spec.whatwg.org/).

RFC 3986 and browsers do not read the same host in `https:///a.example/`, `http:\\a.example` or `http://0x7f.1/`. This
module follows the standard's review draft of August 2026, and its functions have the names of the standard's states and
algorithms. The credentials, query and fragment are skipped.

One limit is our own: a name beyond ASCII with more than 253 code points, or with a label of more than 63, is refused.
The DNS has no such names, and Punycode takes time quadratic in the length of a label.
"""

import re
from typing import NamedTuple

from linksift.arguments import plain_str
from linksift.lazy_pattern import lazy_pattern
from linksift.uri.percent import decode_data, percent_encode
from linksift.uri.uts46 import RefusedDomain, domain_to_ascii

SPECIAL_SCHEMES: dict[str, int | None] = {"ftp": 21, "file": None, "http": 80, "https": 443, "ws": 80, "wss": 443}
"""The special schemes with their default ports (4.2)."""

C0_CONTROL_OR_SPACE = "".join(map(chr, range(0x21)))
"""The characters that may surround a URL and are not part of it."""

_TAB_OR_NEWLINE = lazy_pattern(r"[\t\n\r]+")
_SURROGATE = lazy_pattern("[\ud800-\udfff]")
_SCHEME = lazy_pattern(r"([A-Za-z][A-Za-z0-9+\-.]*):")
_END_OF_AUTHORITY = lazy_pattern(r"[/\\?#]|\Z")
_END_OF_PATH = lazy_pattern(r"[?#]|\Z")
_HOST = lazy_pattern(r"(?:[^:\[]|\[[^\]]*\]?)*")
"""Everything up to the first colon outside brackets (4.4, host state)."""

_SINGLE_DOT = lazy_pattern(r"\.|%2e", re.IGNORECASE)
_DOUBLE_DOT = lazy_pattern(r"(?:\.|%2e){2}", re.IGNORECASE)
_DRIVE_LETTER = lazy_pattern("[A-Za-z][:|]")
_STARTS_WITH_DRIVE_LETTER = lazy_pattern(r"[A-Za-z][:|](?:[/\\?#]|\Z)")
_NORMALIZED_DRIVE_LETTER = lazy_pattern("[A-Za-z]:")
_PATH_PERCENT_ENCODE_SET = lazy_pattern(r"[^!$-;=@-\]_a-z|~]+")
"""Written as a negated class, since a range of all characters beyond ASCII takes `re` milliseconds to compile."""


class RefusedURL(ValueError):
    """A string that browsers refuse: the parser returns failure (URL Standard, 4.4).

    `error` is the standard's name for the validation error (1.1), such as "port-out-of-range" or "domain-to-ASCII".
    """

    def __init__(self, error: str) -> None:
        super().__init__(error)
        self.error = error


class BrowserURL(NamedTuple):
    """The target of a browser: the serialized parts of a URL record with a special scheme (URL Standard, 4.1 and 4.5).

    `scheme` is in lower case. `host` is an ASCII name in lower case, an IPv4 address in four decimal parts, an IPv6
    address in brackets, or "" in a file URL. `port` is None if it is the default. `path` begins with "/" and has no
    dot-segments.
    """

    scheme: str
    host: str
    port: int | None
    path: str


# ---- The basic URL parser (4.4) --------------------------------------------------------------------------------------


def browser_url(url: str, base: str | BrowserURL | None = None) -> BrowserURL | None:
    r"""The URL that a browser reads in `url`, which may be relative to `base`; None if the scheme is not special (4.4).

    Raises RefusedURL for a host or port that browsers refuse (in `base` too), and for a relative reference without a
    base.

    >>> browser_url("https:///A.example:443\\b/../c")
    BrowserURL(scheme='https', host='a.example', port=None, path='/c')
    >>> browser_url("//0x7f.1:8080", "http://a.example/").host, browser_url("mailto:joe@a.example")
    ('127.0.0.1', None)
    >>> browser_url("http://a.example:70000/")
    Traceback (most recent call last):
    linksift.uri.url_standard.RefusedURL: port-out-of-range
    """
    url = plain_str("browser_url", url)
    url = _TAB_OR_NEWLINE.sub("", url.strip(C0_CONTROL_OR_SPACE))
    if not url.isascii():
        url = _SURROGATE.sub("\ufffd", url)
    scheme = _SCHEME.match(url)
    if scheme and scheme[1].lower() not in SPECIAL_SCHEMES:
        return None
    base_url = base if base is None or isinstance(base, BrowserURL) else browser_url(base)
    if scheme:
        return _scheme_state(scheme[1].lower(), url[scheme.end() :], base_url)
    if base is None:
        raise RefusedURL("missing-scheme-non-relative-URL")
    return base_url and (_file_state if base_url.scheme == "file" else _relative_state)(url, base_url)


def _scheme_state(scheme: str, rest: str, base: BrowserURL | None) -> BrowserURL:
    """Parse the text after a special scheme's colon; a base of the same scheme matters unless "//" follows.

    >>> _scheme_state("http", "/b", BrowserURL("http", "a", None, "/")).host, _scheme_state("http", "/b", None).host
    ('a', 'b')
    """
    if scheme == "file":
        return _file_state(rest, base)
    if base and base.scheme == scheme and not rest.startswith("//"):
        return _relative_state(rest, base)
    return _authority_state(scheme, rest)


def _relative_state(rest: str, base: BrowserURL) -> BrowserURL:
    r"""Two or more slashes of either kind begin an authority, and one begins a path; otherwise the path is relative.

    >>> base = BrowserURL("http", "a", 81, "/b/c")
    >>> [_relative_state(rest, base).path for rest in ("d", "/d", "?d", "")], _relative_state("/\\d", base).host
    (['/b/d', '/d', '/b/c', '/b/c'], 'd')
    """
    if rest[:1] in _SLASHES and rest[1:2] in _SLASHES:
        return _authority_state(base.scheme, rest)
    if rest[:1] in _SLASHES:
        return base._replace(path=_path_state(rest[1:], base.scheme, []))
    return base._replace(path=_relative_path(rest, base))


def _relative_path(rest: str, base: BrowserURL) -> str:
    """The base's path with its last segment replaced by the given path, or unchanged if none is given."""
    if rest[:1] in ("", "?", "#"):
        return base.path
    segments = base.path[1:].split("/")
    _shorten(segments, base.scheme)
    return _path_state(rest, base.scheme, segments)


_SLASHES = frozenset("/\\")


def _authority_state(scheme: str, rest: str) -> BrowserURL:
    r"""Slashes of either kind may precede the authority, however many (special authority ignore slashes state).

    It ends at a slash of either kind, "?" or "#", and the credentials in it end at the last "@".

    >>> _authority_state("http", "/u:p@x@a.example\\@b.example")[1:], _authority_state("ftp", "[::1]:80")[1:]
    (('a.example', None, '/@b.example'), ('[::1]', 80, '/'))
    """
    rest = rest.lstrip("/\\")
    end = _END_OF_AUTHORITY.search(rest).start()  # type: ignore[union-attr]
    host_and_port = rest[:end].rpartition("@")[2]
    end_of_host = _HOST.match(host_and_port).end()  # type: ignore[union-attr]
    if not end_of_host:
        raise RefusedURL("host-missing")
    host, port = browser_host(host_and_port[:end_of_host]), _port_state(host_and_port[end_of_host:], scheme)
    return BrowserURL(scheme, host, port, _path_start_state(rest[end:], scheme))


def _port_state(port: str, scheme: str) -> int | None:
    """The port as a 16-bit number; None if it is missing or the default.

    >>> _port_state(":0080", "http"), _port_state(":", "http"), _port_state(":80", "https")
    (None, None, 80)
    """
    digits = port[1:]
    if not digits:
        return None
    if not (digits.isascii() and digits.isdecimal()):
        raise RefusedURL("port-invalid")
    digits = digits.lstrip("0")
    if len(digits) > 5 or int(digits or "0") > 65535:
        raise RefusedURL("port-out-of-range")
    number = int(digits or "0")
    return None if number == SPECIAL_SCHEMES[scheme] else number


# ---- File URLs (4.4, file state and what follows it) -----------------------------------------------------------------


def _file_state(rest: str, base: BrowserURL | None) -> BrowserURL:
    """Parse the text after "file:", which is a path, or a slash that a host may follow.

    Without a base of that scheme, `file:///` serves as one.

    >>> _file_state("c|/a", None).path, _file_state("//a.example/b", None)[1:]
    ('/c:/a', ('a.example', None, '/b'))
    """
    if base is None or base.scheme != "file":
        base = BrowserURL("file", "", None, "/")
    if rest[:1] in _SLASHES:
        return _file_slash_state(rest[1:], base)
    if _STARTS_WITH_DRIVE_LETTER.match(rest):
        return base._replace(path=_path_state(rest, "file", []))
    return base._replace(path=_relative_path(rest, base))


def _file_slash_state(rest: str, base: BrowserURL) -> BrowserURL:
    """A second slash begins a host; otherwise a path follows, on the base's host and drive.

    >>> _file_slash_state("a", BrowserURL("file", "h", None, "/c:/b"))
    BrowserURL(scheme='file', host='h', port=None, path='/c:/a')
    """
    if rest[:1] in _SLASHES:
        return _file_host_state(rest[1:])
    drive = base.path[1:].split("/")[:1]
    keeps_drive = not _STARTS_WITH_DRIVE_LETTER.match(rest) and _NORMALIZED_DRIVE_LETTER.fullmatch(drive[0])
    return base._replace(path=_path_state(rest, "file", drive if keeps_drive else []))


def _file_host_state(rest: str) -> BrowserURL:
    """Parse a host, which is "" if it is missing, is "localhost" or would be a drive letter.

    >>> _file_host_state("C:/a")[1:], _file_host_state("LocalHost/a")[1:]
    (('', None, '/C:/a'), ('', None, '/a'))
    """
    end = _END_OF_AUTHORITY.search(rest).start()  # type: ignore[union-attr]
    if _DRIVE_LETTER.fullmatch(rest, 0, end):
        return BrowserURL("file", "", None, _path_state(rest, "file", []))
    host = browser_host(rest[:end]) if end else ""
    return BrowserURL("file", "" if host == "localhost" else host, None, _path_start_state(rest[end:], "file"))


# ---- Paths (4.4, path start state and path state; 4.1) ---------------------------------------------------------------


def _path_start_state(rest: str, scheme: str) -> str:
    return _path_state(rest[1:] if rest[:1] in _SLASHES else rest, scheme, [])


def _path_state(rest: str, scheme: str, path: list[str]) -> str:
    r"""The serialized path of the given segments and those of `rest`, without dot-segments.

    >>> _path_state("a\\b/%2E./c d?e", "http", []), _path_state("..", "http", ["a", "b"])
    ('/a/c%20d', '/a/')
    """
    written = rest[: _END_OF_PATH.search(rest).start()]  # type: ignore[union-attr]
    *directories, last = written.replace("\\", "/").split("/")
    for segment in directories:
        _append(segment, path, scheme)
    _append(last, path, scheme)
    if _DOUBLE_DOT.fullmatch(last) or _SINGLE_DOT.fullmatch(last):
        path.append("")
    return "/" + "/".join(path)


def _append(segment: str, path: list[str], scheme: str) -> None:
    """Append a segment to the path, or apply a dot-segment."""
    if _DOUBLE_DOT.fullmatch(segment):
        _shorten(path, scheme)
    elif not _SINGLE_DOT.fullmatch(segment):
        if scheme == "file" and not path and _DRIVE_LETTER.fullmatch(segment):
            segment = f"{segment[0]}:"
        path.append(_PATH_PERCENT_ENCODE_SET.sub(lambda run: percent_encode(run[0]), segment))


def _shorten(path: list[str], scheme: str) -> None:
    """Remove the last segment, unless it is the drive of a file URL (4.1, "shorten")."""
    if not (scheme == "file" and len(path) == 1 and _NORMALIZED_DRIVE_LETTER.fullmatch(path[0])):
        del path[-1:]


# ---- Hosts (3.5 and 3.6) ---------------------------------------------------------------------------------------------


def browser_host(host: str) -> str:
    """The serialized host that a browser reads in a URL of a special scheme (URL Standard, 3.5, host parser; 3.6).

    Raises RefusedURL for a host that browsers refuse, such as an empty one.

    >>> browser_host("%41.Example"), browser_host("0x7f.1"), browser_host("[1:0:0:2::]")
    ('a.example', '127.0.0.1', '[1:0:0:2::]')
    >>> browser_host("1.1.1.1.1")
    Traceback (most recent call last):
    linksift.uri.url_standard.RefusedURL: IPv4-too-many-parts
    """
    if host.startswith("["):
        if not host.endswith("]"):
            raise RefusedURL("IPv6-unclosed")
        return f"[{_ipv6_serializer(_ipv6_parser(host[1:-1]))}]"
    try:
        name = domain_to_ascii(decode_data(host))
    except RefusedDomain as refused:
        raise RefusedURL("domain-to-ASCII") from refused
    return ".".join(map(str, _ipv4_parser(name).to_bytes(4))) if ends_in_a_number(name) else name


def host_in_browsers(host: str) -> str | None:
    """The host as `browser_host` reads it, or None if browsers refuse it.

    >>> host_in_browsers("%41.Example"), host_in_browsers("1.1.1.1.1")
    ('a.example', None)
    """
    try:
        return browser_host(host)
    except RefusedURL:
        return None


def host_of_browser_url(url: str) -> str | None:
    """The host that browsers go to for a URL, or None if they refuse it or do not read URLs of its scheme.

    >>> host_of_browser_url("HTTP:/joe@A.example:80"), host_of_browser_url("file:///a"), host_of_browser_url("http://")
    ('a.example', '', None)
    """
    try:
        read = browser_url(url)
    except RefusedURL:
        return None
    return read and read.host


def ends_in_a_number(name: str) -> bool:
    """Whether browsers either read an ASCII name as an IPv4 address or refuse it (URL Standard, 3.5).

    >>> [ends_in_a_number(name) for name in ("a.1", "a.09.", "0x", "a.0xF", "1.a", "a.1..")]
    [True, True, True, True, False, False]
    """
    last = name.removesuffix(".").rpartition(".")[2]
    return _NUMBER.fullmatch(last) is not None


_NUMBER = lazy_pattern(r"[0-9]+|0[Xx][0-9A-Fa-f]*")


def _ipv4_parser(name: str) -> int:
    """One to four numbers, the last of which fills the rest of the 32 bits.

    >>> _ipv4_parser("1.2"), _ipv4_parser("0x7F000001.")
    (16777218, 2130706433)
    """
    numbers = [_ipv4_number_parser(part) for part in name.removesuffix(".").split(".")]
    if len(numbers) > 4:
        raise RefusedURL("IPv4-too-many-parts")
    *octets, last = numbers
    if any(octet > 255 for octet in octets) or last >= 256 ** (4 - len(octets)):
        raise RefusedURL("IPv4-out-of-range-part")
    return last + sum(octet << (24 - 8 * place) for place, octet in enumerate(octets))


def _ipv4_number_parser(part: str) -> int:
    """A number in base 16 after "0x", in base 8 after "0", otherwise in base 10.

    >>> [_ipv4_number_parser(part) for part in ("0x1F", "0x", "010", "0", "10")]
    [31, 0, 8, 0, 10]
    """
    base = 16 if part[:2] in ("0x", "0X") else 8 if part[:1] == "0" and part != "0" else 10
    digits = part[2:] if base == 16 else part
    if not re.fullmatch({16: "[0-9A-Fa-f]*", 8: "[0-7]+", 10: "[0-9]+"}[base], digits):
        raise RefusedURL("IPv4-non-numeric-part")
    digits = digits.lstrip("0") or "0"
    # A number with more digits than an address can have in octal is too great, and is not computed.
    return int(digits, base) if len(digits) <= len("37777777777") else 2**32


def _ipv6_parser(text: str) -> int:
    """Parse the text form of RFC 4291 with `ipaddress`, but refuse a zone."""
    import ipaddress  # imported lazily: see tests/test_import.py

    try:
        if "%" in text:
            raise ValueError("a zone is not allowed in a URL")
        return int(ipaddress.IPv6Address(text))
    except ValueError as error:
        raise RefusedURL("IPv6-invalid-code-point") from error


def _ipv6_serializer(address: int) -> str:
    """Eight pieces in lower case, with the first of the longest runs of two or more zeros compressed (RFC 5952).

    `ipaddress` is not used, since beginning with Python 3.13 it writes IPv4-mapped addresses differently.

    >>> _ipv6_serializer(0), _ipv6_serializer(0x0001_0000_0002_0000_0000_0003_0000_0000), _ipv6_serializer(1)
    ('::', '1:0:2::3:0:0', '::1')
    """
    pieces = [f"{address >> shift & 0xFFFF:x}" for shift in range(112, -1, -16)]
    runs = [(start, end) for start in range(8) for end in range(start + 2, 9) if set(pieces[start:end]) == {"0"}]
    if not runs:
        return ":".join(pieces)
    start, end = max(runs, key=lambda run: (run[1] - run[0], -run[0]))
    return f"{':'.join(pieces[:start])}::{':'.join(pieces[end:])}"
