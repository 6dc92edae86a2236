"""Where the authority ends in running text (RFC 3986, 3.2), which is narrower there than reg-name.

In text a host is letters, digits, `-` `_` `.`, percent-encoded octets, what UTS #46 takes beyond ASCII, or an IP
literal. Nothing in it is repaired: a host that breaks off makes no match.
"""

import re
import unicodedata
from bisect import bisect_right
from functools import cache, lru_cache

from linksift.finding.scan.beyond_ascii import ASIAN_PUNCTUATION, asian_punctuation
from linksift.finding.scan.enclosures import EMPHASIS
from linksift.finding.scan.ends import ENTITY, runs_to
from linksift.finding.scan.scan_state import CLOSERS, JOINERS, SOFT_HYPHEN, ScanState
from linksift.notes import rule
from linksift.registries import link_term, top_level_domains, written_without_spaces
from linksift.uri import IP_LITERAL, InvalidHost, to_ascii_host

LONGEST_HOST = 253
LONGEST_LABEL = 63

_USERINFO = re.compile(r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:]++|%[0-9A-Fa-f]{2})*")
_IN_HOST = rf"[A-Za-z0-9\-_.]{{0,{3 * LONGEST_HOST}}}+"
_HOST = re.compile(rf"{_IN_HOST}(?:%[0-9A-Fa-f]{{2}}{_IN_HOST}){{0,{LONGEST_HOST}}}")
_DOTS = re.compile(r"\.\.?(?=/)")
"""Where a host would be, in what people write for a relative path: `file://../a` (rust linkify's tests, AWS's docs)."""

_PORT = re.compile(r":(?:[0-9]++|(?=[/?#\s]|\Z))")
_AFTER_HOST = re.compile(r"[/?#]|:[0-9/?#]")
_FOUR_PARTS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
_PARTS = ("/", "?", "#")
_BREAKS_OFF = re.compile(r"@|[$%](?=[A-Za-z0-9_({])")
_DEFANGED = re.compile(r"[\[{]\s?(?:[.:@/]|://|//|dot|at)\s?[\]}]", re.IGNORECASE)
_TEMPLATE = re.compile(r"\{{1,2}[^\s{}]{0,256}\}{1,2}[A-Za-z0-9\-_.%\x80-\U0010ffff]")

_TRIMMED = re.escape(".,:;!?'…’”»›" + CLOSERS + EMPHASIS)
_DELIMITER = rf"(?:\Z|[\s<>\"`]|{ENTITY})"
_ENDS_ANY_HOST = re.compile(rf"\[/|(?:['’]s)?[{_TRIMMED}]*+{_DELIMITER}|[{_TRIMMED}]++[|\\^(\[]|[^A-Za-z0-9](?:\s|\Z)")
"""What stands behind a host that is whole though it may be a single label: white space, a delimiter (written out as an
entity, too), the end, and before these what trimming takes, or a single other character."""

_LABEL = re.compile("[^.\u3002\uff0e\uff61]+")
_SHORT = 24
_FARTHEST_COMPLETED = 2 * LONGEST_LABEL
"""How far behind a symbol or an ideographic stop a name may be completed."""

_STOPS = "\u3002\uff0e\uff61"
"""What UTS #46, 4, reads as dots beside the full stop."""


@cache
def _ip_literal() -> re.Pattern[str]:
    """Compiled when the first is seen: it takes milliseconds."""
    return re.compile(IP_LITERAL)


def authority(state: ScanState, position: int, needs_host: bool) -> int:
    """Where the authority ends that begins at `position`; -1 where there can be none, or it lacks the host it needs.

    Where the URI ends with it, `run.ended_by` is set; where a host was there and broke off, `run.broke_off`.
    """
    dots = None if needs_host else _DOTS.match(state.text, position)
    if dots:
        return dots.end()
    at = state.source.at_sign_after_user(position)
    if at >= 0 and _USERINFO.fullmatch(state.text, position, at) and runs_to(state, position, at):
        position = at + 1
    end = host(state, position)
    if end == position and needs_host:
        state.broke_off = state.needs_complete_host
        return -1
    return with_port(state, position, end)


