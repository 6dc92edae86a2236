"""Evidence in the next line as a whole: whether it consists of one word, or starts something new."""

import re
from collections.abc import Callable
from itertools import islice
from string import ascii_letters

from linksift.finding.joining import break_facts
from linksift.finding.joining.evidence.across_break import repeats_label
from linksift.finding.joining.evidence.next_word import is_file_path
from linksift.finding.joining.evidence.uri_so_far import message_id_unfinished
from linksift.finding.joining.seam import MOST_PLACES, Seam
from linksift.finding.joining.text_layout import Line, columns, is_stretched
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

_CLOSERS = lazy_pattern(r"[).,;\]>]*")
_REFERENCE = lazy_pattern(r"\[\d{1,3}\]\s")
_FIELD = lazy_pattern(
    r"#?(?![a-z\d]+(?:-[a-z\d]+){3})[\w-]{1,40}:(?:\s|$)|#?[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)*:\S"
    r"|(?:[A-Z]\w*|[a-z]{1,3}OS)(?:/(?:[A-Z]\w*|[a-z]{1,3}OS))+:(?:\s|$)"
)
"""The name of a field with its colon: `Reply-To: `, `#title:x`, `Linux/macOS: `. Four lowercase parts joined by hyphens
are a slug."""

_NAME_BEFORE_COLON = lazy_pattern(
    r"#?[A-Z][A-Z0-9]*(?:[_/ -][A-Z0-9]+)*(?::\S| ?:(?:\s|$))|[\w/.-]{1,24}(?: [\w/.-]{1,24})? :\s"
)
"""A name in capitals before a colon (`SEE_ALSO:`), or one or two words before a colon with spaces around it."""

_ARGUMENT = lazy_pattern(r"[^\W\d]\w{0,39} \((?:bool|bytes|dict|float|int|list|object|str|tuple)\b[^()]{0,40}\):\s")
"""The name and type of an argument in a docstring of Python, as Google's style guide has it: `size (int): `."""

_FILE_OF_CHANGE = lazy_pattern(r"[\w+-]{1,40}(?:[./#][\w+-]{1,40}){1,9}:(?:\s|$)")
"""The name of a file with its colon, as at the start of an entry in a ChangeLog: `src/tea.c: `."""

_FIELD_OF_URI = lazy_pattern(r"#?[A-Z][\w-]{0,40}:(?:https?|ftp|file)://")
_COMMANDS = (
    r"(?:apt|apt-get|bash|brew|bundle|cargo|cat|cd|chmod|cmake|composer|conda|cp|curl|dnf|docker|docker-compose|dotnet|"
    r"dpkg|d-i|echo|exit|export|gem|git|go|gpg|helm|hg|java|kill|kubectl|ln|ls|make|mkdir|mv|mvn|node|npm|npx|php|pip3?|"
    r"pnpm|podman|poetry|python3?|rm|rpm|rsync|scp|sh|sleep|source|ssh|sudo|svn|systemctl|tar|terraform|unset|uv|wget|"
    r"yarn|yum|\./\w[\w./-]*)"
)
_PROMPT = r"[\w.-]+(?:@| at )[\w.-]+[: ]?[~/]?\S*(?:[$#%>](?:\s|$)|:[~/])|\[[^\]]{1,40}\][$#]"
_COMMAND = lazy_pattern(rf"[$#%>] |{_COMMANDS} |{_PROMPT}")
_MARK = lazy_pattern(r"[+\-!|:;=~^]{1,3}(?=\S)")
_FILE_ALONE = lazy_pattern(r"[\w+.~-]{1,100}(\.[A-Za-z]\w{0,5})")
_INTEGER = lazy_pattern(r"[0-9]{1,3}(?!:[0-9])(?=https?://|[^0-9a-z_]|\Z)")
_LONG_NUMBER = lazy_pattern(r"\d{4,12}(?=\s)")
_COUNTED = lazy_pattern(r"(?P<opener>\[?)(?P<number>\d{1,3})(?P<after>[\]).:]?\s+)\S")
_RECORD = lazy_pattern(
    r"""
    (?:[\w.-]+:)?[\w+@~-]*[./][\w./+@~-]*:\d+[:-]    # a line that grep found
    | HEAD:\S
    | commit[ ][0-9a-f]{7,40}\b
    | diff[ ]--git[ ] | index[ ][0-9a-f]{7,}\.\. | @@[ ]    # parts of a diff
    | [0-9a-f]{7,40}[ ]\("                           # a commit with its title: 0123abcd4567 ("tea: add lids")
    | [A-Z][a-z]+(?:-[a-z]+){0,2}-by:[ ]             # a trailer: Signed-off-by:
    """,
    re.VERBOSE,
)
"""The start of a record in the output of grep or git, or of a trailer of a commit."""

