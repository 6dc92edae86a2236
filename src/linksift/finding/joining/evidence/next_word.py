"""Evidence in the next line's first word: whether it is part of a URI or a word of prose.

A word is a run without white space. `Seam.piece` is that run, and `Seam.word` is the run without closing punctuation.
"""

import re

from linksift.delimiters import FIRST_IDEOGRAPH
from linksift.finding.joining import break_facts
from linksift.finding.joining.letter_odds import uri_log_odds
from linksift.finding.joining.seam import ROOT_DIRECTORIES, Seam, is_between_blanks, occurs_nearby
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

ENOUGH_FOR_URI, ENOUGH_FOR_PROSE = 8.0, 4.0
"""The log odds at which the evidence from characters is capped."""

_NEVER_IN_PROSE = lazy_pattern(r"[_=&%?#~]")
_QUERY = lazy_pattern(r"[=&%?#~]")
_FILE = lazy_pattern(r"\.(?:html?|pdf|php|aspx?|jsp|txt|zip|gz|tgz|xml|png|jpe?g|ps|svg|git|md)\b", re.IGNORECASE)
"""A file extension, with its dot, anywhere in a word."""

_FILE_SYSTEM = lazy_pattern(rf"(?:~|/(?:{ROOT_DIRECTORIES}))/")
_FRACTION = lazy_pattern(r"\d{1,5}/\d{1,5}")
_LETTERS_AND_DIGITS = lazy_pattern(r"[A-Za-z]\d|\d[A-Za-z]|\d{5}")
_CAMEL_CASE = lazy_pattern(r"[a-z][A-Z]")
_HASH = lazy_pattern(r"(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7,64}(?:\.{2,3}[0-9a-f]{4,64})?")
"""A hexadecimal hash of a commit or file, with at least one digit and one letter, or a range of two hashes."""

_LAST_HEXADECIMAL = lazy_pattern(r"[0-9a-f]{0,64}\Z")
FEWEST_DIGITS_OF_HASH = 6
WHOLE_HASHES = (32, 40, 64)
"""The lengths of whole hashes in hexadecimal digits: MD5, SHA-1 and SHA-256."""

_MEDIA_TYPE = lazy_pattern(
    r"(?:application|audio|font|image|message|model|multipart|text|video)/(?:vnd\.[a-z.]+|[a-z0-9+-]+)"
)
"""A media type (RFC 6838): `application/vnd.a+json`, `text/html`."""

_DATE = lazy_pattern(r"\d{1,2}([/.-])\d{1,2}\1(?:19|20)\d\d|(?P<year_first>(?:19|20)\d\d(-?)[01]\d\3[0-3]\d)")
"""A date: `1.2.2026`, `31/12/1999`, or with the year first, `2026-11-24`, `20261124`."""

_DASHES = ("- ", "– ", "— ")
_STEP = lazy_pattern(r"\w/[\w.~-]*\w|\w\.\w+\Z")


@break_facts.rule_given(break_facts.MORE)
def goes_on_like_a_path(seam: Seam) -> float:
    r"""The next line's first word contains a slash, or has a file extension; with both, it counts double.

    Two words of prose such as and/or, fractions, and paths of a file system do not.

    >>> texts = "c/d", "index.html", "c/d.html", "and/or more"
    >>> [goes_on_like_a_path(Seam.in_text(f"http://a.example/b/\n{text}")) for text in texts]
    [1.0, 1.0, 2.0, 0.0]
    """
    extension = has_file_extension(seam)
    if "/" not in seam.word[1:] or is_file_path(seam):
        return float(extension)
    is_fraction = seam.last.isalnum() and _FRACTION.fullmatch(seam.word)
    return float(extension + (not is_fraction and not _is_prose(seam)))


def is_file_path(seam: Seam) -> bool:
    """Whether the next line starts with a file system path."""
    return _FILE_SYSTEM.match(seam.piece) is not None


