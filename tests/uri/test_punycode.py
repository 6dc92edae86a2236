"""Punycode, compared with the encoder of the standard library."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from linksift.uri.punycode import encode_punycode

LETTERS = st.sampled_from("abz019-éüßбж中国ab日✪🥳\u0301\u05d0\U0010ffff") | st.characters()


@given(st.text(LETTERS, max_size=70))
@example("é" * 63)
@example("\ud800a\udfff")
def test_rfc3492_6_3_the_standard_library_encodes_the_same(label: str) -> None:
    assert encode_punycode(label) == label.encode("punycode").decode("ascii")


@pytest.mark.parametrize(
    ("label", "punycode"),
    [
        ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
        ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
        ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"),
        ("-> $1.00 <-", "-> $1.00 <--"),
    ],
)
def test_rfc3492_7_1_sample_strings(label: str, punycode: str) -> None:
    assert encode_punycode(label) == punycode
