"""Writes a URI into plain text, in angle brackets and broken across lines where that is safe (RFC 3986, Appendix C).

`finding` reads it back exactly, provided that its scheme is known or named in `schemes` and that it has a host if the
scheme needs one.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator

from linksift.arguments import plain_str, whole_number
from linksift.finding import LONGEST_PREFIX, MOST_BREAKS, PROFILES
from linksift.uri import check_uri

_MARK = r"(?:>|\||#|//|\*|--|;|%)"
_PREFIX = re.compile(rf"[ \t]*(?:{_MARK}*|(?:{_MARK}[ \t]*)*[ \t])")
"""A prefix with spaces between its marks must end in a space: after `> `, `>b` is read as a closing bracket and `b`."""

_SAFE = re.compile(r"(?<![\-'=])(?<!%)(?<!%.)(?![*#;/\->])(?!\Z)")
"""The places at which all readers undo a line break in the same way.

They are not after a hyphen, which a typesetter may have added (Appendix C); not in a percent-escape; not after a quote,
which may close a string in source code; not after an equals sign, which may be a soft line break of quoted-printable
(RFC 2045, 6.7); not before a mark that begins comments, headings or list items, since the first line may be in one; and
not before the closing bracket, which would begin a quoted line.
"""

_GOOD_LINE_ENDS = "/?&;,+"
"""Preferred at the end of a line: they do not end a sentence, so readers see that the URI continues."""


def delimit(uri: str) -> str:
    """A URI in angle brackets, as Appendix C recommends "especially" (so does the appendix of RFC 1738).

    Brackets separate the URI from the punctuation around it, and show that it continues on the next line. The prefix
    `URL:` of RFC 1738 "is no longer recommended". Raises InvalidReference for a text that is not a URI.

    >>> f"See {delimit('http://a.example/b.')}, please."
    'See <http://a.example/b.>, please.'
    """
    uri = plain_str("delimit", uri)
    check_uri(uri)
    return f"<{uri}>"


def wrap(uri: str, width: int, prefix: str = "") -> str:
    """A URI in angle brackets, in lines of at most `width` code points that each begin with `prefix`.

    `find` ignores the line breaks and prefixes, as Appendix C recommends, and returns the URI with any profile except
    "chat" and "uts58", which join no lines. A line ends after a delimiter, such as `/` or `&`, if there is one in its
    second half.

    >>> print(wrap("http://a.example/well-known/one?two=%C3%A9&three=4", 24, "> "))
    > <http://a.example/
    > well-known/one?
    > two=%C3%A9&three=4>

    A line is longer only if no break would be safe: breaks are unsafe in the scheme with its `//` and one more
    character, after `-`, `'` and `=`, in a percent-escape, and before `* # ; / -` and the closing bracket. The last
    line is longer if the URI would need more breaks than the finder undoes: 1024, or the number that fits into the
    65,536 code points that it examines.

    The prefix may consist of spaces, tabs and the marks of a reply or comment (`> `, `>>`, `| `, `# `, `// `, ` * `,
    `-- `, `; `, `% `). If other text precedes the result on its first line, that line must begin with `prefix`, with no
    other mark after it.

    Raises InvalidReference for a text that is not a URI. Raises ValueError for a width below 1, and for any other
    prefix, including one with a line break, which the finder could not distinguish from the URI.
    """
    whole_number("width", width)
    prefix = plain_str("prefix", prefix)
    if len(prefix) > LONGEST_PREFIX or not _PREFIX.fullmatch(prefix):
        raise ValueError(f"prefix must be blanks and marks of a reply or comment, 64 at most, not {prefix!r}")
    text = delimit(uri)
    most_breaks = min(MOST_BREAKS, (PROFILES["text"].max_length - len(uri)) // len(f"\n{prefix}"))
    return "\n".join(prefix + line for line in _lines(text, width - len(prefix), most_breaks))


def _lines(text: str, room: int, most_breaks: int) -> Iterator[str]:
    """The text in lines of at most `room` code points, broken only where that is safe.

    >>> list(_lines("<urn:example:abc>", 6, 9)), list(_lines("<urn:example:abc>", 6, 1))
    (['<urn:e', 'xample', ':abc>'], ['<urn:e', 'xample:abc>'])
    """
    breaks = _safe_breaks(text)
    start = 0
    for _ in range(most_breaks):
        end = _line_end(text, start, room, breaks)
        if end == len(text):
            break
        yield text[start:end]
        start = end
    yield text[start:]


def _safe_breaks(text: str) -> list[int]:
    """The offsets at which a line may end, the last being the end of the text. The scheme is never broken, since it
    shows that this is a URI.

    >>> _safe_breaks("<a:bc-d%41//e'f>")
    [4, 7, 12, 13, 16]
    """
    colon = text.index(":") + 1
    first = colon + len("//b" if text.startswith("//", colon) else "b")
    return [*(found.start() for found in _SAFE.finditer(text, first)), len(text)]


def _line_end(text: str, start: int, room: int, breaks: list[int]) -> int:
    """The end of the line that begins at `start`: the last good break that fits, otherwise the first break."""
    if len(text) - start <= room:
        return len(text)
    fitting = breaks[bisect_right(breaks, start) : bisect_right(breaks, start + room)]
    if not fitting:
        return breaks[bisect_right(breaks, start)]
    good = (end for end in reversed(fitting) if text[end - 1] in _GOOD_LINE_ENDS and 2 * (end - start) > room)
    return next(good, fitting[-1])
