"""What a text is searched for, so that most of it is never looked at twice.

One pattern with a literal prefix, `:`, finds every scheme, and takes the plainest URIs whole; another finds the schemes
that nobody knows, in angle brackets, where any will do.
"""

import re
from collections.abc import Iterable, Iterator
from heapq import merge

from linksift.finding.scan.schemes import SCHEME_CHARACTERS, Schemes

_NO_SCHEME_BEFORE = rf"(?<![{re.escape(SCHEME_CHARACTERS)}:])(?<![Ll]:\s)"
_LABEL = r"[A-Za-z0-9_][A-Za-z0-9_\-]{0,39}+"
_HOST = rf"{_LABEL}(?:\.(?<!-\.){_LABEL}){{0,5}}+(?<!-)"
_INSIDE = r"(?:[A-Za-z0-9\-._~!$*+,;=@/]++|%[0-9A-Fa-f]{2}"
_AMPERSAND = r"&(?!(?:lt|gt|quot|#39);)"
_ORDINARY_END = r"(?<=[A-Za-z0-9/=&#%$+@\-])"
_STOP = r"""(?=[\s<>"`|\\^)\]}]|\Z)"""

PLAINEST = (
    rf"{_HOST}(?::[0-9]{{1,5}}+)?+"
    rf"(?:/{_INSIDE}|{_AMPERSAND})*+)?+(?:\?{_INSIDE}|{_AMPERSAND}|\?)*+)?+(?:\#{_INSIDE}|{_AMPERSAND}|\?)*+)?+"
    rf"{_ORDINARY_END}{_STOP}"
)
"""What follows `http://` in most texts: a subset of the grammar with nothing to trim, encode, balance or doubt."""

_SPACED_SLASHES = r"(?=\s*+/\s*+/)"
_UNKNOWN_IN_ANGLES = re.compile(r"<(?!https?:)[A-Za-z][A-Za-z0-9+.\-]{0,63}+:")

HTTPS, HTTP = 1, 2
"""The groups of the trigger that took a plainest URI whole: which scheme stands before it."""


def trigger(schemes: Schemes) -> re.Pattern[str]:
    """The pattern that stops at every colon behind which a URI of these schemes may go on."""
    plainest = rf"//(?:(?<={_NO_SCHEME_BEFORE}https://)()|(?<={_NO_SCHEME_BEFORE}http://)()){PLAINEST}|"
    return re.compile(
        rf":(?:{plainest if {'http', 'https'} <= schemes.names else ''}{_SPACED_SLASHES}{_opaque(schemes.opaque)})"
    )


def _opaque(names: Iterable[str]) -> str:
    """`|(?<=to:|rn:)(?=...)`: behind the last letters of the schemes that go without `//`."""
    endings = sorted({name[-2:] for name in names})
    behind = "|".join(rf"(?<={''.join(map(_either_case, ending))}:)" for ending in endings)
    return rf"|(?:{behind})(?=[^\s:/])" if endings else ""


def _either_case(character: str) -> str:
    return f"[{character}{character.upper()}]" if character.isalpha() else re.escape(character)


def hits(text: str, pattern: re.Pattern[str], in_angles: bool) -> Iterator[re.Match[str]]:
    """Where to look at a text, in order; schemes that nobody knows when `in_angles`."""
    found = pattern.finditer(text)
    if in_angles and _UNKNOWN_IN_ANGLES.search(text):
        return merge(found, _UNKNOWN_IN_ANGLES.finditer(text), key=re.Match.start)
    return found
