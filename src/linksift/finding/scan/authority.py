"""Where the authority ends in running text (RFC 3986, 3.2), which is narrower there than reg-name.

In text a host is letters, digits, `-` `_` `.`, percent-encoded octets, what `idna` takes beyond ASCII, or an IP
literal. Nothing in it is repaired: a host that breaks off makes no match.
"""

import re
import unicodedata
from functools import cache

from linksift.finding.scan.ends import reads_through
from linksift.finding.scan.run import JOINERS, SOFT_HYPHEN, Run
from linksift.notes import rule
from linksift.registries import link_term, top_level_domains, written_without_spaces
from linksift.uri import IP_LITERAL, InvalidHost, to_ascii_host

LONGEST_HOST = 253
LONGEST_LABEL = 63
LONGEST_USERINFO = 256

_IN_USERINFO = rf"[A-Za-z0-9\-._~!$&'()*+,;=:]{{0,{LONGEST_USERINFO}}}+"
_USERINFO = re.compile(rf"{_IN_USERINFO}(?:%[0-9A-Fa-f]{{2}}{_IN_USERINFO}){{0,{LONGEST_USERINFO}}}@")
_IN_HOST = rf"[A-Za-z0-9\-_.]{{0,{3 * LONGEST_HOST}}}+"
_HOST = re.compile(rf"{_IN_HOST}(?:%[0-9A-Fa-f]{{2}}{_IN_HOST}){{0,{LONGEST_HOST}}}")
_DOTS = re.compile(r"\.\.?(?=/)")
"""Where a host would be, in what people write for a relative path: `file://../a` (rust linkify's tests, AWS's docs)."""

_PORT = re.compile(r":[0-9]*+")
_AFTER_HOST = ("/", "?", "#", ":")
_BREAKS_OFF = ("{", "$", "%", "@")


@cache
def _ip_literal() -> re.Pattern[str]:
    """Compiled when the first is seen: it takes milliseconds."""
    return re.compile(IP_LITERAL)


def authority(run: Run, position: int, needs_host: bool) -> int:
    """Where the authority ends that begins at `position`; -1 where there can be none, or it lacks the host it needs.

    Where the URI ends with it, `run.ended_by` is set.
    """
    dots = None if needs_host else _DOTS.match(run.text, position)
    if dots:
        return dots.end()
    userinfo = _USERINFO.match(run.text, position)
    if userinfo and reads_through(run, position, userinfo.end() - 1):
        position = userinfo.end()
    end = host(run, position)
    if end == position and needs_host:
        return -1
    if end < 0 or run.ended_by:
        return end
    end = port(run, end)
    return -1 if breaks_off(run.text, end) else end


def host(run: Run, position: int) -> int:
    """Where the host ends that begins at `position`: there, when it is empty; -1 when it breaks off or is no name."""
    text = run.text
    if text.startswith("[", position):
        literal = _ip_literal().match(text, position)
        return literal.end() if literal else -1
    end = name_end(run, position)
    if breaks_off(text, end) or is_cut_short(run, position, end):
        return -1
    if text.startswith(_AFTER_HOST, end):
        return end if is_name(text[position:end]) else -1
    end = hyphen_edge(run, position, end)
    return end if is_name(text[position:end].rstrip(".")) else -1


def breaks_off(text: str, end: int) -> bool:
    """Whether what ends a host (or port) shows that it is none: a placeholder, a defanged dot, a stray percent sign."""
    return text.startswith(_BREAKS_OFF, end) or (text.startswith("[", end) and not text.startswith("[/", end))


def is_cut_short(run: Run, start: int, end: int) -> bool:
    """Whether a name goes on beyond ASCII where no IRI is looked for, and is not under a known top-level domain yet."""
    goes_on = not run.schemes.iris and end < len(run.text) and in_host(run.text[end])
    return goes_on and not completes_name(run.text[start:end])


def name_end(run: Run, position: int) -> int:
    """Where the characters of a host name end, beyond ASCII too, within its greatest length."""
    text = run.text
    start, prose = position, -1
    limit = min(len(text), start + 3 * LONGEST_HOST)
    while True:
        ascii_part = _HOST.match(text, position, limit)
        position = ascii_part.end() if ascii_part else position
        if position == limit or not (run.schemes.iris and in_host(text[position])):
            break
        if prose < 0 and could_be_prose(text, start, position):
            prose = position
        position += 1
    return position if prose < 0 else prose_behind_name(run, start, prose, position)


@rule
def prose_behind_name(run: Run, start: int, prose: int, end: int) -> int:
    """Han, Kana, Hangul or a symbol right behind an ASCII host is prose, unless it completes a known top-level domain.

    >>> found("http://a.example에서 http://a中国.cn/")
    ['http://a.example', 'http://xn--a-lq6ay5z.cn/']
    """
    return end if completes_name(run.text[start:end]) else run.end(prose_behind_name, prose)


def in_host(character: str) -> bool:
    """Whether a character beyond ASCII may be one of a host name, so that `idna` has to judge it."""
    if character < "\x80" or link_term(character) != "Include":
        return False
    return unicodedata.category(character) not in ("Pd", "Cf") or character in JOINERS + SOFT_HYPHEN


def could_be_prose(text: str, start: int, position: int) -> bool:
    """Whether the character at `position` could be prose: of a script without spaces, or a symbol, behind ASCII."""
    before, character = text[position - 1], text[position]
    if position == start or not (before.isascii() and before.isalnum()):
        return False
    return written_without_spaces(character) or unicodedata.category(character)[0] in "PS"


def completes_name(name: str) -> bool:
    """Whether a host name ends in a known top-level domain.

    >>> completes_name("中国.cn"), completes_name("example.com에서")
    (True, False)
    """
    return name.rstrip(".").rpartition(".")[2].lower() in top_level_domains()


@rule
def hyphen_edge(run: Run, position: int, end: int) -> int:
    """A host name does not end in a hyphen, so that the URI ends before it (RFC 1123, 2.1; mozTXTToHTMLConv).

    >>> found("http://example.org- where things happen")
    ['http://example.org']
    """
    stem = run.text[position:end].rstrip(".-")
    if "-" in run.text[position + len(stem) : end]:
        return run.end(hyphen_edge, position + len(stem))
    return end


def is_name(name: str) -> bool:
    """Whether a host is empty or a name: labels to 63, none empty or with hyphens at its edges, 253 in all."""
    if not name:
        return True
    try:
        name = to_ascii_host(name.replace(SOFT_HYPHEN, ""))
    except InvalidHost:
        return False
    labels = name.removesuffix(".").split(".")
    return len(name) <= LONGEST_HOST + 1 and all(map(is_label, labels))


def is_label(label: str) -> bool:
    """Whether a label of a host name has a good length, and no hyphen at its edges (RFC 1123, 2.1)."""
    return 0 < len(label) <= LONGEST_LABEL and label[0] != "-" and label[-1] != "-"


def port(run: Run, position: int) -> int:
    """Where the port ends, if there is one at `position`."""
    digits = _PORT.match(run.text, position)
    return digits.end() if digits else position
