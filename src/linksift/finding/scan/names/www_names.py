"""Suffix references: `www.` and `ftp.` names without a scheme (RFC 3986, 4.5).

Like URIs, they may be broken across lines in angle brackets and quotes (Appendix C).
"""

import re
from collections.abc import Iterator
from functools import partial

from linksift.delimiters import JOINERS, TRIMMED, WHITE_SPACE
from linksift.finding.match import Candidate, SkipTo, Step
from linksift.finding.scan import running_text
from linksift.finding.scan.authority import (
    dash_after_name,
    host,
    hyphen_edge,
    name_end,
    port,
    sentence_after_name,
    with_port,
)
from linksift.finding.scan.character_roles import CLOSERS, OTHER_SCRIPTS, UNSPACED_LETTERS
from linksift.finding.scan.enclosed.angle_brackets import candidate_in_angles, is_in_angles
from linksift.finding.scan.enclosed.quotes import goes_over_line_end, name_in_quotes
from linksift.finding.scan.enclosures import (
    closing_underscores,
    emphasis_opened_earlier,
    underscores_before,
    underscores_close,
)
from linksift.finding.scan.host_names import LONGEST_HOST, is_complete_name, is_name, is_plain_host
from linksift.finding.scan.scanned_text import ScannedText, ScanState
from linksift.finding.scan.schemes import Schemes
from linksift.finding.scan.uri_end import host_character
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

SUFFIXES = ("www.", "ftp.")
"""How a suffix reference begins, in any case."""

NOT_AFTER = r"\w.\-@/\\"
"""Characters after which a name without a scheme is part of something else; underscores, however, may be emphasis."""

BEFORE_UNC_PATH = WHITE_SPACE + "\"'`([{<>=:,;|"
r"""Characters that may precede the two backslashes of a Windows path: `copy \\a.example\b`, `Root:\\a.example\b`."""

WEBDAV = r"@(?:[0-9]{1,5}|[Ss][Ss][Ll](?:@[0-9]{1,5})?)\\"
r"""How a Windows path says that its host is reached by WebDAV, and on which port: `\\a.example@SSL@8443\b`."""

_WEBDAV = lazy_pattern(WEBDAV)

_BEFORE_ENCODED_SLASH = lazy_pattern(rf"[\w.\-]{{1,{LONGEST_HOST}}}+(?=%2[Ff])")

_NEXT_IN_LIST = lazy_pattern(r"(?::[0-9]{1,5}+)?[,;](?!@)")
"""A comma or semicolon after a host without a scheme: what follows is the next entry, even with an `@` in it."""

_ALSO_TRIMMED = TRIMMED + CLOSERS + "’"

_ESCAPE = r"(?<=\\[nNr])"
_ESCAPE_BEFORE = re.compile(r"\\(?:[nrt]|f[BIRP](?=\w)|u00(?:2[0289cC]|3[abceABCE]))")
"""The escape, in a string, of a line end, a tab or a character that no local part contains: `\\njoe@a.example`,
`\\u003cjoe@`; or roff's change of font: `\\fBjoe@`."""

_WINDOWS_NAME = lazy_pattern(
    r"(?:(?:\A|[^\w\-])[A-Z][A-Z0-9\-]*|(?<![A-Za-z])[A-Za-z]:(?:\\[^\s\"']*)?|\\\\[\w.\-]+\\[^\s\"']*)\Z"
)
"""A Windows domain or path at the end of a text: `CORP\\nick`, `C:\\Users\\tim`, `\\\\a\\tim`."""

_FARTHEST_BEFORE_ESCAPE = 64
"""The number of code points before an escape that are searched for a Windows path."""

_AFTER_ABBREVIATION = rf"(?<=[A-Za-z]\.[A-Za-z]\.)(?<![{NOT_AFTER}][A-Za-z]\.[A-Za-z]\.)"
"""The place after two letters that are not labels of the name: `e.g.`, `z.B.`"""

