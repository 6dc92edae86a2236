"""E-mail addresses, read backwards and forwards from the `@` (RFC 5322, 3.4.1; RFC 6531, 3.3).

In running text, a local part is a dot-atom, possibly with characters beyond ASCII (UTS #58, Link_Email). Quoted local
parts and domain literals are found only in angle brackets, where they cannot be anything else.
"""

import re
import unicodedata
from collections.abc import Iterator

from linksift.delimiters import ASIAN_MARKS, INVISIBLE
from linksift.finding.match import Candidate
from linksift.finding.scan import authority
from linksift.finding.scan.character_roles import (
    HYPHENS_BEYOND_ASCII,
    MIDDLE_DOTS,
    PREFIXED,
    PRINTED_HYPHEN,
    UNSPACED_LETTERS,
    is_hyphen_in_word,
)
from linksift.finding.scan.enclosed.line_breaks import PLAIN_BREAK_IN_QUOTES, with_marks
from linksift.finding.scan.enclosed.quotes import OPENERS, QUOTES, joined_candidate
from linksift.finding.scan.enclosures import CLOSING_QUOTES, closing_underscores, emphasis_around, underscores_before
from linksift.finding.scan.escaped_characters import NO_WIDTH
from linksift.finding.scan.host_names import LONGEST_HOST, is_complete_name, is_name
from linksift.finding.scan.lookback import windows
from linksift.finding.scan.names.www_names import NOT_AFTER, closer_in_host, emphasis_after_host, escape_end
from linksift.finding.scan.running_text import enclosure_name, start_scan
from linksift.finding.scan.scanned_text import ScannedText, ScanState
from linksift.finding.scan.uri_end import host_character
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import link_email
from linksift.uri import DOTTED_QUAD

LONGEST_LOCAL_PART = 64
"""The greatest length, in code points, of a local part (RFC 5321, 4.5.3.1.1), and thus of the text read backwards."""

LABEL = r"[A-Za-z0-9][A-Za-z0-9\-]{0,62}+(?<!-)"

AFTER_DOMAIN = "\"'<>()],:;*!?`|/\\#+~^}&=" + CLOSING_QUOTES + ASIAN_MARKS + "（）［］【】〔〕「『《"
"""Characters that end a domain without showing that it is not one (see `breaks_off`)."""

_LOCATION_PATH = r":(?!\d{1,5}/)[\w.~\-]{0,64}+/(?!/)"
"""The path of a location for scp and git, `joe@a.example:b/c.git` (git-clone(1), "GIT URLS"). A number before the slash
is a port: UTS #58 links the address before it."""

_PLAIN_DOMAIN = rf"{LABEL}(?:\.{LABEL})+(?!\.?{_LOCATION_PATH}|://)(?=\.?(?:[\s{re.escape(AFTER_DOMAIN)}]|\Z))"
_TWO_LABELS = rf"(?:[^\W_]|[^\x00-\x7f])[\w\-]{{0,62}}+(?:{NO_WIDTH})?+(?:\.[^\W_]|[^\x00-\x7f])"
_BROKEN_DOMAIN = (
    rf"[\w.\-]{{0,{LONGEST_HOST}}}+(?:[={PRINTED_HYPHEN}]|(?<=[@.\-]))[ \t]{{0,99}}+\r?\n[ \t>]{{0,99}}+"
    rf"[^\s@<>{QUOTES}]{{1,{LONGEST_HOST}}}+[>{QUOTES}]"
)
"""The first part of a domain, a mark at which a line may break it, and a word on the next line before a closer. Without
that closer, as after most sentences that end in an address, the domain is whole."""

TRIGGER = (
    r"@(?:(?<=[^\s@.<>()\[\],;:\\]@)|(?<=[^\s@.<>()\[\],;:\\]\\@)|(?<==\n@)|(?<==\r\n@))"
    rf"(?:(?={_BROKEN_DOMAIN})|{_PLAIN_DOMAIN}|(?=@?+{_TWO_LABELS}|\[))"
)
"""An at sign, perhaps doubled or after a backslash, with text on both sides, or after a soft line break; a domain in
ASCII is matched as a whole, except if a line end may break it, or after a doubled at sign."""

_IN_LOCAL_PART = r"[^\x00-\x20\"&-*,/:-@\[-\]`{-}\x7f]"
_BACKWARDS = re.compile(rf"{_IN_LOCAL_PART}*+(?:'(?=[^\W_]){_IN_LOCAL_PART}*+)*")
"""A local part read backwards: the characters that it may contain (Link_Email), except those that are more often found
before an address.

The exceptions are `= / & ? |`, `*`, brackets, and quotes, but not an apostrophe after a letter or digit.
"""