def _is_prose(seam: Seam) -> bool:
    return seam.is_prose_with_slash or _MEDIA_TYPE.fullmatch(seam.word) is not None


def has_file_extension(seam: Seam) -> bool:
    """Whether the next line's first word has a file extension."""
    return _FILE.search(seam.word[1:]) is not None


@break_facts.rule_given(break_facts.DIGIT)
def letters_and_digits(seam: Seam) -> float:
    r"""The next line's first word mixes letters and digits, or has five digits in a row.

    >>> letters_and_digits(Seam.in_text("http://a.example/b/\nc3d"))
    1.0
    """
    return float(_LETTERS_AND_DIGITS.search(seam.word) is not None)


@break_facts.rule_given(break_facts.SLASHED)
def slash_alone(seam: Seam) -> float:
    r"""The next line is only a slash, or a bracket closes after the slash: the end of a path that did not fit (w3m).

    >>> slash_alone(Seam.in_text("(http://a.example/b\n/) c")), slash_alone(Seam.in_text("http://a.example/b\n/ c"))
    (1.0, 0.0)
    """
    return float(seam.word == "/" and seam.last.isalnum() and (seam.piece != "/" or not seam.rest))


@break_facts.rule_given(break_facts.CAPITAL)
def camel_case(seam: Seam) -> float:
    r"""The next line's first word is in camel case, with a capital after a lowercase letter.

    >>> camel_case(Seam.in_text("http://a.example/b/\nWebFinger"))
    1.0
    """
    return float(_CAMEL_CASE.search(seam.word) is not None)


@break_facts.rule_given(break_facts.SLASH | break_facts.MORE)
def path_segment(seam: Seam) -> float:
    r"""After a slash, the next line's first word has another slash or a full stop inside.

    >>> path_segment(Seam.in_text("http://a.example/b/\nc.tar.gz"))
    1.0
    """
    if seam.last != "/" or _is_prose(seam) or is_file_path(seam):
        return 0.0
    return float(_STEP.search(seam.word) is not None)


@rule
def common_word(seam: Seam) -> float:
    r"""The next line's first word is a common English word, or two words of prose with a slash, such as and/or.

    >>> common_word(Seam.in_text("http://a.example/b/\nand more"))
    1.0
    """
    return float(seam.is_common)


@rule
def characters_of_uri(seam: Seam) -> float:
    r"""The characters of the next line's first word follow one another as in URIs rather than as in prose.

    >>> characters_of_uri(Seam.in_text("http://a.example/b/\n7f/pot-2.html?x=1")), characters_of_uri(
    ...     Seam.in_text("http://a.example/b/\nthe")
    ... )
    (1.0, 0.0)
    """
    return min(1.0, max(0.0, uri_log_odds(seam.word) / ENOUGH_FOR_URI))


@rule
def characters_of_prose(seam: Seam) -> float:
    r"""The characters of the next line's first word follow one another as in prose, in any language.

    >>> characters_of_prose(Seam.in_text("http://a.example/b/\nthe")), characters_of_prose(
    ...     Seam.in_text("http://a.example/b/\n7f/pot?x=1")
    ... )
    (1.0, 0.0)
    """
    odds = uri_log_odds(seam.word)
    if odds >= 0 or _NEVER_IN_PROSE.search(seam.word):
        return 0.0
    return min(1.0, -odds / ENOUGH_FOR_PROSE)


@rule
def has_underscore(seam: Seam) -> float:
    r"""The next line's first word has an underscore, which no word of prose has.

    >>> has_underscore(Seam.in_text("http://a.example/b/\nc_d"))
    1.0
    """
    return float("_" in seam.word)


@break_facts.rule_given(break_facts.CAPITAL)
def capitalized(seam: Seam) -> float:
    r"""The next line's first word is capitalized, as at the start of a sentence or in a name.

    >>> capitalized(Seam.in_text("http://a.example/b/\nThen more"))
    1.0
    """
    if not seam.is_word:
        return 0.0
    return 1.0 if seam.word.istitle() else 0.7 * (len(seam.word) > 1 and seam.word.isupper())


