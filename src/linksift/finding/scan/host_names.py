"""Host names in running text, as strings: their characters, the names that are complete, and those that run into prose.

A name that is read in prose must be one of DNS (RFC 1123, 2.1), after UTS #46 has mapped it.
"""

import string
import unicodedata
from functools import lru_cache

from linksift.delimiters import ASIAN_PUNCTUATION, JOINERS
from linksift.finding.scan.character_roles import SOFT_HYPHEN
from linksift.finding.scan.schemes import Schemes
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import domain_lookalikes, link_term, written_without_spaces
from linksift.uri import DOTTED_QUAD, OTHER_DOTS, PLAIN_LETTERS, InvalidHost, decode_data, to_ascii_host

LONGEST_HOST = 253
LONGEST_LABEL = 63
_BEGINS_HOST = frozenset(f"{string.ascii_letters}{string.digits}.-_%[")

DOTS = frozenset("." + OTHER_DOTS)
"""The characters that separate labels."""

_AS_DOTS = dict.fromkeys(map(ord, OTHER_DOTS), ".")
_LABEL = rf"(?!-)[^.{OTHER_DOTS}]{{1,{LONGEST_LABEL}}}+(?<!-)"

_NAME = lazy_pattern(rf"{_LABEL}(?:[.{OTHER_DOTS}]{_LABEL})*[.{OTHER_DOTS}]?")
"""Labels of 1 to 63 characters without hyphens at their edges (RFC 1123, 2.1), and optionally the root's dot."""

_ASCII_ESCAPE = lazy_pattern("%[0-7]")
_FOUR_PARTS = lazy_pattern(DOTTED_QUAD)

_LONGEST_DOMAIN = 24
"""The longest top-level domain of letters has 18; longer ones that a caller adds are not looked for before prose."""

_LAST_LABEL = lazy_pattern(rf"\.[A-Za-z]{{2,{_LONGEST_DOMAIN}}}\Z")
"""A dot and a label that may be a top-level domain."""

_DOMAIN_AND_WORDS = lazy_pattern(r".*[^.]\.([a-z]+)(?:[A-Z][a-z]+)+")
"""A name, whose last label is a domain in small letters and words with capitals."""

_JOINS_NAMES = lazy_pattern(rf"[^\x00-\x7f]{{1,{LONGEST_LABEL}}}+[A-Za-z0-9]")
"""Text beyond ASCII in a label, and ASCII after it."""

LETTER, SYMBOL, STOP, OUTSIDE = "letter", "symbol", "stop", "outside"
"""The roles of a character beyond ASCII in a host name."""


@lru_cache(4096)
def role_in_host(character: str) -> str:
    """The role of a character beyond ASCII in a host name: letter (or mark or digit), symbol, stop, or outside.

    A character is outside if UTS #46 maps it to an ASCII character that is not allowed in names.

    >>> [role_in_host(character) for character in "é☆。／—"]
    ['letter', 'symbol', 'stop', 'outside', 'outside']
    """
    if character in OTHER_DOTS:
        return STOP
    if character in JOINERS + SOFT_HYPHEN:
        return LETTER
    category = unicodedata.category(character)
    if character < "\x80" or link_term(character) != "Include" or category in ("Pd", "Cf"):
        return OUTSIDE
    if category[0] in "LM" or category == "Nd":
        return LETTER
    return OUTSIDE if maps_to_delimiter(character) else SYMBOL


def in_host(character: str) -> bool:
    """Whether a character beyond ASCII may be in a host name, in which case UTS #46 has to judge it."""
    return role_in_host(character) in (LETTER, SYMBOL)


def may_begin_host(character: str) -> bool:
    """Whether a host may begin with a character; before any other character, and at the end of the text, it is empty.

    >>> [may_begin_host(character) for character in ("a", "[", "é", ",", "、", "")]
    [True, True, True, False, False, False]
    """
    return character in _BEGINS_HOST if character <= "\x7f" else role_in_host(character) != OUTSIDE


def maps_to_delimiter(character: str) -> bool:
    """Whether UTS #46 maps a character beyond ASCII to an ASCII character that is not allowed in names.

    >>> [maps_to_delimiter(character) for character in "）é™"]
    [True, False, False]
    """
    mapped = unicodedata.normalize("NFKC", character)
    return any(each < "\x80" and not each.isalnum() and each not in "-." for each in mapped)


def ends_as_text(character: str) -> bool:
    """Whether a character beyond ASCII separates a host from text: punctuation and letters do, symbols do not.

    >>> ends_as_text("。"), ends_as_text("／")
    (True, False)
    """
    if character in ASIAN_PUNCTUATION or link_term(character) != "Include":
        return True
    return unicodedata.category(character)[0] in "LMN"


def is_name(name: str) -> bool:
    """Whether a host is empty or a name: labels of up to 63 characters, without hyphens at their edges, and at most 253
    characters in all.

    A name that is too long because its characters beyond ASCII are escaped is as long as it is without the escapes (URL
    Standard, 3.5).

    >>> is_name(f"{'%D1%81' * 11}.example"), is_name(f"{'%61' * 64}.example"), is_name("a-.example")
    (True, False, False)
    """
    if not name:
        return True
    written = name.replace(SOFT_HYPHEN, "")
    is_escaped = "%" in written and not _ASCII_ESCAPE.search(written)
    return _is_name(written) or (is_escaped and _is_name(decode_data(written)))