_PLACEHOLDER_ENDS = (")", "]", "}", ">")
_OWNER = lazy_pattern(r"~[A-Za-z0-9_\-]+/\Z")
"""The owner of a mailing list before the name of the list, in SourceHut's addresses: `~joe/kettles@a.example`."""

_ESCAPED = lazy_pattern(r"[A-Za-z0-9](?:[A-Za-z0-9.+\-_]|\\++[_\-]|\\&\.)*+(?:\\++|\\&)\Z")
"""The text before an underscore that Markdown, LaTeX or a query of SQL escapes (`joe\\_smith@a.example`), or before a
hyphen or dot in the source of a manual page (`joe\\&.smith@a.example`)."""

_PROSE_BEFORE = lazy_pattern(rf"[\x00-\x7f]*(?:[A-Za-z0-9](?=[{UNSPACED_LETTERS}])|[A-Za-z](?=-?[{PREFIXED}]))")

_PARTICLES = tuple("以为是はをが")
"""Chinese and Japanese words that may precede the domain of addresses, and that end no name."""

_MIDDLE_DOT = lazy_pattern(rf"(?<=[^\W_])(?<![{UNSPACED_LETTERS}])(?:[\u30fb\uff65]|\u00b7(?!(?<=[Ll]\u00b7)[Ll]))")
"""A middle dot that separates text from what follows, in a local part read backwards: a name contains one only between
two letters l, as in Catalan (RFC 5892, A.3), or before Kana or Han (A.7)."""

_BETWEEN_ADDRESSES = lazy_pattern(r"/|--")
"""The characters that separate an address from one that ends directly before it."""

_NOT_AFTER = re.compile(f"[{NOT_AFTER}]")
_SCP_PATH = lazy_pattern(_LOCATION_PATH)
_PROSE = lazy_pattern(rf"[{UNSPACED_LETTERS}{PREFIXED}]|(?<=[{PREFIXED}])-")
_INVISIBLE = lazy_pattern(f"[{INVISIBLE}]")
_MOST_INVISIBLE = 8
_BEFORE_ADDRESS = "✉📧📨📩☎📞"
"""Pictographs that people put before an address, even directly after a word."""

_ATEXT = r"[^\x00- \"(),.:-<>@\[-\]|\x7f]"
_QUOTED = rf'"(?:[^"\\<>\x00-\x1f\x7f\s\ud800-\udfff]| |\\[!-~ ]){{1,{LONGEST_LOCAL_PART}}}'
LOCAL_PART_IN_ANGLES = lazy_pattern(rf'<({_ATEXT}++(?:\.{_ATEXT}++)*|{_QUOTED}")')
QUOTED_IN_ANGLES = lazy_pattern(rf'<{_QUOTED}(?:"|\\?\Z)')
"""An angle bracket and a quoted local part, which more text may complete: only its words belong to an address."""

_DOMAIN_LITERAL = lazy_pattern(rf"\[(?:IPv6:[0-9A-Fa-f:.]{{2,45}}+|{DOTTED_QUAD})\]")
_CLOSED = re.compile(r">|\||\\>")

_IN_WORD = rf"[^\s@<>{QUOTES}]"
_BREAK = (
    rf"((?:(?<=[^\W_][.+\-_{HYPHENS_BEYOND_ASCII}])|(?<=@)){PLAIN_BREAK_IN_QUOTES}"
    r"|(?<==)\r?\n(?=[\w.\-@]))"
)
_BROKEN = lazy_pattern(
    rf"[<{re.escape(OPENERS)}]{_IN_WORD}{{1,{LONGEST_LOCAL_PART}}}+"
    rf"(?:{_BREAK}{_IN_WORD}{{0,{LONGEST_LOCAL_PART}}}+@|@{_IN_WORD}{{0,{LONGEST_HOST}}}+{_BREAK})"
    rf"{_IN_WORD}{{1,{LONGEST_HOST}}}+"
)
"""An opener and an address that a line end breaks after a character that separates words (a dot, a plus, a hyphen, an
underscore or the `@`), or after the `=` of a soft line break. Other marks end a sentence, as in `“Thanks!`, or begin a
line."""

_FARTHEST_OPENER = 3 * LONGEST_LOCAL_PART
"""How far before the `@` an opener is looked for: the length of a local part, and of blanks and quote marks after a
line end in it."""