_COMMIT = lazy_pattern(r"[0-9a-f]{7,40}(?=\s)")
"""The hash of a commit, as `git log --oneline` prints it before the commit's title."""

_ADDRESS = lazy_pattern(r"[\w.+:\-]+@[\w\-]+(?:\.[\w\-]+)+")
_SECTION = lazy_pattern(r"\d{1,2}(?:\.\d{1,2}){1,3}\.?")
_NUMBERED = lazy_pattern(r"\d{1,2}(?:\.\d{1,2}){0,3}\.?")
_YEAR = lazy_pattern(r"(?:19|20)\d\d\b")
_NAME_AND_VALUE = lazy_pattern(r"[A-Za-z_][\w.]*=")
_SETTING = lazy_pattern(r"[#;]?[A-Za-z_][\w.]*(?:/[\w.]+)*=")
_NAME_WITH_VALUE = lazy_pattern(r"[^=]+=[^=]")
"""A name and the beginning of its value; Base64, which a parameter may have as its value, ends in `=`."""

_ASSIGNS = lazy_pattern(r"\s[#;]?[A-Za-z_][\w.]*=[\"']?\Z")
LONGEST_BEFORE = 200
"""How many characters of a line before a URI are read: those before them do not explain the next line."""

_HOST = lazy_pattern(r"(?:(?:[A-Za-z0-9\-]+\.)+([A-Za-z]{2,})|(?:[0-9]{1,3}\.){3}[0-9]{1,3})/")
"""A host and a slash: a name, whose last label is the group, or an IP address."""
_AT_IP = lazy_pattern(r"://(?:[0-9]{1,3}\.){3}[0-9]")

_GAP = lazy_pattern(r"\S(?:  | ?\t)")
_ROW = lazy_pattern(r"(?:[ \t]*\t| {2,})[ \t]*(?:\d|\S+\Z)")
_DIGIT = re.compile(r"\d")
_CODE = lazy_pattern(r"[({]$|\(\)|::|[^\W_]\(|\]\(|\[.*\]|[{}]")
_ASSIGNED = lazy_pattern(r"(?:=|\+=|:=|==|<-|->|=>|\{)\s")
_KEYWORD = lazy_pattern(
    r"[@#]?(?:class|def|return|import|from|var|const|let|if|else|elif|for|end|endif|esac|fi|include|define|public|static|"
    r"void|int)"
)
"""A keyword of a programming language, a shell or a preprocessor, as at the start of a line of code."""

_DIRECTIVE = lazy_pattern(
    r"@?(?:eslint|tslint|stylelint|prettier|ts|clang-format|istanbul|phpcs|phpstan|pylint|mypy|type|fmt|rubocop|shellcheck)"
    r"(?:: ?|-| )(?:disable|enable|ignore|expect|off|on\b)|noqa\b|nolint|noinspection\b|codingStandardsIgnore",
    re.IGNORECASE,
)
"""A comment for a linter, a type checker, a formatter or a tool that measures coverage."""

_REMARK = lazy_pattern(r"\+[a-z][\w:-]*(?=[\s=]|$)|(?:TODO|FIXME|XXX|HACK)(?=[\s:(]|$)")
"""A comment for a generator of code (`+optional`), or a note on what is left to do."""

_CODE_ENDS = ("{", ";", "():")
_BLOCK_ENDS = ("esac", "fi")
"""The keywords with which the shell ends a block; other languages use words of prose."""

MOST_WORDS_OF_LABEL = 4
_BEFORE_NUMBER = ".,:;/"


@rule
def single_word(seam: Seam) -> float:
    r"""The next line is only one word, as the rest of a broken URI often is.

    >>> single_word(Seam.in_text("http://a.example/b/\nc"))
    1.0
    """
    return float(_CLOSERS.fullmatch(seam.rest) is not None)


