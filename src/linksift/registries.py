"""Data with sources and versions: schemes, domains and suffixes, Unicode's link properties, redirectors and words.

The files are in the folder `registries` beside this module. Each is read only once, when it is first needed. Comment
lines at the top of each file state its source, version and format.
"""

import os
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

_OPAQUE = {"//": None, '""': ""}
"""The meaning of two marks in schemes.txt; any other text means the characters themselves."""


class Scheme(NamedTuple):
    """A row of schemes.txt.

    `host` says whether a URI of the scheme is found in text only with a host. `opaque` is None if the URI is found only
    with `//`. Otherwise, the URI is also found without `//` if the text after the colon contains one of these
    characters (`"@"` for mailto); an empty string sets no such condition.
    """

    name: str
    source: str
    host: bool
    opaque: str | None


@cache
def schemes() -> Mapping[str, Scheme]:
    """The known schemes, keyed by lowercase name: those of IANA and other widely used ones, except `hxxp` and `hxxps`.

    >>> schemes()["mailto"]
    Scheme(name='mailto', source='RFC 6068', host=False, opaque='@=')
    """
    rows = _cells("schemes.txt", "\t")
    next(rows)  # the names of the columns
    return MappingProxyType(
        {
            name: Scheme(name, source, host == "host", _OPAQUE.get(opaque, opaque))
            for name, source, _, host, opaque in rows
        }
    )


def never_by_default() -> frozenset[str]:
    """Known schemes whose URIs run code or contain data; they are found only if the caller names the scheme.

    >>> sorted(never_by_default())
    ['data', 'javascript', 'vbscript']
    """
    return frozenset({"javascript", "data", "vbscript"})


class Redirector(NamedTuple):
    """A row of redirectors.txt; `reading` says how the link inside is read by means of the `names` or marks."""

    name: str
    hosts: tuple[str, ...]
    path: str
    reading: str
    names: tuple[str, ...]


@cache
def redirectors() -> tuple[Redirector, ...]:
    """The known redirectors, in the order in which they are tried.

    >>> redirectors()[0].name, redirectors()[0].path, redirectors()[0].names
    ('facebook', '/l.php', ('u',))
    """
    return tuple(
        Redirector(name, tuple(hosts.split()), path, reading, tuple(" ".join(names).split()))
        for name, hosts, path, reading, *names in _cells("redirectors.txt", "\t")
    )


@cache
def top_level_domains() -> frozenset[str]:
    """The known top-level domains in lowercase, as A-labels and U-labels: IANA's and the special-use names.

    >>> {"com", "xn--p1ai", "рф", "example"} <= top_level_domains()
    True
    """
    delegated = chain.from_iterable(_cells("top_level_domains.txt", "\t"))
    special = (name for name, *_ in _cells("special_use_domains.txt", "\t"))
    return frozenset([*delegated, *special])


@cache
def public_suffixes() -> Mapping[str, bool]:
    """The rules of the Public Suffix List, in lowercase with A-labels, and whether each is in the private section.

    `*` matches any label, and `!` begins an exception to such a rule.

    >>> rules = public_suffixes()
    >>> rules["co.uk"], rules["web.app"], rules["*.ck"], rules["!www.ck"], "bbc.co.uk" in rules
    (False, True, False, False, False)
    """
    rows = _cells("public_suffixes.txt")
    return MappingProxyType({rule: section == "private" for section, *rules in rows for rule in rules})


@cache
def shared_hosting() -> frozenset[str]:
    """Domains under which anybody can publish a page but which the Public Suffix List lacks.

    >>> "wordpress.com" in shared_hosting()
    True
    """
    return frozenset(_lines("shared_hosting.txt"))


@cache
def url_shorteners() -> frozenset[str]:
    """The hosts, without `www.`, of services that shorten anybody's links.

    >>> "bit.ly" in url_shorteners()
    True
    """
    return frozenset(_lines("url_shorteners.txt"))


@cache
def encoding_labels() -> Mapping[str, str]:
    """The name of the encoding for each lowercase label (Encoding Standard, 4.2).

    >>> encoding_labels()["latin1"], encoding_labels()["csshiftjis"], len(encoding_labels())
    ('windows-1252', 'shift_jis', 228)
    """
    rows = _cells("encoding_labels.txt", "\t")
    return MappingProxyType({label: name for name, labels in rows for label in labels.split()})


@cache
def common_words() -> frozenset[str]:
    """Common English words in lowercase, by which prose is recognized.

    >>> {"the", "development", "thanks"} <= common_words()
    True
    """
    return frozenset(chain.from_iterable(_cells("common_words.txt")))


@cache
def function_words() -> frozenset[str]:
    """The articles, pronouns, prepositions, conjunctions and auxiliary verbs of eleven languages of Europe.

    >>> {"the", "und", "avec"} <= function_words()
    True
    """
    return frozenset(chain.from_iterable(_cells("function_words.txt")))


@cache
def character_pairs() -> Mapping[str, float]:
    """The log odds that a pair of characters is in a piece of a URI and not in a word of prose; most pairs are neutral.

    >>> character_pairs()["a/"] > 0 > character_pairs()["^A"]
    True
    """
    rows = _cells("character_pairs.txt", "\t")
    cells = ((after[-1], cell) for after, followers in rows for cell in followers.split(" "))
    return MappingProxyType({first + cell[0]: float(cell[1:]) for first, cell in cells})


