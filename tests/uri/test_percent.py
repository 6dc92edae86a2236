"""Characters to escapes and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.uri import percent_encode
from linksift.uri.percent import percent_decode


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