_AFTER_MISTYPED_SCHEME = r"(?<=ttp://)(?<![Hh]ttp://)|" + "|".join(
    rf"(?<=ttp{secure}{marks})" for secure in ("", "s") for marks in ("[:/]/", ";//", r"\\://", r":\\", r":\\\\")
)
"""The place after `ttp://`, `htttp://`, `http:/`, `http//`, `http;//`, `http\\://`, `http:\\` or the like."""

_STARTS = (
    rf"(?:(?<![{NOT_AFTER}])(?<![{NOT_AFTER}][\u00ad{JOINERS}])|(?<=[_{UNSPACED_LETTERS}{OTHER_SCRIPTS}])"
    rf"|(?<=[{OTHER_SCRIPTS}]-)|{_ESCAPE}|{_AFTER_ABBREVIATION}|{_AFTER_MISTYPED_SCHEME})"
)
TRIGGERS = tuple(
    rf"{last}\.(?<={_STARTS}{first}\.)(?=[^\W_]|[^\x00-\x7f]|[ \t]{{0,9}}\r?\n)"
    for last, first in (("w", "[Ww][Ww]w"), ("W", "[Ww][Ww]W"), ("p", "[Ff][Tt]p"), ("P", "[Ff][Tt]P"))
)
"""One pattern for each last letter: a pattern with a literal prefix is many times faster to search for than one with a
class. Letters of other scripts before the name are prose, and so is a prefix in Hebrew, `ב-www.a.example`: no name
begins with such a letter and ends its first label in `www`. So are the escape of a line end, `\\nwww.a.example`, as in
the strings of source code, an abbreviation of two letters, `(e.g.www.a.example)`, and a scheme that somebody mistyped:
`http:/www.a.example`, `htttp://www.a.example`."""


def suffix_references(source: ScannedText, hit: re.Match[str]) -> Iterator[Candidate | SkipTo]:
    """The suffix reference whose first dot triggered the hit."""
    start = hit.start() - 2
    scheme = scheme_of(source.text[start : start + 4], source)
    if start >= source.position and is_in_angles(source, start):
        yield from name_in_angles(source, start, "suffix", scheme)
    yield from name_in_text(source, start, "suffix", scheme)


def scheme_of(name: str, source: ScannedText) -> str:
    """The scheme to add to a name: `www.` gets the default scheme, and `ftp.` gets ftp (RFC 3986, 4.5)."""
    return "ftp" if name[0] in "fF" else source.default_scheme


def name_in_angles(source: ScannedText, start: int, kind: str, scheme: str) -> Iterator[Candidate]:
    """The content of the angle brackets that open directly before the name at `start`."""
    if (candidate := candidate_in_angles(source, start, source.joins)) is not None:
        yield candidate._replace(kind=kind, prefix=f"{scheme}://")


def name_in_text(source: ScannedText, start: int, kind: str, scheme: str) -> Iterator[Candidate | SkipTo]:
    """The name at `start`: first in quotes across a line end, then on one line."""
    candidate = candidate_of_name(source, start, kind, scheme)
    if candidate is None:
        return
    if isinstance(candidate, Candidate):
        yield from in_quotes(source, start, start + len(candidate.text), kind, scheme)
    yield candidate


def in_quotes(source: ScannedText, start: int, end: int, kind: str, scheme: str) -> Iterator[Candidate]:
    """The name in quotes that was read up to `end`, if it continues across a line end. A bare domain may continue there
    only in its path."""
    may_go_on = source.joins and goes_over_line_end(source.text, start, end)
    if may_go_on and (kind != "domain" or "/" in source.text[start:end]):
        quoted = name_in_quotes(source, start, partial(candidate_of_name, kind=kind, scheme=scheme))
        if quoted is not None:
            yield quoted._replace(kind=kind, prefix=f"{scheme}://")


def escape_end(text: str, start: int, end: int) -> int:
    r"""The end, at most `end`, of the escape of a character in a string whose backslash is before `start`; -1 if there
    is none, or if it is in a Windows path.

    >>> escape_end(r'"Hi\njoe@a.example"', 4, 8), escape_end(r"C:\new.example", 3, 6), escape_end("njoe", 0, 4)
    (5, -1, -1)
    """
    escape = _ESCAPE_BEFORE.match(text, start - 1, end) if start else None
    if escape is None:
        return -1
    before = text[max(0, start - 1 - _FARTHEST_BEFORE_ESCAPE) : start - 1].rstrip("\\")
    return -1 if _WINDOWS_NAME.search(before) else escape.end()


