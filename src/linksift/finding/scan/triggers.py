"""What a text is searched for, so that most of it is never looked at twice.

One pattern with a literal prefix, `:`, finds every scheme, and takes the plainest URIs whole; another finds angle
brackets, where any scheme will do, and a break may stand right behind it.
"""

import re
from collections.abc import Collection, Iterator

from linksift.finding.scan.ends import BACKSLASH_BEFORE_AT, ENTITY
from linksift.finding.scan.scan_state import CLOSERS, DELIMITERS, WHITE_SPACE
from linksift.finding.scan.schemes import SCHEME, SCHEME_CHARACTERS, Schemes

_NOT_GLUED = rf"(?<![{re.escape(SCHEME_CHARACTERS)}:])(?<![Ll]:\s)"
HTTP = rf"//(?:(?<={_NOT_GLUED}https://)|(?<={_NOT_GLUED}http://))"
"""The slashes behind the colon of `http` or `https`."""

_LABEL = r"[A-Za-z0-9_][A-Za-z0-9_\-]{0,39}+"
_TWO_LABELS = rf"{_LABEL}\.(?<!-\.){_LABEL}(?<!-)(?!\.)"
_SOME_LABELS = rf"{_LABEL}(?:\.(?<!-\.){_LABEL}){{0,5}}(?<!-)"
_HOST = rf"(?:{_TWO_LABELS}|{_SOME_LABELS})"
"""Most hosts have two labels, and a repeated group takes a tenth of the time of the pattern.

Six labels of forty characters are no longer than a host may be, so that nobody has to measure.
"""

_ORDINARY = r"A-Za-z0-9\-._~!$*+,;=@/"
_UNIT = rf"(?:%[0-9A-Fa-f]{{2}}|(?!{ENTITY})&)"
_IN_PATH = rf"[{_ORDINARY}]*+(?:{_UNIT}[{_ORDINARY}]*+)*"
_IN_QUERY = rf"[{_ORDINARY}?]*+(?:{_UNIT}[{_ORDINARY}?]*+)*"
_ORDINARY_END = r"(?<=[A-Za-z0-9/=&#%$+@\-])"
_STOP = rf"(?:(?=[{re.escape(DELIMITERS + CLOSERS)}])(?!{BACKSLASH_BEFORE_AT})()|(?=[{re.escape(WHITE_SPACE)}])|\Z)"

_NO_STUMP = rf"(?![{re.escape(DELIMITERS + CLOSERS)}][^\s<>\"`])"
"""Not before a host that has to be complete: the longer way looks at what goes on behind a mark."""

AFTER_HTTP_HOST = rf"{_NO_STUMP}(?:/{_IN_PATH})?(?:\?{_IN_QUERY})?(?:\#{_IN_QUERY})?{_ORDINARY_END}{_STOP}"
FAST_PATH = rf"{_HOST}(?::[0-9]{{1,5}}+)?{AFTER_HTTP_HOST}"
"""What follows `http://` in most texts: a subset of the grammar with nothing to trim, encode, balance or doubt.

Only single classes are possessive: before 3.11.5, CPython matches possessive groups wrongly (python/cpython#106052).
"""

_USABLE_LABEL, _USABLE_END = "[a-z0-9]{1,40}+", "[a-z]{2,40}+(?![A-Za-z0-9_.\\-:])"
_USABLE_HOST = rf"(?:{_USABLE_LABEL}\.{_USABLE_END}|(?:{_USABLE_LABEL}\.){{2,5}}{_USABLE_END})"
USABLE_FAST_PATH = rf"{_USABLE_HOST}{AFTER_HTTP_HOST}"
"""The same behind a host that browsers and the DNS take for sure: no A-label, no number at its end, no port."""

_SPACED_SLASHES = r"(?=\s{0,256}+/\s{0,256}+/)"
_IN_ANGLES = re.compile(rf"<(?!https?://)(?:[Uu][Rr][Ll]:\s{{0,32}}+)?(?![Uu][Rr][Ll]:){SCHEME}:")

CLOSED = 2
"""The group of a trigger that took a plainest URI whole, and saw a delimiter or closer behind it; 1: white space.

Each fast path before has two groups of its own, so that those of the last one are higher.
"""


def trigger(schemes: Schemes, *before: str) -> re.Pattern[str]:
    """The pattern that stops at every colon behind which a URI of these schemes may go on.

    URIs are taken whole by the first of these fast paths that takes them, or by `FAST_PATH`.
    """
    paths = "|".join(f"(){path}" for path in (*before, FAST_PATH))
    plainest = rf"{HTTP}(?:{paths})|"
    return re.compile(
        rf":(?:{plainest if {'http', 'https'} <= schemes.names else ''}{_SPACED_SLASHES}"
        rf"{_rooted(schemes.rooted)}{_opaque(schemes.opaque)})"
    )


def _rooted(names: Collection[str]) -> str:
    """`|(?=/)(?:(?<=[Ff][Ii][Ll][Ee]:))`: behind schemes that go with a single slash."""
    behind = "|".join(f"(?<={''.join(map(_either_case, name))}:)" for name in sorted(names))
    return rf"|(?=/)(?:{behind})" if names else ""


def _opaque(names: Collection[str]) -> str:
    """`|(?=...)(?:(?<=[mt][os]:)|...)`: behind letters that end schemes that go without `//`, when something follows.

    The pattern lets through what merely looks alike at its end; a lookbehind for each name costs more than that. Those
    that end in digits have one, since every time of day looks alike.
    """
    if not names:
        return ""
    in_digits = sorted(name for name in names if not name[-2:].isalpha())
    endings = [*map(list, in_digits), _last_two([name for name in names if name not in in_digits])]
    behind = "|".join(f"(?<={''.join(map(_either_case, ending))}:)" for ending in endings if ending)
    return rf"|(?=[^\s:/])(?:{behind})"


def _last_two(names: Collection[str]) -> list[str]:
    """The characters that stand in the last two places of names, or in the last one when one has no more.

    >>> _last_two(["ab", "cd"]), _last_two(["ab", "c"])
    (['ac', 'bd'], ['bc'])
    """
    places = range(-min([2, *map(len, names)]), 0) if names else ()
    return ["".join(sorted({name[place] for name in names})) for place in places]


def _either_case(characters: str) -> str:
    return f"[{re.escape(''.join(sorted({*characters, *characters.upper()})))}]"


def hits(text: str, pattern: re.Pattern[str], start: int = 0) -> Iterator[re.Match[str]]:
    """Where to look at a text from `start` on, in order: at the hits of a `trigger`, and at angle brackets with any
    scheme behind."""
    found = pattern.finditer(text, start)
    in_angles = [*_IN_ANGLES.finditer(text, start)]
    return iter(sorted([*found, *in_angles], key=re.Match.start)) if in_angles else found
