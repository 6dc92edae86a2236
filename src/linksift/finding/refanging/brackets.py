r"""Marks in brackets, `a[.]b`, `joe (at) a`, with one bracket, `a[.b`, escapes, `a\.b`, `a^.b`, `http:\/\/a`, and
character references, `joe&#64;a`."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache

from linksift.finding.match import Step
from linksift.finding.refanging import refang
from linksift.finding.refanging.notation_search import MAIL_PROVIDER_AHEAD, Notation, Search, is_name_ahead
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import domain_lookalikes, top_level_domains

DOT = (
    *("dot", "d0t", "punto", "punkt", "punt", "punct", "point", "ponto", "pont", "kropka", "nokta", "piste", "prik"),
    *("tecka", "tečka", "bodka", "tochka", "точка", "тчк", "крапка", "ドット", "點", "点", "닷", "점"),
)
AT = (
    *("at", "et", "ät", "arroba", "arobase", "arobas", "arrobase", "chiocciola", "klammeraffe", "apenstaartje"),
    *("snabel-a", "małpa", "malpa", "zavináč", "zavinac", "kukac", "miukumauku", "sobaka", "собака"),
    *("アットマーク", "アット", "골뱅이", "艾特"),
)
SLASH = ("slash", "barra", "barre", "schrägstrich", "slesh", "слэш", "слеш", "ukośnik", "スラッシュ", "斜杠")
COLON = ("colon", "doppelpunkt", "dospuntos", "deuxpoints", "duepunti", "dvojtečka", "двоеточие", "コロン", "冒号")
"""The words that people write for a dot, an at sign, a slash or a colon, in the languages where this is customary.

