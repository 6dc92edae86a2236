"""White space and what nobody sees: Appendix C has both ignored, around a URI and in it.

Here belongs what is taken for white space, and where it ends the URI instead.
"""

import re
import unicodedata
from collections.abc import Iterator

from linksift.cleaning.draft import Draft, Edit
from linksift.cleaning.errors import Doubt
from linksift.notes import rule
from linksift.registries import top_level_domains

_BLANK = "\u2800\u3164\uffa0\u115f\u1160\u180e\ufffc"
"""What is neither white space nor a control to Unicode, and still not seen."""

_EMPTY_LINE = re.compile(r"(?<![^\S\r\n])[^\S\r\n]*+(?:\r\n|\n|\r(?!\n))[^\S\r\n]*+[\r\n]")
_LINE = re.compile(r"(?<!\s)\s*[\n\r\u2028\u2029\x0b\x0c\x85][^\S\n\r]*((?:[>|]+[^\S\n\r]*)*)")
_WORDS = r"[^\W\d_]+[,;:]?\s+[^\W\d_]+(?=[\s>|.,;:!?\u2026\"')]|\Z)"
_BEHIND = re.compile(rf"(?<!\s)\s+(?:{_WORDS}|[\u2013\u2014|(\[{{<\u201c\"]|-+\s|//\s|HTTP/[0-9])")
_SLASH = re.compile(r"[/\\]")
_OPAQUE = re.compile(r"[A-Za-z\s]+[:;](?![\s:;]*[/\\])")
_SCHEME_ALONE = re.compile(r"[A-Za-z]{0,8}[:;.,]*[/\\]*\Z")
_ANOTHER = re.compile(r"\s(?:[A-Za-z][A-Za-z0-9+.\-]{1,31}://|www\.\w)", re.IGNORECASE)
_PREFIX = re.compile(r"\s*([#*|]|//|--)[^\S\n]")
_RUN = re.compile(r"\s+")
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

    U+200C and U+200D stay between characters beyond ASCII, which they join or part.

    >>> cleaned("\\ufeffhttp://a.exam\\u00adple/\\u200bx\\u202c")
    'http://a.example/x'
    """
    if draft.text.isascii() and draft.text.isprintable():
        return
    for place, character in enumerate(draft.text):
        if _is_hidden(character) and not _joins(draft.text, place):
            yield Edit(place, place + 1)


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
        yield Edit(found.start(), len(draft.text))


@rule
def words_behind(draft: Draft) -> Iterator[Edit]:
    """Two words of letters alone behind white space are a label, and so is what a dash or opener begins (Appendix C).

    >>> cleaned("http://a.example/foo for more"), cleaned("http://a.example/ (my page)")
    ('http://a.example/foo', 'http://a.example/')
    """
    found = _BEHIND.search(draft.text)
    if found:
        yield Edit(found.start(), len(draft.text))


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
    end = 0 if _OPAQUE.match(text) else head_end(text)
    in_scheme = start if not _SCHEME_ALONE.match("".join(text[:start].split())) else 0
    if _ANOTHER.search(text, start):
        raise Doubt("there is more than one URI")
    for found in white_space.finditer(text):
        if found.start() < in_scheme or (start <= found.start() < end and _parts_hosts(text, *found.span())):
            raise Doubt("white space stands where a host may end")
        yield Edit(*found.span())


def _parts_hosts(text: str, start: int, end: int) -> bool:
    """Whether white space between two letters or digits of a head stands behind a name that could be the whole host.

    >>> _parts_hosts("http://a.example b.example", 16, 17), _parts_hosts("http://exam ple.com", 11, 12)
    (True, False)
    """
    if not (text[start - 1 : start].isalnum() and text[end : end + 1].isalnum()):
        return False
    before = text[max(0, start - 64) : start]
    return not _SLASH.search(before) or before.rpartition(".")[2].lower() in top_level_domains()