@break_facts.rule_given(break_facts.ALONE)
def paragraph_ends(seam: Seam) -> float:
    r"""The next line is only one word, and its paragraph or its entry in a list of references ends there.

    >>> [paragraph_ends(Seam.in_text(f"http://a.example/b/\nc\n{after}")) for after in ("\nNext.", "[2] Next", "next")]
    [1.0, 1.0, 0.0]
    """
    if seam.rest:
        return 0.0
    after = seam.layout.after(seam.next)
    return float(after is None or not after.text or _REFERENCE.match(after.stripped) is not None)


@break_facts.rule_given(break_facts.AT)
def address_follows(seam: Seam) -> float:
    r"""The next line starts with an e-mail address, not with a message identifier that has digits after a slash.

    The address counts double after other lines.

    >>> address_follows(Seam.in_text("http://a.example/b/\njane@a.example")), address_follows(
    ...     Seam.in_text("http://a.example/b/\n20240102-1-jane@a.example")
    ... )
    (1.0, 0.0)
    """
    if message_id_unfinished(seam):
        return 0.0
    address = seam.last != "=" and _ADDRESS.fullmatch(seam.word)
    identifier = seam.last == "/" and not seam.lines_between and _DIGIT.search(seam.word.partition("@")[0])
    return (1.0 + seam.lines_between) * bool(address and not identifier)


@break_facts.rule_given(break_facts.COLON)
def field_name(seam: Seam) -> float:
    r"""The next line starts with a name and a colon, like a header field or a label.

    It counts double if a URI follows, or if the URI's line and the next one both start with an argument and its type.
    The name may be that of a file, as in a ChangeLog, unless the URI ends in a slash. After `=` or `-`, the name may be
    the rest of the URI, but not after `=` in the value of another field.

    >>> texts = "b/\nSubject: c", "b.\nsrc/c.h: d", "b/\nsrc/c.h: d", "b\nsize (int): c", "b/\ncommit (fix): d"
    >>> [field_name(Seam.in_text(f"http://a.example/{text}")) for text in texts]
    [1.0, 1.0, 0.0, 1.0, 0.0]
    """
    line = seam.next.stripped
    if ":" not in line:
        return 0.0
    in_value = seam.last == "=" and _FIELD.match(seam.first.stripped)
    if seam.last in "-=&%_" and seam.next.start == seam.line.end + 1 and not in_value:
        return 0.0
    if seam.last != "/" and seam.has_host and _FILE_OF_CHANGE.match(line):
        return 1.0
    argument = _ARGUMENT.match(line)
    is_field = bool(_FIELD.match(line) or _NAME_BEFORE_COLON.match(line) or argument)
    is_double = _FIELD_OF_URI.match(line) or (argument and _ARGUMENT.match(seam.first.stripped))
    return float(is_field + bool(is_double))


@break_facts.rule_given(break_facts.NUMBER)
def section_number(seam: Seam) -> float:
    r"""The next line starts with the number of a section or note or, after a comma or full stop, with a year.

    >>> section_number(Seam.in_text("http://a.example/b/\n3.1 Methods"))
    1.0
    """
    if not (seam.last.isalnum() or seam.last in _BEFORE_NUMBER):
        return 0.0
    if _SECTION.fullmatch(seam.piece) or (seam.last in ".," and _YEAR.fullmatch(seam.word)):
        return 1.0
    whole = seam.last != "/" or seam.piece.endswith(".")
    return float(seam.rest != "" and whole and _NUMBERED.fullmatch(seam.piece) is not None)


@break_facts.rule_given(break_facts.ASSIGNS)
def assignment_follows(seam: Seam) -> float:
    r"""The next line assigns a value to a name, and this URI has no query to which it could belong.

    >>> assignment_follows(Seam.in_text("http://a.example/b\nname=value"))
    1.0
    """
    if "?" in seam.uri or not (seam.last.isalnum() or "://" in seam.piece):
        return 0.0
    return float(_NAME_AND_VALUE.match(seam.piece) is not None)


