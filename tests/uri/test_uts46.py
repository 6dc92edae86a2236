"""Domain names by UTS #46, compared with its rules and with ICU, which browsers use."""

import os
import random
import re
import unicodedata
from unittest import mock

import idna
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.finding.scan.host_names import role_in_host
from linksift.uri import uts46
from linksift.uri.uts46 import PLAIN_LETTERS, RefusedDomain, domain_to_ascii, domain_to_unicode, to_ascii
from tests.uri.browser_urls import host

HOW_MANY = int(os.environ.get("LINKSIFT_BROWSER_URLS", "4000"))
NAMES = st.text("aA1.-é中ßאب١\u0301\u00ad\u200c\u200d\u094dक✪。xn", max_size=12) | st.text(max_size=12)


@pytest.mark.parametrize(
    ("domain", "expected"),
    [
        ("✪a.ws", "xn--a-vfq.ws"),
        ("🥳.ws", "xn--ms9h.ws"),
        ("evil。example", "evil.example"),
        ("ｅｖｉｌ．example｡", "evil.example."),
        ("faß.ς", "xn--fa-hia.xn--3xa"),
        ("e\u0301\u00ad", "xn--9ca"),
        ("Bücher.XN--Bcher-KVA", "xn--bcher-kva.xn--bcher-kva"),
        ("é..-a-.a_b!", "xn--9ca..-a-.a_b!"),
        ("क्\u200dष", "xn--11b2ezcw70k"),
        ("نامه\u200cای", "xn--mgba3gch31f060k"),
        ("אב.a1", "xn--4dbc.a1"),
        ("⑴.é", "(1).xn--9ca"),
        ("é." + "a" * 100, "xn--9ca." + "a" * 100),
    ],
)
def test_uts46_4_names_that_are_taken(domain: str, expected: str) -> None:
    assert to_ascii(domain) == domain_to_ascii(domain) == expected


@pytest.mark.parametrize(
    ("domain", "label", "why"),
    [
        ("a.\ufffd", 1, "a character that is not allowed in names"),
        ("a。b．\u2024c", 2, "a character that is not allowed in names"),
        ("\ud800", 0, "a character that is not allowed in names"),
        ("a.\u0301é", 1, "a label must not begin with a combining mark"),
        ("a.é\u200d", 1, "a joiner between characters that it cannot join"),
        ("é.\u200c", 1, "a joiner between characters that it cannot join"),
        ("\x01\u200cé", 0, "a joiner between characters that it cannot join"),
        ("1a.אב", 0, "it mixes writing directions (RFC 5893, 2)"),
        ("a.אa", 1, "it mixes writing directions (RFC 5893, 2)"),
        ("a.אב.1.b", 2, "it mixes writing directions (RFC 5893, 2)"),
        ("é.xn--", 1, "its Punycode decodes to no valid label"),
        ("é.xn--a-", 1, "its Punycode decodes to no valid label"),
        ("é.xn--a!", 1, "its Punycode decodes to no valid label"),
        ("é.xn---bbk", 1, "its Punycode decodes to no valid label"),
        ("é.xn--xn---epa", 1, "its Punycode decodes to no valid label"),
        ("xn--é", 0, "its Punycode decodes to no valid label"),
        ("é.xn--a", 1, "its Punycode decodes to a character that is not allowed in names"),
        ("é.xn--8i7caa", 1, "its Punycode decodes to a character that is not allowed in names"),
        ("é.xn--ls8h=", 1, "its Punycode decodes to no valid label"),
        ("a." + "é" * 64, 1, "a label has at most 63 characters"),
        ("a.xn--" + "a" * 60 + ".é", 1, "a label has at most 63 characters"),
        ("é." * 127 + "a", 0, "a name has at most 253 characters"),
    ],
)
def test_uts46_4_1_names_that_are_refused(domain: str, label: int, why: str) -> None:
    for _ in "twice":  # what was refused once is remembered
        with pytest.raises(RefusedDomain) as caught:
            to_ascii(domain)
        assert (caught.value.label, caught.value.why, str(caught.value)) == (label, why, why)


@pytest.mark.parametrize("domain", ["", "\u00ad", "a b", "é%", "a/b", "é：80", "a\x7f", "é\x00", "[::1]"])
def test_url_standard_3_3_what_no_domain_is(domain: str) -> None:
    with pytest.raises(RefusedDomain):
        domain_to_ascii(domain)


