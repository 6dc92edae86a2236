"""Evidence on both sides of the break: the word, file extension, label or pair of brackets that they form."""

import re

from linksift.finding.joining import break_facts
from linksift.finding.joining.evidence.uri_so_far import after_stop
from linksift.finding.joining.seam import Seam, is_common_word
from linksift.finding.joining.text_layout import Line
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

LONGEST_EXTENSION = 6
_FILE_EXTENSION = lazy_pattern(
    r"(?:html?|shtml|pdf|php|aspx?|jsp|txt|md|rst|json|ya?ml|zip|gz|tgz|csv|xml|png|jpe?g|gif|svg|patch|diff)(?![A-Za-z])",
    re.I,
)
"""A file extension, without its dot, that is not followed by a letter."""

SHORTEST_LABEL, LONGEST_LABEL = 4, 80
_SIGNS = lazy_pattern(r"[\W_]+")
_REST_OF_DOTS = lazy_pattern(r"\.{1,2}\w")
_WORD_OR_ENTRY = lazy_pattern(r"(?![^\W\d_]*[a-z][A-Z])(?:[^\W\d_]|['’./\-])++|\d{1,2}")
"""A word without digits, not in camel case, or the number of an entry."""
LONGEST_TAG = 1_024
_URI_ELEMENT = lazy_pattern(r"<(a|link|loc|uri|url)(?:\s[^<>]*+)?>\Z", re.I)
"""The start tag of an element whose text is a URI, in HTML, RSS, Atom, sitemaps or a package's description."""


@break_facts.rule_given(break_facts.IN_RUN)
def inside_run(seam: Seam) -> float:
    r"""Letters or digits are on both sides of the break, where few programs break a line.

    >>> inside_run(Seam.in_text("http://a.example/b\nc"))
    1.0
    """
    return float(seam.inside_run)


@break_facts.rule_given(break_facts.IN_RUN)
def halves_of_a_word(seam: Seam) -> float:
    r"""The letters on both sides of the break form a common English word, and do not look like two words.

    >>> halves_of_a_word(Seam.in_text("http://a.example/devel\nopment"))
    1.0
    """
    before, after = seam.letters_around
    if not seam.inside_run or not after or len(before + after) < 4 or not is_common_word(before + after):
        return 0.0
    return float(not (is_common_word(before) and is_common_word(after)) or len(after) < len(seam.word))


@break_facts.rule_given(break_facts.SIGN)
def question_ended(seam: Seam) -> float:
    r"""After a question mark, the next line starts with a word without digits, or with an entry's number.

    >>> question_ended(Seam.in_text("Is it http://a.example/b?\nI'm not")), question_ended(
    ...     Seam.in_text("http://a.example/b?\nid=1")
    ... )
    (1.0, 0.0)
    """
    return float(seam.last == "?" and _WORD_OR_ENTRY.fullmatch(seam.word) is not None)


@break_facts.rule_given(break_facts.EXTENSION)
def file_extension_after_stop(seam: Seam) -> float:
    r"""After a full stop, the next line starts with a lowercase file extension, or completes one.

    No sentence starts like that.

    >>> [
    ...     file_extension_after_stop(Seam.in_text(f"http://a.example/b.{text}"))
    ...     for text in ("\nhtml", "h\ntml", "\nHTML is", "tx\nt is")
    ... ]
    [1.0, 1.0, 0.0, 0.0]
    """
    begun = seam.uri[-LONGEST_EXTENSION:].rpartition(".")[2]
    ending = _FILE_EXTENSION.match(begun + seam.piece)
    if ending is None or not ending[0].islower() or (begun and seam.rest and is_common_word(seam.word)):
        return 0.0
    return float(len(ending[0]) > len(begun) + 1)


@rule
def small_after_stop(seam: Seam) -> float:
    r"""After a full stop, the next line starts with a lowercase letter but not a common word, or continues a number.

    A sentence starts with neither, so the full stop is inside a name. It may be one of the dots between two versions,
    if the next line starts with the rest of them.

    >>> [small_after_stop(Seam.in_text(f"http://a.example/{text}")) for text in ("b.\nps.gz", "b.\nthen", "b-7.\n6.10")]
    [1.0, 0.0, 1.0]
    >>> small_after_stop(Seam.in_text("http://a.example/v1.\n..v2"))
    1.0
    """
    first = seam.piece[0]
    if seam.last != "." or not after_stop(seam) or seam.is_common:
        return 0.0
    dots = _REST_OF_DOTS.match(seam.piece) is not None
    return float(first.islower() or dots or (first.isdigit() and seam.uri[-2].isdigit()))


