"""URIs, above all their hosts, that people take for something else (RFC 3986, 7.6; UTS #39)."""

import re
from unicodedata import category

from linksift.finding import Match
from linksift.hazards.hazard import Check, check, decoded
from linksift.hazards.link_text_mismatch import recipients
from linksift.registries import latin_lookalike, scripts, top_level_domains
from linksift.uri import DOTTED_QUAD, Reference, domain_to_unicode, to_unicode_host

CHECKS: list[Check[Reference]] = []
MATCH_CHECKS: list[Check[Match]] = []

_BACKSLASH = "scan.uri_end.backslash"
_FORMAT_CHARACTER = "scan.beyond_ascii.format_character"

# A name with a dot; a scheme may precede it.
_NAME_FIRST = r"(?:[A-Za-z][A-Za-z0-9+.\-]*+:/++)?((?:[\w\-]++\.)+[\w\-]++)"

_TOGETHER = tuple(
    map(frozenset, ({"Latin", "Han", "Hiragana", "Katakana"}, {"Latin", "Han", "Bopomofo"}, {"Latin", "Han", "Hangul"}))
)
"""The sets of scripts that a single language mixes (UTS #39, 5.1 and 5.2)."""

_COMMON = frozenset({"Common"})

_IN_CONTEXT = frozenset("\u00b7\u0375\u05f3\u05f4\u30fb")
"""Punctuation that IDNA 2008 allows next to certain letters: middle dots, keraia and geresh (RFC 5892, A)."""

# The countries that use a script; under their domains, its words look Latin only by chance (Chromium's IDN policy).
_AT_HOME = {
    "Armenian": {"am"},
    "Cyrillic": {"bg", "by", "kz", "ru", "su", "ua", "uz"},
    "Ethiopic": {"er", "et"},
    "Georgian": {"ge"},
    "Greek": {"gr"},
    "Hebrew": {"il"},
    "Myanmar": {"mm"},
    "Thai": {"th"},
}


@check(CHECKS, "The text before the @ looks like a host, but is only a user name.", "RFC 3986, 7.6", deceives=True)
def host_like_userinfo(reference: Reference) -> bool:
    """Whether the userinfo begins like a host: with a name under a known top-level domain, or with an address (7.6).

    >>> from linksift.uri import parse
    >>> host_like_userinfo(parse("http://www.bank.example@evil.example/"))
    True
    >>> host_like_userinfo(parse("ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm"))
    True
    >>> host_like_userinfo(parse("ssh://first.last@host.example/"))
    False
    """
    name = re.match(_NAME_FIRST, decoded(reference.userinfo or ""))
    if name is None:
        return False
    last = name[1].rpartition(".")[2].lower()
    return last in top_level_domains() or re.fullmatch(DOTTED_QUAD, name[1]) is not None


@check(CHECKS, "The host mixes scripts whose letters can look alike.", "UTS #39, 5.2; RFC 3986, 7.6", deceives=True)
def mixed_scripts(reference: Reference) -> bool:
    """Whether a label of the host mixes scripts that no language mixes, such as Latin and Cyrillic (UTS #39, 5.2).

    Scripts that are not in everyday use count as one. Latin mixed with Japanese, Chinese or Korean is not a hazard.

    >>> from linksift.uri import parse, to_uri
    >>> names = ("p\u0430ypal.example", "b\u00fccher.\u0440\u0444")
    >>> [mixed_scripts(parse(to_uri(f"http://{name}/"))) for name in names]
    [True, False]
    >>> mixed_scripts(parse(to_uri("mailto:joe@p\u0430ypal.example")))
    True
    """
    labels = (label for name in _names(reference) for label in to_unicode_host(name).split("."))
    return not all(label.isascii() or _written_together(label) for label in labels)


def _names(reference: Reference) -> list[str]:
    """The host, unless it is an address, or the domains of a `mailto` URI's recipients, decoded and in lower case."""
    names = [domain for _, domain in recipients(reference)]
    return names if reference.host_kind != "reg-name" else [decoded(reference.host or "").lower()]


