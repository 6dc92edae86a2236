"""Zip and tar archives: each file in them is read, or a Problem says why not; no archive is a bomb."""

import bz2
import gzip
import io
import shutil
import struct
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from linksift.documents import Limits, Problem, ReadError, read
from tests.documents.mutations import assert_links_or_a_message, mutated
from tests.documents.office.test_docx import GOOD as DOCX

MAIL = b"From: jo@a.example\nTo: b@b.example\nSubject: bill\n\nhttp://a.example/mail\n"
FILES = {"inbox/1.eml": MAIL, "b.txt": b"see http://a.example/text", "c.docx": DOCX, "d.bin": b"\0\1"}


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive of files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, octets in files.items():
            archive.writestr(name, octets)
    return out.getvalue()


def tarred(files: dict[str, bytes], layout: int = tarfile.PAX_FORMAT) -> bytes:
    """A tar archive of files."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=layout) as archive:
        for name, octets in files.items():
            header = tarfile.TarInfo(name)
            header.size = len(octets)
            archive.addfile(header, io.BytesIO(octets))
    return out.getvalue()


def links(data: bytes | Path, limits: Limits = Limits(), **options: str) -> tuple[dict[str, str], list[str]]:  # noqa: B008
    """The inner path of each URI, and the messages with theirs."""
    problems: list[Problem] = []
    found = {
        one.match.uri: one.location.locator.inner_path or ""
        for one in read(data, limits=limits, on_problem=problems.append, **options)  # type: ignore[arg-type]
    }
    return found, [f"{problem.locator.inner_path}: {problem.message}" for problem in problems]


@pytest.mark.parametrize(
    "archive",
    [
        zipped(FILES),
        zipped(FILES, zipfile.ZIP_STORED),
        tarred(FILES),
        gzip.compress(tarred(FILES)),
        bz2.compress(zipped(FILES)),
    ],
    ids=["zip", "stored", "tar", "tgz", "zip.bz2"],
)
def test_each_file_in_an_archive_is_read(archive: bytes) -> None:
    found, messages = links(archive)
    assert {"http://a.example/mail": "inbox/1.eml", "http://a.example/text": "b.txt"}.items() <= found.items()
    assert "c.docx" in found.values()
    assert messages == ["d.bin: binary file, which is not read"]


@pytest.mark.parametrize("layout", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_long_names_in_tar_are_kept(layout: int) -> None:
    name = "/".join(["f" * 60] * 3 + ["a.txt"])
    assert links(tarred({name: b"http://a.example/"}, layout)) == ({"http://a.example/": name}, [])


def test_archives_in_archives_and_in_mail_keep_the_whole_path() -> None:
    inner = zipped({"x/c.docx": DOCX})
    mail = b"From: a@a.example\nTo: b@b.example\nContent-Type: application/zip; name=bill.zip\n\n" + inner
    found, messages = links(zipped({"1.eml": mail}))
    assert set(found.values()) == {"1.eml!/bill.zip!/x/c.docx"}
    assert messages == []


def test_the_message_in_an_archive_is_identified_and_a_document_in_it_keeps_the_number_of_its_part() -> None:
    mail = (
        b"From: a@a.example\nSubject: s\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\na\n--x\n"
        b"Content-Type: application/octet-stream; name=c.docx\n\n" + DOCX + b"\n--x--\n"
    )
    (locator, *_) = [found.location.locator for found in read(zipped({"m/1.eml": mail}))]
    assert (locator.subject, locator.part, locator.inner_path) == ("s", "2", "m/1.eml!/c.docx")
    assert (locator.member or "").startswith("word/")


def test_a_page_in_an_archive_is_a_page_and_its_relative_links_have_no_base() -> None:
    assert links(zipped({"a.html": b"<a href='http://a.example/x'>y</a><a href=z>z</a>"}))[0] == {
        "http://a.example/x": "a.html"
    }


# ---- Passwords -------------------------------------------------------------------------------------------------------


@pytest.fixture
def encrypted(tmp_path: Path) -> Path:
    """An archive that `zip` encrypted with the password of the trade."""
    if shutil.which("zip") is None:
        pytest.skip("needs zip")
    (tmp_path / "a.txt").write_text("http://a.example/")
    subprocess.run(["zip", "-q", "-P", "infected", "a.zip", "a.txt"], cwd=tmp_path, check=True)
    return tmp_path / "a.zip"


def test_a_password_opens_an_archive(encrypted: Path) -> None:
    assert links(encrypted, password="infected") == ({"http://a.example/": "a.txt"}, [])
    assert links(encrypted) == (
        {},
        ["a.txt: is encrypted and needs a password (password=, or --password WORD on the command line)"],
    )
    found, (message,) = links(encrypted, password="wrong")
    assert found == {}
    assert message.startswith(("a.txt: is encrypted with another password", "a.txt: cannot be unpacked"))


def test_a_method_that_is_not_read_is_reported() -> None:
    archive = zipped({"a.txt": b"http://a.example/"}).replace(b"PK\3\4\x14\0\0\0\x08", b"PK\3\4\x14\0\0\0\x09")
    archive = archive.replace(b"PK\1\2\x14\3\x14\0\0\0\x08", b"PK\1\2\x14\3\x14\0\0\0\x09")
    assert links(archive) == ({}, ["a.txt: is compressed or encrypted with a method that is not supported"])


def test_aes_needs_an_extra() -> None:
    archive = bytearray(zipped({"a.txt": b"http://a.example/"}))
    for signature, flags, method in ((b"PK\3\4", 6, 8), (b"PK\1\2", 8, 10)):
        start = archive.index(signature)
        archive[start + flags] |= 1
        archive[start + method] = 99
    found, (message,) = links(bytes(archive), password="infected")
    assert found == {}
    reasons = ("is encrypted with AES: pip install", "is encrypted with another password")
    assert message.startswith(tuple(f"a.txt: {reason}" for reason in reasons))


def encrypted_with_aes() -> bytes:
    """An archive with a file that the password "infected" opens."""
    pyzipper = pytest.importorskip("pyzipper")
    out = io.BytesIO()
    with pyzipper.AESZipFile(out, "w", encryption=pyzipper.WZ_AES) as archive:
        archive.setpassword(b"infected")
        archive.writestr("a.txt", "http://a.example/")
    return out.getvalue()


def test_aes_is_decrypted() -> None:
    archive = encrypted_with_aes()
    assert links(archive, password="infected") == ({"http://a.example/": "a.txt"}, [])
    assert links(archive, password="wrong") == ({}, ["a.txt: is encrypted with another password"])


# ---- Limits ----------------------------------------------------------------------------------------------------------


def test_a_bomb_is_unpacked_to_the_limit_only() -> None:
    bomb = zipped({f"{number}.txt": b" " * 3_000_000 for number in range(20)} | {"z.txt": b"http://z.example/"})
    found, messages = links(bomb, limits=Limits(size=1_000_000, ratio=10))
    assert found == {}
    assert messages[0] == "0.txt: unpacks to more than 1,000,000 octets; the rest was not read"
    assert messages[-1] == "z.txt: unpacks to too much for its size, like a zip bomb"


def test_bombs_in_bombs_share_the_limit() -> None:
    inner = zipped({f"{number}.txt": b" " * 1_000_000 for number in range(10)})
    middle = zipped({f"{number}.zip": inner for number in range(10)})
    found, messages = links(zipped({f"{number}.zip": middle for number in range(10)}), limits=Limits(size=2_000_000))
    assert found == {}
    assert messages
    assert all(message.endswith("like a zip bomb") for message in messages)


def test_documents_in_archives_share_the_limit() -> None:
    archive = zipped({f"{number}.docx": zipped({"word/document.xml": b" " * 500_000}) for number in range(20)})
    _, messages = links(archive, limits=Limits(size=1_000_000, ratio=1))
    assert messages[-1].endswith("like a zip bomb")


def test_archives_too_deep_in_each_other_are_reported() -> None:
    octets = b"http://a.example/"
    for _ in range(20):
        octets = zipped({"a.zip": octets})
    found, (message,) = links(octets)
    assert found == {}
    assert message.endswith("is nested more than 16 deep; deeper parts were not read")


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_files_are_counted(pack: type) -> None:
    archive = pack({f"{number}.txt": b"http://a.example/%d" % number for number in range(30)})
    found, messages = links(archive, limits=Limits(files=10))
    assert (len(found), messages) == (10, ["None: has more than 10 files; the rest were not read"])


def test_a_name_takes_no_memory() -> None:
    archive = tarred({"a" * 1_000_000: b"http://a.example/"}) + tarred({"b.txt": b"http://b.example/"})
    assert links(archive)[1] == ["None: has a name that is too long; the files before that were read"]


# ---- Broken archives -------------------------------------------------------------------------------------------------


def test_a_truncated_archive_is_read_to_its_end() -> None:
    archive = tarred({f"{number}.txt": b"http://a.example/%d" % number for number in range(30)})
    found, (message,) = links(archive[:8_000])
    assert len(found) > 5
    assert message == "None: is truncated; the files before that were read"


TRUNCATED = "None: is truncated or broken; the whole files at its beginning were read"


class _Forwards(io.BytesIO):
    """A file that is only written forwards, so that `zipfile` writes the sizes behind each member."""

    def tell(self) -> int:
        raise OSError


@pytest.mark.parametrize("out", [io.BytesIO, _Forwards])
def test_the_whole_files_of_a_truncated_zip_archive_are_read(out: type[io.BytesIO]) -> None:
    file = out()
    with zipfile.ZipFile(file, "w") as archive:
        for number in range(5):
            archive.writestr(f"{number}.txt", b"PK\x07\x08 http://a.example/%d" % number)
    whole = file.getvalue()
    numbers = [whole.index(b"example/%d" % number) for number in range(5)]
    for cut in range(0, len(whole), 7):
        read_whole = sum(number + len("example/0") + (16 if out is _Forwards else 0) <= cut for number in numbers)
        if read_whole:
            found, messages = links(whole[:cut])
            assert list(found) == [f"http://a.example/{number}" for number in range(read_whole)]
            assert messages == [TRUNCATED]
        elif whole[:cut].startswith(b"PK\x03\x04"):
            with pytest.raises(ReadError, match="is not a zip file, or a broken one"):
                links(whole[:cut])


def test_encrypted_files_of_a_truncated_zip_archive_are_read(encrypted: Path) -> None:
    encrypted.write_bytes(encrypted.read_bytes()[:-30])
    assert links(encrypted, password="infected") == ({"http://a.example/": "a.txt"}, [TRUNCATED])


def test_aes_in_a_truncated_zip_archive_is_decrypted() -> None:
    assert links(encrypted_with_aes()[:-30], password="infected") == ({"http://a.example/": "a.txt"}, [TRUNCATED])


def test_a_truncated_zip_archive_with_large_sizes_behind_its_files_is_read() -> None:
    file = _Forwards()
    with zipfile.ZipFile(file, "w") as archive:
        for name in ("empty.txt", "a.txt", "b.txt"):
            with archive.open(name, "w", force_zip64=True) as member:
                member.write(b"" if name == "empty.txt" else f"http://a.example/{name}".encode())
    found, messages = links(file.getvalue()[:-30])
    assert list(found) == ["http://a.example/a.txt", "http://a.example/b.txt"]
    assert messages == [TRUNCATED]


def test_a_truncated_zip_archive_with_a_broken_header_cannot_be_read() -> None:
    archive = zipped({"\u00e9": b"http://a.example/"})[:-30]
    with pytest.raises(ReadError, match="is not a zip file, or a broken one"):
        links(archive.replace("\u00e9".encode(), b"\xe9\xe9"))


def test_the_whole_parts_of_a_truncated_office_document_are_read(tmp_path: Path) -> None:
    document = tmp_path / "a.docx"
    document.write_bytes(DOCX[:-40])
    found, messages = links(document)
    assert list(found) == list(links(DOCX)[0])
    assert messages == [TRUNCATED]


UNLISTED = "None: has files at its beginning that its directory does not list; they were read"


@pytest.mark.parametrize("behind", [zipped({"b.txt": b"http://b.example/"}), zipped({}), zipped({}) + b"\0"])
def test_files_that_an_archive_behind_them_hides_are_read(behind: bytes) -> None:
    found, messages = links(zipped({"a.txt": b"http://a.example/"}) + behind)
    assert found == {"http://a.example/": "a.txt"} | links(behind)[0]
    assert messages == [UNLISTED]


def test_a_listed_file_behind_an_unlisted_one_is_read_once() -> None:
    archive = zipped({"a.txt": b"http://a.example/", "b.txt": b"http://b.example/"})
    directory = archive.index(b"PK\1\2")
    second = archive.index(b"PK\1\2", directory + 4)
    end = archive.index(b"PK\5\6")
    at_end = struct.pack("<4s4xHHIIH", b"PK\5\6", 1, 1, end - second, second, 0)
    found, messages = links(archive[:end] + at_end)
    assert found == {"http://a.example/": "a.txt", "http://b.example/": "b.txt"}
    assert messages == [UNLISTED]
    assert len(list(read(archive[:end] + at_end))) == 2


def test_files_behind_the_end_of_a_tar_archive_are_read() -> None:
    archive = tarred({"a.txt": b"http://a.example/"})
    both = {"http://a.example/": "a.txt", "http://b.example/": "b.txt"}
    assert links(archive + tarred({"b.txt": b"http://b.example/"})) == (both, [])
    for behind in (b"no header" * 100, bytes(100), b"\n"):
        assert links(archive + behind) == ({"http://a.example/": "a.txt"}, [])


def test_a_file_of_an_unknown_type_in_a_tar_archive_is_read() -> None:
    header = tarfile.TarInfo("a.txt")
    header.type, header.size = b"Z", 17
    archive = header.tobuf() + b"http://a.example/".ljust(512, b"\0")
    assert links(archive) == ({"http://a.example/": "a.txt"}, [])


def test_a_file_without_a_name_is_read() -> None:
    archive = zipped({"a": b"http://a.example/"}).replace(b"\1\0\0\0a", b"\0\0\0\0")
    assert links(archive)[0].keys() <= {"http://a.example/"}


def test_an_empty_archive_has_no_links() -> None:
    assert links(zipped({})) == ({}, [])


def test_the_forks_of_macos_are_no_files() -> None:
    assert links(zipped({"__MACOSX/._a.txt": b"\0\5\x16\7", "a.txt": b"http://a.example/"}))[1] == []


@pytest.mark.parametrize("seed", range(150))
def test_mutated_archives(seed: int) -> None:
    archive = zipped(FILES | {"e.zip": zipped(FILES)}, (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)[seed % 2])
    assert_links_or_a_message(mutated(archive, seed, [b"PK\1\2", b"PK\3\4", b"PK\5\6"]), "a.zip")
    archive = tarred(FILES | {"e" * 120: b"http://a.example/"}, (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT)[seed % 2])
    assert_links_or_a_message(mutated(archive, seed, [b"ustar", b"77777777777\0", b"\x80", b"L", b"x"]), "a.tar")


# ---- An account ------------------------------------------------------------------------------------------------------

READ = {
    "a.txt": b"http://a.example/",
    "a.html": b"<!doctype html><a href='http://a.example/'>a</a>",
    "a.md": b"[a](http://a.example/)",
    "a.eml": MAIL,
    "a.mbox": b"From x Sat Nov 21 09:00:00 2026\n" + MAIL,
    "a.json": b'{"a": "http://a.example/"}',
    "a.ipynb": b'{"cells": [{"cell_type": "raw", "source": "http://a.example/"}]}',
    "a.csv": b"a,b\nhttp://a.example/,c",
    "a.ics": b"BEGIN:VCALENDAR\nURL:http://a.example/",
    "a.tex": b"\\url{http://a.example/}",
    "a.rtf": rb"{\rtf1 http://a.example/}",
    "a.docx": DOCX,
    "a.warc": b"WARC/1.0\r\nWARC-Type: conversion\r\nContent-Type: text/plain\r\nContent-Length: 17\r\n\r\nhttp://a.example/\r\n\r\n",
    "a.txt.gz": gzip.compress(b"http://a.example/", mtime=0),
    "a.zip": zipped({"b.txt": b"http://a.example/"}),
    "a.tar": tarred({"b.txt": b"http://a.example/"}),
}
UNREAD = {
    "a.png": b"\x89PNG\r\n\x1a\n\0",
    "a.7z": b"7z\xbc\xaf\x27\x1c\0\4",
    "a.exe": b"MZ\0",
    "a.doc": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0",
    "a.bin": b"\0",
    "b.docx": b"PK\3\4",
    "b.gz": b"\x1f\x8b\x08\0",
}


def test_an_account_of_one_file_of_each_format() -> None:
    found, messages = [], []

    def remember(problem: Problem) -> None:
        messages.append(problem.locator.inner_path or "")

    for one in read(zipped(READ | UNREAD), on_problem=remember):
        found.append((one.location.locator.inner_path or "").partition("!/")[0])
    assert set(found) == READ.keys()
    assert set(messages) == UNREAD.keys()