def with_port(state: ScanState, position: int, end: int) -> int:
    """Where the authority ends whose host goes from `position` to `end`; -1 and the rest as `authority` has it."""
    if end < 0 or state.ended_by not in (None, symbol_after_name):
        return end
    behind = port(state, end)
    if state.text.startswith(_PARTS, behind):
        return behind
    if breaks_off(state.text, position, end, behind) or is_stump(state, position, end, behind):
        state.broke_off = True
        return -1
    return behind


def host(state: ScanState, position: int) -> int:
    """Where the host ends that begins at `position`: there, when it is empty; -1 when it breaks off or is no name."""
    text = state.text
    if text.startswith("[", position):
        literal = _ip_literal().match(text, position)
        return literal.end() if literal else -1
    end = name_end(state, position)
    if end > position and (breaks_off(text, position, end, end) or is_cut_short(state, position, end)):
        state.broke_off = True
        return -1
    if not _AFTER_HOST.match(text, end):
        end = hyphen_edge(state, position, end)
        return end if is_name(text[position:end].rstrip(".")) else -1
    return end if is_name(text[position:end]) else -1


def breaks_off(text: str, start: int, end: int, behind: int) -> bool:
    """Whether what stands `behind` the host `text[start:end]`, and its port, shows that it is none.

    That is a placeholder, a defanged dot or an at sign. A bracket behind a complete host with nothing like these in it
    is a label or a reference (AsciiDoc; mail). One before white space or the end dangles.

    >>> breaks_off("a.example[1]", 0, 9, 9), breaks_off("a.example[.]b", 0, 9, 9), breaks_off("{b}", 0, 0, 0)
    (False, True, True)
    """
    if _BREAKS_OFF.match(text, behind):
        return True
    if not text.startswith(("[", "{"), behind) or text.startswith("[/", behind):
        return False
    if _DEFANGED.match(text, behind) or _TEMPLATE.match(text, behind):
        return True
    dangles = not text[behind + 1 : behind + 2].strip()
    return not (dangles or is_complete(text, start, end))


def is_stump(state: ScanState, start: int, end: int, behind: int) -> bool:
    """Whether the host `text[start:end]` is only the beginning of what somebody wrote as one: `www\\.a.example`.

    What stands `behind` it and its port goes on like a name, and it is not complete.
    """
    if not state.needs_complete_host or ends_any_host(state, behind):
        return False
    return not is_complete(state.text, start, end)


def ends_any_host(state: ScanState, position: int) -> bool:
    """Whether what stands at `position` ends a host that may be a single label."""
    text = state.text
    if _ENDS_ANY_HOST.match(text, position) or text[position] in state.quote_closers:
        return True
    return text[position] > "\x7f" and ends_as_text(text[position])


@lru_cache(1024)
def ends_as_text(character: str) -> bool:
    """Whether a character beyond ASCII parts a host from the text behind it: punctuation, letters; symbols do not.

    >>> ends_as_text("。"), ends_as_text("／")
    (True, False)
    """
    if character in ASIAN_PUNCTUATION or link_term(character) != "Include":
        return True
    return unicodedata.category(character)[0] in "LMN"


def is_complete(text: str, start: int, end: int) -> bool:
    """Whether the host `text[start:end]` is one that needs nothing behind it.

    That is a name of two labels or more under a known top-level domain, `localhost`, four decimal parts, or an IP
    literal.

    >>> names = ("a.example", "localhost", "10.0.0.1", "[::1]", "example", "a.b")
    >>> [name for name in names if is_complete(name, 0, len(name))]
    ['a.example', 'localhost', '10.0.0.1', '[::1]']
    """
    if text.startswith("[", start) or is_complete_name(text, start, end):
        return True
    name = tail(text, start, end).rstrip(".").lower()
    return name == "localhost" or _FOUR_PARTS.fullmatch(name) is not None


