"""IRIs to URIs and back."""

import re
import subprocess
import sys
from pathlib import Path
from unittest import mock

import idna
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linksift.delimiters import BLANK_SYMBOLS, INVISIBLE
from linksift.uri import InvalidHost, is_uri, is_uri_reference, percent_encode, to_ascii_host, to_iri, to_uri
from linksift.uri.iri import to_unicode_host
from linksift.uri.uts46 import RefusedDomain
from tests.uri.strings import HOSTS, VALID_RELATIVE_REFERENCES, VALID_URIS, nearly_references, valid_uris
from tests.uri.termination import end_of_link, is_found_whole

MAPPING_BACK = {
    "xn--bcher-kva.example",
    "xn--bcher-kva.example.",
    "_dmarc.xn--bcher-kva.example",
    "-a.xn--bcher-kva.example",
    "xn--bcher-kva..example",
    "xn--4dbrk0ce",
    "xn--a-zqb",
}
"""Those of HOSTS that have a readable form."""


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("", ""),
        ("A.Example", "A.Example"),
        ("[::1]", "[::1]"),
        ("a" * 300, "a" * 300),
        ("-..%41", "-..%41"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("BÜCHER.Example", "xn--bcher-kva.example"),
        ("bücher.example.", "xn--bcher-kva.example."),
        ("faß.example", "xn--fa-hia.example"),
        ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
        ("例え．テスト｡", "xn--r8jz45g.xn--zckzah."),
        ("例え.テスト。", "xn--r8jz45g.xn--zckzah."),
        ("ｅｘａｍｐｌｅ．ｃｏｍ", "example.com"),
        ("_dmarc.bücher.example", "_dmarc.xn--bcher-kva.example"),
        ("a_b.bücher.example", "a_b.xn--bcher-kva.example"),
        ("xn--bcher-kva.bücher", "xn--bcher-kva.xn--bcher-kva"),
        ("e\u0301.example", "xn--9ca.example"),
        ("παράδειγμα.δοκιμή", "xn--hxajbheg2az3al.xn--jxalpdlp"),
        ("نامه\u200cای.com", "xn--mgba3gch31f060k.com"),
        ("bü\u00adcher.example", "xn--bcher-kva.example"),
        ("✪a.ws", "xn--a-vfq.ws"),
        ("\U0001f973.ws", "xn--ms9h.ws"),
        ("a.☃", "a.xn--n3h"),
        ("evil。example", "evil.example"),
        ("bücher..example", "xn--bcher-kva..example"),
        ("bücher.example..", "xn--bcher-kva.example.."),
        ("。é", ".xn--9ca"),
        ("。", "."),
        ("-a.bücher", "-a.xn--bcher-kva"),
        ("bücher.a-", "xn--bcher-kva.a-"),
        ("bü_cher", "xn--b_cher-3ya"),
    ],
)
def test_uts46_to_ascii(host: str, expected: str) -> None:
    assert to_ascii_host(host) == expected


@pytest.mark.parametrize(
    ("host", "position"),
    [
        ("a.bü cher", 2),
        ("a.\u200dü", 2),
        ("bücher.xn--bcher-kvb", 7),
        ("1a.אב", 0),
        ("a.\ufffd", 2),
        ("bücher.xn--a", 7),
        ("bücher.a%41", 7),
        ("bücher.a／b", 7),
        ("a：b", 0),
        ("a＠b.com", 0),
        ("\u0301é", 0),
        ("a\u202eé", 0),
        ("a\u200bé\u200c", 0),
        ("אa.example", 0),
        ("\ud800", 0),
        ("[é]", 0),
        ("é…com", 0),
        ("é\n", 0),
    ],
)
def test_uts46_refused(host: str, position: int) -> None:
    with pytest.raises(InvalidHost) as caught:
        to_ascii_host(host)
    error = caught.value
    assert (error.reference, error.component, error.position, error.rule) == (host, "host", position, "UTS #46")


@pytest.mark.parametrize(
    ("host", "position"),
    [("é" * 64 + ".a", 63), ("é" * 254, 253), ("é" * 100_000, 253), ("é." * 127 + "é", 253), ("é." * 50_000, 253)],
    ids=["label", "whole", "one long label", "254 with dots", "many labels"],
)
def test_cve_2024_41991_idna_does_not_see_long_hosts(host: str, position: int) -> None:
    with (
        mock.patch.object(idna, "uts46_remap", side_effect=AssertionError),
        pytest.raises(InvalidHost) as caught,
    ):
        to_ascii_host(host)
    assert (caught.value.position, caught.value.rule) == (position, "RFC 1035, 2.3.4")


