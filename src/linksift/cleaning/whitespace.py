"""White space and what nobody sees: Appendix C has both ignored, around a URI and in it.

Here belongs what is taken for white space, and where it ends the URI instead.
"""

import re
import unicodedata
from collections.abc import Iterator

from linksift.cleaning.draft import Draft, Edit
from linksift.cleaning.errors import Doubt
from linksift.cleaning.markup import only_one
from linksift.notes import rule
from linksift.registries import top_level_domains

_BLANK = "\u2800\u3164\uffa0\u115f\u1160\u180e\ufffc"
"""What is neither white space nor a control to Unicode, and still not seen."""

_EMPTY_LINE = re.compile(r"(?<![^\S\r\n])[^\S\r\n]*+(?:\r\n|\n|\r(?!\n))[^\S\r\n]*+[\r\n]")
_LINE = re.compile(r"(?<!\s)\s*[\n\r\u2028\u2029\x0b\x0c\x85][^\S\n\r]*((?:[>|]+[^\S\n\r]*)*)")
_WORDS = r"[^\W\d_]+[,;:]?\s+[^\W\d_]+(?=[\s>|.,;:!?\u2026\"')]|\Z)"
_MARKED = r"(?:[\u2013\u2014|(\[{<\u201c\"]|-+\s|//\s|HTTP/[0-9])"
_PROSE = r"(?<=[.,;!])\s+(?=\S)"
_NOTED = r"[\u2190-\u21ff\u2022\u25a0-\u27bf\U0001f000-\U0001faff]|@\w|#\w+(?:\s|\Z)"
_DATED = r"\s*\n\s*[0-9]{1,4}[:\-][0-9]"
_BEHIND = re.compile(rf"(?<!\s)(?:\s+(?:{_WORDS}|{_MARKED}))")
_BEHIND_PATH = re.compile(rf"(?<!\s)(?:{_PROSE}|{_DATED}|\s+(?:{_WORDS}|{_MARKED}|{_NOTED}))")
_BEHIND_QUERY = re.compile(rf"(?<!\s)(?:(?<=[.!;])\s+(?=\S)|\s+(?:{_MARKED}|{_NOTED}))")
_BEHIND_NUMBER = re.compile(rf"(?<!\s)\s+(?:{_WORDS}|(?!\([0-9+]){_MARKED})")
_NUMBER = re.compile(r"(?:tel|sms|fax):", re.IGNORECASE)
_ALL_CONTENT = re.compile(r"(?:mailto:[^?]*+\?|magnet:|file:/)", re.IGNORECASE)
_QUERY = re.compile(r"(?<!\s)[?#]")
_IN_LINE = re.compile(r"(?<!\s)[^\S\n\r\u2028\u2029\x0b\x0c\x85]+(?=[^\s])")
_SLASH = re.compile(r"[/\\]")
_DELIMITED = frozenset("/\\?#@:")
_RESERVED = ("example", "invalid", "test")
_LAST_LABEL = re.compile(r"([A-Za-z]{2,63})\.?(?=[/?#:])")
_OPAQUE = re.compile(r"[A-Za-z\s]+[:;](?![\s:;]*[/\\])")
_SCHEME_ALONE = re.compile(r"[A-Za-z]{0,8}[:;.,]*[/\\]*\Z")
_ANOTHER = re.compile(r"\s(?:[A-Za-z][A-Za-z0-9+.\-]{1,31}://|www\.\w)", re.IGNORECASE)
_PREFIX = re.compile(r"\s*([#*|]|//|--)[^\S\n]")
_RUN = re.compile(r"\s+")
_TERMINAL = re.compile(r"(?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~]|(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*+(?:\x07|\x1b\\|\x9c)")
_SCHEME = re.compile(
    r"(?:[^/\\?#\uff0f]*[:;\uff1a][/\\\uff0f\uff3c\s]+|(?:[^/\\?#.\uff0f]*|[A-Za-z]{1,8}\s*\.)[/\\\uff0f]{2,})?"
)
_AUTHORITY = re.compile(r"[^/\\?#]*")


def head_end(text: str) -> int:
    """Where scheme and authority end in a text, however their delimiters are written.

    >>> head_end("http:/a.example/x"), head_end("a.example?x")
    (15, 9)
    """
    found = _AUTHORITY.match(text, behind_scheme(text))
    return found.end() if found else 0


