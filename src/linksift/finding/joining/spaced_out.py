"""URIs with white space in them that a typesetter, or the program that read a PDF, left behind.

The texts of many papers have `https:// doi. org/ 10. 1007/ s10000- 020- 01234-5`: white space follows each delimiter,
and the fifth letter or digit of a long word (`github. com/ tenso rflow/ models`). In others, there is one space where a
line ended (`https://doi. org/10.1007/b`). Where a typesetter stretched a line, it is around every delimiter up to the
line's end (`https : / / www . a . example / b /` and `c.html`). Only text that cannot be prose is joined.
"""

import re
from collections.abc import Callable

from linksift.delimiters import STOPS
from linksift.finding.joining.evidence.line_layout import COLUMN_GAP
from linksift.finding.joining.joined_uri import LONGEST_CHAIN, Chain, settled
from linksift.finding.joining.seam import LONGEST_PIECE, NO_PIECE, ends_in_closer, is_common_word, trimmed
from linksift.finding.joining.text_layout import Layout
from linksift.finding.scan.character_roles import HYPHENS_BEYOND_ASCII
from linksift.finding.scan.host_names import completes_name
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule
from linksift.registries import function_words

_SPACE = r"[ \t\xa0]{1,4}"
AT_SPACE = (
    rf"(?:(?:\.|(?<=\.)){_SPACE}[a-z0-9][a-z0-9\-]{{0,62}}[./]"
    rf"|(?:(?<=doi\.org/)|(?<=/10\.[0-9]{{4}}/)|(?<=/10\.[0-9]{{5}}/)){_SPACE}[^\s]{{0,64}}[0-9])"
)
"""The text after a URI, or before its last full stop, if white space in its host or DOI may have ended it."""

_FIRST = lazy_pattern(
    rf"(?:https?|ftp):(?://[^{NO_PIECE}]{{0,{LONGEST_PIECE}}}+)?+(?=[ \t\xa0]|(?<=//)\s)", re.IGNORECASE
)
"""The beginning of a URI, before white space; only the slashes may end a line."""

_NEXT = lazy_pattern(
    rf"(?:{_SPACE}(?:\r?\n[ \t>]{{0,16}})?|\r?\n[ \t>]{{0,16}})"
    rf"(?P<piece>(?=[A-Za-z0-9~%_?#]|//)[^{NO_PIECE}]{{1,{LONGEST_PIECE}}})"
)
"""White space, perhaps with a line end and quote marks, and the run after it."""

SPACED_COLON = r":(?<=[pPsS][ \xa0]:)[ \xa0]?/[ \xa0]?/"
"""What follows a scheme and white space in a stretched URI: no other trigger stops there."""

