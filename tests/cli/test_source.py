"""Reading texts: marks, bad bytes, line ends, and files that are no text."""

import codecs
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.cli.source import HEAD, NotText, decoded, is_binary, opened, text_of


def decode(data: bytes) -> str:
    """The text of bytes, which is the same however they come."""
    text = "".join(decoded(iter([data])))
    assert "".join(decoded(iter([data[:3], *(bytes([byte]) for byte in data[3:])]))) == text
    return text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"\xc3\xbc", "ü"),
        (codecs.BOM_UTF8 + b"\xc3\xbc", "ü"),
        (codecs.BOM_UTF16_LE + "ü😀".encode("utf-16-le"), "ü😀"),
        (codecs.BOM_UTF16_BE + "ü😀".encode("utf-16-be"), "ü😀"),
        (b"a\r\nb\rc\n", "a\r\nb\rc\n"),
        (codecs.BOM_UTF16_LE + "a\r\nb".encode("utf-16-le"), "a\r\nb"),
    ],
)
def test_a_text_is_decoded_by_its_mark_and_its_line_ends_stay(data: bytes, text: str) -> None:
    assert decode(data) == text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"a\xffb", "a\udcffb"),
        (b"a\xed\xa0\x80b", "a\udced\udca0\udc80b"),
        (b"\xff\xfea\0\0\xd8b\0", "a\ud800b"),
        (b"\xff\xfea\0b", "a\udc62"),
        (b"\xfe\xff\0a\xff", "a\udcff"),
    ],
)
def test_each_bad_byte_or_half_is_one_lone_surrogate(data: bytes, text: str) -> None:
    assert decode(data) == text


@given(st.binary())
def test_utf8_is_decoded_without_loss(data: bytes) -> None:
    text = decode(b"\n" + data)  # the line end in front, so that no mark is read
    assert text.encode("utf-8", "surrogateescape") == b"\n" + data


@given(st.binary())
def test_utf16_is_decoded_whatever_comes(data: bytes) -> None:
    text = decode(codecs.BOM_UTF16_BE + data)
    whole = len(data) // 2 * 2
    last = "".join(chr(0xDC00 + byte) for byte in data[whole:])
    assert text.removesuffix(last).encode("utf-16-be", "surrogatepass") == data[:whole]
    assert text.endswith(last)


@pytest.mark.parametrize(
    "head", [b"\x7fELF\0", "a".encode("utf-16-le"), b"\xff\xfe\0\0a\0\0\0", b"\0\0\xfe\xff\0\0\0a"]
)
def test_a_nul_byte_that_no_utf16_mark_explains_is_binary(head: bytes) -> None:
    assert is_binary(head)


@pytest.mark.parametrize("head", [b"", b"text\x01\xff", b"\xff\xfea\0", b"\xfe\xff\0a"])
def test_control_characters_and_utf16_are_not_binary(head: bytes) -> None:
    assert not is_binary(head)


def test_of_a_binary_file_only_the_head_is_read(tmp_path: Path) -> None:
    path = tmp_path / "binary"
    path.write_bytes(b"\0" * (3 * HEAD))
    with path.open("rb", buffering=0) as file:  # unbuffered, to see how far it was read
        with pytest.raises(NotText):
            text_of(file)
        assert file.tell() == HEAD


def test_a_nul_behind_the_head_leaves_a_file_text(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"a" * HEAD + b"\0")
    with opened(str(path)) as source:
        assert len("".join(source.chunks)) == HEAD + 1