@cache
def domain_lookalikes(group: str) -> frozenset[str]:
    """The words of a group ("file", ...) that make a name with a top-level domain look like something else.

    >>> "py" in domain_lookalikes("file"), "com" in domain_lookalikes("file")
    (True, False)
    """
    return frozenset(word for name, *words in _cells("domain_lookalikes.txt") if name == group for word in words)


@cache
def particles(*scripts: str) -> tuple[str, ...]:
    """The beginnings of prose in these scripts: in Hiragana and Hangul, particles and verb endings that do not begin
    common names; in Han, verbs and particles.

    >>> {"から", "にあり", "에서"} <= {*particles("Hiragana", "Hangul")}, "下载" in particles("Han")
    (True, True)
    """
    return tuple(each for script, *beginnings in _cells("particles.txt") if script in scripts for each in beginnings)


@lru_cache(maxsize=4096)
def link_term(character: str) -> str:
    """UTS #58's Link_Term of a single code point: "Include", "Hard", "Soft", "Close" or "Open".

    Raises TypeError for a string of any other length.

    >>> [link_term(character) for character in "a .)("]
    ['Include', 'Hard', 'Soft', 'Close', 'Open']
    """
    return _link_terms().of(character)


def link_bracket(closer: str) -> str | None:
    """UTS #58's Link_Bracket: the opener that a closer closes; None for other characters.

    >>> link_bracket(")"), link_bracket("(")
    ('(', None)
    """
    return _openers().get(closer)


@lru_cache(maxsize=4096)
def link_email(character: str) -> bool:
    """UTS #58's Link_Email of a single code point: whether the local part of an e-mail address may contain it.

    >>> [link_email(character) for character in "aé'(,"]
    [True, True, True, False, False]
    """
    return _property("link_email.txt", "No").of(character) == "Yes"


@lru_cache(maxsize=4096)
def written_without_spaces(character: str) -> bool:
    """Whether people write one code point directly after a word: a letter of a script without spaces, or a pictograph.

    >>> [written_without_spaces(character) for character in "a日か한ท👍é"]
    [False, True, True, True, True, True, False]
    """
    return _property("written_without_spaces.txt", "Other").of(character) != "Other"


def latin_lookalike(character: str) -> str | None:
    """The script of a code point that looks like an ASCII letter, digit or hyphen, but is not Latin (UTS #39, 4).

    None for all other code points, including ASCII and other Latin letters.

    >>> [latin_lookalike(character) for character in "a\u0430\u0436\u03bf"]
    [None, 'Cyrillic', None, 'Greek']
    """
    return _property("latin_lookalikes.txt", "").of(character) or None


@lru_cache(maxsize=4096)
def scripts(character: str) -> frozenset[str]:
    """The scripts in everyday use to which a code point belongs (Script_Extensions), or {"Common"}.

    Digits, hyphens and anything else that takes the script of its neighbours are common. The set is empty for all other
    scripts.

    >>> [sorted(scripts(character)) for character in "a\u0436-\u30fc\u16a0"]
    [['Latin'], ['Cyrillic'], ['Common'], ['Hiragana', 'Katakana'], []]
    """
    return frozenset(filter(None, _property("scripts.txt", "").of(character).split("+")))


@cache
def _link_terms() -> "_Ranges":
    brackets = _openers()
    rows = [
        *_ranges("link_term.txt"),
        *((ord(closer), ord(closer), "Close") for closer in brackets),
        *((ord(opener), ord(opener), "Open") for opener in brackets.values()),
    ]
    return _Ranges(rows, "Include")


@cache
def _openers() -> Mapping[str, str]:
    """The opener of every closer."""
    return {chr(int(closer, 16)): chr(int(opener, 16)) for closer, opener in _cells("link_bracket.txt")}


@cache
def _property(name: str, default: str) -> "_Ranges":
    """The property of code points in a data file of ranges."""
    return _Ranges(list(_ranges(name)), default)


class _Ranges:
    """A property of code points, stored as the points where its value changes."""

    __slots__ = ("starts", "values")

    def __init__(self, rows: list[tuple[int, int, str]], default: str) -> None:
        """Take rows of first, last (inclusive) and value, which do not overlap; gaps have the default value."""
        self.starts = [0]
        self.values = [default]
        for first, last, value in sorted(rows):
            self.starts += first, last + 1
            self.values += value, default

    def of(self, character: str) -> str:
        """The value of a code point; if two rows have the same start, the later one counts."""
        from bisect import bisect_right  # only when it is needed: see tests/test_import.py

        return self.values[bisect_right(self.starts, ord(character)) - 1]


def _ranges(name: str) -> Iterator[tuple[int, int, str]]:
    """The first, last and value of each range: "Soft 21-22 27" gives `(0x21, 0x22, "Soft"), (0x27, 0x27, "Soft")`."""
    for value, *ranges in _cells(name):
        for one in ranges:
            first, _, last = one.partition("-")
            yield int(first, 16), int(last or first, 16), value


def _cells(name: str, delimiter: str | None = None) -> Iterator[list[str]]:
    """The lines of a data file, each split at a delimiter or at white space."""
    return (line.split(delimiter) for line in _lines(name))


def _lines(name: str) -> Iterator[str]:
    """The lines of a data file, without its header."""
    with open(os.path.join(os.path.dirname(__file__), "registries", name), encoding="utf-8") as file:
        lines = file.read().splitlines()
    return (line for line in lines if not line.startswith("#"))