def behind_scheme(text: str) -> int:
    """Where the authority begins, if there is one, behind a scheme and its slashes.

    >>> behind_scheme("http:/a.example/x"), behind_scheme("a.example//x")
    (6, 0)
    """
    found = _SCHEME.match(text)
    return found.end() if found else 0


@rule
def outer(draft: Draft) -> Iterator[Edit]:
    """White space around a URI is none of it (Appendix C).

    >>> cleaned("  http://a.example/x\\n")
    'http://a.example/x'
    """
    text = draft.text
    start = len(text) - len(text.lstrip())
    end = max(start, len(text.rstrip()))
    if start:
        yield Edit(0, start)
    if end < len(text):
        yield Edit(end, len(text))


@rule
def hidden(draft: Draft) -> Iterator[Edit]:
    """What nobody sees, like soft hyphens, marks of direction and controls, is none of the URI (RFC 3987, 4.1).

    U+200C and U+200D stay between characters beyond ASCII, which they join or part. What steers a terminal goes whole
    (ECMA-48, 5.4 and 5.6).

    >>> cleaned("\\ufeffhttp://a.exam\\u00adple/\\u200bx\\u202c")
    'http://a.example/x'
    """
    if draft.text.isascii() and draft.text.isprintable():
        return
    end = 0
    for steering in [*_TERMINAL.finditer(draft.text), None]:
        for place in range(end, steering.start() if steering else len(draft.text)):
            if _is_hidden(draft.text[place]) and not _joins(draft.text, place):
                yield Edit(place, place + 1)
        if steering:
            end = steering.end()
            yield Edit(*steering.span())


def _is_hidden(character: str) -> bool:
    """Whether a character is not seen, and no white space that parts words either."""
    if character in _BLANK or unicodedata.category(character) == "Cf":
        return True
    return unicodedata.category(character) == "Cc" and not character.isspace()


def _joins(text: str, place: int) -> bool:
    """Whether a joiner stands between two characters beyond ASCII (RFC 5892, appendix A)."""
    around = text[place - 1 : place] + text[place + 1 : place + 2]
    return text[place] in "\u200c\u200d" and len(around) == 2 and not any(c.isascii() or _is_hidden(c) for c in around)


@rule
def paragraph(draft: Draft) -> Iterator[Edit]:
    """An empty line ends the URI (DESIGN, angle brackets; CommonMark, 4.8).

    >>> cleaned("http://a.example/x\\n\\nSent from my phone")
    'http://a.example/x'
    """
    found = _EMPTY_LINE.search(draft.text)
    if found:
        only_one(draft.text, 0, found.start())
        yield Edit(found.start(), len(draft.text))


@rule
def words_after(draft: Draft) -> Iterator[Edit]:
    """Two words of letters alone behind white space are a label, and so is what a dash or opener begins (Appendix C).

    In a path, white space behind a mark of the sentence ends the URI too, or before a picture, or a date on a new line.

    >>> cleaned("http://a.example/foo for more"), cleaned("http://a.example/ (my page)")
    ('http://a.example/foo', 'http://a.example/')
    """
    found = _end_of_uri(draft.text)
    if found:
        only_one(draft.text, 0, found.start())
        if (
            found[0].strip()[:1].isalpha()
            and found.start() <= head_end(draft.text)
            and not _is_whole(draft.text, found)
        ):
            raise Doubt("white space stands where a host may end")
        yield Edit(found.start(), len(draft.text))


def _end_of_uri(text: str) -> re.Match[str] | None:
    """Where words begin that are none of the URI. In a query, `mailto:`, `magnet:` and `file:` words are content."""
    if _NUMBER.match(text):
        return _BEHIND_NUMBER.search(text)
    if _ALL_CONTENT.match(text):
        return None
    head = head_end(text)
    found = _BEHIND.search(text)
    if found is None or found.start() > head:
        found = _BEHIND_PATH.search(text, head)
    query = _QUERY.search(text, head)
    if found and query and query.start() < found.start():
        return _BEHIND_QUERY.search(text, query.end())
    return found


@rule
def content(draft: Draft) -> Iterator[Edit]:
    """White space in a line of a query or fragment, and in `mailto:`, `magnet:` and `file:`, is content (RFC 3986, 2).

    >>> cleaned("http://a.example/?q=how to cook rice"), cleaned("mailto:joe@a.example?subject=Dear friends")
    ('http://a.example/?q=how%20to%20cook%20rice', 'mailto:joe@a.example?subject=Dear%20friends')
    """
    found = _ALL_CONTENT.match(draft.text) or _QUERY.search(draft.text, head_end(draft.text))
    if found:
        for blank in _IN_LINE.finditer(draft.text, found.end()):
            if draft.text[blank.end() - 1 : blank.end()].isspace() and blank.start() > found.end():
                yield Edit(*blank.span(), "%20" * (blank.end() - blank.start()))


