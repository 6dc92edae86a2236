"""A URI written into plain text in angle brackets, broken over lines where that is safe (Appendix C).

This is the writer's half of what `finding` reads: it gives back each URI of a known scheme, with a host where one is
needed, exactly; a URI of another scheme where that is named in `schemes`.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator

from linksift.arguments import require_str
from linksift.finding import LONGEST_PREFIX, MOST_BREAKS, PROFILES
from linksift.uri import check_uri

_MARK = r"(?:>|\||#|//|\*|--|;|%)"
_PREFIX = re.compile(rf"[ \t]*(?:{_MARK}*|(?:{_MARK}[ \t]*)*[ \t])")
"""One with blanks between its marks has to end in one: behind `> `, `>b` is read as a bracket that closes, and `b`."""

_SAFE = re.compile(r"(?<![\-'])(?<!%)(?<!%.)(?![*#;/\->])(?!\Z)")
"""Where a break is undone by everybody in one way.

Not after a hyphen, which may be a typesetter's (Appendix C); not in a percent-escape; not after a quote, which may
close a string of source code; not before what a comment, heading or list item begins with, since the first line may
stand in one; not before the bracket that closes, which alone in a line would begin a quoted one.
"""

_WELL_SEEN = "/?&=;,+"
"""A line had better end in these: they end no sentence, and readers see that more must follow."""


def delimit(uri: str) -> str:
    """A URI in angle brackets, as Appendix C recommends "especially" (RFC 1738's appendix does, too).

    They keep the punctuation of the text around it apart from the URI, and tell where it goes on in the next line. The
    prefix `URL:` of RFC 1738 "is no longer recommended". Raises InvalidReference for what is no URI.

    >>> f"See {delimit('http://a.example/b.')}, please."
    'See <http://a.example/b.>, please.'
    """
    require_str("delimit", uri)
    check_uri(uri)
    return f"<{uri}>"


def wrap(uri: str, width: int, prefix: str = "") -> str:
    """A URI in angle brackets, in lines of at most `width` code points that each begin with `prefix`.

    `find` ignores the line breaks and prefixes, as Appendix C says it should, and gives back the URI: with any profile
    but "chat" and "uts58", which join no lines. A line ends after a delimiter, such as `/` or `&`, where one stands in
    its second half.

    >>> print(wrap("http://a.example/well-known/one?two=%C3%A9&three=4", 24, "> "))
    > <http://a.example/
    > well-known/one?two=
    > %C3%A9&three=4>

    A line is longer only where no break would be safe: in the scheme with its `//` and one character more, after `-`
    and `'`, in a percent-escape, before `* # ; / -` and the closing bracket. So is the last line, when a URI would need
    more breaks than the finder undoes: 1024, or as many as there is room for in the 65,536 code points it looks at.

    The prefix may be of blanks, and of the marks of a reply or comment (`> `, `>>`, `| `, `# `, `// `, ` * `, `-- `,
    `; `, `% `). Where other text goes in front of the result, in its first line, that line has to begin with `prefix`,
    and with no other mark behind it.

    Raises InvalidReference for what is no URI, ValueError for a width below 1 and for any other prefix, one with a line
    break among them: the finder could not tell it from the URI.
    """
    if width < 1:
        raise ValueError(f"a line is at least 1 wide, not {width}")
    if len(prefix) > LONGEST_PREFIX or not _PREFIX.fullmatch(prefix):
        raise ValueError(f"a prefix is of blanks and the marks of a reply or comment, 64 at most, not {prefix!r}")
    text = delimit(uri)
    most_breaks = min(MOST_BREAKS, (PROFILES["text"]["max_length"] - len(uri)) // len(f"\n{prefix}"))
    return "\n".join(prefix + line for line in _lines(text, width - len(prefix), most_breaks))


def _lines(text: str, room: int, most_breaks: int) -> Iterator[str]:
    """The text in lines of at most `room` where breaks are safe.

    >>> list(_lines("<urn:example:abc>", 6, 9)), list(_lines("<urn:example:abc>", 6, 1))
    (['<urn:e', 'xample', ':abc>'], ['<urn:e', 'xample:abc>'])
    """
    places = _safe_places(text)
    start = 0
    for _ in range(most_breaks):
        end = _line_end(text, start, room, places)
        if end == len(text):
            break
        yield text[start:end]
        start = end
    yield text[start:]


def _safe_places(text: str) -> list[int]:
    """Where a line of the text may end; its own end is the last. The scheme, which a URI is seen by, stays whole.

    >>> _safe_places("<a:bc-d%41//e'f>")
    [4, 7, 12, 13, 16]
    """
    colon = text.index(":") + 1
    first = colon + len("//b" if text.startswith("//", colon) else "b")
    return [*(place.start() for place in _SAFE.finditer(text, first)), len(text)]


def _line_end(text: str, start: int, room: int, places: list[int]) -> int:
    """Where the line ends that begins at `start`: as far on as fits, or where it may end first."""
    if len(text) - start <= room:
        return len(text)
    fitting = places[bisect_right(places, start) : bisect_right(places, start + room)]
    if not fitting:
        return places[bisect_right(places, start)]
    well_seen = (place for place in reversed(fitting) if text[place - 1] in _WELL_SEEN and 2 * (place - start) > room)
    return next(well_seen, fitting[-1])