@rule
def nearby_word(seam: Seam) -> float:
    r"""The next line's first word also appears as a word nearby.

    >>> nearby_word(Seam.in_text("http://a.example/b/\nxorg is\nwhat xorg does"))
    1.0
    """
    return float(seam.is_word and occurs_nearby(seam.layout, seam.word, seam.line, seam.next, is_between_blanks))


@rule
def letters_beyond_ascii(seam: Seam) -> float:
    r"""The next line's first word has letters beyond ASCII, and the URI so far has none: the word is prose.

    Ideographs on both sides of the break count as well, since ideographic prose can be broken anywhere.

    >>> letters_beyond_ascii(Seam.in_text("http://a.example/b/\nverfügbar")), letters_beyond_ascii(
    ...     Seam.in_text("http://a.example/Ü\nbersicht/Länder")
    ... )
    (1.0, 0.0)
    """
    if seam.word.isascii() or not (seam.uri.isascii() or min(seam.last, seam.word[0]) >= FIRST_IDEOGRAPH):
        return 0.0
    return float(any(character.isalpha() and character > "\x7f" for character in seam.word))


@break_facts.rule_given(break_facts.DIGIT)
def whole_hash(seam: Seam) -> float:
    r"""The next line's first word is a hash, such as that of a commit, and not the second part of one.

    >>> whole_hash(Seam.in_text("http://a.example/kettle.git\n0123abcd4567"))
    1.0
    >>> whole_hash(Seam.in_text("http://a.example/commit/89ab89ab\n0123abcd4567"))
    0.0
    """
    if not seam.last.isalnum() or not _HASH.fullmatch(seam.word):
        return 0.0
    before = len(_LAST_HEXADECIMAL.search(seam.uri)[0])  # type: ignore[index]
    both = before + len(seam.word)
    return float(len(seam.word) in WHOLE_HASHES or (before < FEWEST_DIGITS_OF_HASH and both not in WHOLE_HASHES))


@break_facts.rule_given(break_facts.SLASHED)
def media_type(seam: Seam) -> float:
    r"""The next line's first word is a media type (RFC 6838), such as text/html.

    >>> media_type(Seam.in_text("http://a.example/b/\ntext/html is"))
    1.0
    """
    return float(_MEDIA_TYPE.fullmatch(seam.word) is not None)


@break_facts.rule_given(break_facts.DIGIT | break_facts.NUMBER)
def date(seam: Seam) -> float:
    r"""The next line's first word is a date, which counts double after other lines, as at the foot of a page.

    URIs contain dates with the year first, too: these count only there, or where a list of changes has a dash after
    them and the URI may end.

    >>> texts = "\n20/11/2019", "b\n2019-11-20", "b\n20191120 - Mend", "?b=\n20191120 - Mend", "\n\n2019-11-20"
    >>> [date(Seam.in_text(f"http://a.example/{text}")) for text in texts]
    [1.0, 0.0, 1.0, 0.0, 2.0]
    """
    found = _DATE.fullmatch(seam.word)
    is_entry = seam.lines_between or (seam.last.isalnum() and seam.rest.startswith(_DASHES))
    return 1.0 + seam.lines_between if found and (is_entry or not found["year_first"]) else 0.0


@break_facts.rule_given(break_facts.MORE)
def mostly_signs(seam: Seam) -> float:
    r"""The next line's first word has more symbols other than full stops than letters and digits, like drawings.

    >>> mostly_signs(Seam.in_text("http://a.example/b/\nV_/_ Jane"))
    1.0
    """
    word = seam.word.replace(".", "")
    letters = sum(map(str.isalnum, word))
    return float(len(word) > 2 and 2 * letters < len(word) and not _QUERY.search(word))