def is_complete_name(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` is a name of two labels or more under a known top-level domain.

    >>> is_complete_name("b。example", 0, 9), is_complete_name("example", 0, 7)
    (True, False)
    """
    name = tail(text, start, end)
    if not name.isascii():
        name = unicodedata.normalize("NFKC", name).translate(dict.fromkeys(map(ord, _STOPS), "."))
    name = name.rstrip(".")
    return "." in name and completes_name(name)


def tail(text: str, start: int, end: int) -> str:
    """What ends the name `text[start:end]`: no less than its last label, and all of a short one.

    >>> tail("a." * 40 + "example", 0, 87)
    '.a.a.a.a.a.a.a.a.example'
    """
    low = max(start, end - _SHORT)
    last = text[low:end]
    if low == start or any(dot in last[:-1] for dot in "." + _STOPS):
        return last
    return text[max(start, end - LONGEST_LABEL - 1) : end]


def is_cut_short(state: ScanState, start: int, end: int) -> bool:
    """Whether a name goes on beyond ASCII where no IRI is looked for, and is not under a known top-level domain yet."""
    goes_on = not state.schemes.iris and end < len(state.text) and role_in_host(state.text[end]) != OUTSIDE
    return goes_on and not completes_name(tail(state.text, start, end))


LETTER, SYMBOL, STOP, OUTSIDE = "letter", "symbol", "stop", "outside"


@lru_cache(4096)
def role_in_host(character: str) -> str:
    """What a character beyond ASCII is in a host name: a letter, mark or digit; a symbol; a stop; or outside of it.

    What UTS #46 maps to a character of ASCII that no name has is outside.

    >>> [role_in_host(character) for character in "é☆。／—"]
    ['letter', 'symbol', 'stop', 'outside', 'outside']
    """
    if character in _STOPS:
        return STOP
    if character in JOINERS + SOFT_HYPHEN:
        return LETTER
    category = unicodedata.category(character)
    if character < "\x80" or link_term(character) != "Include" or category in ("Pd", "Cf"):
        return OUTSIDE
    if category[0] in "LM" or category == "Nd":
        return LETTER
    mapped = unicodedata.normalize("NFKC", character)
    return SYMBOL if all(c > "\x7f" or c.isalnum() or c in "-." for c in mapped) else OUTSIDE


def in_host(character: str) -> bool:
    """Whether a character beyond ASCII may be one of a host name, so that UTS #46 has to judge it."""
    return role_in_host(character) in (LETTER, SYMBOL)


def name_end(state: ScanState, position: int) -> int:
    """Where the characters of a host name end, beyond ASCII too, within its greatest length.

    What was read for a name that began before is not read again.
    """
    limit = min(len(state.text), position + 3 * LONGEST_HOST)
    begun, end, doubts = state.source.host_stretch
    if not begun <= position <= end:
        begun = end = position
        doubts = []
    end = host_characters_end(state, end, limit, doubts)
    state.source.host_stretch = begun, end, doubts
    doubt = next((place for place in doubts[bisect_right(doubts, position) :] if place < limit), -1)
    return min(end, limit) if doubt < 0 else doubtful_name_end(state, position, doubt, min(end, limit))


def host_characters_end(state: ScanState, position: int, limit: int, doubts: list[int]) -> int:
    """Where the characters of host names end that go on at `position`; `doubts` gets the places of doubtful ones."""
    text = state.text
    while position < limit:
        ascii_part = _HOST.match(text, position, limit)
        position = ascii_part.end() if ascii_part else position
        if position == limit or not state.schemes.iris or (role := role_in_host(text[position])) == OUTSIDE:
            break
        if is_doubtful(text, position, role):
            doubts.append(position)
        position += 1
    return position


def is_doubtful(text: str, position: int, role: str) -> bool:
    """Whether the character at `position` may not be the name's that stands before it.

    A stop is doubtful, a symbol that does not begin a label, and what could be prose.
    """
    if role == LETTER:
        return could_be_prose(text, position)
    return role == STOP or text[position - 1] not in "." + _STOPS


def doubtful_name_end(state: ScanState, start: int, doubt: int, end: int) -> int:
    """Where a name ends of which it is not sure from `doubt` on whether it is the name's."""
    role = role_in_host(state.text[doubt])
    if role == LETTER:
        return prose_after_name(state, start, doubt, end)
    too_far = end - doubt > _FARTHEST_COMPLETED
    if too_far or is_complete(state.text, start, doubt) or not is_complete(state.text, start, end):
        return state.end(asian_punctuation if role == STOP else symbol_after_name, doubt)
    if role == STOP:
        state.dotted_at = doubt
    return end


@rule
def prose_after_name(state: ScanState, start: int, prose: int, end: int) -> int:
    """Han, Kana or Hangul right behind an ASCII host is prose, unless it completes a known top-level domain.

    >>> found("http://a.example에서 http://a中国.cn/")
    ['http://a.example', 'http://xn--a-lq6ay5z.cn/']
    """
    return end if completes_name(tail(state.text, start, end)) else state.end(prose_after_name, prose)


@rule
def symbol_after_name(state: ScanState, position: int) -> int:
    """A symbol inside a label ends the host, unless it makes the name complete (RFC 3987, 3.1; UTS #46).

    >>> found("http://a.example™ http://✪a.example http://a✪b.example")
    ['http://a.example', 'http://xn--a-vfq.example', 'http://xn--ab-piy.example']
    """
    return state.end(symbol_after_name, position)


def could_be_prose(text: str, position: int) -> bool:
    """Whether the character at `position` could be prose: of a script without spaces, behind ASCII."""
    before = text[position - 1 : position]
    if not (before.isascii() and before.isalnum()):
        return False
    return written_without_spaces(text[position])


def completes_name(name: str) -> bool:
    """Whether a host name ends in a known top-level domain.

    >>> completes_name("中国.cn"), completes_name("example.com에서")
    (True, False)
    """
    return name.rstrip(".").rpartition(".")[2].lower() in top_level_domains()


@rule
def hyphen_edge(state: ScanState, position: int, end: int) -> int:
    """A host name does not end in a hyphen, so that the URI ends before it (RFC 1123, 2.1; mozTXTToHTMLConv).

    >>> found("http://example.org- where things happen")
    ['http://example.org']
    """
    if state.text[end - 1 : end] not in (".", "-"):
        return end
    stem = state.text[position:end].rstrip(".-")
    if "-" in state.text[position + len(stem) : end]:
        return state.end(hyphen_edge, position + len(stem))
    return end


def is_name(name: str) -> bool:
    """Whether a host is empty or a name: labels to 63, none empty or with hyphens at its edges, 253 in all."""
    if not name:
        return True
    written = name.replace(SOFT_HYPHEN, "")
    try:
        name = to_ascii_host(written)
    except InvalidHost:
        return False
    labels = [*name.removesuffix(".").split("."), *([] if written.isascii() else _LABEL.findall(written))]
    return len(name.removesuffix(".")) <= LONGEST_HOST and all(map(is_label, labels))


def is_label(label: str) -> bool:
    """Whether a label of a host name has a good length, and no hyphen at its edges (RFC 1123, 2.1)."""
    return 0 < len(label) <= LONGEST_LABEL and label[0] != "-" and label[-1] != "-"


def port(state: ScanState, position: int) -> int:
    """Where the port ends, if there is one at `position`."""
    digits = _PORT.match(state.text, position)
    return digits.end() if digits else position