@break_facts.rule_given(break_facts.IN_RUN)
def whole_word_after_letter(seam: Seam) -> float:
    r"""A letter or digit ends the line, and the next line starts with a whole word of letters, as in prose.

    >>> whole_word_after_letter(Seam.in_text("http://a.example/b\nhas more")), whole_word_after_letter(
    ...     Seam.in_text("http://a.example/b\nhas/more")
    ... )
    (1.0, 0.0)
    """
    return float(seam.inside_run and seam.is_word and len(seam.word) > 1)


@break_facts.rule_given(break_facts.IN_RUN)
def unlike_characters_meet(seam: Seam) -> float:
    r"""The break is between a digit and a letter, or between a lowercase letter and a capital, where names often end.

    >>> [unlike_characters_meet(Seam.in_text(f"http://a.example/{text}")) for text in ("2\nb", "b\nSee", "b\nc")]
    [1.0, 1.0, 0.0]
    """
    last, first = seam.last, seam.piece[0]
    return float(seam.inside_run and (last.isdigit() != first.isdigit() or (last.islower() and first.isupper())))


@rule
def repeats_label(seam: Seam) -> float:
    r"""The label before the URI, or above it, ends in the segment that the next line's first word would complete.

    >>> [
    ...     repeats_label(Seam.in_text(f"{label} http://a.example/b/{segment}"))
    ...     for label, segment in (("The Blue Pot:", "\nblue-pot"), ("@blue9", "blu\ne9"), ("Pots:", "\nblue-pot"))
    ... ]
    [1.0, 1.0, 0.0]
    """
    label = _label(seam)
    ends = {label.rstrip()[-1:].lower(), seam.word[-1:].lower()}
    if len(ends) > 1 and all(map(str.isalnum, ends)):  # as for most labels; the rest reads the whole label
        return 0.0
    segment = letters_and_digits(seam.uri.rpartition("/")[2] + seam.word)
    return float(len(segment) >= SHORTEST_LABEL and letters_and_digits(label).endswith(segment))


def _label(seam: Seam) -> str:
    """The text before the URI on its line, or the end of the line above if there is none."""
    line: Line | None = seam.first
    label = seam.layout.text[max(seam.first.body, seam.start - LONGEST_LABEL) : seam.start]
    while line is not None and not label.strip() and line.start > seam.first.start - LONGEST_LABEL:
        line = seam.layout.before(line)
        label = line.stripped[-LONGEST_LABEL:] if line is not None else ""
    return label


def letters_and_digits(text: str) -> str:
    """The letters and digits of a text, in lower case.

    >>> letters_and_digits("[The Blue-Pot]: ")
    'thebluepot'
    """
    return _SIGNS.sub("", text.lower())


@rule
def bracket_closes(seam: Seam) -> float:
    r"""A bracket opens just before the URI and closes in the next line's first word.

    It counts double if the URI's line ends in a slash and the bracket follows a word of letters. The end tag of an
    element for URIs, such as `a` or `url`, that began just before the URI also counts double.

    >>> texts = "(http://a.example/b/\nc.d)", "(http://a.example/b/\nc). D", "<a href='d'>http://a.example/b/\nc</a>"
    >>> [bracket_closes(Seam.in_text(text)) for text in texts]
    [1.0, 2.0, 2.0]
    """
    if seam.bracketed:
        closes = any(seam.piece.count(c) > seam.piece.count(o) for o, c in ("()", "[]"))
        after_word = seam.is_word and seam.last == "/" and seam.piece[len(seam.word) : len(seam.word) + 1] in (")", "]")
        return float(closes + after_word)
    if not seam.rest.startswith("</"):
        return 0.0
    before = seam.layout.text[max(seam.first.body, seam.start - LONGEST_TAG) : seam.start]
    element = _URI_ELEMENT.search(before)
    return 2.0 * (element is not None and seam.rest.startswith(f"</{element[1]}>"))