@break_facts.rule_given(break_facts.ASSIGNS)
def setting_follows(seam: Seam) -> float:
    r"""The next line assigns a value to a name, and the URI is in such a value itself, as in a file of settings.

    Either line may be disabled by `#` or `;`. After `%` or `-`, or in a query, the rest of the URI may also look like
    an assignment; after the `=` of a parameter it does not, since a value contains no `=`.

    >>> [setting_follows(Seam.in_text(f"NAME=http://a.example/b{last}\nother=c")) for last in ("/", "?", "?d=")]
    [1.0, 0.0, 1.0]
    """
    in_query = "?" in seam.uri and not (seam.last == "=" and _NAME_WITH_VALUE.match(seam.piece))
    if in_query or seam.last in "%-" or not _SETTING.match(seam.piece):
        return 0.0
    before = seam.layout.text[max(seam.first.body, seam.start - LONGEST_BEFORE) : seam.start]
    return float(bool(_SETTING.match(seam.first.stripped) or _ASSIGNS.search(before)))


@rule
def lines_alike(seam: Seam) -> float:
    r"""The next line starts like the line after it, the line before the URI or the URI's own line, as in a list.

    >>> lines_alike(Seam.in_text("http://a.example/b\n12-a.patch\n13-a.patch"))
    1.0
    """
    if len(seam.next.stripped) < 4:
        return 0.0
    own = seam.first if seam.first is seam.line and seam.start > seam.line.body + seam.line.indent else None
    if own is not None and _alike(seam.next.stripped, own.stripped):
        return float(not repeats_label(seam))
    after, above = _neighbour(seam, seam.layout.after, seam.next), _neighbour(seam, seam.layout.before, seam.first)
    alike = [line for line in (after, above) if line is not None and _alike(seam.next.stripped, line.stripped)]
    before = seam.layout.before(alike[0]) if alike == [above] else None
    if before is not None and before.stripped.endswith(seam.uri):  # if one line continues the URI, so does the other
        return 0.0
    return float(bool(alike) and not repeats_label(seam))


def _neighbour(seam: Seam, beside: Callable[[Line], Line | None], line: Line) -> Line | None:
    """The line next to a line, skipping a blank line if lines also separate the two lines of the break."""
    other = beside(line)
    return beside(other) if other is not None and not other.stripped and seam.lines_between else other


def _alike(one: str, other: str) -> bool:
    """Whether two lines start alike: with the same four characters, both or neither in a word of letters only, or with
    a number each."""
    if one[:4] == other[:4]:
        return one.split(None, 1)[0].isalpha() == other.split(None, 1)[0].isalpha()
    numbered = _DIGIT.search(one, 0, 6) is not None
    return numbered and _DIGIT.sub("0", one[:6]) == _DIGIT.sub("0", other[:6])


@rule
def same_mark(seam: Seam) -> float:
    r"""The next line starts with the same mark as the URI's line, such as the `+` of a diff.

    >>> same_mark(Seam.in_text("+ See http://a.example/b/\n+c"))
    1.0
    """
    mark = _MARK.match(seam.next.stripped)
    return float(mark is not None and seam.first.stripped.startswith(mark[0]))


@break_facts.rule_given(break_facts.NUMBER)
def numbered_lines(seam: Seam) -> float:
    r"""The next line starts with a number, and an adjacent number starts the line after it, the URI's or one nearby.

    >>> numbered_lines(Seam.in_text("http://a.example/b/\n5 lids\n6 pots"))
    1.0
    >>> numbered_lines(Seam.in_text("\n4 See the\npots at http://a.example/b/\n5 See the lids"))
    1.0
    """
    number, following = _INTEGER.match(seam.next.stripped), seam.layout.after(seam.next)
    if number is None:  # listings number their lines with four digits or more
        own, number = _LONG_NUMBER.match(seam.first.stripped), _LONG_NUMBER.match(seam.next.stripped)
        return float(bool(own and number and len(own[0]) == len(number[0]) and own[0] < number[0]))
    after = _INTEGER.match(following.stripped) if following else None
    own = _INTEGER.match(seam.first.stripped)
    counted = (after and int(after[0]) == int(number[0]) + 1) or (own and int(own[0]) == int(number[0]) - 1)
    return float(bool(counted) or _counts_on(seam))