@pytest.mark.parametrize(
    ("host", "position", "rule"),
    [
        ("a." + "é" * 64, 65, "RFC 1035, 2.3.4"),
        ("é." + "a" * 64, 65, "RFC 1035, 2.3.4"),
        ("é." * 40, 80, "RFC 1035, 2.3.4"),
        ("日本語処理" * 12 + ".example", 60, "RFC 1035, 2.3.4"),
        ("a.\ufdfa\ufdfa\ufdfa\ufdfa", 2, "UTS #46"),
    ],
    ids=[
        "label beyond ASCII",
        "label",
        "ASCII form of the whole",
        "ASCII form of a label",
        "what a label is mapped to",
    ],
)
def test_rfc1035_2_3_4_too_long(host: str, position: int, rule: str) -> None:
    with pytest.raises(InvalidHost) as caught:
        to_ascii_host(host)
    assert (caught.value.position, caught.value.rule) == (position, rule)


def test_rfc1035_2_3_4_long_enough() -> None:
    assert to_ascii_host("é." + "a" * 63) == "xn--9ca." + "a" * 63
    assert len(to_ascii_host("é." * 28 + "a.")) == 28 * 8 + 2


@given(st.text(max_size=20) | st.text("aé.-_。ß\u0301\u200dא1xn", max_size=20))
def test_to_ascii_host_gives_a_valid_reg_name_that_stays_or_refuses(host: str) -> None:
    try:
        ascii_host = to_ascii_host(host)
    except InvalidHost:
        assert not host.isascii()
        return
    assert ascii_host.isascii()
    assert host.isascii() or is_uri(f"http://{ascii_host}/")
    assert to_ascii_host(ascii_host) == ascii_host


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("", ""),
        ("[::1]", "[::1]"),
        ("xn--bcher-kva.example.", "bücher.example."),
        ("_dmarc.xn--bcher-kva.example", "_dmarc.bücher.example"),
        ("xn--r8jz45g.xn--zckzah", "例え.テスト"),
        ("xn--99zt52a.example.org", "納豆.example.org"),
        ("bücher.example", "bücher.example"),
        ("bücher.xn--bcher-kva", "bücher.xn--bcher-kva"),
        ("XN--BCHER-KVA.example", "XN--BCHER-KVA.example"),
        ("b%C3%BCcher.example", "b%C3%BCcher.example"),
        ("xn--mgba3gch31f060k.com", "xn--mgba3gch31f060k.com"),
        ("xn--a-vfq.ws", "✪a.ws"),
        ("xn--ms9h.ws", "\U0001f973.ws"),
        ("xn--a-wfq.ws", "xn--a-wfq.ws"),
        ("xn--ab-o13a.ws", "xn--ab-o13a.ws"),
        ("xn--a", "xn--a"),
        ("xn--\ud800", "xn--\ud800"),
    ],
)
def test_rfc5890_2_3_2_1_to_unicode(host: str, expected: str) -> None:
    assert to_unicode_host(host) == expected


@given(st.sampled_from(HOSTS) | st.text("aé.-_。ß\u0301\u200dא1xn", max_size=20) | st.text(max_size=20))
def test_rfc5890_2_3_2_1_to_unicode_maps_back_where_it_changes(host: str) -> None:
    readable = to_unicode_host(host)
    assert readable == host or to_ascii_host(readable) == host
    assert to_unicode_host(readable) == readable


