"""One table of labels and one policy for what octets say, in all readers."""

import encodings
from collections.abc import Callable

import pytest

from linksift import read
from linksift.documents.text_files.text_encoding import CODECS, codec_of, detected_codec
from linksift.registries import encoding_labels

FRENCH = "Les façades étaient déjà très abîmées : http://a.example/caféx et après, l’été"


def test_each_label_of_the_standard_has_a_codec() -> None:
    without = {label for label in encoding_labels() if codec_of(label) is None}
    assert without == {
        "csiso2022kr",
        "hz-gb-2312",
        "iso-2022-cn",
        "iso-2022-cn-ext",
        "iso-2022-kr",
        "replacement",
        "x-user-defined",
    }
    assert all("http://a".encode(codec).decode(codec) == "http://a" for codec in CODECS.values())


@pytest.mark.parametrize("label", ["latin1", "csISOLatin1", "iso88591", "ascii", "x-cp1252"])
def test_labels_that_browsers_take_for_windows_1252(label: str) -> None:
    assert codec_of(label) == "cp1252"


def test_what_is_mostly_utf8_is_utf8() -> None:
    assert detected_codec(FRENCH.encode() + b"\xff") == "utf-8"
    assert detected_codec(FRENCH.encode()[:-1]) == "utf-8"


def test_iso_2022_jp_is_seen_by_its_escapes() -> None:
    assert detected_codec("\u65e5\u672c".encode("iso2022_jp")) == "iso2022_jp_ext"


@pytest.mark.parametrize("guess", ["cp1006", "Johab", "no-such-encoding", None])
def test_no_encoding_is_guessed_that_is_not_in_the_standard(guess: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    chardet = pytest.importorskip("chardet")
    monkeypatch.setattr(chardet, "detect", lambda octets: {"encoding": guess})
    assert detected_codec(FRENCH.encode("cp1252")) == "cp1252"


@pytest.mark.parametrize(
    "head",
    [b"", b"<!doctype html><p>", b"From: a@b.example\nTo: c@d.example\nSubject: x\n\n"],
    ids=["text", "HTML", "mail"],
)
def test_all_readers_say_the_same_of_octets(head: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link that the wrong encoding would change."""
    chardet = pytest.importorskip("chardet")
    monkeypatch.setattr(chardet, "detect", lambda octets: {"encoding": "cp1006"})
    uris = [found.match.uri for found in read(head + FRENCH.encode("cp1252"), kinds={"uri"})]
    assert uris == ["http://a.example/caf%C3%A9x"]


NAMED = {
    "unknown charsets": lambda number: b"From: a@b.example\nDate: now\nComments: =?x-%d?q?a?=\n\nhi" % number,
    "code pages": lambda number: rb"{\rtf1\ansi\ansicpg%d a}" % (7_000 + number),
}


@pytest.mark.parametrize("file", NAMED.values(), ids=NAMED)
def test_names_that_files_state_are_not_kept(file: Callable[[int], bytes]) -> None:
    """Python keeps what it looks up for the life of the process."""
    kept = vars(encodings)["_cache"]
    list(read(file(1)))
    before = len(kept)
    for number in range(2, 30):
        list(read(file(number)))
    assert len(kept) == before
