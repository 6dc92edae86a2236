"""Evidence in the next line's first word: whether it is a part of a URI or a word of prose.

A word is a run without white space. `Seam.piece` is that run, `Seam.word` the same without closing punctuation.
"""

import re

from linksift.finding.joining.piece_characters import uri_log_odds
from linksift.finding.joining.seam import Seam, is_common_word, occurs_nearby
from linksift.notes import rule

ENOUGH_FOR_URI, ENOUGH_FOR_PROSE = 8.0, 4.0
"""So much says all that characters can say (log odds)."""

_FILE = re.compile(r"\.(?:html?|pdf|php|aspx?|jsp|txt|zip|gz|tgz|xml|png|jpe?g|ps|svg|git|md)\b", re.IGNORECASE)
_WORDS_WITH_SLASH = re.compile(r"[A-Za-z]+/[A-Za-z]+/?")
_LETTERS_AND_DIGITS = re.compile(r"[A-Za-z]\d|\d[A-Za-z]|\d{5}")
_CAMEL_CASE = re.compile(r"[a-z][A-Z]")
_STEP = re.compile(r"\w/[\w.~-]*\w|\w\.\w+\Z")



@rule
def goes_on_like_a_path(seam: Seam) -> float:
    r"""The next line's first word has a slash inside, and is not two words of prose such as and/or.

    >>> goes_on_like_a_path(Seam.in_text("http://a.example/b/\nc/d.html")), goes_on_like_a_path(
    ...     Seam.in_text("http://a.example/b/\nand/or more")
    ... )
    (1.0, 0.0)
    """
    return float("/" in seam.word[1:] and not _prose_with_slash(seam.word))


def _prose_with_slash(word: str) -> bool:
    return _WORDS_WITH_SLASH.fullmatch(word) is not None and all(map(is_common_word, word.strip("/").split("/")))


@rule
def has_file_extension(seam: Seam) -> float:
    r"""The next line's first word has a file extension.

    >>> has_file_extension(Seam.in_text("http://a.example/b/\nindex.html"))
    1.0
    """
    return float(_FILE.search(seam.word[1:]) is not None)




@rule
def letters_and_digits(seam: Seam) -> float:
    r"""The next line's first word mixes letters and digits, or has five digits in a row.

    >>> letters_and_digits(Seam.in_text("http://a.example/b/\nc3d"))
    1.0
    """
    return float(_LETTERS_AND_DIGITS.search(seam.word) is not None)


@rule
def camel_case(seam: Seam) -> float:
    r"""The next line's first word is in camel case, with a capital after a lowercase letter.

    >>> camel_case(Seam.in_text("http://a.example/b/\nWebFinger"))
    1.0
    """
    return float(_CAMEL_CASE.search(seam.word) is not None)



@rule
def path_segment(seam: Seam) -> float:
    r"""After a slash, the next line's first word has another slash or a full stop inside.

    >>> path_segment(Seam.in_text("http://a.example/b/\nc.tar.gz"))
    1.0
    """
    if seam.last != "/" or _prose_with_slash(seam.word):
        return 0.0
    return float(_STEP.search(seam.word) is not None)


@rule
def characters_of_uri(seam: Seam) -> float:
    r"""The characters of the next line's first word follow one another as in URIs, and not as in prose.

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
    return min(1.0, max(0.0, -uri_log_odds(seam.word) / ENOUGH_FOR_PROSE))


@rule
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
    return float(seam.is_word and occurs_nearby(seam.layout, seam.word, seam.line, seam.next))