@pytest.mark.parametrize(
    ("iri", "expected"),
    [
        ("http://a/b", "http://a/b"),
        ("http://bücher.example/ä/%C3%B6?ü=ß#é", "http://xn--bcher-kva.example/%C3%A4/%C3%B6?%C3%BC=%C3%9F#%C3%A9"),
        ("http://ü:ß@bücher.example:80", "http://%C3%BC:%C3%9F@xn--bcher-kva.example:80"),
        ("//bücher.example", "//xn--bcher-kva.example"),
        ("é/../ü", "%C3%A9/../%C3%BC"),
        ("mailto:é@ü.example", "mailto:%C3%A9@%C3%BC.example"),
        ("http://a/e\u0301", "http://a/e%CC%81"),
        ("http://a/\U0001f600", "http://a/%F0%9F%98%80"),
        ("http://a b/é", "http://a b/%C3%A9"),
        ("http://[::1]/é", "http://[::1]/%C3%A9"),
        ("http://b%C3%BCcher.example/é", "http://b%C3%BCcher.example/%C3%A9"),
    ],
)
def test_rfc3987_3_1_to_uri(iri: str, expected: str) -> None:
    assert to_uri(iri) == expected


@pytest.mark.parametrize(
    ("iri", "expected"),
    [
        ("http://résumé.example.org", "http://xn--rsum-bpad.example.org"),
        (
            "http://example.com/\U00010300\U00010301\U00010302",
            "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82",
        ),
        ("http://www.example.org/red%09rosé#red", "http://www.example.org/red%09ros%C3%A9#red"),
        ("http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"),
        ("http://a/é%c3%a9", "http://a/%C3%A9%c3%a9"),
    ],
)
def test_rfc3987_3_1_examples_and_escapes_as_written(iri: str, expected: str) -> None:
    assert to_uri(iri) == expected


@pytest.mark.parametrize(
    ("iri", "position"), [("http://é@a\u200d.example/", 9), ("//a.\ufffd", 4), ("é://u:p@\ufffd", 8)]
)
def test_rfc3987_3_1_a_refused_host_is_shown_in_the_iri(iri: str, position: int) -> None:
    with pytest.raises(InvalidHost) as caught:
        to_uri(iri)
    assert (caught.value.reference, caught.value.position) == (iri, position)
    assert isinstance(caught.value.__cause__, RefusedDomain)
    assert caught.value.why == caught.value.__cause__.why


def test_rfc3987_3_1_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(ValueError, match="surrogates not allowed"):
        to_uri("http://a/\ud800")


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("http://a/b", "http://a/b"),
        ("http://xn--bcher-kva.example/%C3%A4?%C3%BC=%C3%9F#%C3%A9", "http://bücher.example/ä?ü=ß#é"),
        ("http://%C3%BC@xn--bcher-kva.example.:80", "http://ü@bücher.example.:80"),
        ("http://_dmarc.xn--bcher-kva.example", "http://_dmarc.bücher.example"),
        ("http://a/%F0%9F%98%80", "http://a/\U0001f600"),
        ("http://a/%E3%80%82b", "http://a/。b"),
        ("mailto:%C3%A9@xn--bcher-kva.example", "mailto:é@xn--bcher-kva.example"),
    ],
)
def test_rfc3987_3_2_to_iri(uri: str, expected: str) -> None:
    assert to_iri(uri) == expected
    assert to_uri(expected) == uri


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("http://www.example.org/D%C3%BCrst", "http://www.example.org/Dürst"),
        ("http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"),
        ("http://xn--99zt52a.example.org/%e2%80%ae", "http://納豆.example.org/%e2%80%ae"),
    ],
)
def test_rfc3987_3_2_1_examples(uri: str, expected: str) -> None:
    assert to_iri(uri) == expected
    assert to_uri(expected) == uri


@given(valid_uris())
def test_rfc3987_3_2_escapes_in_lower_case_map_back_but_for_their_case(uri: str) -> None:
    lower = re.sub("%..", lambda escape: escape[0].lower(), uri)
    assert to_iri(lower).upper() == to_iri(uri).upper()
    assert to_uri(to_iri(lower)).upper() == uri.upper()


@pytest.mark.parametrize("uri", ["http://b%C3%BCcher.example/", "//u@%E4%BE%8B", "http://b%c3%bccher.example:80"])
def test_rfc3986_3_2_2_a_percent_encoded_host_is_stable(uri: str) -> None:
    assert to_uri(uri) == to_iri(uri) == uri
    assert to_iri(f"{uri}#%C3%A9") == f"{uri}#é"
    assert to_uri(f"{uri}#é") == f"{uri}#%C3%A9"


