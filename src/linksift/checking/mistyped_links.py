"""Mistyped links: text that people take for a link, but that is not one.

Either its scheme, host or port is wrong, so that the finder does not find it, or it is a Markdown link that CommonMark
does not recognize because it contains a space. Only the rules here report such text, since nearly everything else after
`http://` is code, a pattern or a placeholder.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from linksift.checking.link_problem import Fault, has_placeholder
from linksift.delimiters import HTTP_OR_FTP, STOPS
from linksift.documents import MARKDOWN_SUFFIXES
from linksift.registries import top_level_domains
from linksift.uri import hide_passwords, is_uri, judge_host

# ---- A scheme, host or port that is wrong ----------------------------------------------------------------------------

_TRIGGER = re.compile(r"//|:/|:\\\\")
"""The characters that follow the scheme in all text that a rule reports."""

LONGEST_SCHEME = 6
LONGEST_TAIL = 512
"""The maximum number of characters read after the host, so that all text is read a bounded number of times."""

_WORD_BEFORE = re.compile(rf"(?<![A-Za-z0-9+.\-\\/_:])[A-Za-z]{{2,{LONGEST_SCHEME}}}[:;.,]?\Z")
_WEB = r"(?i:https?|wss?|ftps?)://"
_PORT = re.compile(
    rf"{_WEB}(?:[A-Za-z0-9.\-]++|\[[0-9A-Fa-f:.]++\]):[0-9]++(?![XxNn0-9]*+\b)[0-9A-Za-z]++(?=[/?#\s'\"<>)\],;]|\.?(?:\s|\Z))"
)
"""A web URI up to the end of a port that is not a number, as in `http://a.example:8o80/`; `80xx` is a placeholder."""

_ADDRESS = re.compile(rf"{_WEB}(\[[0-9A-Fa-f]*+:[0-9A-Fa-f]*+:[0-9A-Fa-f:.]*+(?:%[0-9A-Za-z]++)?\])")
_HOST = re.compile(rf"{_WEB}([A-Za-z0-9\-][A-Za-z0-9.\-]*+)(?=[:/?#\s'\"<>)\]]|\Z)")
_TYPED = re.compile(
    rf"""(?:(?i:{HTTP_OR_FTP})(?:[:;.,]?///*+(?<![A-Za-z]://)|:/|:\\\\)   # http//, http:/, http;//, http:///, http:\\
           |(?!(?i:[a-z]*https?|ftps?|file|ssh|sftp|wss?):)[A-Za-z]{{3,{LONGEST_SCHEME}}}://)
         [A-Za-z0-9](?:[A-Za-z0-9\-]*+\.)++[A-Za-z]{{2,}}(?::[0-9]++)?(?:[/?\#][^\s<>"'`|^\\]{{0,{LONGEST_TAIL}}}+|(?=[\s'"<>)\]])|\Z)""",
    re.VERBOSE,
)


class Unfound(NamedTuple):
    """Text that is not a link, as a half-open span of code points, and its fault."""

    start: int
    end: int
    fault: Fault


def unfound(text: str) -> Iterator[Unfound]:
    """The spans of text that look like links but are not, in order.

    >>> [one.fault.rule for one in unfound("http//www.a.example http://a.example:8o80/ http://[::1::2]/ http://a..example/")]
    ['invalid.scheme', 'invalid.port', 'invalid.host', 'invalid.host']
    """
    end = 0
    for trigger in _TRIGGER.finditer(text):
        word = _WORD_BEFORE.search(text, max(0, trigger.start() - LONGEST_SCHEME - 2), trigger.start())
        if word is None or word.start() < end:
            continue
        for rule in (port, address, host_name, scheme):
            for found in rule(text, word.start()):
                yield found
                end = found.end


def port(text: str, start: int) -> Iterator[Unfound]:
    """A port that begins with digits and continues with letters, unless it is a placeholder (`80xx`).

    >>> [one.end for one in port("http://a.example:8o80/", 0)], [*port("http://a.example:80xx/", 0)]
    ([21], [])
    """
    if found := _PORT.match(text, start):
        yield Unfound(*found.span(), Fault("invalid.port", "A port consists of digits only (RFC 3986, 3.2.3)."))


def address(text: str, start: int) -> Iterator[Unfound]:
    """Hexadecimal digits and colons in brackets that do not form an IPv6 address.

    >>> [one.end for one in address("http://[::1::2]/", 0)], [*address("http://[::1]/", 0)]
    ([15], [])
    """
    if (found := _ADDRESS.match(text, start)) and not is_uri(f"http://{found[1]}/"):
        message = "This is not an IPv6 address in brackets (RFC 3986, 3.2.2)."
        yield Unfound(*found.span(), Fault("invalid.host", message))


def host_name(text: str, start: int) -> Iterator[Unfound]:
    """A name under a known top-level domain in which a label is empty, is too long, or has a hyphen at either end.

    >>> [[one.end for one in host_name(uri, 0)] for uri in ("http://a..example/", "http://a.-b.example", "http://a...com")]
    [[17], [19], []]
    """
    found = _HOST.match(text, start)
    if not found:
        return
    host = found[1].rstrip(".")
    labels = host.split(".")
    if len(labels) > 1 and "..." not in host and labels[-1].lower() in top_level_domains():
        verdict = judge_host(host)
        if verdict.usability != "usable":
            message = f"Nobody can reach this host: {verdict.why} ({verdict.section})."
            yield Unfound(start, found.start(1) + len(host), Fault("invalid.host", message))


def scheme(text: str, start: int) -> Iterator[Unfound]:
    """A misspelled scheme or wrong slashes before a host name, if cleaning can determine which URI was meant.

    >>> [one.fault.message for one in scheme("htp://a.example/b.", 0)], [*scheme("foo://a.example", 0)]
    (['This scheme is misspelled. Write http://a.example/b'], [])
    """
    found = _TYPED.match(text, start)
    written = found[0].rstrip(STOPS + ")]*_") if found else ""
    if not written or has_placeholder(written):
        return
    from linksift.cleaning import NotAURI, clean  # imported only if needed

    try:
        uri = clean(written).uri
    except NotAURI:
        return
    before, _, after = re.split(r"([/\\]++)", written, maxsplit=1)
    if uri != written and uri.partition("://")[2][:3].lower() == after[:3].lower():
        is_spelled = before.rstrip(":;.,").lower() in ("http", "https", "ftp")
        what = "A scheme and its host are separated by ://." if is_spelled else "This scheme is misspelled."
        fault = Fault("invalid.scheme", f"{what} Write {hide_passwords(uri)}")
        yield Unfound(start, start + len(written), fault)


# ---- Markdown links that contain a space -----------------------------------------------------------------------------

_WEB_OR_FTP = f"(?i:{HTTP_OR_FTP})://"
_DESTINATION = re.compile(
    rf"""\]\(({_WEB_OR_FTP}[^\s()<>"']++(?:[ ]++[^\s()<>"']++)++)
         (?:[ ]++(?:"[^"\n]*+"|'[^'\n]*+'))?+\)  # a title""",
    re.VERBOSE,
)
_AUTOLINK = re.compile(rf"(?<!\()(?<!\]: )<({_WEB_OR_FTP}[^\s<>]++(?:[ ]++[^\s<>]++)++)>")
_DOUBTFUL = re.compile(
    r"""[ ]{2} | [,;][ ] | \A[^ ]*+[ ].*://   # a gap, a list, a second URI
        | [ ][^\W\d_]++[ ][^\W\d_]++(?![^ ])  # two words of letters alone: a label behind the URI""",
    re.VERBOSE,
)
"""Signs that text containing a space might not be a single URI."""
_FENCE = re.compile(r"^[ >]{0,16}(?:```|~~~)", re.MULTILINE)
_FARTHEST_BEFORE = 512
"""The maximum number of characters before a link, on its line, that are searched for the backtick of a code span."""


def is_markdown(path: str | None) -> bool:
    """Whether a file's name indicates that it is Markdown.

    >>> is_markdown("notes.MD"), is_markdown(None)
    (True, False)
    """
    return path is not None and path.lower().endswith(MARKDOWN_SUFFIXES)


def unlinked(text: str) -> Iterator[Unfound]:
    """The destinations and autolinks that contain a space (CommonMark, 6.3 and 6.5), each with a suggested replacement.

    Links in code spans and fenced code are samples and are omitted. A repair is certain (`Fault.replacement`) unless
    the text could be a URI followed by a label, or two URIs.

    >>> [one.fault.replacement for one in unlinked("[a](http://a.example/b c) and <http://a.example/d e>")]
    ['<http://a.example/b c>', 'http://a.example/d%20e']
    >>> [one.fault.replacement for one in unlinked("<http://a.example/b for more> <http://a.example/b, http://c.example>")]
    [None, None]
    >>> [*unlinked("[a](<http://a.example/b c>) [d](http://a.example/e 'f') `<http://a.example/g h>`")]
    []
    """
    fences = [fence.start() for fence in _FENCE.finditer(text)]
    for found in chain(_DESTINATION.finditer(text), _AUTOLINK.finditer(text)):
        if is_sample(found, fences):
            continue
        if found.re is _DESTINATION:
            instead = f"<{found[1]}>"
            why = "A destination that contains a space is a link only in angle brackets (CommonMark)."
        else:
            instead = found[1].replace(" ", "%20")
            why = "Angle brackets that contain a space are not a link (CommonMark)."
        certain = None if _DOUBTFUL.search(found[1]) else instead
        yield Unfound(*found.span(1), Fault("invalid.space", f"{why} Write {hide_passwords(instead)}", certain))


def is_sample(found: re.Match[str], fences: list[int]) -> bool:
    """Whether a link contains a placeholder, or is in a code span or between `fences`, which open and close code."""
    before = found.string[max(0, found.start() - _FARTHEST_BEFORE) : found.start()].rpartition("\n")[2]
    is_code = before.count("`") % 2 == 1 or bisect_left(fences, found.start()) % 2 == 1
    return is_code or has_placeholder(found[1])