def _written_together(label: str) -> bool:
    """Whether a label is in one script, or in scripts that one language mixes, apart from common characters.

    Scripts that are not in everyday use count as one.

    >>> [_written_together(label) for label in ("a1-b", "\u30ab\u30bfkana", "p\u0430ypal")]
    [True, True, False]
    """
    each = {scripts(character) for character in label} - {_COMMON}
    if not any(each):
        return True
    one_for_all = frozenset.intersection(*each)
    return bool(one_for_all) or any(all(some & together for some in each) for together in _TOGETHER)


@check(CHECKS, "The host is written in letters that look like Latin ones.", "UTS #39, 5; RFC 3986, 7.6", deceives=True)
def whole_script_confusable(reference: Reference) -> bool:
    """Whether a label of the host is entirely in one non-Latin script, but looks like ASCII (UTS #39, 4 and 5).

    Under a top-level domain beyond ASCII or of a country using the script, such a label counts as an ordinary word.

    >>> from linksift.uri import parse, to_uri
    >>> names = ("\u0430\u0440\u0440\u04cf\u0435.example", "\u0441\u043e\u0440.\u0440\u0444", "\u0441\u043e\u0440.ua")
    >>> [whole_script_confusable(parse(to_uri(f"http://{name}/"))) for name in names]
    [True, False, False]
    """
    return any(_has_latin_look(to_unicode_host(name)) for name in _names(reference))


def _has_latin_look(name: str) -> bool:
    """Whether a label of a name under an ASCII domain looks Latin, but is not."""
    *labels, last = name.removesuffix(".").split(".")
    return last.isascii() and any(_looks_latin(label, last) for label in labels if not label.isascii())


def _looks_latin(label: str, last: str) -> bool:
    """Whether all letters of a label look Latin but belong to one other script that is foreign to the domain `last`."""
    scripts = {latin_lookalike(character) for character in label if not character.isascii() or character.isalpha()}
    (script, *others) = scripts or {None}
    return script is not None and not others and last not in _AT_HOME.get(script, ())


@check(CHECKS, "The host contains a symbol that may look like another, or not be displayed.", "RFC 5892, 2; UTS #46")
def symbol_in_host(reference: Reference) -> bool:
    """Whether the host contains a symbol or punctuation beyond ASCII, which IDNA 2008 forbids (RFC 5892, 2).

    Many symbols look alike, and fonts show them differently or not at all. Browsers accept most of them (UTS #46).

    >>> from linksift.uri import parse, to_uri
    >>> names = ("\u272aa.ws", "\U0001f973.ws", "b\u00fccher.example", "l\u00b7l.example")
    >>> [symbol_in_host(parse(to_uri(f"http://{name}/"))) for name in names]
    [True, True, False, False]
    """
    characters = (character for name in _names(reference) for character in domain_to_unicode(name))
    return any(not c.isascii() and category(c)[0] in "SP" and c not in _IN_CONTEXT for c in characters)


@check(
    MATCH_CHECKS,
    "A backslash ends the host, but some software reads the text after the next @ as the host.",
    "RFC 3986, 7.6; URL Standard",
    deceives=True,
)
def backslash(match: Match) -> bool:
    r"""Whether a backslash ended the host and an `@` follows, so that software disagrees about the host.

    >>> from linksift.finding import find
    >>> [backslash(match) for match in find(r"http://good.example\@evil.example/ http://a.example\n")]
    [True, False]
    """
    return _ended_by(match, _BACKSLASH)


@check(
    MATCH_CHECKS,
    "An invisible or bidirectional character ends the URI inside a word.",
    "RFC 3987, 4.1; element-web#30351",
    deceives=True,
)
def hidden_character(match: Match) -> bool:
    r"""Whether an invisible or bidirectional character ended the URI inside a word, so that it looks longer than it is.

    >>> from linksift.finding import find
    >>> [hidden_character(match) for match in find("http://a.example/\u202egpj.exe http://a.example/\u200b")]
    [True, False]
    """
    return _ended_by(match, _FORMAT_CHARACTER)


def _ended_by(match: Match, rule: str) -> bool:
    return any(note.rule == rule and note.replacement is None for note in match.notes)
