"""What a reader's eye takes for something else: the host above all (RFC 3986, 7.6).

Here belong hazards to people who look. Those to software are in the modules behind.
"""

import re
from functools import cache
from typing import TYPE_CHECKING

from linksift.finding import Match
from linksift.hazards.hazard import decoded
from linksift.registries import top_level_domains
from linksift.uri import Reference, to_unicode_host

if TYPE_CHECKING:
    import regex

_FORMAT_CHARACTER = "scan.beyond_ascii.format_character"

# A scheme may stand before it.
_NAME_FIRST = r"(?:[A-Za-z][A-Za-z0-9+.\-]*+:/++)?((?:[\w\-]++\.)+[\w\-]++)"
_IPV4ADDRESS = r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}"

# The recommended scripts (UAX #31, Table 5), and those that one language mixes (UTS #39, 5.1 and 5.2).
_SCRIPTS = """
    Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew
    Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan
"""
_TOGETHER = ("Latin Han Hiragana Katakana", "Latin Han Bopomofo", "Latin Han Hangul")


def userinfo_like_host(reference: Reference) -> bool:
    """Whether the userinfo begins with what looks like a host: a name under a known domain, or an address (7.6).

    >>> from linksift.uri import parse
    >>> userinfo_like_host(parse("http://www.bank.example@evil.example/"))
    True
    >>> userinfo_like_host(parse("ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm"))
    True
    >>> userinfo_like_host(parse("ssh://first.last@host.example/"))
    False
    """
    name = re.match(_NAME_FIRST, decoded(reference.userinfo or ""))
    if name is None:
        return False
    last = name[1].rpartition(".")[2].lower()
    return last in top_level_domains() or re.fullmatch(_IPV4ADDRESS, name[1]) is not None


def mixed_scripts(reference: Reference) -> bool:
    """Whether a label of the host mixes scripts as no language does, like Latin and Cyrillic (UTS #39, 5.2).

    Scripts that are not in everyday use count as one. Latin with what is written in Japan, China or Korea is no hazard.

    >>> from linksift.uri import parse, to_uri
    >>> names = ("p\u0430ypal.example", "b\u00fccher.\u0440\u0444")
    >>> [mixed_scripts(parse(to_uri(f"http://{name}/"))) for name in names]
    [True, False]
    """
    if reference.host_kind != "reg-name":
        return False
    host = to_unicode_host(decoded(reference.host or "").lower())
    return not host.isascii() and not all(_written_together().fullmatch(label) for label in host.split("."))


@cache
def _written_together() -> "regex.Pattern[str]":
    """What is in one script or in those that go together, with characters that any script uses."""
    import regex  # not before it is needed: see tests/test_import.py

    scripts = _SCRIPTS.split()
    groups = ["".join(rf"\p{{scx={script}}}" for script in group.split()) for group in (*scripts, *_TOGETHER)]
    common = r"\p{scx=Common}\p{scx=Inherited}"
    others = "".join(rf"\p{{scx={script}}}" for script in scripts)
    return regex.compile("|".join([*(f"[{common}{group}]*+" for group in groups), f"(?:[{common}]|[^{others}])*+"]))


def hidden_character(match: Match) -> bool:
    r"""Whether an invisible or bidirectional character ended the URI, so that more seems to belong to it, or less.

    >>> from linksift.finding import find
    >>> [hidden_character(match) for match in find("http://a.example/\u202egpj.exe http://a.example/")]
    [True, False]
    """
    return any(note.rule == _FORMAT_CHARACTER and note.became is None for note in match.notes)