def _counts_on(seam: Seam) -> bool:
    """Whether a note or an entry above or below has a number that is one less or one more than the next line's."""
    mark = _COUNTED.match(seam.next.stripped)
    if mark is None:
        return False
    text, (low, high) = seam.layout.text, seam.layout.window(seam.line)
    begin = "\n" + text[seam.next.start : seam.next.text_end - len(seam.next.stripped)] + mark["opener"]
    number, after = int(mark["number"]), mark["after"]
    return (
        text.find(f"{begin}{number - 1}{after}", max(0, low - 1), seam.line.end) >= 0
        or text.find(f"{begin}{number + 1}{after}", seam.next.end, high) >= 0
    )


@break_facts.rule_given(break_facts.ALONE)
def file_of_listing(seam: Seam) -> float:
    r"""The next line is only a file name, and another line nearby is only a name of the same type, as in a listing.

    >>> file_of_listing(Seam.in_text("a-pot.patch\n  see http://a.example/1\nb-lid.patch"))
    1.0
    """
    name = None if seam.rest else _FILE_ALONE.fullmatch(seam.next.stripped)
    if name is None or repeats_label(seam):
        return 0.0
    for place in islice(seam.layout.places(name[1] + "\n", *seam.layout.window(seam.line)), MOST_PLACES):
        line = seam.layout.line_of(place)
        if line is not None and not seam.line.start <= line.start <= seam.next.start:
            before = seam.layout.before(line)
            alone = _FILE_ALONE.fullmatch(line.stripped) is not None
            if alone and not (before is not None and "://" in before.text):
                return 1.0
    return 0.0


@rule
def command_follows(seam: Seam) -> float:
    r"""The next line is a shell prompt or a command.

    >>> command_follows(Seam.in_text("git clone http://a.example/b.git\ncd b"))
    1.0
    """
    return float(_COMMAND.match(seam.next.stripped) is not None)


@rule
def directive_follows(seam: Seam) -> float:
    r"""The next line of the comment is for a program that checks or formats source code, or says what is left to do.

    >>> texts = "b\n// eslint-disable-next-line c", "b\n// +optional", "b\n// TODO", "?b=\n// TODO"
    >>> [directive_follows(Seam.in_text(f"// http://a.example/{text}")) for text in texts]
    [1.0, 1.0, 1.0, 0.0]
    """
    line = seam.next.stripped
    if not seam.line.comment_mark or "." in seam.piece or "/" in seam.piece:
        return 0.0
    may_end = seam.last.isalnum() and "?" not in seam.uri
    return float(_DIRECTIVE.match(line) is not None or (may_end and _REMARK.match(line) is not None))


@rule
def record_follows(seam: Seam) -> float:
    r"""The next line starts a record: a file with a line number, a commit or its trailer, or a part of a diff.

    The hash of a commit is enough if the URI's line starts with one of the same length.

    >>> texts = "c/d.py:12: e", "c/d.py:1", "Signed-off-by: Joe Doe"
    >>> [record_follows(Seam.in_text(f"http://a.example/b/\n{text}")) for text in texts]
    [1.0, 0.0, 1.0]
    >>> record_follows(Seam.in_text("0123abc Merge http://a.example/b/\ndef4567 Mend c"))
    1.0
    """
    own, other = _COMMIT.match(seam.first.stripped), _COMMIT.match(seam.next.stripped)
    commits = own is not None and other is not None and len(own[0]) == len(other[0])
    return float(commits or _RECORD.match(seam.next.stripped) is not None)


@rule
def row_of_listing(seam: Seam) -> float:
    r"""The next line is a row of a listing or table: two spaces after its first word, then a number or one word.

    If the URI's line or the one above is stretched to the margin, so is the next line. A bar after the first word is
    proof enough, as in the summary of a commit.

    >>> texts = "tea.py  448  9 March", "c/d.py | 2 ++", "tea.py and more"
    >>> [row_of_listing(Seam.in_text(f"http://a.example/b/\n{text}")) for text in texts]
    [1.0, 1.0, 0.0]
    """
    if seam.rest.startswith("| "):
        return 1.0
    if _ROW.match(seam.next.stripped, len(seam.piece)) is None:
        return 0.0
    above = seam.layout.before(seam.first)
    return float(not is_stretched(seam.first.stripped) and not (above and is_stretched(above.stripped)))


