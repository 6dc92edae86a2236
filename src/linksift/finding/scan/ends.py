"""Where a URI ends in running text, when no angle bracket says so: one rule a function.

A `Run` reads forward from the end of the authority (or of `scheme:`). Ordinary characters pass in one go; each other
character is handed to the rule that `RULES` has for it, which answers where to go on, or ends the run. Every rule looks
at a bounded stretch, so that what a run has passed is never read again.
"""

import re
import unicodedata
from collections.abc import Callable

from linksift.finding.match import Step
from linksift.finding.scan.openers import Enclosure
from linksift.finding.scan.schemes import Schemes
from linksift.notes import rule
from linksift.registries import link_bracket, link_term, written_without_spaces

LONGEST_GROUP = 256
"""Braces and brackets that do not close within so many code points are not the URI's."""

_ORDINARY = re.compile(r"[A-Za-z0-9\-._~!$*+,;=@/%]++")
_INSIDE = r"[A-Za-z0-9\-._~!$&'()*+,;=:@/?%]"
_BRACED = re.compile(rf"\{{(?:{_INSIDE}|\{{{_INSIDE}{{0,{LONGEST_GROUP}}}\}}){{0,{LONGEST_GROUP}}}+\}}")
_BRACKETED = re.compile(rf"\[(?!/)(?:{_INSIDE}|\[{_INSIDE}{{0,{LONGEST_GROUP}}}\]){{0,{LONGEST_GROUP}}}+\]")
_ENTITY = re.compile(r"&(?:lt|gt|quot|#39);")
_SEPARATORS = ",;|)]}>"
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")

LINE_BREAKS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
SOFT_HYPHEN = "\N{SOFT HYPHEN}"
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
_ASIAN_PUNCTUATION = frozenset("、。〃〈〉〖〗〘〙〚〛〝〞〟—―⸺⸻，．：；！？｡､｜＜＞＂｀＼＾﹐﹑﹒﹔﹕﹖﹗")


class Run:
    """The state of one reading forward: the text, where the URI began, and the brackets that are open."""

    __slots__ = (
        "after_fragment",
        "after_query",
        "ascii",
        "closed",
        "closer",
        "ended_by",
        "openers",
        "schemes",
        "start",
        "text",
        "whole",
    )

    def __init__(self, text: str, start: int, enclosure: Enclosure | None, schemes: Schemes) -> None:
        self.text = text
        self.start = start
        self.closer = enclosure.closers if enclosure and enclosure.joins else ""
        self.schemes = schemes
        self.openers: list[str] = []
        self.after_query = False
        self.after_fragment = False
        self.ascii = True
        self.whole = False
        self.closed = False
        self.ended_by: Callable[..., int] | None = None

    def read(self, position: int, limit: int) -> int:
        """Where the URI ends that has been read up to `position`; `limit` is where reading stops in any case."""
        text = self.text
        self.ended_by = None
        while position < limit:
            ordinary = _ORDINARY.match(text, position, limit)
            if ordinary:
                position = ordinary.end()
                if position == limit:
                    break
            character = text[position]
            if character in self.closer:
                quote_closer(self, position)
            if not self.ended_by:
                position = RULES.get(character, beyond_ascii)(self, position)
            if self.ended_by:
                break
        return position

    def reads_through(self, position: int, end: int) -> bool:
        """Whether no rule ends the URI between `position` and `end`."""
        ahead = Run(self.text, self.start, None, self.schemes)
        ahead.closer = self.closer
        return ahead.read(position, end) == end and not ahead.ended_by

    def end(self, ending_rule: Callable[..., int], position: int) -> int:
        """Let `ending_rule` end the run at `position`."""
        self.ended_by = ending_rule
        return position

    def remarks(self, end: int) -> tuple[Step, ...]:
        """What ended the run, for the notes; white space speaks for itself."""
        if self.ended_by is None or self.ended_by in _SILENT:
            return ()
        return (Step(self.ended_by, end, end + 1, None),)


def white_space(run: Run, position: int) -> int:
    """White space ends a URI (Appendix C), and needs no note."""
    return run.end(white_space, position)


@rule
def delimiter(run: Run, position: int) -> int:
    r"""A character that no URI holds unescaped ends it: a control, or one of < > " ` | \ ^ (RFC 1738, 2.2; Appendix C).

    >>> found("http://a/b|http://c/")
    ['http://a/b', 'http://c/']
    """
    return run.end(delimiter, position)


@rule
def quote_closer(run: Run, position: int) -> int:
    """The closer of the quotes around a URI ends it; an apostrophe inside a word is none (Appendix C).

    >>> found("'http://a/it's'")
    ["http://a/it's"]
    """
    apostrophe = run.text[position] in "'’" and _LETTER_OR_DIGIT.match(run.text, position + 1)
    return position if apostrophe else run.end(quote_closer, position)


@rule
def host_character(run: Run, position: int) -> int:
    """A character that no host name has ends the host, and the URI with it (DESIGN: where a host ends).

    >>> found("http://a.example,b")
    ['http://a.example']
    """
    return run.end(host_character, position)


@rule
def entity(run: Run, position: int) -> int:
    """A markup character written out as an entity ends a URI: &lt; &gt; &quot; &#39; (linkify-it#105).

    >>> found("&quot;http://a/b&quot;")
    ['http://a/b']
    """
    return run.end(entity, position) if _ENTITY.match(run.text, position) else position + 1