def test_url_standard_3_3_a_forbidden_character_is_placed() -> None:
    with pytest.raises(RefusedDomain, match=r"U\+0025") as caught:
        domain_to_ascii("a.b.é%")
    assert caught.value.label == 2


@pytest.mark.parametrize("domain", ["XN--A.b", "xn--8i7caa", "xn--", "A" * 300])
def test_url_standard_3_3_ascii_is_lowercased_and_nothing_else(domain: str) -> None:
    assert domain_to_ascii(domain) == domain.lower()


@pytest.mark.parametrize("domain", ["xn--a.é", "xn--8i7caa", "a\ufffd", "x" * 300])
def test_url_standard_3_3_what_is_refused_stays_as_it_is(domain: str) -> None:
    assert domain_to_unicode(domain) == domain


def test_cve_2024_41991_no_long_name_is_mapped_or_decoded() -> None:
    with mock.patch.object(idna, "uts46_remap", side_effect=AssertionError), pytest.raises(RefusedDomain):
        to_ascii("é" * 255)
    with mock.patch.object(uts46, "_decode_punycode", side_effect=AssertionError), pytest.raises(RefusedDomain):
        to_ascii("xn--" + "a" * 60)


@given(NAMES)
def test_both_forms_of_a_name_are_forms_of_one(domain: str) -> None:
    try:
        name = to_ascii(domain)
    except RefusedDomain:
        return
    assert name.isascii()
    assert to_ascii(name) == to_ascii(domain_to_unicode(name)) == name
    assert domain_to_unicode(domain_to_unicode(name)) == domain_to_unicode(name)


def test_uts46_4_what_a_character_is_mapped_to_is_mapped_to_itself() -> None:
    """So the characters of a mapped label, even composed ones, need no second check (4.1, criterion 7)."""
    for character in filter(str.isprintable, map(chr, range(0x80, 0x110000))):
        for written in {character, unicodedata.normalize("NFD", character)}:
            try:
                mapped = idna.uts46_remap(written, std3_rules=False)
            except idna.IDNAError:
                continue
            assert idna.uts46_remap(mapped, std3_rules=False) == mapped


def test_no_rule_has_a_say_about_plain_letters() -> None:
    letters = "".join(PLAIN_LETTERS.findall("".join(map(chr, range(0x110000)))))
    assert len(letters) > 30_000
    for letter in letters:
        assert idna.uts46_remap(letter, std3_rules=False) == letter
        assert unicodedata.category(letter)[0] == unicodedata.bidirectional(letter) == "L"
        assert unicodedata.combining(letter) == 0
        assert role_in_host(letter) == "letter"


PLAIN_NAMES = st.text(st.sampled_from("aza09.-xnéßöάώаёџぁゖァヺー一中国鿿가힣"), max_size=70)


@given(PLAIN_NAMES | st.lists(PLAIN_NAMES, max_size=4).map(".".join))
def test_names_in_plain_letters_are_processed_the_same(name: str) -> None:
    def processed() -> object:
        return uts46._process.__wrapped__(name)

    shortly = processed()
    with mock.patch.object(uts46, "_PLAIN_ASCII", re.compile("(?!)")):
        in_full = processed()
    assert str(shortly) == str(in_full)


def test_uts46_names_are_those_of_icu() -> None:
    icu = pytest.importorskip("icu", reason="needs the package PyICU-wheels, which the tests can do without")
    options = icu.IDNA.CHECK_BIDI | icu.IDNA.CHECK_CONTEXTJ | icu.IDNA.CHECK_NONTRANSITIONAL_TO_ASCII
    asked, answers = icu.IDNA(options), set()
    lengths_and_hyphens = 0x3F  # what the URL Standard does not ask: UIDNA_ERROR_EMPTY_LABEL to _HYPHEN_3_4
    chance = random.Random(HOW_MANY)
    for _ in range(HOW_MANY):
        domain = host(chance).encode("utf-8", "replace").decode()[:80]
        if any(unicodedata.category(character) == "Cn" for character in domain):
            continue
        info = icu.IDNAInfo()
        try:
            theirs = asked.nameToASCII(domain, info)
        except icu.ICUError:  # its buffer is too small for what a few ligatures are mapped to
            continue
        try:
            ours = to_ascii(domain)
        except RefusedDomain as refused:
            ours = None
            if "at most" in refused.why:
                continue
        assert ours == (None if info.errors() & ~lengths_and_hyphens else theirs), ascii(domain)
        answers.add(ours is None)
    assert answers == {True, False}
