"""Bare domains: names of two or more labels under a known top-level domain, found at the last dot.

Most text that looks like one is a file name, two sentences run together, or code. A name that could be one of these
counts only if a path follows, or if one of its dots was put in brackets: nobody defangs the name of a script. After a
slash, another file (`Makefile.PL/Build.PL`) or the contents of a macOS application are not a path. Text that is not a
domain is not matched, so there is no note.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import takewhile

from linksift.finding.match import Candidate, SkipTo
from linksift.finding.scan.authority import dot_before_sentence
from linksift.finding.scan.character_roles import PREFIXED, UNSPACED_LETTERS, is_hyphen_in_word
from linksift.finding.scan.enclosed.angle_brackets import is_in_angles
from linksift.finding.scan.enclosures import underscores_around, underscores_before, underscores_close
from linksift.finding.scan.host_names import LONGEST_HOST, OUTSIDE, in_host, may_run_into_sentence, role_in_host
from linksift.finding.scan.lookback import run_of, windows
from linksift.finding.scan.names.www_names import (
    BEFORE_UNC_PATH,
    SUFFIXES,
    WEBDAV,
    escape_end,
    name_in_angles,
    name_in_text,
)
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import SCHEME_CHARACTERS, Schemes
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import common_words, domain_lookalikes, function_words, written_without_spaces
from linksift.uri import PLAIN_LETTERS

_DOT = r"\.(?<=[^\x00-/:-@\[-`{-\x7f]\.)"
_LAST_LABEL = r"(?:[^\x00-@\[-`{-\x7f]{2,63}+|[Xx][Nn]--[A-Za-z0-9\-]{1,59}+)"
_ADDRESS_OF_NAME = r"\[[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\]"
_NOT_BEFORE = rf"(?!_{{0,4}}+(?!%2[Ff]|{_ADDRESS_OF_NAME}|{WEBDAV})[\w\-@(\[{{$%=]|\.[^\W_])"
_PROSE = rf"(?:[{UNSPACED_LETTERS}]|[^\w\x00-\x7f])"
_BEFORE_PROSE = rf"[A-Za-z]{{2,63}}+(?={_PROSE})(?!{_PROSE}{{1,64}}+@)"
_SUFFIX = r"(?=-[^\x00-@\[-`{-\x7f]{1,32}+(?![\w\-@(\[{$%=/\\]|\.[^\W_]|:[0-9]))"
_TAKES_ANY_SUFFIX = "[Cc][Oo][Mm]|[Hh][Uu]|[Aa][Zz]|[Uu][Zz]"
_BEFORE_SUFFIX = rf"(?:[A-Za-z]{{2,63}}+(?=-[A-Za-z]{{0,8}}+[^\W\x00-\x7f])|(?:{_TAKES_ANY_SUFFIX})(?=-)){_SUFFIX}"
"""A label before a suffix with a hyphen: one with a letter beyond ASCII (`a.example-ში`), or any after `.com` or the
domain of a country in whose language names take such suffixes: Hungarian, Azerbaijani, Uzbek. Elsewhere, what looks
like a suffix in ASCII is part of a name in code: `socket.io-client`, `span.cm-atom`."""

_BEFORE_LETTER = r"(?=[^\x00-@\[-`{-\x7f])"
"""A place before a letter, which every alternative begins with: this check rules out most full stops."""

TRIGGER = rf"{_DOT}{_BEFORE_LETTER}(?:{_LAST_LABEL}{_NOT_BEFORE}|{_BEFORE_PROSE}|{_BEFORE_SUFFIX})"
"""The last dot of text that looks like a name. If a call, a subscript or an assignment follows, the text is code; but a
percent-encoded slash may follow, and so may the name's address in brackets, as in the log of a mail server. Prose
without spaces may lead to another name: `a.example和b.example`. But all of `a.example太郎@b.example` is an address."""

IN_NAME = SCHEME_CHARACTERS.replace("+", "_")
_BACKWARDS = lazy_pattern(r"[^\x00-,/:-@\[-^`{-\x7f]*+")
"""Letters, digits, `-`, `_`, `.` and all characters beyond ASCII. The class is written as the complement of all other
characters, which compiles faster."""

_SERVICE = lazy_pattern(
    r"(?:_[a-z0-9\-]{1,62}+\.){0,2}?_(?:tcp|udp|sctp|tls|dmarc|domainkey|spf|acme-challenge|mta-sts|dnslink)\.",
    re.IGNORECASE,
)
"""The first labels of a name that the DNS uses for something other than a host: `_dmarc.`, `_sip._tcp.` (RFC 8552)."""

_SHARE = lazy_pattern(rf"\\|{WEBDAV}")
_PREFIX = lazy_pattern(rf"(?:(?<=[{PREFIXED}])-|[{PREFIXED}])(?=[A-Za-z])")
"""The last character of a prefix in Hebrew or Arabic, or the hyphen after it, before a name: `ב-a.example`."""

_ASCII_FOLLOWS = lazy_pattern(r"(?!(?<=l)\u00b7l).\ufe0f?[A-Za-z0-9]", re.IGNORECASE)

NOT_AFTER = ("@", "/", "\\", "$", "#", "%")
_WORD_AND_PICTOGRAPHS = lazy_pattern(rf"(?![{UNSPACED_LETTERS}])[^\W_]\W*\Z")
_POLITE = frozenset({"please", "thank", "thanks"})
"""Words that begin sentences, besides function words."""

MOST_PROSE = 32
"""The maximum number of code points that are read before the ASCII part of a name if prose follows the name: one run of
prose may join many names."""

_LABEL = r"[A-Za-z0-9][A-Za-z0-9_\-]{0,62}+(?<![\-_])"
_PLAIN_NAME = lazy_pattern(rf"{_LABEL}(?:\.{_LABEL})+")
_LABEL_BEFORE_PROSE = lazy_pattern(_BEFORE_PROSE)
VARIABLE = r"(?:(?<=[\w)\]]->)|[^.]\.[^.]{2}(?:(?<==.{4})|(?=[ \t]?<-)))"
"""The start of a name after an arrow, or one of four characters that is passed or assigned: `b->a.name`, `k=a.kn`."""
_VARIABLE = lazy_pattern(VARIABLE)
LONGEST_VARIABLE = len("a.kn")
PATH = re.compile(r"\.?(?::[0-9]{1,5}+)?/")
_TWO_FILES = lazy_pattern(r"[\w\-]{1,63}+\.(\w{2,63}+)/[\w\-]{1,63}+\.\1(?![\w\-/?#])")
"""Two files with one extension, either of which is meant: `Makefile.PL/Build.PL`."""


def triggers(top_level_domains: Iterable[str]) -> Iterator[str]:
    """The trigger, and another one for top-level domains that it does not match, such as `k8s`, `my-corp` or `x`.

    >>> len([*triggers(["com", "corp"])]), len([*triggers(["com", "k8s"])])
    (1, 2)
    """
    yield TRIGGER
    if others := sorted(label for label in top_level_domains if not re.fullmatch(_LAST_LABEL, label)):
        yield rf"{_DOT}(?i:{'|'.join(map(re.escape, others))}){_NOT_BEFORE}"


def domains(source: ScannedText, hit: re.Match[str]) -> Iterator[Candidate | SkipTo]:
    """The bare domain whose last dot triggered the hit, with its port, path and so on."""
    if hit.start() < source.plain_name_end:
        return
    start = start_at(source, hit)
    if start < 0:
        return
    has_path = source.text.startswith("/", hit.end())
    if has_path and start >= source.position and is_in_angles(source, start) and not is_after_letter(source, start):
        yield from name_in_angles(source, start, "domain", source.default_scheme)
    yield from name_in_text(source, start, "domain", source.default_scheme)


def is_after_letter(source: ScannedText, start: int) -> bool:
    """Whether a letter precedes the angle bracket that opens before `start`, as in `List<java.util/Map>`."""
    opener = source.last_angle(start)
    return opener > 0 and source.text[opener - 1].isalpha()


def start_at(source: ScannedText, hit: re.Match[str]) -> int:
    """The start of the domain whose last dot triggered the hit (see `domain_start`), found once for each hit."""

    def find() -> int:
        dot, end = without_sentence(source, *hit.span())
        start = domain_start(source.text, dot, end, source.schemes.top_level_domains, source.defanged_dots)
        in_pattern = start >= 0 and is_defanged(source.escaped_dots, start, hit.end()) and not has_common_ending(hit[0])
        return -1 if in_pattern else start

    return source.domain_start(hit.start(), find)


def without_sentence(source: ScannedText, dot: int, end: int) -> tuple[int, int]:
    """The last dot and label of a name that was read up to `end`, without the word after it that begins a sentence (see
    `sentence_after_name`). Since a member of source code may look the same, the word must be one that begins sentences.

    >>> for text in ("a.com.The mail", "a.com.Stream mail", "a_b.com.The mail", "main.java.com.La mail"):
    ...     dot = text.rindex(".")
    ...     without_sentence(ScannedText(text, Schemes(None)), dot, text.index(" ")) == (dot, text.index(" "))
    False
    True
    True
    True
    """
    text = source.text
    start = name_start(text, dot) if text[dot + 1 : dot + 2].isupper() else -1
    if start < 0 or dot_before_sentence(source, start, end) < 0:
        return dot, end
    labels, word = text[start:dot].split("."), text[dot + 1 : end].lower()
    packages = domain_lookalikes("package") - domain_lookalikes("registry")
    in_code = "_" in labels[-2] or not packages.isdisjoint(labels)
    return (dot, end) if in_code or word not in function_words() | _POLITE else (text.rindex(".", start, dot), dot)


def domain_start(
    text: str, dot: int, end: int, known: frozenset[str], defanged_dots: AbstractSet[int] = frozenset()
) -> int:
    """The start of the domain whose last dot and label are `text[dot:end]`; -1 if it is not a domain.

    `defanged_dots` are the positions of dots that were in brackets before the text was refanged.

    >>> domain_start("See a.example", 5, 13, frozenset({"example"})), domain_start("See a.py", 5, 8, frozenset({"py"}))
    (4, -1)
    """
    label = text[dot + 1 : end]
    if not label.isascii():
        before_prose = _LABEL_BEFORE_PROSE.match(label)
        is_prose_after = before_prose is not None and before_prose[0].lower() in known
        label = before_prose[0] if before_prose and is_prose_after else "".join(takewhile(may_be_in_name, label))
        end = dot + 1 + len(label)
    if (label.isascii() and label.lower() not in known) or mark_follows_dot(text, end):
        return -1
    leads_to_prose = text[end : end + 1] > "\x7f" and _LABEL_BEFORE_PROSE.match(text, dot + 1) is not None
    share = _SHARE.match(text, end)
    start = start_after_backslashes(text, dot, share.end() - 1) if share else -1
    if start < 0:
        start = name_start(text, dot, MOST_PROSE if leads_to_prose else LONGEST_HOST)
    if start < 0 and defanged_dots:
        start = start_after_wildcard(text, dot, end, defanged_dots)
    if start >= 0 and text.startswith("_", end):
        start = start_in_emphasis(text, start, end)
    if start < 0 or (name := text[start:end])[:4].lower() in SUFFIXES:
        return -1
    has_path = PATH.match(text, end) and not (application(name.split(".")) or _TWO_FILES.match(text, start))
    if has_path or not (reads_otherwise(name) or is_variable(text, start, end)):
        return start
    return start if is_defanged(defanged_dots, start, end) and not is_surely_file(name.split(".")) else -1


PLAIN, IN_DOUBT, SOMETHING_ELSE, NO_DOMAIN = "plain", "in doubt", "something else", "no domain"


def reads_as(schemes: Schemes, name: str) -> str:
    """The reading of text that looks like a domain in ASCII, taken on its own.

    A name that is more likely something else is a domain only before a path; a macOS application is not one even there.

    >>> names = ("a.example", "_a.example", "_set_up.py", "www.a.example", "a.unknown", ".a.example")
    >>> [reads_as(Schemes(None), name) for name in names]
    ['plain', 'in doubt', 'something else', 'no domain', 'no domain', 'no domain']
    """
    known = schemes.top_level_domains
    if may_run_into_sentence(name, known):
        return IN_DOUBT
    is_known = name.rpartition(".")[2].lower() in known
    if not is_known or name[:4].lower() in SUFFIXES or not name.lstrip("_")[0].isalnum():
        return NO_DOMAIN
    if len(name) > LONGEST_HOST:
        return IN_DOUBT
    if reads_otherwise(name.lstrip("_")):
        return NO_DOMAIN if application(name.split(".")) else SOMETHING_ELSE
    return PLAIN if _PLAIN_NAME.fullmatch(name) else IN_DOUBT


def may_be_in_name(character: str) -> bool:
    """Whether a character may be in a name, even as another kind of full stop.

    >>> [may_be_in_name(character) for character in ("é", "。", "\N{NO-BREAK SPACE}", "（")]
    [True, True, False, False]
    """
    return character.isascii() or role_in_host(character) != OUTSIDE


def mark_follows_dot(text: str, end: int) -> bool:
    """Whether a dot and a combining mark follow: no label begins with such a mark, so the run of labels is not a
    name."""
    return text.startswith(".", end) and unicodedata.category(text[end + 1 : end + 2] or " ")[0] == "M"


def is_variable(text: str, start: int, end: int) -> bool:
    """Whether a name is a variable in code: a letter, a dot and two letters, to which a value is assigned or which are
    the value of an argument; or a member after an arrow, unless it ends as most domains do.

    >>> [is_variable(text, text.index("a"), text.index("kn") + 2) for text in ("(a.kn <- 5", "k=a.kn", "(a.kn)")]
    [True, True, False]
    >>> is_variable("b->a.name", 3, 9), is_variable("b->a.com", 3, 8)
    (True, False)
    """
    found = _VARIABLE.match(text, start)
    if found is None:
        return False
    follows_arrow = found.end() == start
    return not has_common_ending(text[start:end]) if follows_arrow else end - start == LONGEST_VARIABLE


def is_defanged(dots: AbstractSet[int], start: int, end: int) -> bool:
    """Whether any of these dots is between `start` and `end`."""
    return bool(dots) and not dots.isdisjoint(range(start, end))


def has_common_ending(name: str) -> bool:
    r"""Whether a name ends as most domains do; other names with `\.` are parts of regular expressions (`user\.name`).

    >>> has_common_ending("a.com"), has_common_ending("user.name")
    (True, False)
    """
    return name.rpartition(".")[2].lower() in domain_lookalikes("registry")


def name_start(text: str, dot: int, most: int = LONGEST_HOST) -> int:
    """The start of the name around the dot at `dot`; -1 if it is too long, or part of something else.

    At most `most` code points are read before the ASCII part of the name.

    >>> [name_start(text, text.rindex(".")) for text in ("a b.c.example", "a@b.c.example", "a _dmarc.b.example")]
    [2, -1, 2]
    """
    name = run_of(text, dot, LONGEST_HOST + 1, IN_NAME)
    before = text[dot - len(name) - 1 : dot - len(name)]
    if before > "\x7f" and in_host(before) and len(name) <= LONGEST_HOST:
        farthest = min(len(name) + most, LONGEST_HOST + 1)
        written = _beyond_ascii(text, dot, farthest)
        name = without_prose(written)
        if name == written and len(name) == farthest:
            return -1
        if name != written:
            before = text[dot - len(written) - 1 : dot - len(written)]
            if before in NOT_AFTER and not (before == "/" and written[0].isascii()):
                return -1  # prose in a path, but not after one: `/目录b.example`, `/x和b.example`
    after_escape = (
        escape_end(text, dot - len(name), dot) if name[:1] in ("n", "r") and len(name) <= LONGEST_HOST else -1
    )
    if after_escape >= 0:
        name = text[after_escape:dot]
    without_marks = name.lstrip("_")
    start = dot - len(without_marks)
    if len(name) > LONGEST_HOST or not without_marks[:1].isalnum():
        return -1
    if name != without_marks:
        return start_at_underscores(text, dot - len(name), start)
    is_part = text[start - 1 : start] in NOT_AFTER or is_hyphen_in_word(text, start - 1)
    return start if after_escape == start or not is_part else -1


def start_at_underscores(text: str, begin: int, start: int) -> int:
    """The start of a name before which underscores begin at `begin` and end at `start`: they are part of the name of a
    service, or may open emphasis; -1 if neither.

    >>> start_at_underscores("_dmarc.a.example", 0, 1), start_at_underscores("_a.example_", 0, 1)
    (0, 1)
    """
    if _SERVICE.match(text, begin) and text[begin - 1 : begin] not in NOT_AFTER:
        return begin
    return start if underscores_before(text, start) else -1


def start_in_emphasis(text: str, start: int, end: int) -> int:
    """The start of a name before underscores, if they close emphasis that opened before the name or at its underscore;
    -1 if they do not.

    >>> texts = "_a.example_", "_dmarc.a.example_", "_see _dmarc.a.example_", "a.example_"
    >>> [start_in_emphasis(text, text.find("_d") if "_d" in text else text.index("a"), len(text) - 1) for text in texts]
    [1, 1, 5, -1]
    """
    for place in (start, end - len(text[start:end].lstrip("_"))):
        if underscores_close(text, end, underscores_around(text, place, end)):
            return place
    return -1


def start_after_backslashes(text: str, dot: int, end: int) -> int:
    r"""The start of a name around the dot at `dot`, before a backslash at `end`, if it is the host of a Windows path,
    perhaps with each backslash escaped; -1 if it is not.

    >>> start_after_backslashes(r"to \\b.example\c", 6, 14), start_after_backslashes(r"C:\b.example\c", 4, 12)
    (5, -1)
    """
    start = dot - len(run_of(text, dot, LONGEST_HOST + 1, IN_NAME))
    before = text[max(0, start - 5) : start]
    head = before.rstrip("\\")
    is_path = len(before) - len(head) == (4 if text.startswith(r"\\", end) else 2) and head[-1:] in BEFORE_UNC_PATH
    return start if is_path and text[start].isalnum() else -1


def start_after_wildcard(text: str, dot: int, end: int, defanged_dots: AbstractSet[int]) -> int:
    """The start of a defanged name around the dot at `dot` that ends at `end`, if `*.` precedes it, as in reports that
    mean all hosts under a domain; -1 if there is none.

    >>> [start_after_wildcard("see *.b.example", 7, 15, dots) for dots in ({7}, {3})]
    [6, -1]
    """
    start = dot - len(run_of(text, dot, LONGEST_HOST, IN_NAME)) + 1
    is_after_wildcard = start < dot and text[start - 2 : start] == "*." and text[start].isalnum()
    return start if is_after_wildcard and is_defanged(defanged_dots, start, end) else -1


def _beyond_ascii(text: str, dot: int, most: int) -> str:
    """The part of a name before a dot, if the name is not all ASCII, or its last `most` code points."""
    name = ""
    for window in windows(text, dot, most):
        found = _BACKWARDS.match(window[::-1])
        name = found[0] if found else ""
        if not PLAIN_LETTERS.sub("", name).isascii():
            stop = next((place for place, each in enumerate(name) if each > "\x7f" and not in_host(each)), len(name))
            name = name[:stop]
        name = name[::-1]
        if len(name) < len(window):
            break
    return name


def without_prose(name: str) -> str:
    """A name without the text that runs into it directly before ASCII: Han, Kana, Hangul, Thai, punctuation or a
    symbol; nothing if pictographs follow a word.

    >>> [without_prose(name) for name in ("訪問a.b", "a・b", "a→b", "„b", "✔️b", "訪問.a", "col·legi", "a🔗b", "وa")]
    ['a.b', 'b', 'b', 'b', 'b', '訪問.a', 'col·legi', '', 'a']
    """
    place = next((at for at in range(len(name) - 2, -1, -1) if runs_into_name(name, at)), -1)
    is_pictograph = place >= 0 and unicodedata.category(name[place]) in ("So", "Sk")
    return "" if is_pictograph and _WORD_AND_PICTOGRAPHS.search(name, 0, place) else name[place + 1 :].lstrip("\ufe0f")


def runs_into_name(text: str, place: int) -> bool:
    """Whether the character at `place` is prose, punctuation or a symbol directly before ASCII, except between two
    letters l, or a prefix in Hebrew or Arabic, perhaps with a hyphen: no label has such a letter and one of another
    script (RFC 5893, 2).

    >>> [runs_into_name(text, 0) for text in ("\u066a2b", "\u0648a", "\u06482b", "-a")]
    [True, True, False, False]
    """
    character = text[place]
    if _PREFIX.match(text, place):
        return True
    if character < "\x80" or not (unicodedata.category(character)[0] in "PS" or written_without_spaces(character)):
        return False
    return _ASCII_FOLLOWS.match(text, place) is not None


@lru_cache(4096)
def reads_otherwise(name: str) -> bool:
    """Whether text that looks like a name is more likely something else.

    >>> [name for name in ("setup.py", "a.example", "end.The", "self.name") if not reads_otherwise(name)]
    ['a.example']
    """
    labels = name.split(".")
    return any(guard(labels) for guard in GUARDS)


def file_name(labels: list[str]) -> bool:
    """A name with a file extension (`plan.md`), or the name of a file that needs none (`MANIFEST.in`), but not
    `a.com.pl` (markdown-it#674).

    >>> file_name(["plan", "md"]), file_name(["MANIFEST", "in"]), file_name(["a", "com", "pl"])
    (True, True, False)
    """
    if len(labels) == 2 and labels[0] in domain_lookalikes("stem"):
        return True
    return labels[-1].lower() in domain_lookalikes("file") and labels[-2].lower() not in domain_lookalikes("registry")


def application(labels: list[str]) -> bool:
    """A folder that macOS runs as a program, even if the path of a file in it follows: `Terminal.app/Contents`.

    >>> [application([name, "app"]) for name in ("Terminal", "iTerm", "terminal", "TERMINAL")]
    [True, True, False, False]
    """
    return labels[1:] == ["app"] and labels[0].lower() != labels[0] != labels[0].upper()


def is_surely_file(labels: list[str]) -> bool:
    """Two file extensions in a row, as in malware (`invoice.pdf.zip`), or an underscore, which no registered domain
    contains, before one (`run_all.sh`). Even dots in brackets do not make it a domain.

    >>> [is_surely_file(name.split(".")) for name in ("invoice.pdf.zip", "run_all.sh", "onet.pl")]
    [True, True, False]
    """
    if not file_name(labels):
        return False
    has_two = len(labels) > 2 and labels[-2].lower() in domain_lookalikes("file") | domain_lookalikes("ending")
    return has_two or "_" in labels[-2]


def sentences(labels: list[str]) -> bool:
    """A full stop without a space after it, before a capital or between two words (Autolinker#116).

    >>> sentences(["end", "The"]), sentences(["ok", "so"]), sentences(["EXAMPLE", "COM"])
    (True, True, False)
    """
    last = labels[-1]
    if last[0].isupper() and last[1:].islower():
        return True
    return len(labels) == 2 and last.lower() in domain_lookalikes("word") and labels[0].lower() in common_words()


def numbers(labels: list[str]) -> bool:
    """Numbers of a list or a version before a word: `2.ao`, `1.2.so`, but not `163.com` or `7.org` (Autolinker#110).

    >>> numbers(["2", "ao"]), numbers(["163", "com"]), numbers(["7", "org"])
    (True, False, False)
    """
    if len(labels) == 2 and labels[1].lower() in domain_lookalikes("registry"):
        return False
    return len(labels[0]) < 3 and all(label.isdecimal() for label in labels[:-1])


def masked_numbers(labels: list[str]) -> bool:
    """Three numbers or more, some or all of them masked, as in an IP address: `192.168.xxx.xxx`.

    >>> masked_numbers(["192", "168", "xxx", "xxx"]), masked_numbers(["XXX"] * 4), masked_numbers(["x", "xxx"])
    (True, True, False)
    """
    return (
        len(labels) > 2
        and labels[-1].lower() == "xxx"
        and all(label.isdecimal() or not label.strip("xX") for label in labels)
    )


def abbreviation(labels: list[str]) -> bool:
    """Single letters followed by a two-letter label, either in capitals or common in prose and code: `B.SC`, `i.am`,
    `a.m.to`, but not `t.co` (Autolinker#125).

    >>> [abbreviation(name.split(".")) for name in ("B.SC", "i.am", "a.m.to", "t.co")]
    [True, True, True, False]
    """
    *letters, last = labels
    if len(last) != 2 or any(len(letter) != 1 for letter in letters):
        return False
    return not "".join(labels).islower() or last in domain_lookalikes("abbreviation")


def code(labels: list[str]) -> bool:
    """An attribute of a name common in code (`self.name`), a package (`org.example`; jupyter-book#1393), or a product
    for Microsoft's .NET (`Json.NET`, `ASP.NET`).

    Three labels that end as most domains do are a domain, even after such a name: `console.a.com`.

    >>> code(["self", "name"]), code(["com", "example", "app"]), code(["a", "name"]), code(["console", "a", "com"])
    (True, True, False, False)
    >>> code(["Json", "NET"]), code(["ASP", "NET"]), code(["KETTLES", "NET"])
    (True, True, False)
    """
    first = labels[0].lower()
    if labels[1:] == ["NET"] and (len(first) < 4 or not labels[0].isupper()):
        return True
    if first in domain_lookalikes("object"):
        return len(labels) < 3 or labels[-1].lower() not in domain_lookalikes("registry")
    return first in domain_lookalikes("receiver") or first in domain_lookalikes("package")


def member(labels: list[str]) -> bool:
    """A member of an object in code: a common method name after a capital inside the name, a constant in capitals, or a
    name after an underscore, which no registered domain contains.

    >>> member(["WshShell", "run"]), member(["GitHub", "com"]), member(["github", "run"]), member(["A", "RUN"])
    (True, False, False, False)
    >>> member(["Color", "RED"]), member(["Panda", "COM"]), member(["entry_point", "name"]), member(["a", "XN--P1AI"])
    (True, False, True, False)
    """
    owner, last = labels[-2:]
    if last.lower() in domain_lookalikes("registry"):
        return False
    has_capital = any(character.isupper() for label in labels[:-1] for character in label[1:])
    is_constant = len(last) > 2 and last.isalpha() and last.isupper() and not owner.isupper()
    return is_constant or "_" in owner or (has_capital and last in domain_lookalikes("member"))


def detection(labels: list[str]) -> bool:
    """The name that a virus scanner gives to malware, with a platform before the last two labels, which are those of
    the family and its variant: `Trojan.Win32.Agent.ai`.

    A platform that is the first label, before one in small letters, may begin a sentence: `Linux.conf.au`.

    >>> names = ("Trojan.Win32.Agent.ai", "AdWare.MSIL.A.ch", "win32.a.example", "B.Linux.de", "Linux.b.c")
    >>> [detection(name.split(".")) for name in names]
    [True, True, False, False, False]
    """
    is_capital = len(labels) > 2 and labels[0][:1].isupper() and labels[-1].lower() not in domain_lookalikes("registry")
    places = labels[1:-2] if labels[1].islower() else labels[:-2]
    return is_capital and not domain_lookalikes("platform").isdisjoint(places)


GUARDS: tuple[Callable[[list[str]], bool], ...] = (
    file_name,
    application,
    sentences,
    numbers,
    masked_numbers,
    abbreviation,
    code,
    member,
    detection,
)
