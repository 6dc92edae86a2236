"""Evidence across the break: whether the letters on both sides make one word, or two."""

import re

from linksift.finding.joining.seam import Seam, is_common, stands_in
from linksift.notes import rule

_ENDINGS = re.compile(r"(?:html?|shtml|pdf|php|aspx?|jsp|txt|zip|gz|tgz|csv|xml|png|jpe?g|gif|svg)(?![A-Za-z])", re.I)


@rule
def halves_of_a_word(seam: Seam) -> float:
    r"""The letters on both sides together are a common word, and do not look like two.

    >>> halves_of_a_word(Seam.in_text("http://a.example/devel\nopment"))
    1.0
    """
    before, behind = seam.halves
    if not seam.inside_run or not behind or len(before + behind) < 4 or not is_common(before + behind):
        return 0.0
    return float(not (is_common(before) and is_common(behind)) or len(behind) < len(seam.word))


@rule
def halves_of_an_ending(seam: Seam) -> float:
    r"""Both sides together are the ending of a file's name.

    >>> halves_of_an_ending(Seam.in_text("http://a.example/b.ht\nml"))
    1.0
    """
    tail = seam.uri[-5:]
    dot = tail.rfind(".")
    return float(seam.inside_run and dot >= 0 and _ENDINGS.match(tail[dot + 1 :] + seam.piece) is not None)


@rule
def ending_after_stop(seam: Seam) -> float:
    r"""Behind a full stop the piece is the ending of a file's name, in small letters, as no sentence begins.

    >>> ending_after_stop(Seam.in_text("http://a.example/b.\nhtml")), ending_after_stop(
    ...     Seam.in_text("http://a.example/b.\nHTML is")
    ... )
    (1.0, 0.0)
    """
    ending = _ENDINGS.match(seam.piece)
    return float(seam.last == "." and ending is not None and ending[0].islower())


@rule
def word_elsewhere(seam: Seam) -> float:
    r"""The letters on both sides together stand as a word elsewhere near by.

    >>> word_elsewhere(Seam.in_text("http://a.example/xor\ngana\nwith xorgana"))
    1.0
    """
    before, behind = seam.halves
    if not seam.inside_run or len(before) < 2 or len(behind) < 2:
        return 0.0
    return float(stands_in(seam.layout, before + behind, seam.line, seam.next))


@rule
def two_words(seam: Seam) -> float:
    r"""The letters on both sides are common words, each by itself.

    >>> two_words(Seam.in_text("http://a.example/about\nthis"))
    1.0
    """
    if not seam.inside_run or halves_of_a_word(seam):
        return 0.0
    before, behind = seam.halves
    whole = len(before) > 2 and 1 < len(behind) == len(seam.word)
    return float(whole and is_common(before) and is_common(behind))


@rule
def digit_meets_letter(seam: Seam) -> float:
    r"""A digit stands on one side and a letter on the other, where names part.

    >>> digit_meets_letter(Seam.in_text("http://a.example/2\nb"))
    1.0
    """
    return float(seam.inside_run and seam.last.isdigit() != seam.piece[0].isdigit())


@rule
def small_meets_capital(seam: Seam) -> float:
    r"""A small letter before the break, a capital behind it, as where a sentence begins.

    >>> small_meets_capital(Seam.in_text("http://a.example/b\nSee"))
    1.0
    """
    return float(seam.inside_run and seam.last.islower() and seam.piece[0].isupper())
