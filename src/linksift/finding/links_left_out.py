"""Counts the links that a finder leaves out but another profile finds: defanged links and names without a scheme."""

from typing import NamedTuple

from linksift.finding.finder import Finder, cached_finder
from linksift.finding.match import Match
from linksift.lazy_pattern import lazy_pattern

_MARKS = (
    lazy_pattern(r"\[(?:[.:@]|dot|at)"),
    lazy_pattern(r"\((?:\.\)|dot)"),
    lazy_pattern(r"\{\."),
    lazy_pattern(r"xxp(?<=hxxp)"),
    lazy_pattern(r"XX[pP](?<=hXXp|HXXP)"),
    lazy_pattern(r"\*\*p(?<=h\*\*p)"),
)
"""The marks of the common ways to defang a link; text without any of them is not searched for defanged links. Each
pattern begins with a character that is rare in text, so it is searched twice as fast as a literal."""


class LeftOut(NamedTuple):
    """The number of links that a finder left out because they are `defanged`, and the number left out because they are
    `bare_names`, domains or IP addresses without a scheme."""

    defanged: int = 0
    bare_names: int = 0

    def __add__(self, other: object) -> "LeftOut":
        if not isinstance(other, LeftOut):
            return NotImplemented
        return LeftOut(self.defanged + other.defanged, self.bare_names + other.bare_names)

    def message(self, cure: str = "--profile indicators") -> str:
        """Both numbers, in a sentence with the option that finds these links, or "" if there are none.

        >>> LeftOut(5, 1).message()
        '5 defanged links and 1 bare name were left out: --profile indicators finds them'
        """
        counts = [(self.defanged, "defanged link"), (self.bare_names, "bare name")]
        words = [f"{count:,} {name}{'s' * (count != 1)}" for count, name in counts if count]
        were, them = ("was", "it") if sum(self) == 1 else ("were", "them")
        return f"{' and '.join(words)} {were} left out: {cure} finds {them}" if words else ""


def may_be_defanged(text: str) -> bool:
    """Whether a text contains a mark of a defanged link; the check takes little time compared with a search.

    >>> may_be_defanged("see hxxp://a.example"), may_be_defanged("see http://a.example")
    (True, False)
    """
    return any(mark.search(text) for mark in _MARKS)


def left_out(finder: Finder, text: str) -> LeftOut:
    """How many more links a finder would find in a text if it also read defanged links and bare names; its other
    options still apply.

    >>> left_out(Finder(), "hxxp://evil[.]example, then a.example or http://b.example")
    LeftOut(defanged=1, bare_names=1)
    """
    wider = cached_finder(**finder._options() | {"refang": True, "kinds": finder.kinds | {"domain", "ip"}})
    found = {(match.start, match.end) for match in finder.finditer(text)}
    more = [match for match in wider.finditer(text) if (match.start, match.end) not in found]
    defanged = sum(map(was_defanged, more))
    return LeftOut(defanged, sum(match.kind in ("domain", "ip") and not was_defanged(match) for match in more))


def was_defanged(match: Match) -> bool:
    """Whether a match was defanged in the text.

    >>> [was_defanged(match) for match in Finder(refang=True).find("http://a.example/ hxxp://b[.]example/")]
    [False, True]
    """
    return any(note.rule.startswith("refang.") for note in match.notes)


class LeftOutWatch:
    """Watches the texts that a finder searches and, at the end, counts what it left out.

    It keeps up to `MOST_KEPT` code points of the texts that look defanged and as many of the other texts. Bare names in
    the others count only if nothing was found, since in most prose and code a name such as `README.md` is not meant as
    a link.
    """

    MOST_KEPT = 65_536

    def __init__(self, finder: Finder) -> None:
        self._finder = finder
        self._kept: dict[bool, list[str]] = {True: [], False: []}
        self._room = {True: self.MOST_KEPT, False: self.MOST_KEPT}

    def see(self, text: str) -> str:
        """Keep a text if there is room, and return it."""
        if max(self._room.values()) <= 0:
            return text
        looks_defanged = not self._finder.refang and may_be_defanged(text)
        if (room := self._room[looks_defanged]) > 0:
            self._kept[looks_defanged].append(text[:room])
            self._room[looks_defanged] = room - len(text)
        return text

    def count(self, found: bool) -> LeftOut:
        """The number of links left out in the texts seen; `found` says whether the finder found anything in them."""
        texts = self._kept[True] if found else self._kept[True] + self._kept[False]
        return sum((left_out(self._finder, text) for text in texts), LeftOut())