_STRETCHED_HEAD = lazy_pattern(
    rf"""
    (?:https?|ftp) (?:
        [ \xa0]:[ \xa0]?/[ \xa0]?/      # https : / /
      | :\s?/[ \xa0]/                   # https:/ /a
      | ://(?=[ \xa0][\w\-]{{1,63}}[ \xa0]\.[ \xa0]?\w)  # https:// a . example
    ) [^{NO_PIECE}]{{0,{LONGEST_PIECE}}}
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""A scheme and slashes with white space between them or around the first label, and what follows them directly."""

_STRETCHED_NEXT = lazy_pattern(
    rf"(?=\s)(?:{_SPACE})?(?:\r?\n[ \t>]{{0,16}}){{0,2}}(?P<piece>[^{NO_PIECE}]{{1,{LONGEST_PIECE}}})"
)
"""The run that follows in a stretched URI, perhaps after a line end that was made a blank line."""

_PORT = lazy_pattern(r":[ \xa0]?[0-9]{1,5}(?![\w:])")
"""A colon and a port, but not a time of day after a colon in prose: `: 12:30`."""

_RUN = lazy_pattern(r"\S+")
"""A part of the beginning, between white space."""

_AROUND = "./-_=&?#~+"
"""The delimiters of a stretched URI."""

_CUT = lazy_pattern(rf"[ \xa0][{re.escape(_AROUND)}][ \t]*\r?\n")
"""A delimiter at a line end that no other line continues, since there is text of another column."""

_HEAD = r"(?:https?|ftp)[ \xa0]?:[ \xa0]?/[ \xa0]?/"
_OTHER_HEAD = lazy_pattern(_HEAD, re.IGNORECASE)
_AHEAD = lazy_pattern(
    rf"""
    {_SPACE} (?:
        {_HEAD}
      | (?!(?:html?|php|pdf|aspx?)\b) [^\s{re.escape(_AROUND)}]\S{{0,63}} {_SPACE} (?:[A-Za-z]{{2}}|a\b|I\b)
    )
    """,
    re.VERBOSE,
)
"""Text that shows that the mark before it is prose: another URI, or two words, the first of which is not a file
extension."""

_FRENCH = lazy_pattern(r"[A-Za-z]+[ \xa0]:[ \xa0]?//\w")
"""The beginning of a URI in which only the colon has white space beside it, as every colon in French does."""

_QUERY = lazy_pattern(r"\?(?:[\w.\-]{1,32}=|[A-Za-z]{1,32}[0-9])")
"""A query rather than a question mark of French before the next sentence: `?page=53`, `?rubrique46`."""

_WORD_OF_PROSE = lazy_pattern(r"[^\W\d_]+[ \t]+[A-Za-z]")
"""A word before another word, without a delimiter."""

_LABELS = r"[a-z0-9][a-z0-9\-]*(?:\.[a-z0-9\-]+)*"
_HOST = lazy_pattern(rf"[A-Za-z]+://(?P<www>www\.)?+(?P<name>{_LABELS})(?=[/?#:)\]}},;.]|\Z)", re.IGNORECASE)
"""A host, with its `www.` in a group of its own, up to a delimiter or the punctuation after a URI."""

_IN_HOST = lazy_pattern(r"[A-Za-z]+://(?P<host>[^/?#]*)\Z")
_REST_OF_HOST = lazy_pattern(rf"{_LABELS}(?:(?:[./?#]|:[0-9]).*|[)\]}},;]+[.,;]?)?")
_SPACED_SCHEME = lazy_pattern(r"[A-Za-z]+://(?:\s|\Z)")
_FIVE = lazy_pattern(r"(?:\A|[^A-Za-z0-9])[A-Za-z0-9]{5}\Z")
_DELIMITERS = f"/-_?&=#~%+{HYPHENS_BEYOND_ASCII}"
_UNSPACED = {delimiter: lazy_pattern(rf"{re.escape(delimiter)}[A-Za-z0-9]{{2}}") for delimiter in "./"}
"""A delimiter before two characters; publishers put no space before a single one, so that shows nothing."""

_NO_WORD_FOLLOWS = lazy_pattern(r"\s*+(?![a-z])")
_CAPITALIZED = lazy_pattern(r"[A-Z](?:[^\W\d_]*[a-z]|[^\s./\-]*+(?![./\-]))")
"""A capitalized word, or an abbreviation that no delimiter follows."""

_NEXT_REFERENCE = lazy_pattern(
    r"""
    [0-9]{1,3} [.)] [ \t]+ (?=[A-Z])      # the number of the next reference
    | (?:19|20) [0-9]{2} [;:,(]           # the year and volume of this one
    | [A-Z][a-z]+ [ \t]+ [0-9(]           # when it was read: `Accessed 11 October`
    """,
    re.VERBOSE,
)
"""Text of a reference that follows a URI."""

_SPACE_INSIDE = lazy_pattern(
    rf"""
    https?: (?:
        [ ]//{_LABELS}\.[a-z]
      | // (?:
            (?:dx\.)? doi\.org/ (?:
                [ ]10\. | 10\.[ ][0-9]{{4,9}}/ | 10\.[0-9]{{4,9}}/[ ](?=[^ ]*[0-9])[^ ]*[a-z\-/.(]\w
            )
          | www\.[ ]{_LABELS}\.[a-z]
          | (?!localhost\b) (?P<host>{_LABELS}) \.[ ] (?P<rest>{_LABELS})/
        )
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""A URI with a space before its slashes, in its DOI, or after a full stop in its host if a path follows the host."""


def spaced_out(layout: Layout, start: int) -> Chain | None:
    """The chain of a URI across white space that the rules below drop; None if there is none.

    >>> spaced_out(Layout("https:// doi. org/ 10. 9999/ b1", frozenset({"org"})), 0).uri
    'https://doi.org/10.9999/b1'
    """
    stretched = _STRETCHED_HEAD.match(layout.text, start)
    first = stretched or _FIRST.match(layout.text, start)
    if first is None:
        return None
    following, rules = (_STRETCHED_NEXT, _STRETCHED_RULES) if stretched else (_NEXT, _RULES)
    begun, *runs = _RUN.finditer(layout.text, *first.span())
    chain = Chain.begun(layout, start, begun.end())
    if chain is None:
        return None
    for run in runs:
        chain = _joined(chain, space_around_delimiters, *run.span())
    while chain.end - start < LONGEST_CHAIN and (found := following.match(layout.text, chain.end)):
        by = next((by for by in rules if by(chain, found)), None)
        if by is None:
            break
        chain = _joined(chain, by, *found.span("piece"))
    if stretched and _CUT.match(layout.text, chain.end - 2) and is_beside_column(chain):
        return None
    has_space = any("\n" not in layout.text[gap[0] : gap[1]] for gap in chain.gaps)  # evidence decides about line ends
    host = _HOST.match(chain.uri) if has_space else None
    if host is None or not completes_name(host["name"], layout.top_level_domains):
        return None
    first_label, *others = host["name"].split(".")
    may_be_prose = len(others) == 1 and not host["www"] and host.end() == len(chain.uri.rstrip(STOPS))
    return chain if others and not (may_be_prose and is_common_word(first_label)) else None


def _joined(chain: Chain, by: Callable[..., bool], start: int, end: int) -> Chain:
    """The chain with the run `text[start:end]`, before which a rule drops white space."""
    line = chain.layout.line_of(start) or chain.line
    return chain.appended(line, (chain.end, start), chain.layout.text[start:end], settled(by))


@rule
def space_inside(chain: Chain, found: re.Match[str]) -> bool:
    """White space precedes the slashes, is inside `doi.org/10.9999/b`, or follows a full stop in an unfinished host.

    >>> texts = "http: //a.example", "https://doi. org/10.9999/b", "http://www. a.example"
    >>> [linksift.find(text, rejoin="auto")[0].uri for text in texts]
    ['http://a.example', 'https://doi.org/10.9999/b', 'http://www.a.example']
    """
    if "\n" in found[0]:
        return False
    read = _SPACE_INSIDE.match(f"{chain.uri} {found['piece']}")
    if read is None or not read["host"]:
        return read is not None
    is_prose = read["rest"] in function_words() and is_common_word(read["rest"])  # `to/from`, but not `com/b`
    return not is_prose and not completes_name(read["host"], chain.layout.top_level_domains)


@rule
def space_around_delimiters(chain: Chain, found: re.Match[str]) -> bool:
    """White space is around the delimiters of a URI, from its scheme on, as in a line that a typesetter stretched.

    At the end of that line, a delimiter alone shows that the next line continues the URI (bibliographies set by
    biblatex). After the host, a full stop before a capitalized word ends a sentence, and a mark before two words, or
    before another URI, is prose. A colon belongs to the URI only before a port. In French, only the colon and `?` have
    white space before them.

    >>> text = "url: https : / / www . a . example / pots /\\nlids.html. Accessed 9 May. Voir http ://b.example/ ?c=1"
    >>> [match.uri for match in linksift.find(text, rejoin="auto")]
    ['https://www.a.example/pots/lids.html', 'http://b.example/?c=1']
    """
    text, piece, begin = found.string, found["piece"], found.start("piece")
    last = text[chain.start : chain.end].rsplit(None, 1)[-1]
    if _FRENCH.match(text, chain.start):
        return "\n" not in found[0] and _QUERY.match(piece) is not None
    if _OTHER_HEAD.match(text, begin) or ("\n" in found[0] and not continues_on_next_line(chain, found, last)):
        return False
    host = _IN_HOST.match(chain.uri)
    in_host = host is not None and not completes_name(host["host"].rstrip("."), chain.layout.top_level_domains)
    if piece[0] == ":":
        return host is not None and not in_host and _PORT.match(text, begin) is not None
    if piece[0] in _AROUND:
        if last[-1] in _AROUND:
            return last[-1] == "/" and piece[0] in "~?#" and "\n" not in found[0]
        if host is not None and not in_host and piece[0] not in "/?#.":
            return False  # no host has such a character, and nothing after one begins with it
        return in_host or len(piece) > 1 or not _AHEAD.match(text, found.end())
    is_part = piece[0].isalnum() or piece[0] in "@%"
    if last[-1] not in f"{_AROUND}:" or not is_part or (last[-1] == "." and len(last) > 1 and not in_host):
        return False
    return in_host or last != "." or not _CAPITALIZED.match(piece)


def continues_on_next_line(chain: Chain, found: re.Match[str], last: str) -> bool:
    """Whether the next line continues a stretched URI after `last`, the last run on its line: a delimiter alone."""
    text, piece = found.string, found["piece"]
    if len(last) > 1 or is_beside_column(chain):
        return False
    if found[0].count("\n") > 1 and not any(delimiter in piece for delimiter in _AROUND):
        return False
    begin = found.start("piece")
    return not (_NEXT_REFERENCE.match(text, begin) or _WORD_OF_PROSE.match(text, begin))


def is_beside_column(chain: Chain) -> bool:
    """Whether text of another column precedes a URI on its line."""
    return COLUMN_GAP.search(chain.layout.text, chain.first.body, chain.start) is not None


@rule
def space_after_delimiters(chain: Chain, found: re.Match[str]) -> bool:
    """White space follows each delimiter of a URI, from its scheme on, and the fifth letter or digit of long words.

    A capitalized word after a full stop begins a sentence, a function word ends the URI, and so does a common word
    after five letters (Springer Nature's papers).

    >>> linksift.find("See https:// github. com/ tenso rflow/ models, or", rejoin="auto")[0].uri
    'https://github.com/tensorflow/models'
    """
    text, piece = found.string, found["piece"]
    source, last = text[chain.start : chain.end], text[chain.end - 1]
    if not _SPACED_SCHEME.match(source) and len(chain.gaps) < 2:
        return False
    if not trimmed(piece) or ends_in_closer(source) or _NEXT_REFERENCE.match(text, found.start("piece")):
        return False
    if last in _UNSPACED and _UNSPACED[last].search(source):
        return False  # elsewhere in this URI, no white space follows the delimiter
    in_host = _IN_HOST.match(chain.uri) is not None
    if in_host and not _REST_OF_HOST.fullmatch(piece):
        return False
    if last.isalnum():  # inside a long word
        is_prose = not in_host and (is_common_word(trimmed(piece)) or _CAPITALIZED.match(piece) is not None)
        return _FIVE.search(source) is not None and not _UNSPACED["."].search(source) and not is_prose
    # In a host, a word such as `de` or `com` may be the last label.
    if piece.lower() in function_words() and not (in_host and _NO_WORD_FOLLOWS.match(text, found.end())):
        return False
    return in_host or last in _DELIMITERS or (last == "." and not _CAPITALIZED.match(piece))


_STRETCHED_RULES = (space_around_delimiters,)
_RULES = (space_inside, space_after_delimiters)