def _is_whole(text: str, behind: re.Match[str]) -> bool:
    """Whether what stands between a scheme and words is a whole host to everybody, or none is looked for."""
    start = behind_scheme(text)
    name = "".join(text[start : behind.start()].split()).lower()
    _, dot, last = re.sub(r":[0-9]*\Z", "", name).rstrip(".").rpartition(".")
    named = bool(dot) and (last in top_level_domains() or last.isdigit())
    return not start or named or last[-1:] == "]" or last == "localhost"


@rule
def line_prefix(draft: Draft) -> Iterator[Edit]:
    """The mark that each line of a comment, list or table begins with goes, where the first line has it.

    >>> cleaned("# http://a.example/one/\\n# two")
    'http://a.example/one/two'
    """
    first = _PREFIX.match(draft.text)
    if first:
        for found in re.finditer(rf"(?<=\n)[^\S\n]*{re.escape(first[1])}[^\S\n]*", draft.text):
            yield Edit(*found.span())


@rule
def line_break(draft: Draft) -> Iterator[Edit]:
    """A line break in a URI is ignored, with the quote prefix of the next line (Appendix C; RFC 3676, 4.5).

    >>> cleaned("> http://a.example/one/\\n> two")
    'http://a.example/one/two'
    """
    yield from _without(draft.text, _LINE)


@rule
def inner(draft: Draft) -> Iterator[Edit]:
    """White space in a URI is ignored (Appendix C), unless it could be the end of another host.

    >>> cleaned("http:// www.a.example /x"), cleaned("http://www.exam ple.com/")
    ('http://www.a.example/x', 'http://www.example.com/')
    """
    yield from _without(draft.text, _RUN)


def _without(text: str, white_space: re.Pattern[str]) -> Iterator[Edit]:
    """The edits that leave white space out; raises Doubt where it could be the end of another host."""
    start = behind_scheme(text)
    opaque = _OPAQUE.match(text)
    if opaque and "mailto" in opaque[0].lower():
        start = opaque.end()
    end = head_end(text) if not opaque or "mailto" in opaque[0].lower() else 0
    in_scheme = start if not _SCHEME_ALONE.match("".join(text[:start].split())) else 0
    if _ANOTHER.search(text, start):
        raise Doubt("there is more than one URI")
    behind_userinfo = text.rfind("@", start, end) if start and not opaque else 0
    for found in white_space.finditer(text):
        in_userinfo = start < found.start() < behind_userinfo
        parts = in_userinfo or (start < found.start() < end and _parts_hosts(text, start, *found.span()))
        if found.start() < in_scheme or parts:
            raise Doubt("white space stands where a host may end")
        yield Edit(*found.span())


def _parts_hosts(text: str, begin: int, start: int, end: int) -> bool:
    """Whether white space in an authority, which begins at `begin`, stands behind what could be the whole host.

    What stands before is surely none when it is `www`, or has a dot in it and no known top-level domain at its end.

    >>> _parts_hosts("http://a.example b.example", 7, 16, 17), _parts_hosts("http://www.exam ple.com", 7, 15, 16)
    (True, False)
    """
    _, mailbox, host = text[max(begin, start - 256) : start].rpartition("@")
    name = "".join(host.split()).lower()
    if not name or text[end : end + 1] in _DELIMITED:
        return False
    if name.rstrip(".") == "www":
        return "." not in (name[-1], text[end : end + 1])
    last = name.rstrip(".").rpartition(".")
    if not mailbox and (not begin or not last[1]):
        return True
    return not last[2].isalpha() or (last[2] in top_level_domains() and not _goes_on(text, last[2], start, end))


def _goes_on(text: str, last: str, start: int, end: int) -> bool:
    """Whether a name under a domain in which there are no hosts (RFC 2606, 2) goes on with its last label.

    It is the example of RFC 3986, Appendix C.

    >>> _goes_on("ftp://foo.example. com/rfc/", "example", 18, 19)
    True
    """
    behind = _LAST_LABEL.match(text, end)
    known = behind is not None and behind[1].lower() in top_level_domains()
    return known and last in _RESERVED and text[start - 1] == "."
