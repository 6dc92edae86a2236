"""Domain names in running text: their characters, their starts and ends, and which of them are links (UTS #58, 3.1).

UTS #46 decides which names are valid. A name without a scheme before it must end in a known top-level domain.
"""

import re
from unicodedata import bidirectional

from linksift.finding.scan.authority import completes_name, in_host, is_name
from linksift.finding.scan.character_roles import SOFT_HYPHEN
from linksift.finding.scan.lookback import windows
from linksift.uri import InvalidHost, to_ascii_host

DOTS = ".\u3002\uff0e\uff61"
"""The dots of UTS #46, 4; its mapping turns the last three into full stops."""

LONGEST_NAME = 3 * 253
"""No name is longer than this, even with soft hyphens and joiners in it; no part of a longer run is a name either."""

_ASCII = re.compile(r"[A-Za-z0-9\-_.]*+")


def name_start(text: str, position: int) -> int:
    """The start of the name at `position`.

    >>> name_start("See foo.example", 8)
    4
    """
    length = 0
    for window in windows(text, position, LONGEST_NAME + 1):
        length += _length(window[::-1], length)
        if length < len(window):
            break
    return position - length


def name_end(text: str, position: int) -> int:
    """The end of the name at `position`.

    >>> name_end("foo.example/", 4)
    11
    """
    return position + _length(text, position, min(len(text), position + LONGEST_NAME + 1))


def _length(text: str, start: int = 0, limit: int | None = None) -> int:
    """The number of characters, starting at `start`, that may be in a name."""
    position, end = start, len(text) if limit is None else limit
    while True:
        position = _ASCII.match(text, position, end).end()  # type: ignore[union-attr]
        if position == end or not (in_host(text[position]) or text[position] in DOTS):
            return position - start
        position += 1


def is_valid_name(name: str) -> bool:
    """Whether a name is valid in the DNS: no label is empty, has a hyphen at an edge, or is rejected by UTS #46.

    A single dot at the end represents the root.

    >>> [is_valid_name(name) for name in ("foo.example.", "foo..example", "-foo.example", "xn--a.example")]
    [True, False, False, False]
    """
    if not 0 < len(name) <= LONGEST_NAME or not is_name(name):
        return False
    name = to_ascii_host(name.replace(SOFT_HYPHEN, "")).lower()
    return "xn--" not in name or are_valid_labels(name.removesuffix(".").split("."))


def are_valid_labels(labels: list[str]) -> bool:
    """Whether each A-label has a U-label, and labels with right-to-left characters obey the Bidi rule.

    See RFC 5890, 2.3.2.1, and RFC 5893, 2.

    >>> are_valid_labels(["1a", "xn--4dbc", "example"]), are_valid_labels(["a", "xn--4dbc", "example"])
    (False, True)
    """
    import idna  # imported only when it is needed: see tests/test_import.py

    try:
        readable = [idna.ulabel(label) if label.startswith("xn--") else label for label in labels]
        right_to_left = any(bidirectional(character) in ("R", "AL", "AN") for character in "".join(readable))
        return not right_to_left or all(idna.check_bidi(label, check_ltr=True) for label in readable)
    except idna.IDNAError:
        return False


def is_linkable_name(name: str, known: frozenset[str]) -> bool:
    """Whether a name without a scheme is a link: it is valid, and has two or more labels and a known top-level domain.

    >>> known = frozenset({"xn--j6w193g", "com"})
    >>> [is_linkable_name(name, known) for name in ("foo.香港", "foo．ＣＯＭ", "com", "foo.bar0")]
    [True, True, False, False]
    """
    labels = [label for label in re.split(f"[{DOTS}]", name) if label]
    try:
        return len(labels) > 1 and completes_name(to_ascii_host(labels[-1]), known) and is_valid_name(name)
    except InvalidHost:
        return False