_WITHOUT_QUOTES = lazy_pattern(rf"[^@<>{QUOTES}]*+")


def addresses(source: ScannedText, hit: re.Match[str]) -> Iterator[Candidate]:
    """The addresses around the `@` at a trigger's hit: in angle brackets, then in running text."""
    for found in (address_over_lines, address_in_angles, address_in_text):
        candidate = found(source, hit.start())
        if candidate is not None and len(candidate.text.rstrip(".")) <= source.max_length:
            yield candidate._replace(kind="email", prefix="mailto:")


def address_in_text(source: ScannedText, at: int) -> Candidate | None:
    """The address around the `@` at `at`, if it is not in angle brackets. An ellipsis or a dash may precede it.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> address_in_text(ScannedText("To=joe@a.example", Schemes(None)), 6).text
    'joe@a.example'
    >>> address_in_text(ScannedText("...joe@a.example", Schemes(None)), 6).text
    'joe@a.example'
    >>> address_in_text(ScannedText("E-mail -joe@a.example", Schemes(None)), 11).text
    'joe@a.example'
    """
    text = source.text
    start = local_part_start(text, at - (text[at - 1 : at] == "\\"))  # an escaped at sign, as in strings of Perl
    emphasized = emphasized_address(source, start, at) if text[start] == "_" else None
    if emphasized is not None:
        return emphasized
    start = start_outside_word(source, owner_start(text, escaped_start(text, start, at), at), at)
    if start < 0:
        return None
    # the end of a name that a placeholder begins, as in `[PROJECT]-compute@a.example`
    if text[start] == "-" and text[start - 1 : start] in _PLACEHOLDER_ENDS:
        return None
    local = text[start:at].lstrip(".-")
    start = at - len(local)
    if start < source.position or not all(local.split(".")) or len(local) > LONGEST_LOCAL_PART:
        return None
    # a name that IRC has not verified, as in `joe (~joe@a.example) has joined`, or a variable in a string of Perl
    if (local.startswith("~") and "/" not in local) or ("$" in local and local.endswith("\\")):
        return None
    if local.isascii() and not any(map(str.isalnum, local)):  # a pattern, as in SQL: LIKE '%@a.example'
        return None
    state, domain = start_scan(source, start), domain_start(text, at)
    end = domain_end(state, domain)
    if end < 0:
        closing = emphasis_after_host(state, domain)
        return closing and Candidate(start, text[start : closing.start], remarks=(closing,))
    emphasis, longer = emphasis_around(text, start, end), longer_address(state, domain, end)
    remarks = state.remarks(end)
    enclosure = enclosure_name(state, end)
    return Candidate(start, text[start:end], enclosure, emphasis_before=emphasis, remarks=remarks, variants=longer)


def longer_address(state: ScanState, domain: int, end: int) -> tuple[Candidate, ...]:
    """The address whose domain includes the word that was taken for the beginning of a sentence, if it may.

    >>> [other.uri for match in linksift.find("joe@a.example.You can") for other in match.alternatives]
    ['mailto:joe@a.example.You']
    """
    if state.ended_by is not authority.sentence_after_name:
        return ()
    stop = authority.name_end(state, end)
    longer = Candidate(state.start, state.text[state.start : stop], kind="email", prefix="mailto:")
    return (longer,) if is_domain(state, domain, stop) else ()


def owner_start(text: str, start: int, at: int) -> int:
    """The start of a local part that was read back to `start`: that of the owner, if it is the name of an owner's list.

    >>> [owner_start(text, 5, 9) for text in ("~joe/list@a.example", "/joe/list@a.example")]
    [0, 5]
    """
    owner = _OWNER.search(text, max(0, at - LONGEST_LOCAL_PART), start) if text[start - 1 : start] == "/" else None
    return owner.start() if owner else start


def escaped_start(text: str, start: int, at: int) -> int:
    r"""The start of a local part that was read back to `start`: farther back, if an escaped underscore, hyphen or dot
    is there.

    >>> [escaped_start(text, 4, 8) for text in (r"joe\_tea@a.example", r"%'0\tea@a.example", r"jo\&.tea@a.example")]
    [0, 4, 0]
    """
    is_escaped = text.endswith("\\&" if text[start] == "." else "\\", 0, start) and text[start] in "_-."
    before = _ESCAPED.search(text, max(0, at - LONGEST_LOCAL_PART), start) if is_escaped else None
    return before.start() if before else start