def begins_with_name(text: str, schemes: Schemes) -> bool:
    """Whether a text is a name under a known top-level domain, with nothing after it but a port, path and so on.

    >>> [begins_with_name(text, Schemes(None)) for text in ("www.a.example:80/b", "www.a.exam-ple", "www.a.example b")]
    [True, False, False]
    """
    state = running_text.start_scan(ScannedText(text, schemes), 0)
    end = host(state, 0)
    if end < 0 or not is_complete_name(text[:end], schemes.top_level_domains):
        return False
    end = port(state, end)
    return text[end : end + 1] in ("", "/", "?", "#")


def candidate_of_name(source: ScannedText, start: int, kind: str, scheme: str) -> Candidate | SkipTo | None:
    """The name at `start` with its port, path and so on, if it is under a known top-level domain.

    A user or local part, which continues to an `@`, is not a name.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> texts = ("www.a.example:80/b.", "www.a.unknown", "www.a.example:b@c", "www.a.example+b@c")
    >>> found = [candidate_of_name(ScannedText(text, Schemes(None)), 0, "suffix", "http") for text in texts]
    >>> [candidate and candidate.text for candidate in found]
    ['www.a.example:80/b.', None, None, None]
    """
    if start < source.position:
        return None
    if source.text[start - 1 : start] == "_":
        return emphasized_name(source, start, kind, scheme)
    state = running_text.start_scan(source, start)
    candidate = name_up_to(state, read_name(state), kind, scheme)
    if candidate is None and (closing := emphasis_after_host(state, start)):
        text = source.text[start : closing.start]
        return Candidate(start, text, remarks=(closing,), kind=kind, prefix=f"{scheme}://")
    return candidate


def host_of_share(state: ScanState) -> int:
    r"""The end of the host at the start of a scan, if it is in a Windows path and reached by WebDAV; -1 if not.

    >>> texts = (r"\\a.example@SSL\b", r"\\a.example@80\b", r"\\a.example@b\c")
    >>> [len(linksift.find(text, kinds={"domain"})) for text in texts]
    [1, 1, 0]
    """
    if not state.text.endswith("\\", 0, state.start):
        return -1
    end = name_end(state, state.start)
    is_host = _WEBDAV.match(state.text, end) and is_name(state.text[state.start : end])
    return host_character(state, end) if is_host else -1


def read_name(state: ScanState) -> int:
    """The end of the name at the start of a scan; -1 if it is not a name."""
    shared = host_of_share(state)
    if shared >= 0:
        return shared
    encoded = _BEFORE_ENCODED_SLASH.match(state.text, state.start)
    if encoded is not None:  # a name in a URI that is the value of a query: q=a.example%2Fb (ioc_finder's tests)
        is_host = is_plain_host(state.schemes, encoded[0]) and state.source.at_sign_after_user(encoded.end()) < 0
        return host_character(state, encoded.end()) if is_host else -1
    end = sentence_after_name(state, state.start, host(state, state.start))
    if end < 0:
        return -1
    if is_complete_name(state.text[state.start : end], state.schemes.top_level_domains):
        return read_after_host(state, end)
    dash = -1 if state.text.startswith("/", end) else dash_after_name(state, state.start, end)
    return state.end(hyphen_edge, dash) if dash >= 0 else -1


def read_after_host(state: ScanState, end: int) -> int:
    """The end of the port, path and so on after a host; -1 if the host is a user or local part."""
    source, start = state.source, state.start
    if not _NEXT_IN_LIST.match(state.text, end) and source.at_sign_after_user(end) >= 0:
        return -1
    end = path_of_location(state, end)
    return running_text.read_hierarchical(state, with_port(state, start, end), start, source.limit(start))