@rule
def second_scheme(run: Run, position: int) -> int:
    """A known scheme directly behind , ; | or a closer starts the next URI (lychee#1299).

    >>> found("http://a/,http://b/")
    ['http://a/', 'http://b/']
    """
    text = run.text
    if text.startswith("//", position + 1):
        start = run.schemes.behind(text, position)
    else:
        start = run.schemes.opaque_behind(text, position)
    if start > run.start and (run.whole or text[start - 1] in _SEPARATORS):
        return run.end(second_scheme, start)
    return position + 1


def _opener(run: Run, position: int) -> int:
    run.openers.append(run.text[position])
    return position + 1


def _closer(run: Run, position: int) -> int:
    """A closer whose opener is in the URI belongs to it; any other ends it, and is left to `trim.unbalanced_closer`."""
    character = run.text[position]
    opener = link_bracket(character)
    while run.openers:
        if run.openers.pop() == opener:
            return position + 1
    run.closed = True
    return run.end(_closer, position + 1)


@rule
def unclosed_brace(run: Run, position: int) -> int:
    """A brace that does not close in the URI ends it; a balanced pair belongs to it.

    >>> found("http://a/{b http://a/{b}")
    ['http://a/', 'http://a/%7Bb%7D']
    """
    group = _BRACED.match(run.text, position)
    return group.end() if group else run.end(unclosed_brace, position)


@rule
def square_bracket(run: Run, position: int) -> int:
    """A square bracket ends a URI, but for a balanced pair in query or fragment (RFC 3986, 3.2.2; bleach#436).

    >>> found("http://a/b[1] http://a/?b[]=1")
    ['http://a/b', 'http://a/?b%5B%5D=1']
    """
    group = _BRACKETED.match(run.text, position) if run.after_query or run.after_fragment else None
    return group.end() if group else run.end(square_bracket, position)


def _query(run: Run, position: int) -> int:
    run.after_query = True
    return position + 1


def _fragment(run: Run, position: int) -> int:
    run.after_fragment = True
    return position + 1


def _ordinary(run: Run, position: int) -> int:
    return position + 1


@rule
def format_character(run: Run, position: int) -> int:
    """An invisible or bidirectional format character ends a URI (element-web#30351).

    Zero-width joiners between two characters beyond ASCII belong to it (linkify-it fixtures, Malayalam).

    >>> found("http://a/b\\u200bc")
    ['http://a/b']
    """
    text = run.text
    joins = text[position] in _JOINERS and text[position - 1] > "\x7f" and text[position + 1 : position + 2] > "\x7f"
    return position + 1 if joins else run.end(format_character, position)


@rule
def asian_punctuation(run: Run, position: int) -> int:
    """Chinese and Japanese sentence punctuation, its full-width kin and dashes end a URI (markdown-it#1147).

    >>> found("http://a/b。http://a/c，d")
    ['http://a/b', 'http://a/c']
    """
    return run.end(asian_punctuation, position)


@rule
def prose_behind_ascii(run: Run, position: int) -> int:
    """Han, Kana, Hangul or a pictograph right behind an ASCII letter, digit or closer is prose (openchamber#3040).

    After a delimiter it belongs to the URI, and so does all of it in a URI that was not ASCII so far.

    >>> found("http://a/x에서 http://a/wiki/日本")
    ['http://a/x', 'http://a/wiki/%E6%97%A5%E6%9C%AC']
    """
    before = run.text[position - 1]
    if (
        run.ascii
        and not run.whole
        and (before.isalnum() or before in ")]}")
        and written_without_spaces(run.text[position])
    ):
        return run.end(prose_behind_ascii, position)
    return position


@rule
def hard_character(run: Run, position: int) -> int:
    """A character that UTS #58 calls Hard ends a URI: white space, controls, private and unassigned ones (Link_Term).

    >>> found("http://a/b\\u3000c")
    ['http://a/b']
    """
    return run.end(hard_character, position)


def beyond_ascii(run: Run, position: int) -> int:
    """What a character beyond ASCII does to a run: the rules above, then UTS #58's Link_Term."""
    character = run.text[position]
    if character == SOFT_HYPHEN:
        return position + 1
    if unicodedata.category(character) == "Cf":
        return format_character(run, position)
    if character in _ASIAN_PUNCTUATION:
        return asian_punctuation(run, position)
    term = link_term(character)
    if term in _TERMS:
        return _TERMS[term](run, position)
    prose_behind_ascii(run, position)
    if not run.ended_by:
        run.ascii = False
        position += 1
    return position


_SILENT = (white_space, _closer)
_TERMS = {"Hard": hard_character, "Open": _opener, "Close": _closer}

RULES: dict[str, Callable[[Run, int], int]] = {
    **dict.fromkeys(map(chr, (*range(0x20), 0x7F)), delimiter),
    **dict.fromkeys(" \t\n\r\v\f\x1c\x1d\x1e\x1f", white_space),
    **dict.fromkeys('<>"`|\\^', delimiter),
    "&": entity,
    ":": second_scheme,
    "(": _opener,
    ")": _closer,
    "]": _closer,
    "}": _closer,
    "{": unclosed_brace,
    "[": square_bracket,
    "?": _query,
    "#": _fragment,
    "'": _ordinary,
}
