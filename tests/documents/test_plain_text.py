"""Plain text: byte order marks, encodings, bad bytes, line ends, and binary files."""

import codecs
import sys
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import linksift
from linksift.documents import NotText
from linksift.documents.text_files.plain_text import (
    HEAD_SIZE,
    decoded,
    detect_encoding,
    recognizes,
    text_chunks,
)

RUSSIAN = "Письмо о ссылке http://a.example/б, которую нашли."
JAPANESE = "日本語のテキストです。 http://a.example/ を見てください。"


def decode(data: bytes) -> str:
    """The text of bytes, which is the same in any chunks."""
    text = "".join(decoded(iter([data])))
    assert "".join(decoded(iter([data[:4], *(bytes([byte]) for byte in data[4:])]))) == text
    return text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"\xc3\xbc", "ü"),
        (codecs.BOM_UTF8 + b"\xc3\xbc", "ü"),
        (codecs.BOM_UTF16_LE + "ü😀".encode("utf-16-le"), "ü😀"),
        (codecs.BOM_UTF16_BE + "ü😀".encode("utf-16-be"), "ü😀"),
        (codecs.BOM_UTF32_LE + "ü😀".encode("utf-32-le"), "ü😀"),
        (codecs.BOM_UTF32_BE + "ü😀".encode("utf-32-be"), "ü😀"),
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
        (b"\xff\xfe\0\0a\0\0\0\xff\xff\xff\xff", "a\ufffd"),
    ],
)
def test_each_bad_byte_or_unit_is_one_character_that_no_uri_has(data: bytes, text: str) -> None:
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


@given(st.binary())
def test_utf32_is_decoded_whatever_comes(data: bytes) -> None:
    assert len(decode(codecs.BOM_UTF32_LE + data)) == -(-len(data) // 4)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [(RUSSIAN, "windows-1251"), (RUSSIAN, "koi8-r"), (JAPANESE, "shift_jis"), (JAPANESE, "iso2022_jp")],
)
def test_other_encodings_are_detected(text: str, encoding: str) -> None:
    pytest.importorskip("chardet")
    assert "".join(text_chunks(BytesIO(text.encode(encoding)), detect_encoding)) == text


@given(st.binary())
def test_a_detected_encoding_can_decode(data: bytes) -> None:
    pytest.importorskip("chardet")
    assert isinstance("".join(decoded(iter([data]), detect_encoding)), str)


def test_utf8_is_never_guessed_at() -> None:
    assert detect_encoding("日本語のテキスト".encode()) == "utf-8"
    assert detect_encoding("日本語のテキスト".encode()[:-1]) == "utf-8"  # the head ends inside a character


@pytest.mark.parametrize("tail", ["é", "日", "𠀋"])
def test_a_character_that_ends_behind_a_full_head_does_not_make_it_latin(tail: str) -> None:
    for missing in range(1, len(tail.encode()) + 1):
        head = b"a" * (HEAD_SIZE - missing) + tail.encode()[:missing]
        assert detect_encoding(head) == "utf-8"


@pytest.mark.parametrize("length", [0, 2 * HEAD_SIZE])
def test_a_few_bytes_that_are_not_utf8_are_windows_1252(length: int) -> None:
    written = "http://a.example/café/b in Zürich\n" + "more words\n" * (length // 11)
    assert [found.match.uri for found in linksift.read(written.encode("latin-1"))] == ["http://a.example/caf%C3%A9/b"]


def test_without_chardet_a_text_is_utf8(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chardet", None)
    assert detect_encoding(RUSSIAN.encode("cp1251")) == "cp1252"


@pytest.mark.parametrize("head", [b"\x7fELF\0", "a".encode("utf-16-le"), b"a\0\0\0"])
def test_a_nul_byte_that_no_mark_explains_is_binary(head: bytes) -> None:
    assert not recognizes(head, "")


@pytest.mark.parametrize("head", [b"", b"text\x01\xff", b"\xff\xfea\0", b"\xfe\xff\0a", b"\0\0\xfe\xff\0\0\0a"])
def test_control_characters_and_marks_are_not_binary(head: bytes) -> None:
    assert recognizes(head, "")


def test_only_the_head_of_a_binary_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "binary"
    path.write_bytes(b"\0" * (3 * HEAD_SIZE))
    with path.open("rb", buffering=0) as file:  # unbuffered, to see how far it was read
        with pytest.raises(NotText):
            text_chunks(file)
        assert file.tell() == HEAD_SIZE


def test_a_nul_after_the_head_leaves_a_file_text() -> None:
    assert len("".join(text_chunks(BytesIO(b"a" * HEAD_SIZE + b"\0")))) == HEAD_SIZE + 1