@break_facts.rule_given(break_facts.URI_FOLLOWS)
def ends_in_uri(seam: Seam) -> float:
    r"""The next line also ends in a URI, as in a list of links; this counts half without a label or after a sentence.

    >>> ends_in_uri(Seam.in_text("a: http://a.example/b/\nc: http://c.example/"))
    1.0
    """
    if "://" not in seam.rest.rpartition(" ")[2]:
        return 0.0
    words = len(seam.rest.split(None, MOST_WORDS_OF_LABEL + 1)) - 1
    return 0.5 if seam.line.stripped == seam.uri or words > MOST_WORDS_OF_LABEL else 1.0


@break_facts.rule_given(break_facts.URI_FOLLOWS)
def uri_in_same_column(seam: Seam) -> float:
    r"""A URI in the next line begins in the same column as this one, and a gap is before one of them, as in a table.

    >>> uri_in_same_column(Seam.in_text("tea  http://a.example/\npot  http://b.example/"))
    1.0
    >>> uri_in_same_column(Seam.in_text("see  http://a.example/\nb/c  or http://b.example/"))
    0.0
    """
    slashes = seam.rest.find("://", 0, LONGEST_BEFORE)
    text, first, following = seam.layout.text, seam.first.start, seam.next
    before = text[max(first, seam.start - LONGEST_BEFORE) : seam.start]
    if slashes < 0:
        return 0.0
    begins = following.text_end - len(seam.rest) + len(seam.rest[:slashes].rstrip(ascii_letters))
    gap = _GAP.search(before) or _GAP.search(text, following.body, begins)
    return float(gap is not None and columns(text[first : seam.start]) == columns(text[following.start : begins]))


@break_facts.rule_given(break_facts.SLASHED)
def another_host(seam: Seam) -> float:
    r"""The next line starts with a host and a slash, and this URI already has a host.

    After a slash or `=` that may be the rest of the URI, unless the lines are a list of URIs and hosts.

    >>> texts = "\nbugs.example/c", "/\nbugs.example/c", "/\nbugs.example/c\npots.example/d"
    >>> [another_host(Seam.in_text(f"http://a.example/b{text}")) for text in texts]
    [1.0, 0.0, 1.0]
    """
    name = _HOST.match(seam.piece)
    return float(
        name is not None
        and (name[1].lower() in seam.layout.top_level_domains if name[1] else _AT_IP.search(seam.uri) is not None)
        and seam.has_host
        and (seam.last not in "=/" or seam.lines_between or _is_in_list_of_hosts(seam))
        and not message_id_unfinished(seam)
    )


def _is_in_list_of_hosts(seam: Seam) -> bool:
    """Whether the URI and the host are alone on their lines, and another host without a scheme is above or below."""
    if seam.rest or seam.line.stripped != seam.uri:
        return False
    above, below = _neighbour(seam, seam.layout.before, seam.first), _neighbour(seam, seam.layout.after, seam.next)
    return any(line is not None and _HOST.match(line.stripped) is not None for line in (above, below))


@break_facts.rule_given(break_facts.SLASHED)
def file_path_follows(seam: Seam) -> float:
    r"""The next line starts with a file system path, such as /usr/share, whose slashes are not evidence.

    >>> file_path_follows(Seam.in_text("http://a.example/b\n/usr/share/doc"))
    1.0
    """
    return float(is_file_path(seam))


@rule
def reads_as_code(seam: Seam) -> float:
    r"""The next line looks like source code, in which URIs are not wrapped.

    A line that both begins and ends like a statement counts double, and so does the end of a block in a shell.

    >>> [reads_as_code(Seam.in_text(f"http://a.example/b/\n{line}")) for line in ("f(x).y", "return f(x);", "fi")]
    [1.0, 2.0, 2.0]
    """
    line = seam.next.stripped
    after = line[len(seam.piece) : len(seam.piece) + 1]
    begins = _ASSIGNED.match(seam.rest + " ") is not None or _KEYWORD.fullmatch(seam.word) is not None
    ends = line.endswith(_CODE_ENDS) or line in _BLOCK_ENDS
    if begins and ends:
        return 2.0
    return float(
        begins
        or ends
        or (after != "" and after in '"`<{' and not seam.bracketed and not seam.rest.startswith("<http"))
        or "{" in seam.uri
        or "}" in seam.uri
        or (not seam.piece.isalnum() and _CODE.search(seam.piece) is not None)
    )