UCSCHAR = re.compile(
    "[\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\U00010000-\U0001fffd\U00020000-\U0002fffd\U00030000-\U0003fffd"
    "\U00040000-\U0004fffd\U00050000-\U0005fffd\U00060000-\U0006fffd\U00070000-\U0007fffd\U00080000-\U0008fffd"
    "\U00090000-\U0009fffd\U000a0000-\U000afffd\U000b0000-\U000bfffd\U000c0000-\U000cfffd\U000d0000-\U000dfffd"
    "\U000e1000-\U000efffd]"
)


@pytest.mark.parametrize("plane", [0, 1, 14])
def test_rfc3987_2_2_what_becomes_readable_is_ucschar(plane: int) -> None:
    points = (chr(plane << 16 | point) for point in range(0x10000))
    beyond = [c for c in points if c > "\x7f" and not "\ud800" <= c <= "\udfff"]
    readable = to_iri("a:" + "".join(f"{percent_encode(c)}." for c in beyond))
    assert [c for c in readable if not c.isascii() and not UCSCHAR.match(c)] == []
    assert readable.isascii() == (plane == 14)


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("http://a/%E3%80%82", "http://a/%E3%80%82"),
        ("http://a/%e3%80%82", "http://a/%E3%80%82"),
        ("http://a/%E3%80%82%E3%80%82", "http://a/。%E3%80%82"),
        ("http://a/%E3%80%82/", "http://a/。/"),
        ("http://a/%E3%80%82?%EF%BC%9F#%E2%80%9D", "http://a/。?？#%E2%80%9D"),
        ("http://%E3%80%82@a/", "http://。@a/"),
        ("http://a/%C3%A9.", "http://a/é."),
        ("http://a/%EF%BC%88b%EF%BC%89", "http://a/（b）"),
        ("http://a/b%EF%BC%89c", "http://a/b%EF%BC%89c"),
        ("http://a/%EF%BC%88b", "http://a/%EF%BC%88b"),
        ("http://a/%EF%BC%88b&c=d%EF%BC%89", "http://a/（b&c=d）"),
        ("http://a/%EF%BC%88b/c%EF%BC%89", "http://a/%EF%BC%88b/c%EF%BC%89"),
        ("http://a/?%EF%BC%88b/c%EF%BC%89", "http://a/?（b/c）"),
        ("http://a/?%EF%BC%88b=c%EF%BC%89", "http://a/?%EF%BC%88b=c%EF%BC%89"),
        ("http://a/?%EF%BC%88b&c%EF%BC%89", "http://a/?%EF%BC%88b&c%EF%BC%89"),
        ("http://a/#%EF%BC%88b&c=d/e%EF%BC%89", "http://a/#（b&c=d/e）"),
        ("http://a/#%EF%BC%88b:~:c%EF%BC%89", "http://a/#%EF%BC%88b:~:c%EF%BC%89"),
        ("http://a/(%EF%BC%88)%EF%BC%89", "http://a/(%EF%BC%88)%EF%BC%89"),
        ("http://a/%EF%BC%88(b)%EF%BC%89", "http://a/（(b)）"),
        ("http://a/%E3%80%8Cb%EF%BC%89%E3%80%8D", "http://a/「b%EF%BC%89」"),
        ("http://a/)%EF%BC%88b%EF%BC%89", "http://a/)（b）"),
        ("tel:%EF%BC%89", "tel:%EF%BC%89"),
        ("//a//%EF%BC%89", "//a//%EF%BC%89"),
    ],
)
def test_uts58_termination_escapes_at_which_a_link_would_end_stay(uri: str, expected: str) -> None:
    assert to_iri(uri) == expected
    assert to_uri(expected).upper() == uri.upper()


BRACKETS = "()[]<>（）「」。.？?/&=#é"


@settings(max_examples=500)
@given(valid_uris() | st.text(BRACKETS).map(lambda text: f"http://a/{text}"))
def test_uts58_termination_a_readable_form_is_found_whole_where_the_uri_is(text: str) -> None:
    uri = to_uri(text)
    iri = to_iri(uri)
    assert is_found_whole(iri) or not is_found_whole(uri)
    assert to_iri(iri) == iri
    assert to_uri(iri) == uri