def start_outside_word(source: ScannedText, start: int, at: int) -> int:
    r"""The start of an address whose local part was read back to `start`: after what separates it from an address that
    ends directly before it, or after the escape of a character in a string; -1 if it would begin inside a word.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> for text in (r"a\njoe@a.example", r"\u003cjoe@a.example", "a/joe@a.example"):
    ...     at = text.index("@")
    ...     start_outside_word(ScannedText(text, Schemes(None)), local_part_start(text, at), at)
    3
    6
    -1
    """
    text = source.text
    separator = _BETWEEN_ADDRESSES.match(text, source.position, at) if source.position else None
    if separator and start <= separator.end():
        return separator.end()
    after_escape = escape_end(text, start, at)
    if after_escape >= 0:
        return after_escape
    return -1 if is_in_word(text, start, source.position) else start


def emphasized_address(source: ScannedText, start: int, at: int) -> Candidate | None:
    """The address around the `@` at `at`, if the underscores at `start` close directly after it.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> emphasized_address(ScannedText("_joe@a.example_", Schemes(None)), 0, 4).text
    'joe@a.example'
    """
    text = source.text
    local = text[start:at].lstrip("_")
    begin = at - len(local)
    marks = underscores_before(text, begin)
    if begin < source.position or not all(local.split(".")) or len(marks) != begin - start:
        return None
    state, domain = start_scan(source, begin), domain_start(text, at)
    closer = closer_in_host(state, domain, authority.name_end(state, domain), marks)
    if closer < 0 or not is_name(text[domain:closer]):
        return None
    return Candidate(begin, text[begin:closer], remarks=(closing_underscores(closer, marks),))


def local_part_start(text: str, at: int) -> int:
    """The start of the local part that ends before `at`; one character beyond its greatest length is looked at.

    >>> local_part_start("'joe@a.example", 4), local_part_start("o'joe@a.example", 5)
    (1, 0)
    """
    length = 0
    for window in windows(text, at, LONGEST_LOCAL_PART + 1):
        found = _BACKWARDS.match(window[::-1])
        local = found[0] if found else ""
        length = len(local)
        if not local.isascii():
            length = next((place for place, character in enumerate(local) if not is_allowed(character)), length)
            while length and (is_never_first(local[length - 1]) or local[length - 1] in MIDDLE_DOTS):
                length -= 1
            length = without_prose(after_middle_dot(local[:length]))
        if length < len(window) - 1:  # an apostrophe is judged by the character before it
            break
    return at - length


def after_middle_dot(local: str) -> str:
    """A local part read backwards, without text before it and the middle dot that separates them, as in Japanese and
    Korean lists (RFC 5892, A.3 and A.7).

    >>> [after_middle_dot(local) for local in ("eoj・絡連", "eoj·nna", "igel·loc", "郎・郎太")]
    ['eoj', 'eoj', 'igel·loc', '郎・郎太']
    """
    found = _MIDDLE_DOT.search(local)
    return local[: found.start()] if found else local


def without_prose(local: str) -> int:
    """The length of a local part read backwards, without prose that runs into it: Han, Kana, Hangul or Thai before
    ASCII, a prefix or word in Hebrew or Arabic (`ל-joe`, `وjoe`), or words that end in a particle: `必须以@a.example`
    (it must end in `@a.example`).

    >>> [without_prose(local) for local in ("eoj系联", "郎太", "eoj.郎太", "以须必", "eoj-ל", "eojو", "eojé")]
    [3, 2, 6, 0, 3, 3, 4]
    """
    found = _PROSE_BEFORE.match(local)
    return found.end() if found else 0 if local[:1] in _PARTICLES else len(local)


def is_never_first(character: str) -> bool:
    r"""Whether a character before a local part is not part of it: an invisible character, or a mark on the character
    before it.

    >>> is_never_first("\ufe0f"), is_never_first("é")
    (True, False)
    """
    return _INVISIBLE.match(character) is not None or unicodedata.category(character)[0] == "M"


def is_in_word(text: str, start: int, position: int = 0) -> bool:
    """Whether a local part at `start` would begin inside a word, even after a pictograph or hyphen: `j🌸oe@a.example`.

    A word that ends at `position`, with an earlier match, does not continue.

    >>> texts = ("j🌸oe@a.example", "🌸oe@a.example", "a✉oe@b.example", "\u200doe@a.example", "j\u2010oe@a.example")
    >>> [is_in_word(text, text.index("oe")) for text in texts]
    [True, False, False, False, True]
    """
    place = start - 1
    while place >= max(0, start - _MOST_INVISIBLE) and is_never_first(text[place]):
        place -= 1
    if place < 0:
        return False
    if _PROSE.match(text, place) and text[place + 1 : place + 2].isascii():
        return False  # prose without spaces, or a prefix, runs into the address: 联系joe@a.example, ל-joe@a.example
    if text[place] < "\x80" or unicodedata.category(text[place]) != "So":
        return _NOT_AFTER.match(text, place) is not None or is_hyphen_in_word(text, place)
    return place > position and text[place] not in _BEFORE_ADDRESS and text[place - 1].isalpha()