def _is_name(written: str) -> bool:
    """Whether a host, written with its escapes or without, is a name."""
    try:
        name = to_ascii_host(written)
    except InvalidHost:
        return False
    if len(name.removesuffix(".")) > LONGEST_HOST or not _NAME.fullmatch(name):
        return False
    return written.isascii() or _NAME.fullmatch(written) is not None


def completes_name(name: str, known: frozenset[str]) -> bool:
    """Whether a host name ends in a known top-level domain.

    >>> completes_name("中国.CN", frozenset({"cn"})), completes_name("example.cn에서", frozenset({"cn"}))
    (True, False)
    """
    return name.rstrip(".").rpartition(".")[2].lower() in known


def is_complete_name(name: str, known: frozenset[str]) -> bool:
    """Whether a host is a name of two or more labels under a known top-level domain.

    >>> is_complete_name("b。example", frozenset({"example"})), is_complete_name("b", frozenset({"b"}))
    (True, False)
    """
    name = name.rstrip(".")
    if not name.rpartition(".")[2].isascii():
        name = unicodedata.normalize("NFKC", name).translate(_AS_DOTS).rstrip(".")
    return "." in name and completes_name(name, known)


def is_complete_host(name: str, known: frozenset[str]) -> bool:
    """Whether a host is complete, unless it is an IP literal.

    >>> names = "a.example", "LOCALHOST.", "192.0.2.1", "192。0。2。1", "example"
    >>> [is_complete_host(name, frozenset({"example"})) for name in names]
    [True, True, True, True, False]
    """
    if is_complete_name(name, known):
        return True
    name = name.translate(_AS_DOTS).rstrip(".")
    return name.lower() == "localhost" or _FOUR_PARTS.fullmatch(name) is not None


def may_run_into_sentence(name: str, known: frozenset[str]) -> bool:
    """Whether a name may be a shorter name and the first word of a sentence, with nothing but a dot between them, or
    not even that (see `domain_in_label`).

    The last label of the shorter name is a top-level domain in small letters.

    >>> [may_run_into_sentence(name, frozenset({"com"})) for name in ("a.com.The", "a.com.the", "com.The", "a.b.The")]
    [True, False, False, False]
    """
    shorter, _, word = name.rpartition(".")
    before, _, last = shorter.rpartition(".")
    return domain_in_label(name) > 0 or (word.istitle() and before != "" and last in known)


def domain_in_label(name: str) -> int:
    """The end of the top-level domain with which the last label of a name begins, before words with capitals; 0 if
    there is none.

    Only `.com` and the like count, since other domains begin the names of members in code: `this@Main.appTitle`.

    >>> [domain_in_label(name) for name in ("a.comPhone", "a.comPhoneNo", "a.appTitle", "a.comP", "com.COM", "comIn")]
    [5, 5, 0, 0, 0, 0]
    """
    found = _DOMAIN_AND_WORDS.fullmatch(name)
    return found.end(1) if found and found[1] in domain_lookalikes("registry") else 0


def could_be_prose(text: str, position: int) -> bool:
    """Whether the letter at `position` could be prose: one of a script without spaces directly after ASCII, or any
    letter, or a joiner before one, after a label that may be a top-level domain."""
    before = text[position - 1 : position]
    if not (before.isascii() and before.isalnum()):
        return False
    if written_without_spaces(text[position]):
        return True
    low = max(0, position - _LONGEST_DOMAIN - len("."))
    # UTS #46 maps some letters to ASCII, which completes the label: `a.coｍ`
    character = text[position + 1 : position + 2] if text[position] in JOINERS else text[position]
    is_letter = character.isalpha() and not unicodedata.normalize("NFKC", character).isascii()
    return is_letter and _LAST_LABEL.search(text, low, position) is not None


def joins_names(names: str, prose: int, known: frozenset[str]) -> bool:
    """Whether the prose at `prose`, in a script without spaces, joins two names: the host before it is complete, and
    ASCII follows it directly.

    >>> found("http://a.example和b.example http://a.in中国.cn/")
    ['http://a.example', 'http://a.xn--in-ry2c206a.cn/']
    """
    joins = written_without_spaces(names[prose]) and _JOINS_NAMES.match(names, prose) is not None
    return joins and is_complete_host(names[:prose], known)


def has_joined_names(host: str, known: frozenset[str]) -> bool:
    """Whether a host is really two, joined by the first text in it that could be prose.

    >>> has_joined_names("a.example和www.b.example", frozenset({"example"})), has_joined_names("a.com", frozenset())
    (True, False)
    """
    if host.isascii():
        return False
    prose = next((place for place, each in enumerate(host) if each > "\x7f" and could_be_prose(host, place)), -1)
    return prose > 0 and joins_names(host, prose, known)


def is_plain_host(schemes: Schemes, host: str) -> bool:
    """Whether a host is a complete name of letters and digits, even beyond ASCII.

    >>> [is_plain_host(Schemes(None), host) for host in ("a.example", "münchen.example", "a", "a.example에서")]
    [True, True, False, False]
    """
    known = schemes.top_level_domains
    return (
        len(host) <= LONGEST_HOST
        and is_complete_name(host, known)
        and not has_joined_names(host, known)
        and PLAIN_LETTERS.sub("", host).isascii()
        and is_name(host)
    )