Compiled by hand from the marks that ioc_fanger, iocextract and ioc-finder recognize and from dictionaries, 2026-11-22.
"""

_LONGEST_CONTENT = len("[ ") + max(map(len, (*DOT, *AT, *SLASH, *COLON))) + len(" \\")
"""The maximum length of the text between the brackets of a pair."""

_PAIRS = ((r"\[", r"\]", r"\])}"), (r"\(", r"\)", r"\])}"), (r"\{", r"\}", r"\])}"), ("<", ">", ">"))
"""Opening brackets, the closing bracket of each, and others that people use in its place: `a[.)b`."""

_ANGLE_REFERENCES = ("&lt;", "&gt;")
"""The character references of angle brackets, which Javadoc and archives of mail contain."""

_FARTHEST_BRACKET = 128
"""Brackets that are farther apart than this do not form a pair."""

_IN_NAME = r"\w\-"


def _words(*words: str) -> str:
    return f"(?i:{'|'.join(map(re.escape, words))})"


_COLON = rf"(?::|{_words(*COLON)})"
_SLASHES = rf"(?:://|:/|//|/(?=\\?.[\w%~?#\[({{<])|{_words(*SLASH)})"
_DOT = rf"(?:[.,]|{_words(*DOT)})"
_AT = rf"(?:[@＠]|{_words(*AT)})"
_HYPHEN = f"(?:-|{_words('dash', 'hyphen')})"


def _in_pair(opener: str, closer: str, any_closer: str) -> Iterator[Notation]:
    r"""The notations in a pair of brackets, which may be escaped or doubled: `[.]`, `\[.\]`, `[[.]]`, `( dot )`."""

    def tight(before: str, inside: str, after: str) -> str:
        behind = rf"(?:(?<={before}{opener})|(?<={before}\\{opener}))"
        return rf"{opener}{behind}(?:{opener})?[ ]?{inside}[ ]?\\?(?:(?:{closer}){{1,2}}|{any_closer}){after}"

    def spaced(inside: str) -> str:
        behind = rf"(?:(?<=\w {opener})|(?<=\w  {opener}))"
        return rf"{opener}{behind}{inside}{any_closer}[ ]{{1,2}}(?=\w)"

    yield Notation(refang.colon, tight(r"[\w\]]", _COLON, r"(?=\S)"), spaced=True, condition=is_not_after_slashes)
    yield Notation(refang.slashes, tight(r"[\w:/\]]", _SLASHES, ""), spaced=True)
    in_name = tight(rf"[{_IN_NAME}/]", _DOT, rf"(?=[{_IN_NAME}\s/:]|\Z)")
    yield Notation(refang.dot, in_name, spaced=True, condition=is_not_in_pattern)
    yield Notation(refang.at, tight(r"[^\s\[({<]", _AT, r"(?=\w)"), spaced=True)
    yield Notation(refang.at, spaced(_AT), spaced=True, condition=is_not_in_instructions)
    yield Notation(refang.hyphen, tight(r"\w", _HYPHEN, r"(?=\w)"), spaced=True)
    in_angles = opener in ("<", _ANGLE_REFERENCES[0])
    yield Notation(refang.dot, spaced(_words("dot") if in_angles else _DOT), spaced=True)  # `<point>` is an element
    if not in_angles:
        yield Notation(refang.label, rf"{opener}(?<![{_IN_NAME}\])}}]{opener})(?i:www|ftp){closer}(?=\.\w)")


def is_not_after_slashes(text: str, start: int, end: int) -> bool:
    """Whether a colon comes after anything but the mark for `://`: a host or userinfo may begin with `(:)`."""
    return not text.endswith("/]", 0, start)


_INSTRUCTION_AHEAD = lazy_pattern(r"(?:and|or|by|with|instead)(?![\w.@\-])(?:(?<=and)|(?<=or)|(?!\s?[\[({<]))")
"""A word of instructions (`replace [at] and [dot] by .`) rather than the first label of a name."""


def is_not_in_instructions(text: str, start: int, end: int) -> bool:
    """Whether a name may follow: `joe [at] in [dot] example`, but not `replace [at] and [dot] by`."""
    return _INSTRUCTION_AHEAD.match(text, end) is None


_LOCAL_PART = lazy_pattern(r"(?<![A-Za-z0-9._+\-/])[A-Za-z0-9][A-Za-z0-9._+\-]{0,63}\Z")
"""A local part in ASCII, which letters of scripts without spaces may touch; a path is none."""


def is_after_ascii_local_part(text: str, start: int, end: int) -> bool:
    """Whether the local part of an address, in ASCII, comes before a full-width sign: `joe＠a.example`, but not a path.

    >>> texts = "は joe＠a", "はjoe＠a", "/b＠a", "は＠a"
    >>> [is_after_ascii_local_part(text, text.index("＠"), len(text)) for text in texts]
    [True, True, False, False]
    """
    return _LOCAL_PART.search(text, max(0, start - 65), start) is not None


_IN_REGULAR_EXPRESSION = lazy_pattern(
    r"""
    \[\^ | \[:[a-z]+:\] | \\[bdswBDSW](?![A-Za-z])                       # characters, or a word's edge
    | \(\?[:=!<i] | [\])]\+(?!\w) | \]\*[\[.\\] | \]\)\? | \.[*+][^\s*]   # a group, a repetition
    | \^http | \$["'|)/]                                                  # the start, the end
    """,
    re.VERBOSE,
)
_CLASS_OR_COUNT, _QUOTED_OR_ANCHORED = lazy_pattern(r"\[[A-Za-z0-9]-[A-Za-z0-9]|\]\{[0-9]"), lazy_pattern("[\"'`^$]")
"""In threat reports, `[a-z]{5}` also stands for a part of a path; in a regular expression, quotes or `^` are near."""

_DEFANGED_SCHEME = lazy_pattern(r"(?i:h(?:xx|xt|txx?|\*\*|\.\.)p|hxp|f[x*]p|meow|(?<![a-z])ttp)s?[:\[]|\[:/{0,2}\]")
"""A masked scheme, or a colon in brackets, perhaps with slashes."""

_LONGEST_RUN = 120
_WORD_BEFORE, _RUN_BEFORE = lazy_pattern(r"\S*\Z"), lazy_pattern(r"[^\s,|]*\Z")
_RUN = lazy_pattern(rf"[^\s,|]{{0,{_LONGEST_RUN}}}")


def is_not_in_pattern(text: str, start: int, end: int) -> bool:
    r"""Whether the text without spaces around `[.]` or `\.` is not a regular expression, in which both mean a full
    stop.

    A defanged scheme shows that it is a link, with placeholders in its path.

    >>> texts = ("see a[.]com/b", "'github[.]com/[^/]+'", "hxxp://a[.]com/[0-9]{4}", "a[.]com/[0-9]{4}")
    >>> [is_not_in_pattern(text, text.index("[.]"), text.index("[.]") + 3) for text in texts]
    [True, False, True, True]
    """
    word = _WORD_BEFORE.search(text[max(0, start - _LONGEST_RUN) : start])[0]  # type: ignore[index]
    run = _RUN_BEFORE.search(word)[0] + text[start:end] + _RUN.match(text, end)[0]  # type: ignore[index]
    in_pattern = _IN_REGULAR_EXPRESSION.search(run) or (_CLASS_OR_COUNT.search(run) and _QUOTED_OR_ANCHORED.search(run))
    return not in_pattern or _DEFANGED_SCHEME.search(word) is not None


def _in_square_brackets() -> Iterator[Notation]:
    """The notations with the last label of a name in square brackets, and those with a bracket that is not closed."""
    yield Notation(refang.label, r"\[(?<=\w\[)\.[a-z]{3,24}\](?![\w.\[(])", condition=is_last_label)
    yield Notation(refang.label, r"\[(?<=\w\.\[)[a-z]{3,24}\](?![\w.\[(])", condition=is_last_label)
    yield Notation(refang.label, r"\[(?<=\w\[)\.[A-Za-z0-9\-]{1,63}\.\](?=\w)")
    yield Notation(refang.at, rf"\[(?<=\w\[)a\]{MAIL_PROVIDER_AHEAD}")
    yield Notation(refang.half_bracket, r"\[(?<=\w\[)(?:\.\[?|@)(?=\w)")
    yield Notation(refang.half_bracket, r"\[(?<=\w\[)/(?=[\w%~])")
    yield Notation(refang.half_bracket, r"\[(?<=\w\[)(?i:dot)(?=\w)")
    yield Notation(refang.half_bracket, r"\[(?:(?<=\w\.\[)|(?<=\w@\[))(?=\w)", reach=1)
    yield Notation(refang.half_bracket, r"\[(?<=//\[)(?=\w)", reach=1, condition=is_before_name)


def is_before_name(text: str, start: int, end: int) -> bool:
    """Whether a name follows a bracket: `http://[a.example`, but not `http://[2001:db8::1]`."""
    return is_name_ahead(text, end)


def _half_closed() -> Iterator[Notation]:
    """The notations with a closing bracket that was not opened."""
    yield Notation(refang.half_bracket, r"\](?<=\w\])(?:\.[\[\]]?|@)(?=\w)")
    yield Notation(refang.half_bracket, r"\](?:(?<=\w\.\])|(?<=\w@\]))(?=\w)", reach=1)
    yield Notation(refang.half_bracket, r"\](?<=\w[dD][oO][tT]\])(?=\w)", reach=3)


_BACKSLASHES = r"\\\\(?:(?<=[pPsSxX]:\\\\)|(?<=:[\])}>]\\\\))(?:\\\\)?(?=[\w\[])"


def _escapes() -> Iterator[Notation]:
    """The notations with a backslash before a dot or slash, or backslashes instead of slashes."""
    yield Notation(refang.backslashes, _BACKSLASHES)
    yield Notation(refang.escaped_dot, r"\\\.(?<=[\w\-]\\\.)(?=[\w\-])", condition=is_not_in_pattern)
    yield from map(_escaped_slash, (r"\\/", r"\\u002[Ff]", r"\\x2[Ff]", r"\\\\/", r"\\\\\\/"))


def _escaped_slash(slash: str) -> Notation:
    """The notation with this escape, after the colon of a scheme, after another slash or in a path."""
    goes_on = r"(?=[\w~?#%]|\\{0,3}[\"'])"  # a quote ends a string that ends in the slash
    return Notation(refang.escaped_slash, rf"{slash}(?:(?<=:{slash})(?={slash}\w)|(?<=[\w/\-.~;]{slash}){goes_on})")


@cache
def searches() -> tuple[Search, ...]:
    """The searches for all notations with brackets, and those for escapes, compiled on the first call."""
    in_pairs = []
    for opener, closer, closers in _PAIRS:
        is_short = rf"(?=[^{closers}]{{1,{_LONGEST_CONTENT}}}+[{closers}])"
        in_pairs.append([notation._replace(around=is_short) for notation in _in_pair(opener, closer, f"[{closers}]")])
    is_after_name = r"(?<=[\w.@/]\[)"
    in_pairs[0] += [notation._replace(around=is_after_name) for notation in _in_square_brackets()]
    after_caret = Notation(refang.escaped_dot, r"\^\.(?<=[\w\-]\^\.)(?=[A-Za-z0-9])")
    references = [*map(_escaped_slash, ("&#x2[Ff];", "&#47;"))]
    references += [Notation(refang.at, rf"{at}(?<=\w{at})(?=\w)") for at in ("&#64;", "&#x40;", "&commat;")]
    dots = ("&#46;", "&#x2[eE];", "&period;")
    references += [Notation(refang.dot_substitute, rf"{dot}(?<=\w{dot})(?=\w)") for dot in dots]
    references += _in_pair(*_ANGLE_REFERENCES, _ANGLE_REFERENCES[1])
    full_width = Notation(refang.at, "＠(?=[A-Za-z0-9])", condition=is_after_ascii_local_part)
    return (*map(Search, (*in_pairs, _half_closed(), _escapes(), (after_caret,), references, (full_width,))),)


def steps(text: str) -> Iterator[Step]:
    """The steps that undo marks with brackets, and escapes."""
    every = [step for search in searches() for step in search.steps(text)]
    whole = [step for step in every if step.rule is not refang.half_bracket]
    yield from whole
    if len(whole) < len(every):
        places = square_brackets(text, whole)
        yield from (step for step in every if step.rule is refang.half_bracket and not has_pair(text, places, step))


def square_brackets(text: str, marks: list[Step]) -> list[int]:
    """The places of all square brackets in a text, except those in marks.

    >>> square_brackets("a[.]b[c]", [*steps("a[.]b")])
    [5, 7]
    """
    in_marks = {place for mark in marks for place in range(mark.start, mark.end)}
    return [found.start() for found in re.finditer(r"[\[\]]", text) if found.start() not in in_marks]


def has_pair(text: str, places: list[int], step: Step) -> bool:
    """Whether the first bracket of a mark belongs to a pair: `name[.ending]`, `items[1].name`.

    >>> [len([*steps(text)]) for text in ("a[.b", "b].c", "a[.b]", "a[b].c", "a].[b].c")]
    [1, 1, 0, 0, 2]
    """
    mark = text[step.start : step.end]
    opens = "[" in mark and "]" not in mark[: mark.index("[")]
    return is_closed(text, places, step.end) if opens else is_opened(text, places, step.start)


def is_last_label(text: str, start: int, end: int) -> bool:
    """Whether a label in brackets is a top-level domain, but not one that looks like a file extension or a word.

    >>> [is_last_label(text, 1, len(text)) for text in ("a[.com]", "a[.py]", "a[.in]", "a[.unknown]")]
    [True, False, False, False]
    """
    last = text[start + 1 : end - 1].lstrip(".").lower()
    reads_otherwise = any(last in domain_lookalikes(group) for group in ("file", "ending", "word"))
    return last in top_level_domains() and not reads_otherwise


def is_closed(text: str, places: list[int], end: int) -> bool:
    """Whether the next square bracket closes a bracket before `end`."""
    after = bisect_left(places, end)
    return after < len(places) and places[after] - end < _FARTHEST_BRACKET and text[places[after]] == "]"


def is_opened(text: str, places: list[int], start: int) -> bool:
    """Whether the last square bracket is an opening one, and not part of a mark with one bracket, such as `[.`."""
    before = bisect_left(places, start) - 1
    if before < 0 or start - places[before] >= _FARTHEST_BRACKET or text[places[before]] != "[":
        return False
    place = places[before]
    return text[place - 2 : place] != "]." and text[place + 1 : place + 2] not in (".", "@", "/")