def is_allowed(character: str) -> bool:
    """Whether a character that the pattern accepted may be in a local part: not all characters beyond ASCII may."""
    return character.isascii() or link_email(character)


def domain_start(text: str, at: int) -> int:
    """Where the domain after the `@` at `at` begins; some markup doubles the `@`.

    >>> domain_start("joe@a.example", 3), domain_start("joe@@a.example", 3)
    (4, 5)
    """
    return at + 2 if text.startswith("@", at + 1) else at + 1


def domain_end(state: ScanState, position: int) -> int:
    """The end of the domain of an address, with any dots after it; -1 if it is not under a known top-level domain, or
    if a path of scp follows."""
    end = authority.sentence_after_name(state, position, authority.name_end(state, position))
    if _SCP_PATH.match(state.text, end):
        return -1
    stop = -1 if authority.breaks_off(state, position, end, end) else authority.hyphen_edge(state, position, end)
    if stop >= 0 and is_domain(state, position, stop):
        return stop
    dots = authority.dots_before_word(state, position, end)
    if dots >= 0:
        return host_character(state, dots)
    dash = authority.dash_after_name(state, position, end)
    return state.end(authority.hyphen_edge, dash) if dash >= 0 else -1


def is_domain(state: ScanState, start: int, end: int) -> bool:
    """Whether `text[start:end]`, perhaps with dots after it, is a name under a known top-level domain."""
    name = state.text[start:end].rstrip(".")
    return is_complete_name(name, state.schemes.top_level_domains) and is_name(name)


def address_in_angles(source: ScannedText, at: int) -> Candidate | None:
    """The address around the `@` at `at` in angle brackets, taken verbatim (RFC 5322, 3.4).

    A backslash belongs to a quoted pair, so it is not one of Markdown's escapes.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> address_in_angles(ScannedText('<"joe doe"@[192.0.2.1]>', Schemes(None)), 10).text
    '"joe doe"@[192.0.2.1]'
    """
    text = source.text
    opener = source.last_angle(at)
    near = opener >= max(0, at - LONGEST_LOCAL_PART - 1)
    local = LOCAL_PART_IN_ANGLES.fullmatch(text, opener, at) if near else None
    if local is None or (local[1][0] != '"' and not all(map(is_allowed, local[1]))):
        return None
    domain = domain_start(text, at)
    literal = _DOMAIN_LITERAL.match(text, domain)
    end = literal.end() if literal else domain_end(start_scan(source, opener + 1), domain)
    if end < 0 or not _CLOSED.match(text, end) or text[end - 1] == ".":
        return None
    return Candidate(opener + 1, text[opener + 1 : end], "angle", no_trim=True, verbatim=True)


def address_over_lines(source: ScannedText, at: int) -> Candidate | None:
    r"""The address around the `@` at `at`, alone in angle brackets or quotes, if a line end breaks it (see `_BROKEN`).

    After a letter or digit, a line end does not break an address: `<p\nid=joe@a.example>` is a tag.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> text = "<joe-\n  doe@a.example>"
    >>> address_over_lines(ScannedText(text, Schemes(None)), text.index("@")).gaps
    ((4, 7),)
    """
    text = source.text
    if not source.joins:
        return None
    opener = -1
    for window in windows(text, at, min(_FARTHEST_OPENER, at - source.position)):
        run = _WITHOUT_QUOTES.match(window[::-1]).end()  # type: ignore[union-attr]
        if run < len(window):
            opener = at - run - 1
            break
    broken = _BROKEN.match(text, opener) if opener >= 0 else None
    if broken is None or broken.end() == len(text):
        return None
    start = broken.start() + 1
    gap = with_marks(text, start, start, *broken.span(1 if broken[1] is not None else 2))
    if text[gap[0] - 1] == "=":
        return None
    gaps = [(gap[0] - start, gap[1] - start)]
    return joined_candidate(
        source, start, broken.end(), gaps, lambda alone, begin: address_in_text(alone, alone.text.index("@", begin))
    )