def test_uts58_termination_links_are_found_as_its_test_data_has_them(shared: Path) -> None:
    """The termination rule used above, for all links in LinkDetectionTest.txt with more than a host."""
    text = (shared / "unicode" / "LinkDetectionTest.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    links = [link for line in lines for link in re.finditer("⸠((?:https?://)?[^/?#⸡@:]*)([/?#][^⸡]*)⸡([^⸠]*)", line)]
    wrong = [link[0] for link in links if end_of_link("".join(link.groups()), len(link[1])) != len(link[1] + link[2])]
    assert len(links) == 263
    assert wrong == []


@pytest.mark.parametrize(
    "escapes",
    [
        *["%41", "%20", "%2F", "%00", "%7F", "%E9", "%C3", "%C0%AF", "%ED%A0%80", "%C2%80", "%C2%A0", "%C2%AD"],
        *["%E3%80%80", "%E2%80%A8", "%E2%80%8B", "%E2%80%8D", "%EF%BB%BF", "%F3%A0%81%81", "%E2%80%AE", "%E2%81%A6"],
        *["%E2%80%8E", "%D8%9C", "%EE%80%80", "%F4%8F%BF%BD", "%EF%BF%BE", "%CD%B8"],
        *["%CD%8F", "%E1%85%9F", "%E1%85%A0", "%E1%9E%B4", "%E2%A0%80", "%E3%85%A4", "%EF%BE%A0"],
    ],
)
def test_rfc3987_3_2_what_stays_encoded(escapes: str) -> None:
    """ASCII, octets that are not UTF-8, controls, white space, format characters, private use, unassigned, blanks."""
    uri = f"http://{escapes}@h/x{escapes}y?{escapes}#{escapes}"
    assert to_iri(uri) == uri
    assert to_iri(uri.lower()) == uri.lower()


@pytest.mark.parametrize("host", [host for host in HOSTS if host not in MAPPING_BACK])
def test_rfc3987_3_2_hosts_that_would_not_map_back_stay(host: str) -> None:
    assert to_iri(f"http://{host}/") == f"http://{host}/"


@pytest.mark.parametrize(
    "host", ["b%C3%BCcher.example", "%E4%BE%8B.xn--bcher-kva", "xn--" + "a" * 5000, "xn--a." * 500]
)
def test_rfc3987_3_2_no_other_host_is_touched(host: str) -> None:
    assert to_iri(f"http://{host}/") == f"http://{host}/"


def test_cve_2024_41991_idna_does_not_decode_long_hosts() -> None:
    uri = "http://" + "xn--bcher-kva." * 19
    with mock.patch.object(idna, "uts46_remap", side_effect=AssertionError):
        assert to_iri(uri) == uri


@settings(max_examples=500)
@given(valid_uris())
def test_rfc3987_3_2_to_iri_maps_back(uri: str) -> None:
    assert is_uri(uri)
    assert to_uri(to_iri(uri)) == uri


@pytest.mark.parametrize("reference", [*VALID_URIS, *VALID_RELATIVE_REFERENCES])
def test_rfc3987_3_1_what_is_ascii_stays(reference: str) -> None:
    assert to_uri(reference) == reference


@given(st.characters(min_codepoint=0x80, exclude_categories=["Cs"]))
def test_rfc3987_3_2_every_character_maps_back(character: str) -> None:
    uri = to_uri(f"http://h/{character}?{character}")
    assert to_uri(to_iri(uri)) == uri


def test_of_what_nobody_sees_only_variation_selectors_are_readable() -> None:
    everything = "".join(map(chr, (*range(0x80, 0xD800), *range(0xE000, 0xF0000))))
    unseen = re.findall(f"[{BLANK_SYMBOLS}{INVISIBLE}]", everything)
    shown = {one for one in unseen if one in to_iri(f"http://a.example/b{percent_encode(one)}c")}
    assert shown == {*"\u180b\u180c\u180d\u180f", *map(chr, range(0xFE00, 0xFE10))}


@given(nearly_references())
def test_to_iri_takes_any_string(text: str) -> None:
    iri = to_iri(text)
    if is_uri_reference(text):
        assert is_uri_reference(to_uri(iri))


def test_idna_is_not_imported_before_it_is_needed() -> None:
    code = (
        "import sys, linksift.uri as u; u.to_uri('http://a/é'); u.to_iri('http://a/%C3%A9'); u.to_ascii_host('a');"
        "assert 'idna' not in sys.modules; u.to_ascii_host('✪'); assert 'idna' in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