@rule
def path_of_location(state: ScanState, end: int) -> int:
    """A colon and a slash after a host without a scheme begin the path of a location for mount, scp and rsync.

    After an `ftp.` name, that path is on the FTP server, so it is part of the URI, whose port is empty.

    >>> found("mount a.example:/srv /mnt, a.example:80/srv, http://a.example:/srv", kinds={"domain", "uri"})
    ['http://a.example', 'http://a.example:80/srv', 'http://a.example:/srv']
    >>> found("from ftp.a.example:/pub/b.tar")
    ['ftp://ftp.a.example:/pub/b.tar']
    """
    is_location = state.text.startswith(":/", end) and state.text[state.start : state.start + 4].lower() != "ftp."
    return state.end(path_of_location, end) if is_location else end


def name_up_to(state: ScanState, end: int, kind: str, scheme: str) -> Candidate | SkipTo | None:
    """The name or address that was read up to `end`; SkipTo if that is too long, None if there is none."""
    return running_text.candidate_up_to(state, end, kind, f"{scheme}://") if end >= 0 else None


def emphasized_name(source: ScannedText, start: int, kind: str, scheme: str) -> Candidate | SkipTo | None:
    """The name at `start` after underscores, if the same underscores close directly after it.

    If reading the name fails, no other name is looked for inside it, so nothing is read again.
    """
    text = source.text
    marks = underscores_before(text, start)
    if not marks or not source.has_closing_underscore(start):
        return None
    state = running_text.start_scan(source, start)
    end = host(state, start)
    if end < 0:
        return None
    closer = closer_in_host(state, start, end, marks)
    if closer >= 0:
        remarks = (closing_underscores(closer, marks),)
        return Candidate(start, text[start:closer], remarks=remarks, kind=kind, prefix=f"{scheme}://")
    if not is_complete_name(text[start:end], state.schemes.top_level_domains):
        return None
    candidate = name_up_to(state, read_after_host(state, end), kind, scheme)
    if not isinstance(candidate, Candidate):
        return candidate
    if is_closed(text, candidate, marks):
        return candidate._replace(emphasis_before=marks)
    return SkipTo(0, start + len(candidate.text))


def closer_in_host(state: ScanState, start: int, end: int, marks: str) -> int:
    """The start of the closing underscores that were read as the end of the host `text[start:end]`; -1 if none.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> state = running_text.start_scan(ScannedText("_www.a.example_.", Schemes(None)), 1)
    >>> closer_in_host(state, 1, 16, "_"), closer_in_host(state, 1, 14, "_")
    (14, -1)
    """
    text = state.text
    name = text[start:end].rstrip(".").removesuffix(marks)
    closer = start + len(name)
    closes = closer < end and underscores_close(text, closer, marks) and not name.endswith("_")
    known = state.schemes.top_level_domains
    return closer if closes and is_complete_name(name, known) else -1


def emphasis_after_host(state: ScanState, start: int) -> Step | None:
    """The underscores that were read as the end of the host at `start`, if they close emphasis that opened before the
    name or address.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> texts = ("_see www.a.example_.", "see www.a.example_.", "_see www.a.example_b")
    >>> states = [running_text.start_scan(ScannedText(text, Schemes(None)), text.index("w")) for text in texts]
    >>> [step and step.start for step in (emphasis_after_host(state, state.start) for state in states)]
    [18, None, None]
    """
    if not state.source.has_closing_underscore(start):
        return None
    end = name_end(state, start)
    marks = emphasis_opened_earlier(state.text, state.start, end)
    closer = closer_in_host(state, start, end, marks) if marks.startswith("_") else -1
    if closer < 0 or not is_name(state.text[start:closer]) or state.source.at_sign_after_user(closer) >= 0:
        return None
    return closing_underscores(closer, marks)


def is_closed(text: str, candidate: Candidate, marks: str) -> bool:
    """Whether underscores close emphasis at a candidate's end, before any trimmed characters, or right after it."""
    stem = candidate.text.rstrip(_ALSO_TRIMMED)
    if stem.endswith(marks) and not stem.endswith("_" + marks):
        return underscores_close(text, candidate.start + len(stem) - len(marks), marks)
    return underscores_close(text, candidate.start + len(candidate.text), marks)
