"""Percent-encoding and decoding."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.uri import grammar, percent_encode
from linksift.uri.percent import (
    decode_data,
    decode_unreserved,
    encode_data,
    encode_keeping_escapes,
    percent_decode,
    upper_case_escapes,
)


def anything(_: str) -> bool:
    return True


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("A", "%41"),
        (" ", "%20"),
        ("é", "%C3%A9"),
        ("あ", "%E3%81%82"),
        ("\U0001f600", "%F0%9F%98%80"),
        ("\0", "%00"),
    ],
)
def test_rfc3986_2_5_percent_encode(text: str, expected: str) -> None:
    assert percent_encode(text) == expected


def test_a_lone_surrogate_has_no_octets() -> None:
    with pytest.raises(ValueError, match="surrogates not allowed"):
        percent_encode("a\ud800")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("%C3%A9", "é"),
        ("%c3%a9", "é"),
        ("%F0%9F%98%80", "\U0001f600"),
        ("%41%20%2F%7F", "%41%20%2F%7F"),
        ("%C3%A9%41%C3%A9", "é%41é"),
        ("%C3%A9%E9%C3%A9", "é%E9é"),
        ("%C3", "%C3"),
        ("%c3%41", "%c3%41"),
        ("%A9%C3%A9", "%A9é"),
        ("%C0%AF", "%C0%AF"),
        ("%ED%A0%80", "%ED%A0%80"),
        ("%ED%B2%80", "%ED%B2%80"),
        ("%F4%90%80%80", "%F4%90%80%80"),
        ("%E3%81", "%E3%81"),
        ("%C3%A", "%C3%A"),
        ("%%C3%A9", "%é"),
        ("é", "é"),
    ],
)
def test_rfc3987_3_2_decodes_utf8_beyond_ascii_and_nothing_else(text: str, expected: str) -> None:
    assert percent_decode(text, anything) == expected


def test_what_is_not_wanted_stays_as_it_is_written() -> None:
    assert percent_decode("%c3%a9%e2%80%8b%C3%a0", str.isalpha) == "é%e2%80%8bà"


@given(st.text(st.characters(exclude_categories=["Cs"], min_codepoint=0x80)))
def test_decoding_undoes_encoding_beyond_ascii(text: str) -> None:
    assert percent_decode(percent_encode(text), anything) == text


@given(st.binary())
def test_encoding_what_was_decoded_gives_the_octets_back(octets: bytes) -> None:
    escapes = "".join(f"%{octet:02X}" for octet in octets)
    decoded = percent_decode(escapes, anything)
    assert "".join(c if c.isascii() else percent_encode(c) for c in decoded) == escapes


UNRESERVED = string.ascii_letters + string.digits + "-._~"
SETS = [grammar.UNRESERVED_SET, grammar.REG_NAME_SET, grammar.PCHAR_SET, grammar.PCHAR_SET + "/?"]

EVERY_OCTET = [f"%{octet:02X}" for octet in range(256)]

ENCODABLE = st.characters(exclude_categories=["Cs"]) | st.characters(min_codepoint=0xDC80, max_codepoint=0xDCFF)
DATA = st.text(ENCODABLE | st.sampled_from("%4aF+&=/?# "))
"""Text, and octets that are not UTF-8 as lone surrogates (PEP 383)."""


def octets(data: str) -> bytes:
    return data.encode("utf-8", "surrogateescape")


def is_made_of(text: str, kept: str) -> bool:
    return re.fullmatch(f"(?:[{kept}]|%[0-9A-F]{{2}})*", text) is not None


# ---- 2.4: never encoded or decoded twice ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "data", "written"),
    [
        ("", "", ""),
        ("a-._~Z9", "a-._~Z9", "a-._~Z9"),
        ("%", "%25", "%25"),
        ("%41", "%2541", "%41"),
        ("%4", "%254", "%254"),
        ("%4g", "%254g", "%254g"),
        ("%%41", "%25%2541", "%25%41"),
        ("%25", "%2525", "%25"),
        ("%e9", "%25e9", "%e9"),
        ("%\uff14\uff11", "%25%EF%BC%94%EF%BC%91", "%25%EF%BC%94%EF%BC%91"),
        ("a b", "a%20b", "a%20b"),
        ("/?#[]@:", "%2F%3F%23%5B%5D%40%3A", "%2F%3F%23%5B%5D%40%3A"),
        ("\0\n\x7f", "%00%0A%7F", "%00%0A%7F"),
        ("\u00fc\U0001f600", "%C3%BC%F0%9F%98%80", "%C3%BC%F0%9F%98%80"),
        ("\udc80\udcff", "%80%FF", "%80%FF"),
    ],
)
def test_rfc3986_2_4_data_and_what_is_written(text: str, data: str, written: str) -> None:
    assert encode_data(text, grammar.UNRESERVED_SET) == data
    assert encode_keeping_escapes(text, grammar.UNRESERVED_SET) == written
    assert decode_data(data) == text


@pytest.mark.parametrize(
    ("text", "data"), [("%2541", "%41"), ("%25%34%31", "%41"), ("%252541", "%2541"), ("%%34%31", "%41")]
)
def test_rfc3986_2_4_never_decoded_twice(text: str, data: str) -> None:
    assert decode_data(text) == data


@pytest.mark.parametrize(("text", "kept"), [("%2541", "%2541"), ("%25%34%31", "%2541"), ("%%34%31", "%41")])
def test_rfc3986_2_4_unreserved_characters_never_decoded_twice(text: str, kept: str) -> None:
    assert decode_unreserved(text) == kept


@given(DATA, st.sampled_from(SETS))
def test_rfc3986_2_4_decoding_undoes_encoding_data(data: str, kept: str) -> None:
    encoded = encode_data(data, kept)
    assert is_made_of(encoded, kept)
    assert octets(decode_data(encoded)) == octets(data)


@given(st.text(st.characters(exclude_categories=["Cs"])), st.sampled_from(SETS))
def test_rfc3986_2_5_text_comes_back_as_the_same_text(text: str, kept: str) -> None:
    assert decode_data(encode_data(text, kept)) == text


@given(DATA, st.sampled_from(SETS))
def test_rfc3986_2_4_what_is_written_is_encoded_once(text: str, kept: str) -> None:
    once = encode_keeping_escapes(text, kept)
    assert is_made_of(re.sub("%[0-9A-Fa-f]{2}", "%41", once), kept)
    assert encode_keeping_escapes(once, kept) == once
    assert octets(decode_data(once)) == octets(decode_data(text))


@given(st.binary())
def test_rfc3986_2_1_any_octets_can_be_data(data: bytes) -> None:
    escapes = "".join(f"%{octet:02X}" for octet in data)
    decoded = decode_data(escapes)
    assert octets(decoded) == data
    assert encode_data(decoded, grammar.UNRESERVED_SET) == decode_unreserved(escapes)


@given(st.text("%4aAfFg2\ud800\n\u00e9", max_size=12) | st.text())
def test_decoding_takes_any_text_and_touches_nothing_but_escapes(text: str) -> None:
    for change in (decode_data, decode_unreserved, upper_case_escapes):
        pieces = re.split("((?:%[0-9A-Fa-f]{2})+)", text)
        assert change(text) == "".join(change(piece) if at % 2 else piece for at, piece in enumerate(pieces))


@pytest.mark.parametrize("code_point", [0xD800, 0xDC00, 0xDC7F, 0xDD00, 0xDFFF])
def test_a_lone_surrogate_that_is_no_octet_is_no_data(code_point: int) -> None:
    for encode in (encode_data, encode_keeping_escapes):
        with pytest.raises(UnicodeEncodeError):
            encode(f"a{chr(code_point)}%41", grammar.PCHAR_SET)


def test_two_surrogates_are_not_one_character() -> None:
    for encode in (encode_data, encode_keeping_escapes):
        with pytest.raises(UnicodeEncodeError):
            encode("\ud83d\ude00", grammar.PCHAR_SET)


@pytest.mark.parametrize(
    ("escapes", "data"),
    [
        ("%C3%BC", "\u00fc"),
        ("%c3%bc", "\u00fc"),
        ("%FC", "\udcfc"),
        ("%C3a%BC", "\udcc3a\udcbc"),
        ("%C0%AF", "\udcc0\udcaf"),
        ("%ED%A0%80", "\udced\udca0\udc80"),
        ("%F4%90%80%80", "\udcf4\udc90\udc80\udc80"),
        ("%EF%BB%BFa", "\ufeffa"),
        ("%00", "\0"),
        ("+", "+"),
    ],
)
def test_rfc3986_2_5_utf8_and_pep_383(escapes: str, data: str) -> None:
    assert decode_data(escapes) == data


# ---- 2.3 and 2.1: equal escapes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("escape", EVERY_OCTET)
def test_rfc3986_2_3_escapes_of_unreserved_characters_and_no_others(escape: str) -> None:
    character = chr(int(escape[1:], 16))
    for written in (escape, escape.lower()):
        assert decode_unreserved(written) == (character if character in UNRESERVED else written)


@pytest.mark.parametrize("escape", EVERY_OCTET)
def test_rfc3986_2_1_digits_in_upper_case(escape: str) -> None:
    first, second = escape[1], escape[2]
    for written in (escape, f"%{first.lower()}{second}", f"%{first}{second.lower()}", escape.lower()):
        assert upper_case_escapes(f"a{written}b") == f"a{escape}b"


@pytest.mark.parametrize("text", ["", "abc", "%", "%a", "%ag", "%%", "a%zz%c", "%\uff41\uff41", "%4\n1"])
def test_rfc3986_2_1_what_is_not_an_escape_stays(text: str) -> None:
    for change in (decode_data, decode_unreserved, upper_case_escapes):
        assert change(text) == text


@given(st.lists(st.sampled_from([*EVERY_OCTET, *map(str.lower, EVERY_OCTET), "%", "a", "4"])).map("".join))
def test_rfc3986_6_2_2_equal_escapes_stand_for_the_same_data(text: str) -> None:
    upper = upper_case_escapes(text)
    assert upper_case_escapes(upper) == upper
    assert decode_data(upper) == decode_data(text)
    if not re.search("%(?![0-9A-Fa-f]{2})", text):
        assert decode_data(decode_unreserved(text)) == decode_data(text)
        assert decode_unreserved(decode_unreserved(text)) == decode_unreserved(text)
