"""Evidence on both sides of the break: whether the two sides form a word, a file extension or a pair of brackets."""

import re

from linksift.finding.joining import facts
from linksift.finding.joining.evidence.uri_so_far import after_stop
from linksift.finding.joining.seam import Seam, is_common_word
from linksift.lazy_pattern import lazy_pattern

_FILE_EXTENSION = lazy_pattern(
    r"(?:html?|shtml|pdf|php|aspx?|jsp|txt|zip|gz|tgz|csv|xml|png|jpe?g|gif|svg|patch|diff)(?![A-Za-z])", re.I
)
"""A file extension, without its dot, that is not followed by a letter."""

_REST_OF_DOTS = lazy_pattern(r"\.{1,2}\w")
LONGEST_TAG = 1_024
_URI_ELEMENT = lazy_pattern(r"<(a|link|loc|uri|url)(?:\s[^<>]*+)?>\Z", re.I)
"""The start tag of an element whose text is a URI, in HTML, RSS, Atom, sitemaps or a package's description."""


@facts.rule_given(facts.IN_RUN)
def inside_run(seam: Seam) -> float:
    r"""Letters or digits are on both sides of the break, where few programs break a line.

    >>> inside_run(Seam.in_text("http://a.example/b\nc"))
    1.0
    """
    return float(seam.inside_run)


@facts.rule_given(facts.IN_RUN | facts.LETTER)
def halves_of_a_word(seam: Seam) -> float:
    r"""The letters on both sides of the break form a common English word, and do not look like two words.

    The halves of a file extension count double.

    >>> [halves_of_a_word(Seam.in_text(f"http://a.example/{text}")) for text in ("devel\nopment", "b.ht\nml")]
    [1.0, 2.0]
    """
    before, after = seam.letters_around
    if _halves_of_extension(seam, before, after):
        return 2.0
    if not seam.inside_run or not after or len(before + after) < 4 or not is_common_word(before + after):
        return 0.0
    return float(not (is_common_word(before) and is_common_word(after)) or len(after) < len(seam.word))


def _halves_of_extension(seam: Seam, before: str, after: str) -> bool:
    """Whether a file extension ends in the next line, and neither half is another or a word of prose."""
    if not before or len(after) < len(seam.word) or not seam.uri.endswith(f".{before}"):
        return False
    if _FILE_EXTENSION.fullmatch(before) or (seam.rest and is_common_word(after)):
        return False
    return _FILE_EXTENSION.fullmatch(before + after) is not None


@facts.rule_given(facts.SENTENCE)
def file_extension_after_stop(seam: Seam) -> float:
    r"""After a full stop, the next line starts with a lowercase file extension, as no sentence does.

    >>> file_extension_after_stop(Seam.in_text("http://a.example/b.\nhtml")), file_extension_after_stop(
    ...     Seam.in_text("http://a.example/b.\nHTML is")
    ... )
    (1.0, 0.0)
    """
    ending = _FILE_EXTENSION.match(seam.piece)
    return float(seam.last == "." and ending is not None and ending[0].islower())


@facts.rule_given(facts.SENTENCE)
def small_after_stop(seam: Seam) -> float:
    r"""After a full stop, the next line starts with a lowercase letter but not a common word, or a number continues.

    A sentence starts with neither, so the full stop is inside a name. It is one of several between two versions if the
    next line starts with the others.

    >>> [small_after_stop(Seam.in_text(f"http://a.example/{text}")) for text in ("b.\nps.gz", "b.\nthen", "b-7.\n6.10")]
    [1.0, 0.0, 1.0]
    >>> small_after_stop(Seam.in_text("http://a.example/v1.\n..v2"))
    1.0
    """
    first = seam.piece[0]
    if seam.last != "." or not after_stop(seam) or (seam.is_word and is_common_word(seam.word)):
        return 0.0
    dots = _REST_OF_DOTS.match(seam.piece) is not None
    return float(first.islower() or dots or (first.isdigit() and seam.uri[-2].isdigit()))


@facts.rule_given(facts.IN_RUN | facts.LETTER)
def two_words(seam: Seam) -> float:
    r"""The letters on both sides of the break are two common English words.

    >>> two_words(Seam.in_text("http://a.example/about\nthis"))
    1.0
    """
    if not seam.inside_run:
        return 0.0
    before, after = seam.letters_around
    whole = len(before) > 2 and 1 < len(after) == len(seam.word)
    if not whole or not (is_common_word(before) and is_common_word(after)):
        return 0.0
    return 1.0 - halves_of_a_word(seam)


@facts.rule_given(facts.IN_RUN | facts.WORD)
def whole_word_after_letter(seam: Seam) -> float:
    r"""A letter or digit ends the line, and the next line starts with a whole word of letters, as in prose.

    >>> whole_word_after_letter(Seam.in_text("http://a.example/b\nhas more")), whole_word_after_letter(
    ...     Seam.in_text("http://a.example/b\nhas/more")
    ... )
    (1.0, 0.0)
    """
    return float(seam.inside_run and seam.is_word and len(seam.word) > 1)


@facts.rule_given(facts.IN_RUN)
def digit_meets_letter(seam: Seam) -> float:
    r"""The break is between a digit and a letter, where names often end.

    >>> digit_meets_letter(Seam.in_text("http://a.example/2\nb"))
    1.0
    """
    return float(seam.inside_run and seam.last.isdigit() != seam.piece[0].isdigit())


@facts.rule_given(facts.IN_RUN | facts.CAPITAL)
def small_meets_capital(seam: Seam) -> float:
    r"""A lowercase letter ends the line and a capital starts the next, as at the start of a sentence.

    >>> small_meets_capital(Seam.in_text("http://a.example/b\nSee"))
    1.0
    """
    return float(seam.inside_run and seam.last.islower() and seam.piece[0].isupper())


@facts.rule_given(facts.BRACKETED | facts.SLASH | facts.WORD)
def closes_after_word(seam: Seam) -> float:
    r"""A bracket opens just before the URI, which ends in a slash, and closes after one word: the last segment.

    >>> closes_after_word(Seam.in_text("(http://a.example/b/\njoin). More"))
    1.0
    """
    closer = seam.piece[len(seam.word) : len(seam.word) + 1]
    return float(seam.bracketed and seam.last == "/" and seam.is_word and closer != "" and closer in ")]")


@facts.rule_given(facts.REST)
def element_closes(seam: Seam) -> float:
    r"""The URI begins an element for URIs, such as `a` or `url`, which ends after the next line's first word.

    >>> [element_closes(Seam.in_text(f"{tag}http://a.example/b/\nc</a>")) for tag in ("<a href='d'>", "<a>See<br/>")]
    [1.0, 0.0]
    """
    before = seam.layout.text[max(seam.first.body, seam.start - LONGEST_TAG) : seam.start]
    element = _URI_ELEMENT.search(before)
    return float(element is not None and seam.rest.startswith(f"</{element[1]}>"))


@facts.rule_given(facts.BRACKETED)
def bracket_closes(seam: Seam) -> float:
    r"""A bracket opens just before the URI and closes in the next line's first word.

    >>> bracket_closes(Seam.in_text("(http://a.example/b/\nc)"))
    1.0
    """
    return float(seam.bracketed and any(seam.piece.count(c) > seam.piece.count(o) for o, c in ("()", "[]")))
